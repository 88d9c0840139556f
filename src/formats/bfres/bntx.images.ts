import type { Image } from '../../images/image.ts';
import { halve } from '../../images/resize.ts';
import { mapChannels } from '../../images/surface-formats.ts';
import {
  baseBlockHeight,
  blockLinearSize,
  type ElementGrid,
  fromBlockLinear,
  levelBlockHeight,
  toBlockLinear,
} from '../../images/tiling/block-linear.ts';
import { type Issue, issue } from '../../issue.ts';
import type { Conversion } from '../../scene/scene.ts';
import type { NamedImage } from '../format.ts';
import { issues } from './bntx.issues.ts';
import type { Bntx, Texture } from './bntx.ts';
import { type TextureFormat, textureFormat } from './texture-format.ts';

// Pixels of Switch textures: specification, sections 17.2, 17.3 and 19.

const LINEAR = 1;
const LINEAR_ALIGN = 32;

/** One mip level in the data of a texture. */
export interface LevelLayout {
  readonly width: number;
  readonly height: number;
  readonly grid: ElementGrid;
  readonly blockHeight: number;
  /** From the start of its layer. */
  readonly offset: number;
  readonly size: number;
}

/** Where the levels of a layer lie, by size and format. */
export function levelsOf(texture: Texture, { surface }: TextureFormat): LevelLayout[] {
  const { shape } = surface;
  const base = 1 << (texture.layout & 7);
  let offset = 0;
  return Array.from({ length: Math.min(texture.levelCount, MOST_LEVELS) }, (_, level) => {
    const width = Math.max(1, Math.floor(texture.width / 2 ** level));
    const height = Math.max(1, Math.floor(texture.height / 2 ** level));
    const grid = {
      columns: Math.ceil(width / shape.width),
      rows: Math.ceil(height / shape.height),
      elementBytes: shape.bytes,
    };
    const blockHeight = levelBlockHeight(base, grid.rows);
    const size = texture.tileMode === LINEAR ? pitchOf(grid) * grid.rows : blockLinearSize(grid, blockHeight);
    offset += size;
    return { width, height, grid, blockHeight, offset: offset - size, size };
  });
}
/** A texture cannot be halved more often. */
const MOST_LEVELS = 32;

const pitchOf = ({ columns, elementBytes }: ElementGrid): number =>
  Math.ceil((columns * elementBytes) / LINEAR_ALIGN) * LINEAR_ALIGN;

/** Bytes from one layer to the next; of a single layer, bytes of its levels. */
export function layerSize(texture: Texture, levels: readonly LevelLayout[]): number {
  const sum = levels.reduce((total, { size }) => total + size, 0);
  if (texture.tileMode === LINEAR || texture.arrayLength <= 1) return sum;
  const align = 512 * (1 << (texture.layout & 7));
  return Math.ceil(sum / align) * align;
}

/** The finest level of every layer, with the channels in their places; undefined where the format is not known. */
export function decodeTexture(texture: Texture): Image[] | undefined {
  const format = textureFormat(texture.format);
  const level = format && levelsOf(texture, format)[0];
  if (format === undefined || level === undefined) return undefined;
  if (!fitsItsData(texture, level)) return [];
  const stride = layerSize(texture, levelsOf(texture, format));
  const stored = Math.max(1, Math.ceil(texture.data.bytes.length / Math.max(1, stride)));
  return Array.from({ length: Math.max(1, Math.min(texture.arrayLength, stored)) }, (_, layer) => {
    const elements = elementsOf(texture, level, layer * stride);
    const rgba = format.surface.decode(elements, level.width, level.height, format.type);
    return { width: level.width, height: level.height, rgba: mapChannels(rgba, channelMap(texture)) };
  });
}

/** A texture that claims far more pixels than it has bytes is not worth the memory. */
function fitsItsData(texture: Texture, level: LevelLayout): boolean {
  return level.size <= texture.data.bytes.length * 2 + 4096;
}

/** The elements of a level row by row. */
export function elementsOf(texture: Texture, level: LevelLayout, layerStart: number): Uint8Array {
  const start = layerStart + level.offset;
  const tiled = texture.data.bytes.subarray(start, start + level.size);
  return texture.tileMode === LINEAR
    ? fromRows(tiled, level.grid)
    : fromBlockLinear(tiled, level.grid, level.blockHeight);
}

function fromRows(bytes: Uint8Array, grid: ElementGrid): Uint8Array {
  const rowBytes = grid.columns * grid.elementBytes;
  const pitch = pitchOf(grid);
  const rows = new Uint8Array(rowBytes * grid.rows);
  for (let y = 0; y < grid.rows; y++) rows.set(bytes.subarray(y * pitch, y * pitch + rowBytes), y * rowBytes);
  return rows;
}

