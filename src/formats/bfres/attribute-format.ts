// How vertex attributes lie in bytes (specification, sections 7.3 and 16.5): decoding to floats or integers, encoding back.

/** What the bits of a component mean. */
export type NumberKind = 'unorm' | 'snorm' | 'uint' | 'sint' | 'float';

export interface AttributeFormat {
  readonly kind: NumberKind;
  /** Bits of each component, x first, which is the least significant of a packed word. */
  readonly bits: readonly number[];
  /** Bytes of one value. */
  readonly size: number;
  /** Whether the components share one word. */
  readonly isPacked: boolean;
}

const KINDS: Readonly<Record<number, NumberKind>> = {
  1: 'unorm',
  2: 'snorm',
  3: 'uint',
  4: 'sint',
  5: 'float',
  8: 'uint',
  9: 'sint',
};

/** Bits of the components by channel format, and whether they share a word. */
const CHANNELS: Readonly<Record<number, readonly [bits: readonly number[], isPacked?: true]>> = {
  1: [[4, 4], true],
  2: [[8]],
  9: [[8, 8]],
  10: [[16]],
  11: [[8, 8, 8, 8]],
  14: [[10, 10, 10, 2], true],
  15: [[11, 11, 10], true],
  18: [[16, 16]],
  20: [[32]],
  21: [[16, 16, 16, 16]],
  23: [[32, 32]],
  24: [[32, 32, 32]],
  25: [[32, 32, 32, 32]],
};

/** The format of a Switch attribute; undefined for codes that nobody knows. */
export function switchFormat(type: number, channels: number): AttributeFormat | undefined {
  return formatOf(KINDS[type], CHANNELS[channels]);
}

const WIIU_KINDS: Readonly<Record<number, NumberKind>> = {
  0: 'unorm',
  1: 'uint',
  2: 'snorm',
  3: 'sint',
  8: 'float',
  10: 'sint',
};

/** Layouts of the Wii U whose floats have layouts of their own; the others read as float are integers. */
const WIIU_FLOATS = new Set([3, 6, 8, 9, 13, 15, 17, 19]);

const WIIU_CHANNELS: Readonly<Record<number, number>> = {
  0: 2,
  1: 1,
  2: 10,
  3: 10,
  4: 9,
  5: 20,
  6: 20,
  7: 18,
  8: 18,
  9: 15,
  10: 11,
  11: 14,
  12: 23,
  13: 23,
  14: 21,
  15: 21,
  16: 24,
  17: 24,
  18: 25,
  19: 25,
};

/** The format of a Wii U attribute, `kind << 8 | layout`; undefined for codes that nobody knows. */
export function wiiuFormat(code: number): AttributeFormat | undefined {
  const layout = code & 0xff;
  const kind = WIIU_KINDS[code >>> 8];
  const meaning = kind === 'float' && !WIIU_FLOATS.has(layout) ? 'uint' : kind;
  return formatOf(meaning, CHANNELS[WIIU_CHANNELS[layout] ?? -1]);
}

function formatOf(
  kind: NumberKind | undefined,
  channels: (typeof CHANNELS)[number] | undefined,
): AttributeFormat | undefined {
  if (kind === undefined || channels === undefined) return undefined;
  const [bits, isPacked = false] = channels;
  if (kind === 'float' && bits.some((width) => width < 10)) return undefined;
  return { kind, bits, isPacked, size: bits.reduce((sum, width) => sum + width, 0) / 8 };
}

/** Where the values of an attribute lie in the bytes of a buffer. */
export interface AttributeData {
  readonly bytes: Uint8Array;
  /** Bytes from one vertex to the next. */
  readonly stride: number;
  /** Bytes from the start of a row to the value. */
  readonly offset: number;
  readonly count: number;
  readonly littleEndian: boolean;
}

/** Whether all values lie within the bytes. */
export const fits = ({ bytes, stride, offset, count }: AttributeData, { size }: AttributeFormat): boolean =>
  count === 0 || (count - 1) * stride + offset + size <= bytes.length;

/**
 * The values as numbers, `width` a vertex: components that the format lacks are 0, 0, 0, 1.
 *
 * @throws RangeError where the values do not fit the bytes: see {@link fits}.
 */
export function decodeAttribute(data: AttributeData, format: AttributeFormat, width: number): Float32Array {
  const { bytes, stride, offset, count, littleEndian } = data;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values = new Float32Array(count * width);
  const read = readerOf(format);
  const components = Math.min(width, format.bits.length);
  for (let i = 0, at = offset; i < count; i++, at += stride) {
    for (let c = 0; c < components; c++) values[i * width + c] = read(view, at, c, littleEndian);
    if (width === 4 && components < 4) values[i * 4 + 3] = 1;
  }
  return values;
}

type Read = (view: DataView, at: number, component: number, littleEndian: boolean) => number;

function readerOf(format: AttributeFormat): Read {
  if (format.isPacked) return format.size === 1 ? readNibble(format) : readPacked(format);
  const [width] = format.bits as readonly [number];
  const decode = decoderOf(format.kind, width);
  if (width === 8) return (view, at, c) => decode(view.getUint8(at + c));
  if (width === 16) return (view, at, c, le) => decode(view.getUint16(at + 2 * c, le));
  if (format.kind === 'float') return (view, at, c, le) => view.getFloat32(at + 4 * c, le);
  return (view, at, c, le) => decode(view.getUint32(at + 4 * c, le));
}

