import type { Image } from '../../images/image.ts';
import { encodeSurface, fullLevelCount } from '../../images/surface.ts';
import { mapChannels } from '../../images/surface-formats.ts';
import { type Issue, issue } from '../../issue.ts';
import type { Conversion } from '../../scene/scene.ts';
import type { NamedImage } from '../format.ts';
import { issues } from './bntx.issues.ts';
import { newBntx, newTexture } from './bntx.new.ts';
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

/** The archive with these pictures in place of its own. Unchanged ones leave the texture as it was, to the byte. */
export function fromImages(images: readonly NamedImage[], base?: Bntx): Conversion<Bntx> {
  const found: Issue[] = [];
  if (base === undefined) {
    const textures = images.map((image) => newTexture(image.name, image, { use: textureUse(image.name) }));
    return { value: newBntx(textures), issues: [] };
  }
  const byName = new Map(images.map((image) => [image.name, image]));
  const textures = base.textures.map((texture, i) => {
    if (texture === undefined) return texture;
    const own = decodeTexture(texture);
    const name = texture.name ?? `texture ${i}`;
    const layers = own?.map((image, layer) => {
      const key = layer === 0 ? name : `${name}.${layer}`;
      const replacement = byName.get(key);
      byName.delete(key);
      return replacement ?? image;
    });
    if (own === undefined || layers === undefined || layers.every((image, l) => isSame(image, own[l]!))) return texture;
    const written = replaceTexture(texture, layers);
    if (written === undefined) found.push(issue(issues['no-encoder'], `'${name}' was left as it was`, ['textures', i]));
    else if (written.width !== texture.width || written.height !== texture.height) {
      const sizes = `'${name}' is ${written.width} x ${written.height}, was ${texture.width} x ${texture.height}`;
      found.push(issue(issues['other-size'], sizes, ['textures', i]));
    }
    return written ?? texture;
  });
  for (const name of byName.keys()) found.push(issue(issues['no-such-texture'], `there is no texture '${name}'`));
  const isUnchanged = textures.every((texture, i) => texture === base.textures[i]);
  return { value: isUnchanged ? base : { ...base, textures }, issues: found };
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
