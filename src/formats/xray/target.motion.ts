import type { Issue } from '../../issue.ts';
import { eulerFromQuaternion } from '../../math/index.ts';
import { encodeQ16, frameTime } from './envelope.curve.ts';
import { type Envelope2, PARAMETERS, SHAPE } from './envelope.ts';
import { ALL_PARTS, type BoneMotion, type Motion } from './motion.ts';
import { nearestAngles } from './space.ts';
import type { TargetModel, TargetMotion } from './target.model.ts';
import { integerOr, numberOr, toText } from './target.text.ts';

// Sampled motions as curves (specification, section 21.1): linear keys, as few as stay within a tolerance.

/** Metres and radians that a curve may be off between its keys: less than can be seen. */
const TOLERANCE = 1e-4;

const zeroParameter = encodeQ16(0);

export interface Mark {
  readonly name: string;
  readonly intervals: readonly (readonly [number, number])[];
}

/** A motion of version 6, or 7 where it has marks. */
export function toMotion(model: TargetModel, motion: TargetMotion, fps: number, issues: Issue[]): Motion {
  const { extras } = motion;
  const marks = marksOf(extras.marks);
  const firstFrame = integerOr(extras.firstFrame, 0);
  const last = firstFrame + motion.frameCount - 1;
  return {
    name: toText(motion.name, issues),
    firstFrame,
    endFrame: Math.max(last, firstFrame),
    fps,
    version: marks.length > 0 ? 7 : 6,
    settings: {
      flags: integerOr(extras.flags, 0, 255),
      part: integerOr(extras.part, ALL_PARTS, ALL_PARTS),
      speed: numberOr(extras.speed, 1),
      accrue: numberOr(extras.accrue, 2),
      falloff: numberOr(extras.falloff, 2),
      power: numberOr(extras.power, 1),
    },
    bones: model.bones.map((bone, b): BoneMotion => {
      const { translations, rotations } = motion;
      return {
        name: toText(bone.name, issues),
        flags: 0,
        envelopes: envelopesOf(translations[b]!, rotations[b]!, firstFrame, fps),
      };
    }),
    ...(marks.length > 0 && { marks: marks.map((mark) => toMark(mark, issues)) }),
  };
}

/** Marks that extras hold, those that are well-formed. */
export function marksOf(value: unknown): Mark[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (mark): mark is Mark =>
      typeof mark?.name === 'string' &&
      Array.isArray(mark.intervals) &&
      mark.intervals.every((pair: unknown) => Array.isArray(pair) && pair.length === 2 && pair.every(Number.isFinite)),
  );
}

export function toMark({ name, intervals }: Mark, issues: Issue[]): NonNullable<Motion['marks']>[number] {
  return {
    name: `${toText(name.replaceAll(/[\r\n]/g, ' '), issues)}\r\n`,
    intervals: {
      length: intervals.length,
      start: Float32Array.from(intervals, ([start]) => start),
      end: Float32Array.from(intervals, ([, end]) => end),
    },
  };
}

/** Position x y z and rotation about y, x, z of sampled transforms. `rotations` are stored (opposite) quaternions. */
export function envelopesOf(
  translations: Float32Array,
  rotations: Float32Array,
  firstFrame: number,
  fps: number,
): Envelope2[] {
  const count = translations.length / 3;
  const curves = Array.from({ length: 6 }, () => new Float32Array(count));
  let previous: readonly number[] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < 3; c++) curves[c]![i] = translations[i * 3 + c]!;
    const [x, y, z, w] = rotations.subarray(i * 4, i * 4 + 4);
    const angles = eulerFromQuaternion([-x!, -y!, -z!, w!], 'YXZ');
    previous = i === 0 ? angles : nearestAngles(angles, previous);
    [curves[4]![i], curves[3]![i], curves[5]![i]] = [previous[0]!, previous[1]!, previous[2]!];
  }
  return curves.map((values) => toEnvelope(values, firstFrame, fps));
}

function toEnvelope(values: Float32Array, firstFrame: number, fps: number): Envelope2 {
  const kept = keysToKeep(values);
  return {
    before: 1,
    after: 1,
    keys: {
      length: kept.length,
      value: Float32Array.from(kept, (i) => values[i]!),
      time: Float32Array.from(kept, (i) => frameTime(firstFrame + i, fps)),
      shape: new Uint8Array(kept.length).fill(SHAPE.linear),
      parameters: new Uint16Array(kept.length * PARAMETERS).fill(zeroParameter),
    },
  };
}

/** Places of the keys between which straight lines stay within the tolerance; one where the curve is constant. */
export function keysToKeep(values: Float32Array): number[] {
  if (values.every((value) => Math.abs(value - values[0]!) <= TOLERANCE / 10)) return [0];
  const isKept = new Uint8Array(values.length);
  isKept[0] = 1;
  isKept[values.length - 1] = 1;
  const stack: [number, number][] = [[0, values.length - 1]];
  for (let span = stack.pop(); span !== undefined; span = stack.pop()) {
    const [from, to] = span;
    let [worst, corner] = [TOLERANCE, -1];
    for (let i = from + 1; i < to; i++) {
      const line = values[from]! + ((values[to]! - values[from]!) * (i - from)) / (to - from);
      const off = Math.abs(values[i]! - line);
      if (off > worst) [worst, corner] = [off, i];
    }
    if (corner < 0) continue;
    isKept[corner] = 1;
    stack.push([from, corner], [corner, to]);
  }
  return [...isKept.keys()].filter((i) => isKept[i] === 1);
}
