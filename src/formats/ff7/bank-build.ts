import { CodecError } from '../../issue.ts';
import { FULL_TURN, RADIANS } from './angles.ts';
import type { Frames } from './bank-stream.ts';
import type { BankRecord } from './ff7-bank.ts';

// Records from poses: rounding, and the choice of precision (specification, sections 2.6 and 13).

/** Bits of an angle: 12 less the key. */
export type AngleBits = 8 | 10 | 12;

/**
 * A record of frames. `angles` are α β γ of every joint in radians. Without `bits` the angles get those of `key` if nothing
 * is lost by it, else all 12; with neither, 8 where nothing is lost.
 */
export function buildRecord(
  frameCount: number,
  positions: ArrayLike<number>,
  angles: ArrayLike<number>,
  { bits, key }: { bits?: AngleBits; key?: number },
): BankRecord {
  const rounded = Int16Array.from({ length: positions.length }, (_, i) => toInt16(positions[i]!));
  const twelve = Uint16Array.from({ length: angles.length }, (_, i) =>
    mod(Math.round(angles[i]! / RADIANS), FULL_TURN),
  );
  const preferred = key ?? 4;
  const chosen = bits === undefined ? (fits(twelve, preferred) ? preferred : 0) : 12 - bits;
  const rotations = twelve.map((angle, i) => (bits === undefined ? angle >> chosen : coarse(angles[i]!, chosen)));
  return recordOf({ length: frameCount, positions: rounded, rotations }, chosen);
}

/** A record as the game's tools write it. */
export function recordOf(frames: Frames, key: number): BankRecord {
  return {
    jointCount: frames.rotations.length / frames.length / 3,
    frameCount: frames.length,
    block: { frameCount2: frames.length, key, frames },
  };
}

const mod = (value: number, by: number): number => ((value % by) + by) % by;
const fits = (angles: Uint16Array, key: number): boolean => angles.every((angle) => angle % 2 ** key === 0);
const coarse = (angle: number, key: number): number => mod(Math.round(angle / RADIANS / 2 ** key), 2 ** (12 - key));

function toInt16(value: number): number {
  const rounded = Math.round(value);
  if (rounded < -0x8000 || rounded > 0x7fff || Number.isNaN(rounded)) {
    throw new CodecError('out-of-range', `position ${value}, the bank has room for -32768 to 32767`, 0, ['positions']);
  }
  return rounded;
}

/** How a record was repacked. */
export interface Repacked {
  readonly record: BankRecord;
  /** The largest change of an angle, in units of 4096 to a full turn. */
  readonly deviation: number;
}

/** Units of 4096 to a full turn: what editors that convert to degrees and back are off by. */
export const REPACK_TOLERANCE = 1;

/**
 * The record anew: at 8 bits an angle where every angle is within the tolerance of one, without stale bits and what editors
 * left behind the stream.
 */
export function repackRecord(frames: Frames, key: number): Repacked {
  if (key !== 0) return { record: recordOf(frames, key), deviation: 0 };
  let deviation = 0;
  for (const angle of frames.rotations) deviation = Math.max(deviation, Math.abs(angle - 16 * Math.round(angle / 16)));
  if (deviation > REPACK_TOLERANCE) return { record: recordOf(frames, 0), deviation: 0 };
  const rotations = frames.rotations.map((angle) => Math.round(angle / 16) & 0xff);
  return { record: recordOf({ ...frames, rotations }, 4), deviation };
}
