import {
  Codec,
  fixedText,
  given,
  type Infer,
  list,
  type Reader,
  rest,
  sizeOf,
  struct,
  u8,
  u16,
  u32,
  type Writer,
} from '../binary/index.ts';
import type { Image } from './image.ts';
import { decode16, pixelFormats16 } from './pixel-formats.ts';

// Targa pictures (Truevision TGA file format specification, version 2.0): raw and run-length, colour-mapped, true colour and
// grey. Packets stay as they are stored; pixels are decoded when asked for.

/** Bits of the descriptor. */
const ALPHA_BITS = 0x0f;
const RIGHT_TO_LEFT = 0x10;
const TOP_DOWN = 0x20;

const SIGNATURE = 'TRUEVISION-XFILE.\0';
const FOOTER_SIZE = 26;

/** What the layout of the colour map depends on. */
interface MapHead {
  colorMapType: number;
  colorMapLength: number;
  colorMapEntryBits: number;
}

const footer = struct('Footer', {
  extensionOffset: u32,
  developerOffset: u32,
  signature: fixedText(18),
});

const bytesFor = (bits: number) => Math.ceil(bits / 8);

const colorMap = ({ colorMapType, colorMapLength, colorMapEntryBits }: MapHead) =>
  list(u8).times(colorMapType === 1 ? colorMapLength * bytesFor(colorMapEntryBits) : 0);

class Pixels extends Codec<Uint8Array<ArrayBuffer>> {
  readonly kind = 'pixels';
  readonly minSize = 0;
  private readonly head: PixelHead;

  constructor(head: PixelHead) {
    super();
    this.head = head;
  }

  read(r: Reader): Uint8Array<ArrayBuffer> {
    const { imageType, width, height, bitsPerPixel } = this.head;
    const count = width * height;
    const pixelSize = bytesFor(bitsPerPixel);
    const size = imageType & 8 ? packetsSize(r, count, pixelSize) : count * pixelSize;
    return list(u8).times(size).read(r);
  }

  write(w: Writer, value: Uint8Array<ArrayBuffer>): void {
    rest.write(w, value);
  }
}

interface PixelHead {
  imageType: number;
  width: number;
  height: number;
  bitsPerPixel: number;
}

/** Bytes of the packets that make up `count` pixels. */
function packetsSize(r: Reader, count: number, pixelSize: number): number {
  let at = r.pos;
  for (let left = count; left > 0; ) {
    if (at >= r.end) r.fail('truncated', `the packets end with ${left} of ${count} pixels to come`, at);
    const packet = r.bytes[at]!;
    const run = (packet & 0x7f) + 1;
    left -= run;
    at += 1 + (packet & 0x80 ? 1 : run) * pixelSize;
  }
  return at - r.pos;
}

/** Bytes between the pixels and the footer, if there is one: areas of extensions and developers. */
class Areas extends Codec<Uint8Array | undefined> {
  readonly kind = 'areas';
  readonly minSize = 0;

  read(r: Reader): Uint8Array | undefined {
    const size = hasFooter(r) ? r.left - FOOTER_SIZE : r.left;
    return size > 0 ? list(u8).times(size).read(r) : undefined;
  }

  write(w: Writer, value: Uint8Array | undefined): void {
    if (value !== undefined) rest.write(w, value);
  }
}

class OptionalFooter extends Codec<Infer<typeof footer> | undefined> {
  readonly kind = 'Footer';
  readonly minSize = 0;

  read(r: Reader): Infer<typeof footer> | undefined {
    return r.left >= FOOTER_SIZE ? footer.read(r) : undefined;
  }

  write(w: Writer, value: Infer<typeof footer> | undefined): void {
    if (value !== undefined) footer.write(w, value);
  }
}

function hasFooter(r: Reader): boolean {
  const from = r.end - SIGNATURE.length;
  return r.left >= FOOTER_SIZE && [...SIGNATURE].every((c, i) => r.bytes[from + i] === c.charCodeAt(0));
}

