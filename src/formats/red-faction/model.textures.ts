import { CodecError } from '../../binary/index.ts';
import { type Entry, extension, fileName, type Lookup } from '../../containers/source.ts';
import { dds } from '../../images/dds.ts';
import { decodeSurface } from '../../images/dds-pixels.ts';
import type { Image } from '../../images/image.ts';
import { decodePng } from '../../images/png.ts';
import { decodeTarga, targa } from '../../images/tga.ts';
import { type Issue, issue } from '../../issue.ts';
import type { Extras, SceneImage } from '../../scene/scene.ts';
import { sceneIssues } from './v3d.issues.ts';
import { type FindTexture, type FoundTexture, transparencyOf } from './v3d.materials.ts';
import { toImages } from './vbm.images.ts';
import { bitmap } from './vbm.ts';

// The texture files that meshes name (specification, section 9).

/** Extensions that are tried in place of the one that the mesh names, in this order. */
const EXTENSIONS = ['.tga', '.vbm', '.dds', '.png', '.jpg', '.jpeg'] as const;

/** The file of a texture: of the exact name, or else of the same stem. `near` is the entry of the mesh. */
export function textureEntry(lookup: Lookup, name: string, near: string): Entry | undefined {
  const exact = lookup.named(name, near)[0];
  if (exact !== undefined) return exact;
  const sameStem = lookup.ofStem(name, near);
  return EXTENSIONS.map((wanted) => sameStem.find((entry) => extension(entry.name) === wanted)).find(
    (entry) => entry !== undefined,
  );
}

/** Finds and decodes the textures of one mesh in a source. */
export function textureFinder(lookup: Lookup, near: string): FindTexture {
  return (name, issues) => {
    const entry = textureEntry(lookup, name, near);
    if (entry === undefined) return undefined; // a note of the model lists those
    const bytes = lookup.source.open(entry.name);
    if (bytes === undefined) {
      issues.push(issue(sceneIssues['texture-unreadable'], `'${entry.name}' could not be opened`));
      return undefined;
    }
    if (fileName(entry.name).toLowerCase() !== name.toLowerCase()) {
      issues.push(issue(sceneIssues['texture-renamed'], `'${fileName(entry.name)}' stands in for '${name}'`));
    }
    try {
      return toTexture(name, entry.name, bytes, issues);
    } catch (error) {
      if (!(error instanceof CodecError || error instanceof RangeError)) throw error;
      issues.push(issue(sceneIssues['texture-unreadable'], `'${entry.name}': ${error.message}`));
      return undefined;
    }
  };
}

function toTexture(name: string, entry: string, bytes: Uint8Array, issues: Issue[]): FoundTexture | undefined {
  const type = extension(entry);
  const file = { rf_file: fileName(entry) };
  if (type === '.jpg' || type === '.jpeg') {
    return { image: { name, data: { mimeType: 'image/jpeg', bytes }, extras: file }, transparency: 'opaque', issues };
  }
  const { image, extras } = decode(type, bytes, entry, issues);
  if (image === undefined) {
    issues.push(issue(sceneIssues['texture-unreadable'], `'${entry}' has a layout that is not known`));
    return undefined;
  }
  return { image: toSceneImage(name, image, { ...file, ...extras }), transparency: transparencyOf(image.rgba), issues };
}

function decode(type: string, bytes: Uint8Array, entry: string, issues: Issue[]): { image?: Image; extras?: Extras } {
  if (type === '.png') return { image: decodePng(bytes) };
  if (type === '.dds') {
    const image = decodeSurface(dds.decode(bytes), 0);
    return image === undefined ? {} : { image };
  }
  if (type !== '.vbm') return { image: decodeTarga(targa.decode(bytes)) };
  const file = bitmap.decode(bytes);
  const frames = toImages(file).value;
  const extras = frames.length > 1 ? { rf_frames: frames.length, rf_fps: file.fps } : {};
  if (frames.length > 1) {
    const reason = `'${fileName(entry)}' has ${frames.length} frames, ${file.fps} a second`;
    issues.push(issue(sceneIssues['texture-frames'], reason));
  }
  return frames[0] === undefined ? {} : { image: frames[0], extras };
}

/** A picture with the checksum of its pixels, which tells later whether somebody painted on it. */
function toSceneImage(name: string, { width, height, rgba }: Image, extras: Extras): SceneImage {
  return { name, data: { width, height, rgba }, extras: { ...extras, rf_checksum: checksumOf(rgba) } };
}

/** 32 bits that tell one picture from another, in hex (FNV-1a). Colours of pixels that cannot be seen do not count. */
export function checksumOf(rgba: Uint8Array): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < rgba.length; i += 4) {
    const alpha = rgba[i + 3]!;
    for (let k = 0; k < 3; k++) hash = Math.imul(hash ^ (alpha === 0 ? 0 : rgba[i + k]!), 0x01000193);
    hash = Math.imul(hash ^ alpha, 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
