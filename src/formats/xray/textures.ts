import { CodecError, chunkValue } from '../../binary/index.ts';
import { type Entry, extension, fileName, type Lookup } from '../../containers/source.ts';
import { dds } from '../../images/dds.ts';
import { decodeSurface } from '../../images/dds-pixels.ts';
import type { Image } from '../../images/image.ts';
import { decodePng } from '../../images/png.ts';
import { decodeTarga, targa } from '../../images/tga.ts';
import { type Issue, issue } from '../../issue.ts';
import type { SceneImage } from '../../scene/scene.ts';
import type { FindTexture, FoundTexture } from './materials.ts';
import { normalName } from './names.ts';
import { sceneIssues } from './scene.issues.ts';
import { thmFile } from './thm.ts';
import { decodeText } from './windows-1251.ts';

// The textures that X-Ray models name (specification, sections 18.1 and 18.2).

/** In the order in which they are looked for. */
const EXTENSIONS = ['.dds', '.tga', '.png'];

/** An entry for a texture name, and whether it was found by its file name alone. */
interface FoundEntry {
  readonly entry: Entry;
  readonly isElsewhere: boolean;
}

/** The picture of a texture name. `near` is the model: of several candidates, that in its own tree is taken. */
export function textureEntry(lookup: Lookup, name: string, near: string): FoundEntry | undefined {
  return entryOf(lookup, name, EXTENSIONS, near);
}

function entryOf(lookup: Lookup, name: string, extensions: readonly string[], near: string): FoundEntry | undefined {
  const path = normalName(name).replaceAll('\\', '/');
  const base = path.slice(path.lastIndexOf('/') + 1);
  for (const wanted of extensions) {
    const candidates = lookup.named(`${base}${wanted}`, near);
    if (candidates.length === 0) continue;
    const file = `${path}${wanted}`;
    const isNamed = ({ name: entry }: Entry) => `/${entry.toLowerCase()}`.endsWith(`/${file}`);
    const inTextures = ({ name: entry }: Entry) => `/${entry.toLowerCase()}`.endsWith(`/textures/${file}`);
    const ranked = nearest(candidates.filter(inTextures), near) ?? nearest(candidates.filter(isNamed), near);
    if (ranked !== undefined) return { entry: ranked, isElsewhere: false };
    return { entry: nearest(candidates, near)!, isElsewhere: true };
  }
  return undefined;
}

/** The entry that shares most of its folders with the model. */
function nearest(entries: readonly Entry[], near: string): Entry | undefined {
  const shared = ({ name }: Entry) => {
    let length = 0;
    while (length < name.length && name[length] === near[length]) length++;
    return length;
  };
  return entries.reduce<Entry | undefined>(
    (best, entry) => (best === undefined || shared(entry) > shared(best) ? entry : best),
    undefined,
  );
}

/** Whether the game makes a picture of this name while it runs, so that there is no file. */
export const isRunTime = (name: string): boolean => name.startsWith('$');

/** Finds and decodes textures for one model. What is missing is told by those who list its files. */
export function textureFinder(lookup: Lookup, near: string, issues: Issue[]): FindTexture {
  const open = (found: FoundEntry | undefined): Image | undefined => {
    const bytes = found && lookup.source.open(found.entry.name);
    if (bytes === undefined) return undefined;
    try {
      const image = decodeFile(found!.entry.name, bytes);
      if (image !== undefined) return image;
      issues.push(issue(sceneIssues['texture-unreadable'], `'${found!.entry.name}' has pixels of an unknown kind`));
    } catch (error) {
      if (!(error instanceof CodecError || error instanceof RangeError)) throw error;
      issues.push(issue(sceneIssues['texture-unreadable'], `'${found!.entry.name}': ${error.message}`));
    }
    return undefined;
  };
  return (name): FoundTexture | undefined => {
    const found = isRunTime(name) ? undefined : textureEntry(lookup, name, near);
    if (found === undefined) return undefined;
    if (found.isElsewhere) {
      issues.push(issue(sceneIssues['texture-elsewhere'], `'${found.entry.name}' for '${name}'`));
    }
    const color = open(found);
    if (color === undefined) return undefined;
    const bump = bumpName(lookup, name, near);
    const [first, second] = [bump, `${bump}#`].map((bumpName) =>
      bump === undefined ? undefined : open(textureEntry(lookup, bumpName!, near)),
    );
    return {
      color: toSceneImage(name, color, found.entry),
      ...(first && { normals: toSceneImage(`${name}_normal`, normalMap(first, second)) }),
    };
  };
}

/** The bump texture: named by the thumbnail, or else by convention. Empty where there is none. */
function bumpName(lookup: Lookup, name: string, near: string): string | undefined {
  const settings = entryOf(lookup, name, ['.thm'], near);
  const bytes = settings && !settings.isElsewhere && lookup.source.open(settings.entry.name);
  const thumbnail = bytes ? decodedOrNothing(bytes) : undefined;
  const bump = thumbnail?.kind === 'texture' ? chunkValue(thumbnail.chunks, 'bump') : undefined;
  if (bump !== undefined && bump.mode > 1 && bump.texture !== '') return decodeText(bump.texture);
  const conventional = `${normalName(name)}_bump`;
  const found = textureEntry(lookup, conventional, near);
  return found === undefined || found.isElsewhere ? undefined : conventional;
}

function decodedOrNothing(bytes: Uint8Array) {
  try {
    return thmFile.decode(bytes);
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}

function decodeFile(name: string, bytes: Uint8Array): Image | undefined {
  switch (extension(name)) {
    case '.dds':
      return decodeSurface(dds.decode(bytes), 0);
    case '.tga':
      return decodeTarga(targa.decode(bytes));
    default:
      return decodePng(bytes);
  }
}

function toSceneImage(name: string, { width, height, rgba }: Image, entry?: Entry): SceneImage {
  return {
    name: name.slice(Math.max(name.lastIndexOf('\\'), name.lastIndexOf('/')) + 1),
    data: { width, height, rgba },
    ...(entry && { extras: { xray: { texture: name, file: fileName(entry.name) } } }),
  };
}

/**
 * Normals of a bump texture as glTF has them: x in alpha, y (down) in blue, z in green of the first, and what rounding
 * left of them in red, green and blue of the second (specification, section 18.2).
 */
export function normalMap(bump: Image, correction: Image | undefined): Image {
  const { width, height } = bump;
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      const normal = [bump.rgba[at + 3]!, bump.rgba[at + 2]!, bump.rgba[at + 1]!].map((byte) => byte / 255);
      if (correction === undefined) {
        for (let i = 0; i < 3; i++) normal[i] = normal[i]! * 2 - 1;
      } else {
        const [cx, cy] = [Math.floor((x * correction.width) / width), Math.floor((y * correction.height) / height)];
        const from = (cy * correction.width + cx) * 4;
        for (let i = 0; i < 3; i++) normal[i] = normal[i]! + correction.rgba[from + i]! / 255 - 1;
      }
      const length = Math.hypot(...normal) || 1;
      const [nx, ny, nz] = length > 1e-6 ? normal.map((value) => value / length) : [0, 0, 1];
      rgba[at] = toByte(nx!);
      rgba[at + 1] = toByte(-ny!);
      rgba[at + 2] = toByte(nz!);
      rgba[at + 3] = 255;
    }
  }
  return { width, height, rgba };
}

const toByte = (value: number): number => Math.round((value + 1) * 127.5);
