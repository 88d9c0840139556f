import { BitReader, BitWriter, Codec, list, type Reader, rest, u8, type Writer } from '../../binary/index.ts';

// The bit stream of a battle animation (specification, sections 2.4 to 2.6): frame 0 in full, every further frame as
// differences to the one before, each in the shortest of nine codes.

/** The poses of a record, at its own precision. */
export interface Frames {
  readonly length: number;
  /** x y z of the root (or of the weapon), frame after frame, in model units. */
  readonly positions: Int16Array;
  /** α β γ of every joint, frame after frame: 0 to 2^(12 - key) - 1 for a full turn. */
  readonly rotations: Uint16Array;
}

/** Frames, and what their stream holds besides. */
export interface FrameStream {
  frames: Frames;
  /**
   * The bytes from the last bit of the last frame on, where any of their bits is set or there is a whole byte too many:
   * stale bits of the original encoder's buffer. The bits of the first byte that belong to a frame are zero.
   */
  tail?: Uint8Array;
  /**
   * The whole stream, tail included, where its encoder did not choose the shortest codes. Written for as long as the
   * frames are its own.
   */
  original?: Uint8Array;
}

const POSITION_BITS = 16;
const SHORT_POSITION_BITS = 7;
const RAW = 7;

export const angleBits = (key: number): number => 12 - key;

/** Bits of frame 0, which has no short codes. */
const firstFrameBits = (jointCount: number, key: number): number => 3 * POSITION_BITS + 3 * jointCount * angleBits(key);

/** The fewest bits a further frame takes: a position costs 8 bits an axis, an angle that stays costs one. */
const leastFrameBits = (jointCount: number): number => 3 * (1 + SHORT_POSITION_BITS) + 3 * jointCount;

/** Whether the stream has room for frame 0. Without it there is no pose in it at all. */
export function holdsFirstFrame(streamBytes: number, jointCount: number, key: number): boolean {
  return firstFrameBits(jointCount, key) <= streamBytes * 8;
}

interface Decoded {
  readonly frames: Frames;
  /** Bits up to the end of the last complete frame. */
  readonly usedBits: number;
  /** Whether every code is the shortest, so that encoding gives the same bits. */
  readonly isShortest: boolean;
}

/** Decodes up to `frameCount` frames, fewer when the stream ends before; it has to hold frame 0. */
export function decodeFrames(stream: Uint8Array, frameCount: number, jointCount: number, key: number): Decoded {
  const n = angleBits(key);
  const width = 3 * jointCount;
  const further = (stream.length * 8 - firstFrameBits(jointCount, key)) / leastFrameBits(jointCount);
  const room = Math.min(frameCount, 1 + Math.floor(further));
  const positions = new Int16Array(3 * room);
  const rotations = new Uint16Array(width * room);
  const bits = new BitReader(stream);
  const changes = new ChangeReader(bits, n);
  for (let i = 0; i < 3; i++) positions[i] = bits.signed(POSITION_BITS);
  for (let i = 0; i < width; i++) rotations[i] = bits.unsigned(n);
  let usedBits = bits.pos;
  let isShortest = true;
  let length = 1;
  for (; length < room; length++) {
    const p = 3 * length;
    for (let i = p; i < p + 3; i++) positions[i] = positions[i - 3]! + changes.position();
    const q = width * length;
    for (let i = q; i < q + width; i++) rotations[i] = (rotations[i - width]! + changes.angle()) & changes.mask;
    if (bits.overrun) break;
    usedBits = bits.pos;
    isShortest = changes.areShortest;
  }
  const frames =
    length === room
      ? { length, positions, rotations }
      : { length, positions: positions.slice(0, 3 * length), rotations: rotations.slice(0, width * length) };
  return { frames, usedBits, isShortest };
}

/** Reads the codes of one stream, and notes whether a shorter one would have done. */
class ChangeReader {
  areShortest = true;
  readonly mask: number;
  private readonly bits: BitReader;
  private readonly n: number;
  /** A change beyond it reads like one on the other side. */
  private readonly limit: number;

  constructor(bits: BitReader, n: number) {
    this.bits = bits;
    this.n = n;
    this.mask = 2 ** n - 1;
    this.limit = 2 ** (n - 1);
  }

  position(): number {
    if (this.bits.unsigned(1) === 0) return this.bits.signed(SHORT_POSITION_BITS);
    const change = this.bits.signed(POSITION_BITS);
    if (isShort(change)) this.areShortest = false;
    return change;
  }

