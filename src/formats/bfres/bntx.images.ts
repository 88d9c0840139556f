import { sameValue } from '../../binary/index.ts';
import type { Image } from '../../images/image.ts';
import { encodeSurface, fullLevelCount } from '../../images/surface.ts';
import { mapChannels } from '../../images/surface-formats.ts';
import { type Issue, type IssueKind, issue } from '../../issue.ts';
import type { Conversion } from '../../scene/scene.ts';
import type { NamedImage } from '../format.ts';
import { issues } from './bntx.issues.ts';
import { byName, newBntx, newTexture } from './bntx.new.ts';
import { channelMap, elementsOf, fitsItsData, layerCount, layerSize, levelsOf, withSurface } from './bntx.surface.ts';
import type { Bntx, Texture } from './bntx.ts';
import { textureFormat } from './texture-format.ts';
import { textureUse } from './texture-role.ts';

// Pixels of Switch textures: specification, sections 17.2, 17.3 and 19.

/** The finest level of every layer, with the channels in their places; undefined where the format is not known. */
export function decodeTexture(texture: Texture): Image[] | undefined {
  const format = textureFormat(texture.format);
  const level = format && levelsOf(texture, format)[0];
  if (format === undefined || level === undefined) return undefined;
  if (!fitsItsData(texture, level)) return [];
  const stride = layerSize(texture, levelsOf(texture, format));
  return Array.from({ length: layerCount(texture, stride) }, (_, layer) => {
    const elements = elementsOf(texture, level, layer * stride);
    const rgba = format.surface.decode(elements, level.width, level.height, format.type);
    return { width: level.width, height: level.height, rgba: mapChannels(rgba, channelMap(texture)) };
  });
}

/** The pictures in an archive: every layer of every texture. Layers after the first have their number in the name. */
export function toImages(file: Bntx): Conversion<NamedImage[]> {
  const found: Issue[] = [];
  const images: NamedImage[] = [];
  for (const [i, texture] of file.textures.entries()) {
    if (texture === undefined) continue;
    const path = ['textures', i];
    const name = texture.name ?? `texture ${i}`;
    const decoded = decodeTexture(texture);
    if (decoded === undefined) {
      found.push(issue(issues['unknown-format'], `'${name}' is in format 0x${texture.format.toString(16)}`, path));
      continue;
    }
    found.push(...lossesOf(texture, name, path));
    for (const [layer, image] of decoded.entries()) {
      images.push({ ...image, name: layer === 0 ? name : `${name}.${layer}` });
    }
  }
  return { value: images, issues: found };
}

function lossesOf(texture: Texture, name: string, path: (string | number)[]): Issue[] {
  const { type } = textureFormat(texture.format)!;
  const losses: Issue[] = [];
  if (type === 'float') losses.push(issue(issues['high-dynamic-range'], `'${name}' holds floats`, path));
  if (type === 'snorm') losses.push(issue(issues['signed-values'], `'${name}' holds values from -1 to 1`, path));
  if (texture.depth > 1) losses.push(issue(issues['three-dimensional'], `'${name}' has ${texture.depth} slices`, path));
  return losses;
}

/**
 * The archive with these pictures in place of its own, in whatever size. Unchanged ones leave the texture as it was, to
 * the byte; those of no texture's name become new textures.
 */
export function fromImages(images: readonly NamedImage[], base?: Bntx): Conversion<Bntx> {
  const found: Issue[] = [];
  if (base === undefined) return { value: newBntx(images.map(newFromPicture)), issues: [] };
  const byName = new Map(images.map((image) => [image.name, image]));
  const textures = base.textures.map((texture, i) => {
    if (texture === undefined) return texture;
    const own = decodeTexture(texture);
    const name = texture.name ?? `texture ${i}`;
    const given = own?.map((_, layer) => taken(byName, layer === 0 ? name : `${name}.${layer}`));
    const written = given?.some((picture) => picture !== undefined)
      ? withPictures(texture, own!, given, (kind, reason) => found.push(issue(kind, reason, ['textures', i])))
      : undefined;
    return written ?? texture;
  });
  const added = [...byName.values()].map(newFromPicture);
  for (const { name } of added) found.push(issue(issues['texture-added'], `there was no texture '${name}'`));
  const isUnchanged = added.length === 0 && textures.every((texture, i) => texture === base.textures[i]);
  return { value: isUnchanged ? base : withTextures(base, [...textures, ...added]), issues: found };
}

const newFromPicture = (image: NamedImage): Texture => newTexture(image.name, image, { use: textureUse(image.name) });

function taken<K, V>(map: Map<K, V>, key: K): V | undefined {
  const value = map.get(key);
  map.delete(key);
  return value;
}

/** The archive with other textures; sorted if it was. */
export function withTextures(base: Bntx, textures: readonly (Texture | undefined)[]): Bntx {
  const namesOf = (list: readonly (Texture | undefined)[]) => list.map((texture) => texture?.name ?? '');
  const [before, after] = [namesOf(base.textures), namesOf(textures)];
  if (sameValue(before, after)) return { ...base, textures: [...textures] };
  const isSorted = before.every((name, i) => i === 0 || before[i - 1]! < name);
  const ordered = isSorted ? textures.toSorted(byName) : [...textures];
  return { ...base, textures: ordered, textureCount: textures.length, dictionary: undefined };
}

/** A texture with pictures for some of its layers; undefined where that leaves it as it was, and why. */
function withPictures(
  texture: Texture,
  own: readonly Image[],
  given: readonly (NamedImage | undefined)[],
  tell: (kind: IssueKind, reason: string) => void,
): Texture | undefined {
  const layers = given.map((picture, layer) => picture ?? own[layer]!);
  if (layers.every((image, layer) => isSame(image, own[layer]!))) return undefined;
  const [{ width, height }] = layers as [Image];
  const odd = layers.find((layer) => layer.width !== width || layer.height !== height);
  if (odd !== undefined) {
    tell(
      issues['layers-differ'],
      `'${texture.name}' has some of ${width} x ${height}, some of ${odd.width} x ${odd.height}`,
    );
    return undefined;
  }
  const written = replaceTexture(texture, layers);
  if (written === undefined) tell(issues['no-encoder'], `'${texture.name}' was left as it was`);
  else if (written.width !== texture.width || written.height !== texture.height) {
    tell(issues['other-size'], `'${texture.name}' is ${width} x ${height}, was ${texture.width} x ${texture.height}`);
  }
  return written;
}

function isSame(a: Image, b: Image): boolean {
  return a.width === b.width && a.height === b.height && a.rgba.every((byte, i) => byte === b.rgba[i]);
}

/** The texture with other pictures in its own format, all levels made anew; undefined where there is no encoder. */
export function replaceTexture(texture: Texture, layers: readonly Image[]): Texture | undefined {
  const format = textureFormat(texture.format);
  const first = layers[0];
  if (format?.surface.encode === undefined || first === undefined) return undefined;
  const isSameSize = first.width === texture.width && first.height === texture.height;
  const most = fullLevelCount(first.width, first.height);
  const surface = encodeSurface(layers, {
    format: format.surface,
    type: format.type,
    levelCount: texture.levelCount > 1 && !isSameSize ? most : Math.min(texture.levelCount, most),
    channels: channelMap(texture),
  });
  return withSurface(texture, surface);
}
