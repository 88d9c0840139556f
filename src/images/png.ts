import { convertIndexedToRgb, type DecodedPng, decode } from 'fast-png';
import {
  bigEndian,
  type Codec,
  Damaged,
  fixedText,
  given,
  type Infer,
  list,
  magic,
  rest,
  salvaged,
  sizeOf,
  struct,
  u8,
  u32,
} from '../binary/index.ts';
import { CodecError } from '../issue.ts';
import { compress, decompress } from './deflate.ts';
import type { Image } from './image.ts';

// PNG, as the W3C specifies it (third edition). The container is ours and exact; pixels are packed by us and unpacked by
// fast-png.

const header = struct('Header', {
  width: u32.in('pixels'),
  height: u32.in('pixels'),
  bitDepth: u8,
  colorType: u8.named({ 0: 'grey', 2: 'rgb', 3: 'palette', 4: 'grey and alpha', 6: 'rgb and alpha' }),
  compression: u8.named({ 0: 'deflate' }),
  filter: u8.named({ 0: 'adaptive' }),
  interlace: u8.named({ 0: 'none', 1: 'Adam7' }),
});

const chunk = struct('Chunk', {
  size: sizeOf('data', u32),
  type: fixedText(4),
  data: given(
    ({ type }: { type: string }): Codec<Infer<typeof header> | Damaged | Uint8Array> =>
      type === 'IHDR' ? salvaged(header) : rest,
  ),
  crc: u32.is('CRC-32 of type and data'),
});

/** A PNG file: its chunks in order, pixels still packed. */
export const png = bigEndian(struct('PNG', { signature: magic('\x89PNG\r\n\x1a\n'), chunks: list(chunk).untilEnd() }));
export type Png = Infer<typeof png>;
export type PngChunk = Infer<typeof chunk>;
export type PngHeader = Infer<typeof header>;

/** The header of a PNG file, where it has one that can be read. */
export function pngHeader({ chunks }: Png): PngHeader | undefined {
  const data = chunks.find(({ type }) => type === 'IHDR')?.data;
  return data === undefined || data instanceof Damaged || data instanceof Uint8Array ? undefined : data;
}

/** The data of a chunk, as bytes. */
export function pngChunkBytes({ data }: PngChunk): Uint8Array {
  if (data instanceof Uint8Array) return data;
  return data instanceof Damaged ? data.bytes : bigEndian(header).encode(data);
}

