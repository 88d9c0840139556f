import { CodecError, issueKinds } from '../issue.ts';
import type { Wrapper } from './wrapper.ts';

// Yaz0: the LZ compression of Nintendo games. BFRES specification, section 2.2. Big-endian on all consoles.

export const issues = issueKinds('yaz0', {
  'bad-reference': {
    severity: 'error',
    means: 'The compressed data refers to bytes before its start.',
    remedy: 'The file is damaged. Copy it again from its source.',
  },
  'too-large': {
    severity: 'error',
    means: 'The header claims more bytes than the limit allows, or than the compressed data can give.',
    remedy: 'The file is damaged, or was made to fill the memory.',
  },
});

const HEADER_SIZE = 16;
const MAGIC = 0x59617a30;
const WINDOW = 4096;
const LONGEST = 273;
const SHORTEST = 3;
/** How many bytes the best token, 3 bytes and 1 bit long, gives for each byte. */
const MOST_PER_BYTE = LONGEST / 3;

export const yaz0: Wrapper = {
  id: 'yaz0',
  title: 'Yaz0 compression',
  extensions: ['.szs', '.sbfres', '.sbactorpack', '.sarc', '.yaz0'],
  issues: Object.values(issues),
  sniff: (head) => (head.length >= HEADER_SIZE && viewOf(head).getUint32(0) === MAGIC ? 'yes' : 'no'),
  unwrap,
  wrap: (bytes, original) => compress(bytes, original === undefined ? 0 : viewOf(original).getUint32(8)),
};

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function unwrap(bytes: Uint8Array, limit: number): Uint8Array {
  if (bytes.length < HEADER_SIZE) {
    throw new CodecError('truncated', `a yaz0 header takes ${HEADER_SIZE} bytes, ${bytes.length} left`, 0, []);
  }
  const size = viewOf(bytes).getUint32(4);
  const most = Math.min(limit, Math.ceil((bytes.length - HEADER_SIZE) * MOST_PER_BYTE));
  if (size > most) throw new CodecError('yaz0/too-large', `${size} bytes claimed, at most ${most} possible`, 4, []);
  const output = new Uint8Array(size);
  let from = HEADER_SIZE;
  let to = 0;
  for (let flags = 0, left = 0; to < size; flags <<= 1, left--) {
    if (left === 0) {
      if (from >= bytes.length) throw truncated(to, size, from);
      flags = bytes[from++]!;
      left = 8;
    }
    if ((flags & 0x80) !== 0) {
      if (from >= bytes.length) throw truncated(to, size, from);
      output[to++] = bytes[from++]!;
      continue;
    }
    if (from + 2 > bytes.length) throw truncated(to, size, from);
    const first = bytes[from++]!;
    const distance = (((first & 15) << 8) | bytes[from++]!) + 1;
    let length = first >> 4;
    if (length === 0) {
      if (from >= bytes.length) throw truncated(to, size, from);
      length = bytes[from++]! + 0x12;
    } else length += 2;
    if (distance > to) {
      throw new CodecError('yaz0/bad-reference', `${distance} bytes back, ${to} are there`, from - 2, []);
    }
    const end = Math.min(size, to + length);
    for (; to < end; to++) output[to] = output[to - distance]!;
  }
  return output;
}

function truncated(done: number, size: number, offset: number): CodecError {
  return new CodecError('truncated', `the data ends after ${done} of ${size} bytes`, offset, []);
}

/** Finds earlier copies of three and more bytes through chains of equal hashes. */
class Matcher {
  private readonly bytes: Uint8Array;
  private readonly newest = new Int32Array(1 << 15).fill(-1);
  private readonly older: Int32Array;
  private added = 0;
  /** Of the match that `find` found. */
  distance = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.older = new Int32Array(bytes.length);
  }

  /** Length of the longest match at `at`, 0 where there is none; its distance is in `distance`. */
  find(at: number): number {
    this.addUpTo(at);
    const most = Math.min(LONGEST, this.bytes.length - at);
    if (most < SHORTEST) return 0;
    let best = SHORTEST - 1;
    for (let from = this.newest[this.hash(at)]!; from >= at - WINDOW && from >= 0; from = this.older[from]!) {
      if (this.bytes[from + best] !== this.bytes[at + best]) continue;
      let length = 0;
      while (length < most && this.bytes[from + length] === this.bytes[at + length]) length++;
      if (length <= best) continue;
      best = length;
      this.distance = at - from;
      if (best === most) break;
    }
    return best < SHORTEST ? 0 : best;
  }

  private addUpTo(at: number): void {
    for (; this.added < at; this.added++) {
      const hash = this.hash(this.added);
      this.older[this.added] = this.newest[hash]!;
      this.newest[hash] = this.added;
    }
  }

  private hash(at: number): number {
    const { bytes } = this;
    return ((bytes[at]! << 10) ^ ((bytes[at + 1] ?? 0) << 5) ^ (bytes[at + 2] ?? 0)) & 0x7fff;
  }
}

/** Takes a literal where the next byte begins a longer match. */
function compress(bytes: Uint8Array, alignment: number): Uint8Array {
  const output = new Uint8Array(HEADER_SIZE + bytes.length + Math.ceil(bytes.length / 8));
  const view = viewOf(output);
  view.setUint32(0, MAGIC);
  view.setUint32(4, bytes.length);
  view.setUint32(8, alignment);
  const matcher = new Matcher(bytes);
  let to = HEADER_SIZE;
  let flagsAt = 0;
  let flag = 0;
  for (let at = 0; at < bytes.length; flag >>= 1) {
    if (flag === 0) {
      flag = 0x80;
      flagsAt = to++;
    }
    const length = matcher.find(at);
    const { distance } = matcher;
    if (length === 0 || (length < LONGEST && matcher.find(at + 1) > length)) {
      output[flagsAt]! |= flag;
      output[to++] = bytes[at++]!;
      continue;
    }
    const short = length < 0x12 ? length - 2 : 0;
    output[to++] = (short << 4) | ((distance - 1) >> 8);
    output[to++] = distance - 1;
    if (short === 0) output[to++] = length - 0x12;
    at += length;
  }
  return output.slice(0, to);
}
