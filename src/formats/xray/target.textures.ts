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
import { unnumbered } from './target.pairs.ts';

// Textures of scenes: those that came from the game keep their names, others become files.

/** The name that a surface gives its texture: the game's own while the picture has that name, or that of the picture. */
export function textureName(scene: Scene, material: Material | undefined): string {
  const known = (material?.extras?.xray as Extras | undefined)?.texture;
  const image = colorImage(scene, material);
  if (image === undefined) return typeof known === 'string' ? known : (material?.name ?? '');
  const own = (image.extras?.xray as Extras | undefined)?.texture;
  if (typeof own === 'string') return own;
  const stem = unnumbered(fileStem(image));
  const isKnown = typeof known === 'string' && normalName(known).split('\\').at(-1) === stem;
  return isKnown ? known : stem;
}

function colorImage(scene: Scene, material: Material | undefined): SceneImage | undefined {
  const use = material?.baseColorTexture;
  return use && scene.images[scene.textures[use.texture]!.image];
}

const fileStem = ({ name }: SceneImage): string =>
  normalName(name).replaceAll(/[^a-z0-9а-яё._#\\-]/g, '_') || 'texture';

/** A `.dds` for every picture that is not from the game, which the scene of the originals tells. */
export function textureFiles(scene: Scene, before: Scene | undefined, issues: Issue[]): OutputFile[] {
  const files = new Map<string, OutputFile>();
  const known = new Map(before?.images.map((image) => [unnumbered(fileStem(image)), image]));
  for (const material of scene.materials) {
    const image = colorImage(scene, material);
    const isFromGame = (image?.extras?.xray as Extras | undefined)?.file !== undefined;
    if (image === undefined || isFromGame) continue;
    const name = `${fileStem(image).split('\\').at(-1)}.dds`;
    const pixels = pixelsOf(image, issues);
    const original = known.get(unnumbered(fileStem(image)));
    if (original !== undefined && pixels !== undefined && isSamePicture(pixels, pixelsOf(original, issues))) continue;
    if (pixels !== undefined && !files.has(name)) files.set(name, { name, bytes: dds.encode(encodeDds(pixels)) });
  }
  return [...files.values()];
}

const isSamePicture = (a: Image, b: Image | undefined): boolean =>
  a.width === b?.width && a.height === b.height && a.rgba.every((value, i) => value === b.rgba[i]);

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
