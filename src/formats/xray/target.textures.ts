import { CodecError } from '../../binary/index.ts';
import { dds } from '../../images/dds.ts';
import { encodeDds } from '../../images/dds-pixels.ts';
import type { Image } from '../../images/image.ts';
import { decodePng } from '../../images/png.ts';
import { type Issue, issue } from '../../issue.ts';
import type { Extras, Material, Scene, SceneImage } from '../../scene/scene.ts';
import type { OutputFile } from '../format.ts';
import { normalName } from './names.ts';
import { targetIssues } from './target.issues.ts';

// Textures of scenes: those that came from the game keep their names, others become files.

/** The name that a surface gives its texture: the game's own, or that of the picture. */
export function textureName(scene: Scene, material: Material | undefined): string {
  const extras = material?.extras?.xray as Extras | undefined;
  if (typeof extras?.texture === 'string') return extras.texture;
  const image = colorImage(scene, material);
  return image === undefined ? (material?.name ?? '') : fileStem(image);
}

function colorImage(scene: Scene, material: Material | undefined): SceneImage | undefined {
  const use = material?.baseColorTexture;
  return use && scene.images[scene.textures[use.texture]!.image];
}

const fileStem = ({ name }: SceneImage): string =>
  normalName(name).replaceAll(/[^a-z0-9а-яё._#\\-]/g, '_') || 'texture';

/** A `.dds` for every picture that is not from the game. */
export function textureFiles(scene: Scene, issues: Issue[]): OutputFile[] {
  const files = new Map<string, OutputFile>();
  for (const material of scene.materials) {
    const image = colorImage(scene, material);
    const isFromGame = (image?.extras?.xray as Extras | undefined)?.file !== undefined;
    if (image === undefined || isFromGame) continue;
    const name = `${fileStem(image).split('\\').at(-1)}.dds`;
    const pixels = pixelsOf(image, issues);
    if (pixels !== undefined && !files.has(name)) files.set(name, { name, bytes: dds.encode(encodeDds(pixels)) });
  }
  return [...files.values()];
}

function pixelsOf({ name, data }: SceneImage, issues: Issue[]): Image | undefined {
  if ('rgba' in data) return data;
  try {
    if (data.mimeType === 'image/png') return decodePng(data.bytes);
    issues.push(issue(targetIssues['texture-not-written'], `'${name}' is ${data.mimeType}`));
  } catch (error) {
    if (!(error instanceof CodecError || error instanceof RangeError)) throw error;
    issues.push(issue(targetIssues['texture-not-written'], `'${name}': ${error.message}`));
  }
  return undefined;
}

/** The engine's shader for a material that names none. */
export function defaultShader(material: Material | undefined, isSkeletal: boolean): string {
  if (material?.alphaMode === 'mask') return isSkeletal ? 'models\\model_aref' : 'def_shaders\\def_aref';
  if (material?.alphaMode === 'blend') return isSkeletal ? 'models\\transparent' : 'def_shaders\\def_trans';
  return isSkeletal ? 'models\\model' : 'default';
}
