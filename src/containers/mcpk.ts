import { CodecError, issueKinds } from '../issue.ts';
import type { Wrapper } from './wrapper.ts';
import { loadZstd, zstd, zstdFrameLength } from './zstd.ts';

// MCPK, the packages of the mesh codec in Tears of the Kingdom: a head and a zstd frame without its signature. Nintendo's
// have vertices and indices behind it in a coding of their own; those of modding tools have everything in the frame. Layout:
// BFRES specification, section 2.5.

export const issues = issueKinds('mcpk', {
  'bad-data': {
    severity: 'error',
    means: 'The package is cut off, or of a version that is not known.',
    remedy: 'Copy the file again from its source.',
  },
});

const SIGNATURE = [0x4d, 0x43, 0x50, 0x4b];
const VERSION = 0x101;
const HEAD_SIZE = 12;
const FRAME_SIGNATURE = [0x28, 0xb5, 0x2f, 0xfd];

export const mcpk: Wrapper = {
  id: 'mcpk',
  title: 'Mesh codec package',
  extensions: ['.mc'],
  issues: Object.values(issues),
  sniff: (head) => (SIGNATURE.every((byte, i) => head[i] === byte) ? 'yes' : 'no'),
  ready: loadZstd,
  unwrap(bytes, limit) {
    const version = bytes.length < HEAD_SIZE ? undefined : view(bytes).getUint32(4, true);
    if (version !== VERSION)
      fail(version === undefined ? `${bytes.length} bytes` : `version 0x${version.toString(16)}`);
    const frame = frameOf(bytes);
    return zstd.unwrap(frame.subarray(0, zstdFrameLength(frame)), limit);
  },
  wrap(bytes, original) {
    const frame = zstd.wrap(bytes);
    const rest = original === undefined ? new Uint8Array(0) : geometryOf(original);
    const packed = new Uint8Array(HEAD_SIZE + frame.length - FRAME_SIGNATURE.length + rest.length);
    packed.set(SIGNATURE);
    view(packed).setUint32(4, VERSION, true);
    view(packed).setUint32(8, flagsFor(bytes.length, original && view(original).getUint32(8, true)), true);
    packed.set(frame.subarray(FRAME_SIGNATURE.length), HEAD_SIZE);
    packed.set(rest, packed.length - rest.length);
    return packed;
  },
};

function fail(reason: string): never {
  throw new CodecError('mcpk/bad-data', `${reason}, version 0x${VERSION.toString(16)} expected`, 0, []);
}

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Everything behind the head, with the signature that zstd frames have. */
function frameOf(bytes: Uint8Array): Uint8Array {
  const frame = new Uint8Array(FRAME_SIGNATURE.length + bytes.length - HEAD_SIZE);
  frame.set(FRAME_SIGNATURE);
  frame.set(bytes.subarray(HEAD_SIZE), FRAME_SIGNATURE.length);
  return frame;
}

/** What Nintendo's packages have behind the frame: vertices and indices, which only the game can decode. */
function geometryOf(packed: Uint8Array): Uint8Array {
  const frame = frameOf(packed);
  return frame.subarray(zstdFrameLength(frame));
}

const SHIFT = 12;
const COUNT_AT = 5;

/** The size of all that comes out, `count << shift`: what the original says where that is enough. */
function flagsFor(length: number, original = 0): number {
  const announced = (original >>> COUNT_AT) * 2 ** (original & 15);
  if (announced >= length) return original;
  return (Math.ceil(length / 2 ** SHIFT) << COUNT_AT) | SHIFT;
}