  angle(): number {
    const { bits } = this;
    if (bits.unsigned(1) === 0) return 0;
    const t = bits.unsigned(3);
    if (t === RAW) {
      const change = bits.signed(this.n);
      if (isShort(change)) this.areShortest = false;
      return change;
    }
    const value = t === 0 ? -1 : bits.signed(t);
    const change = t === 0 ? value : value < 0 ? value - (1 << (t - 1)) : value + (1 << (t - 1));
    if (change >= this.limit || change < -this.limit) this.areShortest = false;
    return change;
  }
}

const isShort = (change: number): boolean => change >= -64 && change < 64;

/** The stream of frames, every code the shortest, and how many bits of it they take. */
export function encodeFrames(frames: Frames, key: number): { stream: Uint8Array; usedBits: number } {
  const { length, positions, rotations } = frames;
  const n = angleBits(key);
  const width = rotations.length / length;
  const bits = new BitWriter();
  for (let i = 0; i < 3; i++) bits.put(POSITION_BITS, positions[i]!);
  for (let i = 0; i < width; i++) bits.put(n, rotations[i]!);
  for (let f = 1; f < length; f++) {
    for (let i = 3 * f; i < 3 * f + 3; i++) putPosition(bits, ((positions[i]! - positions[i - 3]!) << 16) >> 16);
    for (let i = width * f; i < width * (f + 1); i++) {
      putAngle(bits, ((rotations[i]! - rotations[i - width]!) << (32 - n)) >> (32 - n), n);
    }
  }
  return { stream: bits.finish(), usedBits: bits.pos };
}

function putPosition(bits: BitWriter, change: number): void {
  if (isShort(change)) return bits.put(1 + SHORT_POSITION_BITS, change & 0x7f);
  bits.put(1, 1);
  bits.put(POSITION_BITS, change);
}

function putAngle(bits: BitWriter, change: number, n: number): void {
  if (change === 0) return bits.put(1, 0);
  if (change === -1) return bits.put(4, 0b1000);
  if (!isShort(change)) {
    bits.put(4, 0b1000 | RAW);
    return bits.put(n, change);
  }
  const t = 32 - Math.clz32(change < 0 ? ~change : change);
  bits.put(4, 0b1000 | t);
  bits.put(t, change < 0 ? change + (1 << (t - 1)) : change - (1 << (t - 1)));
}

/** A stream of known size as frames and what it holds besides. */
export class FrameStreamCodec extends Codec<FrameStream> {
  readonly kind = 'bit stream';
  override readonly doc: string;
  readonly minSize = 0;
  private readonly frameCount: number;
  private readonly jointCount: number;
  private readonly key: number;

  constructor(frameCount: number, jointCount: number, key: number) {
    super();
    this.frameCount = frameCount;
    this.jointCount = jointCount;
    this.key = key;
    this.doc = `frames of position and angles: the first in full (${angleBits(key)} bits an angle), then differences`;
  }

  /** Takes all bytes up to the end of the enclosing part, which has to hold frame 0. */
  read(r: Reader): FrameStream {
    const stream = list(u8).times(r.left).read(r);
    const { frames, usedBits, isShortest } = decodeFrames(stream, this.frameCount, this.jointCount, this.key);
    const original = isShortest ? {} : { original: stream };
    const tail = stream.slice(usedBits >>> 3);
    if ((usedBits & 7) > 0) tail[0]! &= 0xff >> (usedBits & 7);
    const isPlain = tail.length <= ((usedBits & 7) > 0 ? 1 : 0) && (tail[0] ?? 0) === 0;
    return { frames, ...original, ...(isPlain ? {} : { tail }) };
  }

  write(w: Writer, { frames, tail, original }: FrameStream): void {
    if (original !== undefined && this.isStillOf(original, frames)) return rest.write(w, original);
    const { stream, usedBits } = encodeFrames(frames, this.key);
    rest.write(w, tail === undefined || original !== undefined ? stream : withTail(stream, usedBits, tail));
  }

  private isStillOf(original: Uint8Array, frames: Frames): boolean {
    if (!holdsFirstFrame(original.length, this.jointCount, this.key)) return false;
    const then = decodeFrames(original, this.frameCount, this.jointCount, this.key).frames;
    return (
      then.length === frames.length &&
      equal(then.positions, frames.positions) &&
      equal(then.rotations, frames.rotations)
    );
  }
}

function withTail(stream: Uint8Array, usedBits: number, tail: Uint8Array): Uint8Array {
  const whole = usedBits >>> 3;
  const bytes = new Uint8Array(Math.max(stream.length, whole + tail.length));
  bytes.set(stream);
  for (const [i, byte] of tail.entries()) bytes[whole + i]! |= i === 0 ? byte & (0xff >> (usedBits & 7)) : byte;
  return bytes;
}

function equal(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