function readPacked({ kind, bits }: AttributeFormat): Read {
  const decoders = bits.map((width) => decoderOf(kind, width));
  const shifts = bits.map((_, c) => bits.slice(0, c).reduce((sum, width) => sum + width, 0));
  return (view, at, c, le) => decoders[c]!((view.getUint32(at, le) >>> shifts[c]!) & (2 ** bits[c]! - 1));
}

function readNibble({ kind }: AttributeFormat): Read {
  const decode = decoderOf(kind, 4);
  return (view, at, c) => decode((view.getUint8(at) >> (4 * c)) & 15);
}

/** From the bits of one component to its value. */
function decoderOf(kind: NumberKind, width: number): (bits: number) => number {
  const highest = 2 ** width - 1;
  const signed = (bits: number) => (bits >= 2 ** (width - 1) ? bits - 2 ** width : bits);
  if (kind === 'unorm') return (bits) => bits / highest;
  if (kind === 'snorm') {
    const largest = 2 ** (width - 1) - 1;
    return (bits) => Math.max(-1, signed(bits) / largest);
  }
  if (kind === 'uint') return (bits) => bits;
  if (kind === 'sint') return signed;
  return width === 16 ? halfToNumber : (bits) => smallFloat(bits, width - 5);
}

/** An IEEE half. */
function halfToNumber(bits: number): number {
  const magnitude = smallFloat(bits & 0x7fff, 10);
  return bits >= 0x8000 ? -magnitude : magnitude;
}

/** An unsigned float with five bits of exponent. */
function smallFloat(bits: number, mantissaBits: number): number {
  const scale = 2 ** mantissaBits;
  const exponent = bits >> mantissaBits;
  const mantissa = bits & (scale - 1);
  if (exponent === 0) return (mantissa / scale) * 2 ** -14;
  if (exponent === 31) return mantissa === 0 ? Infinity : NaN;
  return (1 + mantissa / scale) * 2 ** (exponent - 15);
}

/**
 * Writes numbers, `width` a vertex, in a format: those that do not fit are clamped, components that are not there are 0, the
 * fourth 1.
 *
 * @throws RangeError where the values do not fit the bytes: see {@link fits}.
 */
export function encodeAttribute(
  values: ArrayLike<number>,
  width: number,
  data: AttributeData,
  format: AttributeFormat,
) {
  const { bytes, stride, offset, count, littleEndian } = data;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const encoders = format.bits.map((bits) => encoderOf(format.kind, bits));
  for (let i = 0, at = offset; i < count; i++, at += stride) {
    let word = 0;
    let shift = 0;
    for (const [c, bits] of format.bits.entries()) {
      const value = c < width ? values[i * width + c]! : c === 3 ? 1 : 0;
      const encoded = encoders[c]!(value);
      if (format.isPacked) word = (word | (encoded << shift)) >>> 0;
      else if (bits === 8) view.setUint8(at + c, encoded);
      else if (bits === 16) view.setUint16(at + 2 * c, encoded, littleEndian);
      else if (format.kind === 'float') view.setFloat32(at + 4 * c, value, littleEndian);
      else view.setUint32(at + 4 * c, encoded, littleEndian);
      shift += bits;
    }
    if (!format.isPacked) continue;
    if (format.size === 1) view.setUint8(at, word);
    else view.setUint32(at, word, littleEndian);
  }
}

/** From a value to the bits of a component (section 7.3): halves away from zero, never the lowest negative code. */
function encoderOf(kind: NumberKind, width: number): (value: number) => number {
  const mask = 2 ** width - 1;
  const round = (value: number) => Math.sign(value) * Math.round(Math.abs(value));
  if (kind === 'unorm') return (value) => Math.round(Math.min(1, Math.max(0, value)) * mask);
  if (kind === 'snorm') {
    const largest = 2 ** (width - 1) - 1;
    return (value) => toBits(round(Math.min(1, Math.max(-1, value)) * largest), width);
  }
  if (kind === 'uint') return (value) => Math.min(mask, Math.max(0, Math.round(value)));
  if (kind === 'sint') {
    const largest = 2 ** (width - 1) - 1;
    return (value) => toBits(Math.min(largest, Math.max(-largest - 1, Math.round(value))), width);
  }
  if (width === 32) return (value) => value;
  return width === 16 ? numberToHalf : (value) => toSmallFloat(Math.max(0, value), width - 5);
}

const toBits = (value: number, width: number): number => (value < 0 ? value + 2 ** width : value);

function numberToHalf(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  return sign | toSmallFloat(Math.abs(value), 10);
}

/** Round to nearest, ties to even; what is too large becomes infinity. */
function toSmallFloat(value: number, mantissaBits: number): number {
  if (Number.isNaN(value)) return (31 << mantissaBits) | 1;
  const exponent = Math.max(-14, Math.floor(Math.log2(value || 1e-300)));
  const scaled = roundToEven((value / 2 ** exponent) * 2 ** mantissaBits);
  const isNormal = scaled >= 2 ** mantissaBits;
  const bits = isNormal ? scaled + ((exponent + 14) << mantissaBits) : scaled;
  return Math.min(bits, 31 << mantissaBits);
}

function roundToEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}
