import {
  Codec,
  f32,
  given,
  type Infer,
  i8,
  i16,
  i32,
  later,
  list,
  type Reader,
  readArray,
  struct,
  type TypedArray,
  u8,
  u16,
  u32,
  u64,
  usually,
  type Writer,
  writeArray,
} from '../../binary/index.ts';

// Animation curves (specification, section 12): one curve drives one number. The same in every kind of animation.

export const CurveType = {
  cubic: 0,
  linear: 1,
  bakedFloat: 2,
  stepInt: 4,
  bakedInt: 5,
  stepBool: 6,
  bakedBool: 7,
} as const;

export const frameTypeOf = (flags: number): number => flags & 3;
export const keyTypeOf = (flags: number): number => (flags >> 2) & 3;
export const curveTypeOf = (flags: number): number => (flags >> 4) & 7;
export const preWrapOf = (flags: number): number => (flags >> 8) & 3;
export const postWrapOf = (flags: number): number => (flags >> 12) & 3;

export interface CurveHead {
  flags: number;
  keyCount: number;
}

const frameLists = [list(f32), list(i16).in('1/32 frame'), list(u8)] as const;
const floatKeyLists = [list(f32), list(i16), list(i8)] as const;
const intKeyLists = [list(i32), list(i16), list(i8)] as const;

/** How many numbers a key has: cubic ones the coefficients a b c d, linear ones value and difference. */
export const keyWidthOf = (curveType: number): number =>
  curveType === CurveType.cubic ? 4 : curveType === CurveType.linear ? 2 : 1;

/** One bit a key. Official files reserve a whole word for each of them. */
class BoolKeys extends Codec<Uint32Array> {
  readonly kind: string;
  readonly minSize: number;
  private readonly count: number;

  constructor(count: number) {
    super();
    this.count = count;
    this.kind = `bit[${count}]`;
    this.minSize = 4 * Math.ceil(count / 32);
  }

  read(r: Reader): Uint32Array {
    return readArray(r, u32, Math.ceil(this.count / 32));
  }

  write(w: Writer, words: Uint32Array): void {
    writeArray(w, u32, words);
    w.take(4 * Math.max(0, this.count - words.length));
  }
}

/** A curve of a type that nobody knows: there is no telling how long its data is. */
class UnknownCurve extends Codec<never> {
  readonly kind = 'curve data';
  readonly minSize = 1;
  private readonly reason: string;

  constructor(reason: string) {
    super();
    this.reason = reason;
  }

  read(r: Reader): never {
    r.fail('bfres/unknown-curve', this.reason);
  }

  write(w: Writer): void {
    w.fail('bfres/unknown-curve', this.reason);
  }
}

export function framesOf({ flags, keyCount }: CurveHead): Codec<Float32Array | Int16Array | Uint8Array> {
  const frames = frameLists[frameTypeOf(flags)];
  return frames?.times(keyCount) ?? new UnknownCurve(`frame type ${frameTypeOf(flags)}`);
}

export function keysOf({ flags, keyCount }: CurveHead): Codec<TypedArray> {
  const type = curveTypeOf(flags);
  const keyType = keyTypeOf(flags);
  if (type === 3 || keyType === 3) return new UnknownCurve(`curve type ${type} with key type ${keyType}`);
  if (type >= CurveType.stepBool) return new BoolKeys(keyCount);
  const keys = type >= CurveType.stepInt ? intKeyLists[keyType]! : floatKeyLists[keyType]!;
  return keys.times(keyCount * keyWidthOf(type));
}

export const isIntegral = ({ flags }: { flags: number }) => curveTypeOf(flags) >= CurveType.stepInt;
export const isBool = ({ flags }: { flags: number }) => curveTypeOf(flags) >= CurveType.stepBool;

/** What a curve says, whatever the console. */
export interface CurveData {
  flags: number;
  keyCount: number;
  frames?: ArrayLike<number> | undefined;
  keys: ArrayLike<number>;
  target: number;
  startFrame: number;
  endFrame: number;
  scale: number;
  offset: number;
}

export const curve = struct('Curve', {
  frames: later('frames', u64, framesOf, { optional: true }),
  keys: later('keys', u64, keysOf),
  flags: u16.is('frame type, key type, curve type, wrapping'),
  keyCount: u16,
  target: u32.is('what it drives: byte offset in the animated record, or index'),
  startFrame: f32.in('frames'),
  endFrame: f32.in('frames'),
  scale: given((c: { flags: number }) => (isBool(c) ? i32 : f32)),
  offset: given((c: { flags: number }) => (isIntegral(c) ? i32 : f32)),
  delta: given((c: { flags: number }) => (isIntegral(c) ? i32 : f32)),
  padding: usually(u32, () => 0),
});
export type Curve = Infer<typeof curve>;
