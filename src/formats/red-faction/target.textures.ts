import { CodecError } from '../../binary/index.ts';
import { Lookup, type Source } from '../../containers/source.ts';
import type { Image } from '../../images/image.ts';
import { decodePng } from '../../images/png.ts';
import { encodeTarga, targa } from '../../images/tga.ts';
import { type Issue, issue } from '../../issue.ts';
import type { Scene, SceneImage } from '../../scene/scene.ts';
import type { OutputFile } from '../format.ts';
import { checksumOf, textureFinder } from './model.textures.ts';
import { targetIssues } from './target.issues.ts';
import { viewOf } from './target.materials.ts';
import { textureFieldName } from './target.names.ts';

// Pictures of a scene as texture files: those that are new or were edited.

/** The texture files to write beside a mesh. */
export function textureFiles(scene: Scene, base: Source | undefined, issues: Issue[]): OutputFile[] {
  const lookup = base && new Lookup(base);
  const files = new Map<string, OutputFile>();
  let kept = 0;
  for (const [index, material] of scene.materials.entries()) {
    const use = material.baseColorTexture;
    const texture = use === undefined ? undefined : scene.textures[use.texture];
    const image = texture === undefined ? undefined : scene.images[texture.image];
    const { diffuseMap } = viewOf(scene, index);
    if (image === undefined || diffuseMap === '') continue;
    // The field of the mesh says which name the game looks for; it finds a .tga in place of any other extension.
    const name = textureFieldName(diffuseMap, []).replace(/\.[^.]*$/, '.tga');
    if (files.has(name.toLowerCase())) continue;
    const pixels = pixelsOf(image, issues);
    if (pixels === undefined) continue;
    if (isUnedited(image, diffuseMap, pixels, lookup)) {
      kept++;
      continue;
    }
    files.set(name.toLowerCase(), { name, bytes: targa.encode(encodeTarga(pixels)) });
    issues.push(issue(targetIssues['texture-written'], `'${name}', ${pixels.width} by ${pixels.height} pixels`));
  }
  if (kept > 0) issues.push(issue(targetIssues['textures-kept'], `${kept} materials`));
  return [...files.values()];
}

function pixelsOf({ name, data }: SceneImage, issues: Issue[]): Image | undefined {
  if ('rgba' in data) return data;
  if (data.mimeType !== 'image/png') {
    issues.push(issue(targetIssues['texture-not-written'], `'${name}' is ${data.mimeType}`));
    return undefined;
  }
  try {
    return decodePng(data.bytes);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    issues.push(issue(targetIssues['texture-not-written'], `'${name}': ${error.message}`));
    return undefined;
  }
}

/** By the checksum that our scenes carry, or else by the texture in `base`. */
function isUnedited(image: SceneImage, file: string, { rgba }: Image, lookup: Lookup | undefined): boolean {
  const checksum = checksumOf(rgba);
  const stored = image.extras?.['rf_checksum'];
  if (typeof stored === 'string') return stored === checksum;
  if (lookup === undefined) return false;
  return textureFinder(lookup, '')(file, [])?.image.extras?.['rf_checksum'] === checksum;
}
