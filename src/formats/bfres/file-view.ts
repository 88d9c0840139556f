import type { Image } from '../../images/image.ts';
import type { Surface } from '../../images/surface.ts';
import type { SkeletalAnimView } from './animation.scene.ts';
import type { ShapeAnimView } from './shape-animation.scene.ts';
import type { ModelView } from './view.ts';
import type { VisibilityAnimView } from './visibility.scene.ts';

/** What a file has for scenes, whatever console it is of. */
export interface FileView {
  /** Id of its format. */
  readonly format: string;
  readonly models: readonly ModelView[];
  readonly skeletalAnims: readonly SkeletalAnimView[];
  readonly visibilityAnims: readonly VisibilityAnimView[];
  readonly shapeAnims: readonly ShapeAnimView[];
  /** Animations that no scene can show, as JSON by kind. */
  readonly otherAnims: Readonly<Record<string, readonly unknown[]>>;
  readonly textures: readonly TextureView[];
}

export interface TextureView {
  readonly name: string;
  /** The finest level; undefined where its format is not known. */
  decode(): Image | undefined;
  /** All that is stored; undefined where it can't be read. */
  surface(): Surface | undefined;
}
