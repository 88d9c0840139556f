import {
  Codec,
  CodecError,
  Damaged,
  given,
  type Infer,
  list,
  type Reader,
  rest,
  Sized,
  sizeOf,
  struct,
  trailing,
  u8,
  u16,
  u32,
  type Writer,
} from '../../binary/index.ts';
import { type FrameStream, FrameStreamCodec, holdsFirstFrame } from './bank-stream.ts';

// A bank holds all animations of a battle model: `rtda` in battle.lgp, `limcl2.a00` in magic.lgp (specification,
// section 2). Body records first, then the weapon's.

/** The animation of a record, as its block says it. */
export interface Animation extends FrameStream {
  /** The block's own copy of the frame count, which the game ignores. One record of the frog's bank (`rsda`) has none. */
  frameCount2?: number;
  /** How many of the 12 bits of an angle are left out: 0, 2 or 4. */
  key: number;
  /** The bytes behind the stream, unless they are zeros up to a multiple of 4, as the game's own are. */
  padding?: Uint8Array;
}

/** A block of fewer bytes holds no animation: the record is an empty slot. */
export const SMALLEST_BLOCK = 11;

/** Bytes of an empty slot (text debris in the game's own files), an animation, or what could not be read as one. */
export type Block = Animation | Damaged | Uint8Array;

interface Head {
  jointCount: number;
  frameCount: number;
}

/** A block as the head of its record says it is. Takes all bytes up to the end of the enclosing part. */
export class BlockCodec extends Codec<Block> {
  readonly kind = 'Animation';
  override readonly doc = 'empty where it has less than 11 bytes';
  readonly minSize = 0;
  private readonly animation: AnimationCodec;

  constructor(head: Head) {
    super();
    this.animation = new AnimationCodec(head);
  }

  read(r: Reader): Block {
    if (r.left < SMALLEST_BLOCK) return rest.read(r);
    const value = r.attempt(this.animation);
    if (!(value instanceof CodecError)) return value;
    const { severity, code, reason, offset, path } = value;
    r.issues.push({ severity, code, reason, offset, path });
    return new Damaged(rest.read(r), reason);
  }

  write(w: Writer, value: Block): void {
    if (value instanceof Uint8Array) rest.write(w, value);
    else if (value instanceof Damaged) rest.write(w, value.bytes);
    else this.animation.write(w, value);
  }
}

const frameCount2Codec = u16.is('a copy that the game ignores');
const keyCodec = u8.is('bits left out of every angle: 0, 2 or 4');
const paddingTo4 = (size: number): number => -size & 3;

class AnimationCodec extends Codec<Animation> {
  readonly kind = 'Animation';
  readonly minSize = SMALLEST_BLOCK;
  private readonly head: Head;

  constructor(head: Head) {
    super();
    this.head = head;
  }

  read(r: Reader): Animation {
    const { frameCount, jointCount } = this.head;
    const start = r.pos;
    const blockSize = r.left;
    // Specification, section 2.9: no other block can begin with its size less 5.
    const isShort = r.view.getUint16(start, r.littleEndian) === blockSize - 5;
    const head = isShort ? {} : { frameCount2: r.field('frameCount2', frameCount2Codec) };
    const streamBytes = r.field('streamBytes', u16);
    const key = r.field('key', keyCodec);
    if (key > 11) r.fail('ff7-bank/key', `key ${key}, an angle has 12 bits`, r.pos - 1);
    if (jointCount === 0) r.fail('ff7-bank/no-joints', 'a record of 0 joints has no pose', start);
    if (frameCount === 0) r.fail('ff7-bank/no-frames', `0 frames in a block of ${blockSize} bytes`, start);
    if (streamBytes > r.left) {
      r.fail('ff7-bank/stream-too-long', `a stream of ${streamBytes} bytes, ${r.left} left in the block`, start);
    }
    if (!holdsFirstFrame(streamBytes, jointCount, key)) {
      r.fail('ff7-bank/no-first-frame', `${streamBytes} bytes do not hold a frame of ${jointCount} joints`, start);
    }
    const stream = r.field('stream', new Sized(streamBytes, new FrameStreamCodec(frameCount, jointCount, key)));
    const padding = r.field('padding', list(u8).times(r.left));
    const isPlain =
      padding.length === paddingTo4(r.pos - padding.length - start) && padding.every((byte) => byte === 0);
    return { ...head, key, ...stream, ...(isPlain ? {} : { padding }) };
  }

