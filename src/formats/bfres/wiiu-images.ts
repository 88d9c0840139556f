import { sameValue } from '../../binary/index.ts';
import { isKnownTileMode } from '../../images/tiling/gx2.ts';
import { type Issue, issue } from '../../issue.ts';
import type { Conversion } from '../../scene/scene.ts';
import type { NamedImage, NamedSurface } from '../format.ts';
import { decodeFtex, ftexFormat, ftexSurface, onlyOf, replaceFtex } from './ftex.images.ts';
import { ftexIssues } from './ftex.issues.ts';
import { newFtex } from './ftex.new.ts';
import { textureUse } from './texture-role.ts';
import { emptyWiiuBfres, type WiiuBfres } from './wiiu-bfres.ts';
import type { Entries } from './wiiu-dictionary.ts';
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

/** The textures as they are stored, from the finest level that the file has on. */
export function toSurfaces(file: WiiuBfres): NamedSurface[] {
  return (file.textures?.values ?? []).flatMap((texture, i) => {
    const surface = ftexSurface(texture);
    return surface === undefined ? [] : [{ name: nameOf(file, i), surface }];
  });
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

/**
 * The file with these pictures in place of its own, in whatever size. Unchanged ones leave the texture as it was, to the
 * byte; those of no texture's name become new textures.
 */
export function fromImages(images: readonly NamedImage[], base?: WiiuBfres): Conversion<WiiuBfres> {
  const issues: Issue[] = [];
  const file = base ?? emptyWiiuBfres();
  const byName = new Map(images.map((image) => [image.name, image]));
  const changed = new Map<WiiuTexture, WiiuTexture>();
  for (const [i, texture] of (file.textures?.values ?? []).entries()) {
    const name = nameOf(file, i);
    const picture = byName.get(name);
    byName.delete(name);
    const written = picture && replaced(texture, picture, issues);
    if (written !== undefined) changed.set(texture, written);
  }
  const added = [...byName.values()].map((picture) => addedTo(file, picture));
  if (base !== undefined) {
    for (const { name } of added) issues.push(issue(ftexIssues['texture-added'], `there was no texture '${name}'`));
  }
  const isUnchanged = changed.size === 0 && added.length === 0;
  return { value: isUnchanged ? file : withTextures(file, changed, added), issues };
}

/** The texture with a picture; undefined where that leaves it as it was, and why. */
function replaced(texture: WiiuTexture, picture: NamedImage, issues: Issue[]): WiiuTexture | undefined {
  const own = decodeFtex(texture);
  const { name, width, height, rgba } = picture;
  if (own !== undefined && own.width === width && own.height === height && sameValue(own.rgba, rgba)) return undefined;
  const written = own && replaceFtex(texture, picture);
  if (written === undefined) {
    issues.push(issue(ftexIssues['no-encoder'], `'${name}' was left as it was`));
    return undefined;
  }
  if (written.width !== texture.width || written.height !== texture.height) {
    const sizes = `'${name}' is ${width} x ${height}, was ${texture.width} x ${texture.height}`;
    issues.push(issue(ftexIssues['other-size'], sizes));
  }
  const { data, levelData, levelCount } = written;
  if (levelCount > 1 && (data === undefined || levelData === undefined)) {
    const missing = data === undefined ? 'finest level' : `${levelCount - 1} smaller levels`;
    issues.push(issue(ftexIssues['levels-elsewhere'], `the ${missing} of '${name}'`));
  }
  return written;
}

/** A new texture with the levels that the others of the file have. */
function addedTo({ textures }: WiiuBfres, picture: NamedImage): WiiuTexture {
  const texture = newFtex(picture.name, picture, { use: textureUse(picture.name) });
  const others = textures?.values ?? [];
  const some = (has: (texture: WiiuTexture) => boolean) => others.length === 0 || others.some(has);
  return onlyOf(texture, {
    hasBase: some(({ data }) => data !== undefined),
    hasLevels: some(({ levelData }) => levelData !== undefined),
  });
}

/** The file with other textures, which everything that leads to the old ones leads to as well. */
export function withTextures(
  file: WiiuBfres,
  changed: ReadonlyMap<WiiuTexture, WiiuTexture>,
  added: readonly WiiuTexture[] = [],
): WiiuBfres {
  const { names = [], values = [], tree } = file.textures ?? {};
  const now = <T extends { texture?: WiiuTexture | undefined }>(reference: T): T => {
    const texture = reference.texture && changed.get(reference.texture);
    return texture === undefined ? reference : { ...reference, texture };
  };
  const textures = {
    names: [...names, ...added.map(({ name }) => name ?? '')],
    values: [...values.map((texture) => changed.get(texture) ?? texture), ...added],
    tree: added.length === 0 ? tree : undefined,
  };
  return {
    ...file,
    textures,
    models: mapped(file.models, (model) => ({
      ...model,
      materials: mapped(model.materials, (material) => ({ ...material, textures: material.textures.map(now) })),
    })),
    patternAnims: mapped(file.patternAnims, (anim) => ({ ...anim, textures: mapped(anim.textures, now) })),
  };
}

function mapped<T>(entries: Entries<T> | undefined, map: (value: T) => T): Entries<T> | undefined {
  return entries && { ...entries, values: entries.values.map(map) };
}