const IMAGE_TYPES = {
  0: 'no picture',
  1: 'colour-mapped',
  2: 'true colour',
  3: 'grey',
  9: 'colour-mapped, run-length',
  10: 'true colour, run-length',
  11: 'grey, run-length',
};

/** A Targa file as stored. */
export const targa = struct('Targa', {
  idSize: sizeOf('id', u8),
  colorMapType: u8.named({ 0: 'none', 1: 'present' }),
  imageType: u8.named(IMAGE_TYPES),
  colorMapFirst: u16.is('index of the first entry that is stored'),
  colorMapLength: u16,
  colorMapEntryBits: u8,
  x: u16,
  y: u16,
  width: u16.in('pixels'),
  height: u16.in('pixels'),
  bitsPerPixel: u8,
  descriptor: u8.is('bits 0 to 3: bits of alpha, bit 4: right to left, bit 5: top down'),
  id: rest.is('free text'),
  colorMap: given(colorMap),
  pixels: given((head: PixelHead) => new Pixels(head)),
  areas: new Areas().is('extension and developer areas'),
  footer: new OptionalFooter(),
});

export type Targa = Infer<typeof targa>;

/**
 * Whether bytes may well be a Targa: it has no signature, but few header values make sense.
 */
export function looksLikeTarga(head: Uint8Array): boolean {
  if (head.length < 18) return false;
  const [, mapType, imageType] = head;
  const u16At = (at: number) => head[at]! + 256 * head[at + 1]!;
  const bits = head[16]!;
  if (mapType! > 1 || !(imageType! in IMAGE_TYPES) || imageType === 0) return false;
  if (mapType === 1 && ![15, 16, 24, 32].includes(head[7]!)) return false;
  const isMapped = (imageType! & 7) === 1;
  if (isMapped && (mapType !== 1 || (bits !== 8 && bits !== 16))) return false;
  if (!isMapped && ![8, 15, 16, 24, 32].includes(bits)) return false;
  return u16At(12) > 0 && u16At(14) > 0 && (head[17]! & 0xc0) === 0;
}

/** Why the pixels of a file cannot be told; undefined where they can. */
export function unreadableBecause({
  imageType,
  bitsPerPixel,
  colorMapType,
  colorMapEntryBits,
}: Targa): string | undefined {
  const bits = `${bitsPerPixel} bits a pixel`;
  switch (imageType & ~8) {
    case 1:
      if (colorMapType !== 1) return 'colour-mapped without a colour map';
      if (![15, 16, 24, 32].includes(colorMapEntryBits)) return `${colorMapEntryBits} bits a colour of the map`;
      return bitsPerPixel === 8 || bitsPerPixel === 16 ? undefined : `colour-mapped with ${bits}`;
    case 2:
      return [15, 16, 24, 32].includes(bitsPerPixel) ? undefined : `true colour with ${bits}`;
    case 3:
      return bitsPerPixel === 8 || bitsPerPixel === 16 ? undefined : `grey with ${bits}`;
    default:
      return `pictures of type ${imageType}`;
  }
}

/**
 * The picture. 32-bit pixels of files that state no bits of alpha count as opaque where all their alpha is zero. Colours
 * that the map does not have are black. Throws a `RangeError` where {@link unreadableBecause} gives a reason.
 */
export function decodeTarga(file: Targa): Image {
  const reason = unreadableBecause(file);
  if (reason !== undefined) throw new RangeError(reason);
  const { imageType, width, height, bitsPerPixel } = file;
  const pixelSize = bytesFor(bitsPerPixel);
  const stored = imageType & 8 ? unpack(file.pixels, width * height, pixelSize) : file.pixels;
  const rgba = colorsOf(file, stored);
  const colorBits = (imageType & ~8) === 1 ? file.colorMapEntryBits : bitsPerPixel;
  if (colorBits === 32 && (file.descriptor & ALPHA_BITS) === 0) fillUnlessUsed(rgba);
  return { width, height, rgba: oriented(rgba, width, height, file.descriptor) };
}