  write(w: Writer, { frameCount2, key, padding, ...stream }: Animation): void {
    const start = w.pos;
    if (frameCount2 !== undefined) w.field('frameCount2', frameCount2Codec, frameCount2);
    const size = w.take(2);
    w.field('key', keyCodec, key);
    const { pos } = w;
    w.field('stream', new FrameStreamCodec(this.head.frameCount, this.head.jointCount, key), stream);
    w.path.push('streamBytes');
    w.fill(size, u16, w.pos - pos);
    w.path.pop();
    if (padding === undefined) w.take(paddingTo4(w.pos - start));
    else w.field('padding', list(u8).times(padding.length), padding);
  }
}

export const record = struct('Record', {
  jointCount: u32.is('rotations a frame: the root and the animated bones; 1 of a weapon'),
  frameCount: u32.is('1 in empty slots'),
  packedSize: sizeOf('block', u32),
  block: given((head: Head): Codec<Block> => new BlockCodec(head)),
});
export type BankRecord = Infer<typeof record>;

export interface Bank {
  records: BankRecord[];
  /** Of a file that ends too early: how many records it announces but does not have, and the bytes left of them. */
  cut?: { missing: number; bytes: Uint8Array };
  trailing?: Uint8Array;
}

/** As many records as are complete. */
class CompleteRecords extends Codec<BankRecord[]> {
  readonly kind = 'Record[]';
  readonly minSize = 0;
  readonly count: number;

  constructor(count: number) {
    super();
    this.count = count;
  }

  read(r: Reader): BankRecord[] {
    const records: BankRecord[] = [];
    while (records.length < this.count) {
      const next = r.attempt(record, records.length);
      if (next instanceof CodecError) {
        r.issues.push({
          severity: 'error',
          code: 'ff7-bank/cut',
          reason: `${records.length} of ${this.count} records are complete: ${next.reason}`,
          path: next.path,
          offset: r.pos,
        });
        break;
      }
      records.push(next);
    }
    return records;
  }

  write(w: Writer, records: BankRecord[]): void {
    list(record).times(records.length).write(w, records);
  }
}

class BankCodec extends Codec<Bank> {
  readonly kind = 'Bank';
  readonly minSize = 4;

  read(r: Reader): Bank {
    const recordCount = r.field('recordCount', u32);
    const records = r.field('records', new CompleteRecords(recordCount));
    if (records.length < recordCount) {
      return { records, cut: { missing: recordCount - records.length, bytes: r.field('cut', rest) } };
    }
    const behind = r.left > 0 ? r.field('trailing', trailing) : undefined;
    return { records, ...(behind === undefined ? {} : { trailing: behind }) };
  }

  write(w: Writer, { records, cut, trailing: behind }: Bank): void {
    w.field('recordCount', u32, records.length + (cut?.missing ?? 0));
    w.field('records', new CompleteRecords(records.length), records);
    if (cut !== undefined) w.field('cut', rest, cut.bytes);
    if (behind !== undefined) w.field('trailing', rest, behind);
  }
}

export const bank: Codec<Bank> = new BankCodec();

/** Bytes that a block takes in the file. */
export function blockSize({ jointCount, frameCount, block }: BankRecord): number {
  return new BlockCodec({ jointCount, frameCount }).encode(block).length;
}

export function isAnimation(block: Block): block is Animation {
  return !(block instanceof Uint8Array || block instanceof Damaged);
}
