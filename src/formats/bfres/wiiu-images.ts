import { sameValue } from '../../binary/index.ts';
import { isKnownTileMode } from '../../images/tiling/gx2.ts';
import { type Issue, issue } from '../../issue.ts';
import type { Conversion } from '../../scene/scene.ts';
import type { NamedImage } from '../format.ts';
import { decodeFtex, ftexFormat, replaceFtex } from './ftex.images.ts';
import { ftexIssues } from './ftex.issues.ts';
import { emptyWiiuBfres, type WiiuBfres } from './wiiu-bfres.ts';
import type { WiiuTexture } from './wiiu-texture.ts';

// The textures of a Wii U file as pictures, and back (specification, section 18).

const nameOf = (file: WiiuBfres, i: number): string => file.textures!.names[i] ?? file.textures!.values[i]!.name ?? '';

/** The finest level that the file has of every texture. */
export function toImages(file: WiiuBfres): Conversion<NamedImage[]> {
  const issues: Issue[] = [];
  const images: NamedImage[] = [];
  const unknown = new Map<string, string[]>();
  for (const [i, texture] of (file.textures?.values ?? []).entries()) {
    const image = decodeFtex(texture);
    if (image !== undefined) images.push({ ...image, name: nameOf(file, i) });
    else {
      const reason = reasonOf(texture);
      unknown.set(reason, [...(unknown.get(reason) ?? []), nameOf(file, i)]);
    }
  }
  for (const [reason, names] of unknown) {
    const kind = reason.startsWith('tile mode') ? 'unknown-tile-mode' : 'unknown-texture';
    issues.push(issue(ftexIssues[kind], `${reason}: ${names.join(', ')}`, ['textures']));
  }
  issues.push(...lossesOf(file.textures?.values ?? []));
  return { value: images, issues };
}

function reasonOf({ format, tileMode, data, levelData }: WiiuTexture): string {
  if (ftexFormat(format) === undefined) return `format 0x${format.toString(16)}`;
  if (!isKnownTileMode(tileMode)) return `tile mode ${tileMode}`;
  return data === undefined && levelData === undefined ? 'no pixels' : 'fewer pixels than its size asks for';
}

function* lossesOf(textures: readonly WiiuTexture[]): Iterable<Issue> {
  const coarse = textures.filter(({ data, levelData }) => data === undefined && levelData !== undefined);
  const layered = textures.filter(({ depth, arrayLength }) => Math.max(depth, arrayLength) > 1);
  const signed = textures.filter(({ format }) => ftexFormat(format)?.type === 'snorm');
  const path = ['textures'];
  if (coarse.length > 0) {
    yield issue(ftexIssues['finest-level-elsewhere'], `${coarse.length} textures from their second level on`, path);
  }
  if (layered.length > 0) yield issue(ftexIssues['first-slice'], `${layered.length} textures with more slices`, path);
  if (signed.length > 0) yield issue(ftexIssues['signed-values'], `${signed.length} textures from -1 to 1`, path);
}

/** The file with these pictures in place of its own. Unchanged ones leave the texture as it was, to the byte. */
export function fromImages(images: readonly NamedImage[], base?: WiiuBfres): Conversion<WiiuBfres> {
  const issues: Issue[] = [];
  const file = base ?? emptyWiiuBfres();
  const byName = new Map(images.map((image) => [image.name, image]));
  const { names = [], values = [] } = file.textures ?? {};
  const textures = values.map((texture, i) => {
    const picture = byName.get(names[i]!);
    byName.delete(names[i]!);
    return picture === undefined ? texture : replaced(texture, picture, issues);
  });
  for (const name of byName.keys()) issues.push(issue(ftexIssues['no-such-texture'], `there is no texture '${name}'`));
  const isUnchanged = textures.every((texture, i) => texture === values[i]);
  return { value: isUnchanged ? file : { ...file, textures: { ...file.textures!, values: textures } }, issues };
}

/** The texture with a picture of its size, or as it was, and why. */
function replaced(texture: WiiuTexture, picture: NamedImage, issues: Issue[]): WiiuTexture {
  const own = decodeFtex(texture);
  const { name, width, height, rgba } = picture;
  if (own !== undefined && own.width === width && own.height === height && sameValue(own.rgba, rgba)) return texture;
  if (own !== undefined && (own.width !== width || own.height !== height)) {
    const sizes = `'${name}' is ${width} x ${height}, the texture ${own.width} x ${own.height}`;
    issues.push(issue(ftexIssues['other-size'], sizes));
    return texture;
  }
  const written = own && replaceFtex(texture, picture);
  if (written === undefined) issues.push(issue(ftexIssues['no-encoder'], `'${name}' was left as it was`));
  return written ?? texture;
}