/** The CRC that a chunk should have. */
export function pngCrc(type: string, data: Uint8Array): number {
  let crc = 0xffffffff;
  for (let i = 0; i < 4; i++) crc = crcTable[(crc ^ type.charCodeAt(i)) & 0xff]! ^ (crc >>> 8);
  for (const byte of data) crc = crcTable[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

/**
 * A PNG file of 8 bits a channel; without alpha where every pixel is opaque. Speed goes before size: one filter for all
 * rows, `level` 1 by default.
 */
export function encodePng({ width, height, rgba }: Image, level = 1): Uint8Array {
  return png.encode(toPng({ width, height, rgba }, level));
}

/** {@link encodePng}, as chunks. */
export function toPng({ width, height, rgba }: Image, level = 1): Png {
  const isOpaque = !rgba.some((byte, i) => (i & 3) === 3 && byte !== 255);
  const rows = filterUp(rgba, width, height, isOpaque ? 3 : 4);
  const head = { width, height, bitDepth: 8, colorType: isOpaque ? 2 : 6, compression: 0, filter: 0, interlace: 0 };
  return {
    signature: SIGNATURE,
    chunks: [toChunk('IHDR', head), toChunk('IDAT', compress(rows, level)), toChunk('IEND', new Uint8Array())],
  };
}

const SIGNATURE = '\x89PNG\r\n\x1a\n';

function toChunk(type: string, data: PngHeader | Uint8Array): PngChunk {
  const bytes = data instanceof Uint8Array ? data : bigEndian(header).encode(data);
  return { type, data, crc: pngCrc(type, bytes) };
}

/** The rows as PNG packs them: filter number 2, then each byte less the one above. */
function filterUp(rgba: Uint8Array, width: number, height: number, channels: 3 | 4): Uint8Array {
  const rows = new Uint8Array((1 + width * channels) * height);
  let to = 0;
  for (let y = 0; y < height; y++) {
    rows[to++] = 2;
    const row = y * width * 4;
    for (let from = row; from < row + width * 4; from += 4) {
      for (let c = 0; c < channels; c++) {
        rows[to++] = rgba[from + c]! - (y === 0 ? 0 : rgba[from + c - width * 4]!);
      }
    }
  }
  return rows;
}

export interface DecodeOptions {
  /** How many pixels there may be; 64 million, a texture of 8192 x 8192, by default. */
  readonly pixelLimit?: number;
}

/** More than any graphics card takes as one texture of a game. */
const PIXEL_LIMIT = 2 ** 26;

/**
 * The pixels of a PNG file of any colour type: 16 bits reduced to 8, palettes and transparent colours resolved. Colour
 * profiles and gamma are not applied.
 *
 * @throws CodecError on bytes that are no PNG file, damaged, or have more pixels than the limit.
 */
export function decodePng(bytes: Uint8Array, options: DecodeOptions = {}): Image {
  return fromPng(png.decode(bytes), options);
}

/** {@link decodePng}, from chunks. */
export function fromPng(file: Png, { pixelLimit = PIXEL_LIMIT }: DecodeOptions = {}): Image {
  const head = pngHeader(file);
  if (head === undefined) throw refusal('truncated', 'no header chunk that can be read');
  const { width, height } = head;
  if (width === 0 || height === 0) throw refusal('bad-value', `${width} x ${height} pixels`);
  if (width * height > pixelLimit) {
    throw refusal('too-large', `${width} x ${height} pixels, at most ${pixelLimit} are read`);
  }
  limitPacked(file, head);
  try {
    const seen = file.chunks.filter(({ type }) => pixelChunks.has(type) && (type !== 'tRNS' || head.colorType === 3));
    return toRgba(decode(png.encode({ ...file, chunks: seen })), head, transparentColor(file));
  } catch (error) {
    // What fast-png throws on damaged files is whatever its code stumbles over.
    if (!(error instanceof Error)) throw error;
    throw refusal('bad-value', `the pixels cannot be unpacked: ${error.message}`);
  }
}

/**
 * fast-png unpacks colour profiles, texts and what not, without a limit: it gets to see none of them. Nor a transparent
 * colour, which it refuses in pictures of less than three pixels.
 */
const pixelChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);

const refusal = (code: string, reason: string) => new CodecError(code, reason, 0, ['chunks']);

/** Refuses data that unpacks to more than the rows of the picture, which fast-png would do to the end. */
function limitPacked(file: Png, { width, height, bitDepth, colorType }: PngHeader): void {
  const packed = file.chunks.flatMap(({ type, data }) => (type === 'IDAT' && data instanceof Uint8Array ? [data] : []));
  const size = packed.reduce((sum, { length }) => sum + length, 0);
  const expected = (Math.ceil((width * bitDepth * (channelsOf[colorType] ?? 4)) / 8) + 1) * height;
  if (expected > size * MAX_DEFLATE_RATIO + 1024) {
    throw refusal('truncated', `${size} packed bytes cannot be ${width} x ${height} pixels`);
  }
  // The rows of Adam7 are shorter and more: a pixel may take a byte of its own and a filter byte.
  const limit = Math.max(2 * expected, 8 * width * height) + 1024;
  if (size * MAX_DEFLATE_RATIO <= limit) return;
  const joined = new Uint8Array(size);
  let at = 0;
  for (const part of packed) {
    joined.set(part, at);
    at += part.length;
  }
  const { length } = decompress(joined, limit);
  if (length < expected && expected - length > height * 8) {
    throw refusal('truncated', `${length} bytes of pixels, ${expected} belong to ${width} x ${height}`);
  }
}

const MAX_DEFLATE_RATIO = 1032;
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** The samples of the one colour that is transparent in pictures without alpha. */
function transparentColor({ chunks }: Png): readonly number[] | undefined {
  const data = chunks.find(({ type }) => type === 'tRNS')?.data;
  if (!(data instanceof Uint8Array)) return undefined;
  return Array.from({ length: data.length >> 1 }, (_, i) => data[2 * i]! * 256 + data[2 * i + 1]!);
}

function toRgba(
  decoded: DecodedPng,
  { width, height, bitDepth, colorType }: PngHeader,
  color: readonly number[] | undefined,
): Image {
  const samples = colorType === 3 ? convertIndexedToRgb(decoded) : unpackSamples(decoded, bitDepth);
  const channels = colorType === 3 ? samples.length / (width * height) : decoded.channels;
  const rgba = new Uint8Array(width * height * 4);
  const isGrey = channels < 3;
  const hasAlpha = channels === 2 || channels === 4;
  const toByte = bitDepth === 16 ? (x: number) => Math.round(x / 257) : (x: number) => x;
  const transparent = colorType === 3 ? undefined : color;
  // A transparent colour is compared in the samples of the file, before they are stretched to 8 bits.
  const stretch = colorType !== 3 && bitDepth < 8 ? 255 / (2 ** bitDepth - 1) : 1;
  for (let p = 0, from = 0, to = 0; p < width * height; p++, from += channels, to += 4) {
    const [r, g, b] = isGrey
      ? [samples[from]!, samples[from]!, samples[from]!]
      : [samples[from]!, samples[from + 1]!, samples[from + 2]!];
    rgba[to] = toByte(r * stretch);
    rgba[to + 1] = toByte(g * stretch);
    rgba[to + 2] = toByte(b * stretch);
    if (hasAlpha) rgba[to + 3] = toByte(samples[from + channels - 1]!);
    else rgba[to + 3] = transparent !== undefined && isColor(transparent, r, g, b) ? 0 : 255;
  }
  return { width, height, rgba };
}

function isColor(color: readonly number[], r: number, g: number, b: number): boolean {
  return color.length >= 3 ? color[0] === r && color[1] === g && color[2] === b : color[0] === r;
}

/** Samples of less than 8 bits, one an element; fast-png leaves them packed, each row from a byte of its own. */
function unpackSamples({ data, width, height }: DecodedPng, bitDepth: number): ArrayLike<number> {
  if (bitDepth >= 8) return data;
  const samples = new Uint8Array(width * height);
  const rowSize = Math.ceil((width * bitDepth) / 8);
  const mask = 2 ** bitDepth - 1;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const bit = x * bitDepth;
      samples[y * width + x] = (data[y * rowSize + (bit >> 3)]! >> (8 - bitDepth - (bit & 7))) & mask;
    }
  }
  return samples;
}
