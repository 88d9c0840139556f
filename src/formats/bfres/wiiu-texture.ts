import {
  Codec,
  type Infer,
  i32,
  type Reader,
  struct,
  u8,
  u16,
  u32,
  usually,
  type Writer,
  writeArray,
} from '../../binary/index.ts';
import { Magic4 } from './wiiu-block.ts';
import { dictionaryOfElements, FROM_ITSELF } from './wiiu-dictionary.ts';
import { wiiuText } from './wiiu-text.ts';
import { wiiuUserDatum } from './wiiu-user-data.ts';

// FTEX, a Wii U texture (specification, sections 18.1 and 18.4).

const head = struct('TextureHead', {
  signature: new Magic4('FTEX'),
  dimension: u32.named({ 0: '1D', 1: '2D', 2: '3D', 3: 'cube', 5: '2D array' }),
  width: u32,
  height: u32,
  depth: u32,
  levelCount: u32,
  format: u32.is('kind << 8 | layout'),
  antiAliasing: u32,
  use: u32,
  dataSize: u32,
  reserved28: u32,
  levelDataSize: u32,
  reserved30: u32,
  tileMode: u32,
  swizzle: u32,
  alignment: u32,
  pitch: u32.in('elements'),
  levelOffsets: u32.x(13),
  firstLevel: u32,
  viewLevelCount: u32,
  firstSlice: u32,
  sliceCount: u32,
  channels: u8.x(4).is('which channel r g b a are: 0 to 3, 4 zero, 5 one'),
  registers: u32.x(5),
  handle: u32,
  arrayLength: u8,
  padding: u8.x(3),
  name: wiiuText,
  path: wiiuText,
});

const tail = struct('TextureTail', {
  userData: dictionaryOfElements(wiiuUserDatum),
  userDataCount: u16,
  paddingBE: usually(u16, () => 0),
});

export interface WiiuTexture extends Infer<typeof head>, Infer<typeof tail> {
  /** Pixels of the base level, tiled. */
  data?: Uint8Array | undefined;
  /** Pixels of the levels from 1 on, tiled: alone in files that hold what others lack (`X.Tex2`). */
  levelData?: Uint8Array | undefined;
  /** Where the file says the levels are, if that is not where it has them or would have them: relative to the field. */
  levelOffset?: number | undefined;
}

/** The bytes of a texture. */
export const pixels: Codec<Uint8Array> = new (class extends Codec<Uint8Array> {
  readonly kind = 'pixels';
  readonly minSize = 0;
  read = (r: Reader): Uint8Array => r.bytes.subarray(r.take(0), r.pos);
  write = (w: Writer, value: Uint8Array): void => writeArray(w, u8, value);
})();

/** Where the offsets of a texture lead: which of them lead to bytes shows in how they lie among others. */
export interface PixelPlaces {
  readonly texture: WiiuTexture;
  readonly data: number | undefined;
  readonly levels: number | undefined;
  readonly levelField: number;
}

const found = new WeakMap<Reader, PixelPlaces[]>();

/** The textures that a reader has met, with the places of their pixels. */
export const texturesOf = (r: Reader): readonly PixelPlaces[] => found.get(r) ?? [];

export const wiiuTexture: Codec<WiiuTexture> = new (class extends Codec<WiiuTexture> {
  readonly kind = 'Texture';
  readonly minSize = head.minSize + 8 + tail.minSize;

  read(r: Reader): WiiuTexture {
    const texture: WiiuTexture = { ...head.read(r), userDataCount: 0 };
    const dataField = r.pos;
    const data = r.field('dataOffset', i32);
    const levels = r.field('levelOffset', i32);
    Object.assign(texture, tail.read(r));
    const place = (at: number, offset: number) => (offset === 0 ? undefined : at + offset);
    const places = {
      texture,
      data: place(dataField, data),
      levels: place(dataField + 4, levels),
      levelField: dataField + 4,
    };
    const others = found.get(r);
    if (others === undefined) found.set(r, [places]);
    else others.push(places);
    return texture;
  }

  write(w: Writer, texture: WiiuTexture): void {
    head.write(w, texture);
    const { data, levelData, levelOffset, dataSize } = texture;
    const first = data ?? levelData;
    if (first === undefined) i32.write(w, 0);
    else w.defer(i32, pixels, first, 'pixels', FROM_ITSELF);
    if (levelOffset !== undefined) i32.write(w, levelOffset);
    else if (data !== undefined && levelData !== undefined) w.defer(i32, pixels, levelData, 'pixels', FROM_ITSELF);
    else if (first !== undefined) w.defer(i32, pixels, first, 'pixels', { ...FROM_ITSELF, skip: dataSize });
    else i32.write(w, 0);
    tail.write(w, texture);
  }
})();

/**
 * Gives textures the pixels that their offsets lead to. Files with base levels alone (`X.Tex1`) have offsets of levels that
 * lead behind their own data, those with levels alone (`X.Tex2`) have them where the base level would be.
 */
export function readPixels(r: Reader, end: number): void {
  const places = texturesOf(r);
  const starts = places.flatMap(({ data }) => (data === undefined ? [] : [data])).sort((a, b) => a - b);
  const roomOf = (at: number) => (starts.find((start) => start > at) ?? end) - at;
  const holds = (size: (texture: WiiuTexture) => number) =>
    places.every(({ texture, data }) => data === undefined || roomOf(data) >= size(texture));
  const hasAll = holds(({ dataSize, levelDataSize }) => dataSize + levelDataSize);
  const hasBase = hasAll || holds(({ dataSize }) => dataSize);
  for (const { texture, data, levels, levelField } of places) {
    if (hasBase) texture.data = view(r, data, texture.dataSize);
    else texture.levelData = view(r, data, texture.levelDataSize);
    const behind = data === undefined ? undefined : data + texture.dataSize;
    if (hasAll && texture.levelDataSize > 0) texture.levelData = view(r, levels, texture.levelDataSize);
    const isUsual = levels === behind || (texture.data !== undefined && texture.levelData !== undefined);
    if (!isUsual) texture.levelOffset = levels === undefined ? 0 : levels - levelField;
  }
}

/** Bytes of the file; undefined where they are not all there. */
function view(r: Reader, offset: number | undefined, size: number): Uint8Array | undefined {
  if (offset === undefined || offset < 0 || offset + size > r.bytes.length) return undefined;
  const { pos, end } = r;
  Object.assign(r, { pos: offset, end: r.bytes.length });
  const bytes = r.field('pixels', new PixelBytes(size));
  Object.assign(r, { pos, end });
  return bytes;
}

class PixelBytes extends Codec<Uint8Array> {
  readonly kind: string;
  readonly minSize: number;

  constructor(size: number) {
    super();
    this.kind = `pixels[${size}]`;
    this.minSize = size;
  }

  read(r: Reader): Uint8Array {
    const at = r.take(this.minSize);
    return r.bytes.subarray(at, r.pos);
  }

  write(w: Writer, value: Uint8Array): void {
    writeArray(w, u8, value);
  }
}