/** Bytes of an uncompressed true-colour picture, rows top down: 24 bits a pixel, 32 where it has alpha. */
export function encodeTarga(image: Image): Targa {
  const hasAlpha = image.rgba.some((value, i) => i % 4 === 3 && value < 255);
  return fillTarga(hasAlpha ? blank(32, 8) : blank(24, 0), image);
}

/**
 * The picture stored the way `base` is: same kind of pixels, orientation, packing, id and areas. A picture that equals the
 * base's is the base. Where the base's pixels cannot say the picture (a map or grey of other colours, alpha), it is stored
 * as by {@link encodeTarga}, with `isSameKind` false.
 */
export function encodeTargaLike(base: Targa, image: Image): { file: Targa; isSameKind: boolean } {
  if (unreadableBecause(base) === undefined) {
    if (isSame(decodeTarga(base), image)) return { file: base, isSameKind: true };
    if ((base.imageType & ~8) === 2 && base.bitsPerPixel >= 24) {
      const file = fillTarga(base, image);
      if (isSame(decodeTarga(file), image)) return { file, isSameKind: true };
    }
  }
  return { file: encodeTarga(image), isSameKind: false };
}

function blank(bitsPerPixel: number, alphaBits: number): Targa {
  return {
    colorMapType: 0,
    imageType: 2,
    colorMapFirst: 0,
    colorMapLength: 0,
    colorMapEntryBits: 0,
    x: 0,
    y: 0,
    width: 0,
    height: 0,
    bitsPerPixel,
    descriptor: TOP_DOWN | alphaBits,
    id: new Uint8Array(),
    colorMap: new Uint8Array(),
    pixels: new Uint8Array(),
  };
}

/** True-colour pixels of 24 or 32 bits in the orientation and packing of the file. */
function fillTarga(file: Targa, { width, height, rgba }: Image): Targa {
  const pixelSize = bytesFor(file.bitsPerPixel);
  const turned = oriented(rgba, width, height, file.descriptor);
  const bytes = new Uint8Array(width * height * pixelSize);
  for (let from = 0, to = 0; from < turned.length; from += 4, to += pixelSize) {
    bytes[to] = turned[from + 2]!;
    bytes[to + 1] = turned[from + 1]!;
    bytes[to + 2] = turned[from]!;
    if (pixelSize === 4) bytes[to + 3] = turned[from + 3]!;
  }
  const pixels = file.imageType & 8 ? packed(bytes, width, pixelSize) : bytes;
  return { ...file, width, height, pixels };
}

/** Packets to pixels. */
function unpack(packets: Uint8Array, count: number, pixelSize: number): Uint8Array {
  const pixels = new Uint8Array(count * pixelSize);
  for (let from = 0, to = 0; to < pixels.length; ) {
    const packet = packets[from++]!;
    const size = ((packet & 0x7f) + 1) * pixelSize;
    const end = Math.min(to + size, pixels.length);
    if (packet & 0x80) {
      for (let i = 0; to < end; i++) pixels[to++] = packets[from + (i % pixelSize)]!;
      from += pixelSize;
    } else {
      pixels.set(packets.subarray(from, from + end - to), to);
      from += size;
      to = end;
    }
  }
  return pixels;
}

/** Pixels to packets, which stay within rows as version 2.0 of the format asks. */
function packed(pixels: Uint8Array, width: number, pixelSize: number): Uint8Array<ArrayBuffer> {
  const packets: number[] = [];
  const count = pixels.length / pixelSize;
  const isRepeated = (i: number) => {
    for (let c = 0; c < pixelSize; c++) if (pixels[i * pixelSize + c] !== pixels[(i + 1) * pixelSize + c]) return false;
    return true;
  };
  for (let row = 0; row < count; row += width) {
    const end = row + width;
    for (let at = row; at < end; ) {
      let run = 1;
      while (run < 128 && at + run < end && isRepeated(at + run - 1)) run++;
      const isRun = run > 1;
      if (!isRun) while (run < 128 && at + run < end && !(at + run + 1 < end && isRepeated(at + run))) run++;
      packets.push((isRun ? 0x80 : 0) | (run - 1));
      for (const byte of pixels.subarray(at * pixelSize, (at + (isRun ? 1 : run)) * pixelSize)) packets.push(byte);
      at += run;
    }
  }
  return Uint8Array.from(packets);
}