function toRows(rows: Uint8Array, grid: ElementGrid): Uint8Array {
  const rowBytes = grid.columns * grid.elementBytes;
  const pitch = pitchOf(grid);
  const bytes = new Uint8Array(pitch * grid.rows);
  for (let y = 0; y < grid.rows; y++) bytes.set(rows.subarray(y * rowBytes, (y + 1) * rowBytes), y * pitch);
  return bytes;
}

/** For r g b a: which of r g b a (0 to 3), 4 for zero, 5 for one. */
function channelMap({ channels }: Texture): number[] {
  return Array.from(channels, (channel) => (channel < 2 ? channel + 4 : Math.min(channel - 2, 3)));
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
  if (base === undefined) return newArchive(images);
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
  const rows = Math.ceil(first.height / format.surface.shape.height);
  const isSameSize = first.width === texture.width && first.height === texture.height;
  const most = Math.floor(Math.log2(Math.max(first.width, first.height))) + 1;
  const resized: Texture = {
    ...texture,
    width: first.width,
    height: first.height,
    levelCount: texture.levelCount > 1 && !isSameSize ? most : Math.min(texture.levelCount, most),
    layout: isSameSize ? texture.layout : (texture.layout & ~7) | Math.log2(baseBlockHeight(rows)),
  };
  const levels = levelsOf(resized, format);
  const stride = layerSize(resized, levels);
  const bytes = new Uint8Array(layers.length > 1 ? stride * layers.length : stride);
  for (const [layer, image] of layers.entries()) writeLayer(resized, format, levels, image, bytes, layer * stride);
  return {
    ...resized,
    dataSize: bytes.length,
    data: { bytes, levels: Uint32Array.from(levels, ({ offset }) => offset) },
  };
}

function writeLayer(
  texture: Texture,
  { surface, type }: TextureFormat,
  levels: readonly LevelLayout[],
  picture: Image,
  bytes: Uint8Array,
  start: number,
): void {
  let image: Image = { ...picture, rgba: mapChannels(picture.rgba, inverseMap(channelMap(texture))) };
  for (const { width, height, grid, blockHeight, offset } of levels) {
    if (image.width !== width || image.height !== height) image = halve(image, width, height);
    const elements = surface.encode!(image, type);
    const tiled = texture.tileMode === LINEAR ? toRows(elements, grid) : toBlockLinear(elements, grid, blockHeight);
    bytes.set(tiled, start + offset);
  }
}

/** Where the stored r g b a come from in a picture whose channels were mapped. */
function inverseMap(map: readonly number[]): number[] {
  return [0, 1, 2, 3].map((stored) => {
    const shown = map.indexOf(stored);
    return shown >= 0 ? shown : stored === 3 ? 5 : 4;
  });
}

const BC7_SRGB = 0x2006;

/** An archive of new textures, BC7 with all mip levels. */
function newArchive(images: readonly NamedImage[]): Conversion<Bntx> {
  const textures = images.map((image) => replaceTexture(emptyTexture(image), [image])!);
  return { value: emptyBntx(textures), issues: [] };
}

/** A texture without pixels of the size of a picture. */
export function emptyTexture({ name, width, height }: NamedImage, format = BC7_SRGB): Texture {
  const { shape } = textureFormat(format)!.surface;
  return {
    flags: 1,
    dimension: 2,
    tileMode: 0,
    swizzle: 0,
    levelCount: Math.floor(Math.log2(Math.max(width, height))) + 1,
    sampleCount: 1,
    unknown1A: 0,
    format,
    gpuAccess: 0x20,
    width,
    height,
    depth: 1,
    arrayLength: 1,
    layout: Math.log2(baseBlockHeight(Math.ceil(height / shape.height))),
    layout2: 0x10007,
    dataSize: 0,
    alignment: 0x200,
    channels: Uint8Array.of(2, 3, 4, 5),
    viewDimension: 1,
    name,
    data: { bytes: new Uint8Array(0), levels: new Uint32Array(0) },
    descriptorSlot: 0,
  } as Texture;
}

/** An archive of these textures. */
export function emptyBntx(textures: Texture[], name = 'textures'): Bntx {
  return {
    signature: 'BNTX\0\0\0\0',
    version: 0x40000,
    byteOrder: 0xfeff,
    alignmentShift: 12,
    targetAddressSize: 0x40,
    name,
    target: 'NX  ',
    textureCount: textures.length,
    textures,
  } as Bntx;
}