/** r g b a of stored pixels. */
function colorsOf(file: Targa, stored: Uint8Array): Uint8Array {
  const { imageType, bitsPerPixel, descriptor, colorMapFirst, colorMapEntryBits } = file;
  if ((imageType & ~8) === 3) return greys(stored, bitsPerPixel);
  if ((imageType & ~8) === 2) return trueColors(stored, bitsPerPixel, (descriptor & ALPHA_BITS) > 0);
  const map = trueColors(file.colorMap, colorMapEntryBits, (descriptor & ALPHA_BITS) > 0);
  const size = bytesFor(bitsPerPixel);
  const rgba = new Uint8Array((stored.length / size) * 4);
  for (let from = 0, to = 0; from < stored.length; from += size, to += 4) {
    const index = stored[from]! + (size === 2 ? 256 * stored[from + 1]! : 0) - colorMapFirst;
    if (index >= 0 && 4 * index < map.length) rgba.set(map.subarray(4 * index, 4 * index + 4), to);
    else rgba[to + 3] = 255;
  }
  return rgba;
}

function trueColors(stored: Uint8Array, bits: number, hasAlpha: boolean): Uint8Array {
  if (bits <= 16) {
    const pixels = new Uint16Array(stored.length >> 1);
    for (let i = 0; i < pixels.length; i++) pixels[i] = stored[2 * i]! | (stored[2 * i + 1]! << 8);
    return decode16(bits === 16 && hasAlpha ? pixelFormats16.argb1555 : pixelFormats16.xrgb1555, pixels);
  }
  const size = bits / 8;
  const rgba = new Uint8Array((stored.length / size) * 4);
  for (let from = 0, to = 0; to < rgba.length; from += size, to += 4) {
    rgba[to] = stored[from + 2]!;
    rgba[to + 1] = stored[from + 1]!;
    rgba[to + 2] = stored[from]!;
    rgba[to + 3] = size === 4 ? stored[from + 3]! : 255;
  }
  return rgba;
}

/** Grey of 8 bits, or of 8 and as many of alpha. */
function greys(stored: Uint8Array, bits: number): Uint8Array {
  const size = bits / 8;
  const rgba = new Uint8Array((stored.length / size) * 4);
  for (let from = 0, to = 0; to < rgba.length; from += size, to += 4) {
    rgba.fill(stored[from]!, to, to + 3);
    rgba[to + 3] = size === 2 ? stored[from + 1]! : 255;
  }
  return rgba;
}

function fillUnlessUsed(rgba: Uint8Array): void {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 0) return;
  for (let at = 3; at < rgba.length; at += 4) rgba[at] = 255;
}

/** Rows top down and left to right, from the orientation of a file or back to it. */
function oriented(rgba: Uint8Array, width: number, height: number, descriptor: number): Uint8Array {
  const isBottomUp = (descriptor & TOP_DOWN) === 0;
  const isRightToLeft = (descriptor & RIGHT_TO_LEFT) !== 0;
  if (!isBottomUp && !isRightToLeft) return rgba;
  const from = new Uint32Array(rgba.slice().buffer);
  const to = new Uint32Array(from.length);
  for (let y = 0; y < height; y++) {
    const source = (isBottomUp ? height - 1 - y : y) * width;
    const row = from.subarray(source, source + width);
    to.set(isRightToLeft ? row.slice().reverse() : row, y * width);
  }
  return new Uint8Array(to.buffer);
}

function isSame(a: Image, b: Image): boolean {
  return a.width === b.width && a.height === b.height && a.rgba.every((value, i) => value === b.rgba[i]);
}
