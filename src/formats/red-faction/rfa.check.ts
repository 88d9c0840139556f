import { type Issue, issue, type Path } from '../../issue.ts';
import { issues } from './rfa.issues.ts';
import { type Animation, type BoneTrack, canonicalLayout, fitsLayout } from './rfa.ts';

export { issues } from './rfa.issues.ts';

/** Yields what the game would stumble over (specification, section 14). */
export function* check(file: Animation): Iterable<Issue> {
  yield* checkLayout(file);
  yield* checkHeader(file);
  for (const [b, track] of file.tracks.entries()) {
    yield* checkTimes(file, track, ['tracks', b]);
    yield* checkTrack(track, ['tracks', b]);
    yield* checkRotations(track, ['tracks', b, 'rotationKeys']);
    yield* checkPositions(track, ['tracks', b, 'positionKeys']);
  }
  yield* checkMorph(file);
}

function* checkLayout(file: Animation): Iterable<Issue> {
  const { layout, tracks } = file;
  if (layout === undefined) return;
  if (!fitsLayout(file, layout)) {
    yield issue(issues['layout-given-up'], `the parts no longer fit the ${layout.size} bytes they came from`, [
      'layout',
    ]);
    return;
  }
  const { boneOffsets } = canonicalLayout(file);
  const moved = tracks.findIndex((_, i) => boneOffsets[i] !== layout.boneOffsets[i]);
  if (moved >= 0) {
    const reason = `track ${moved} lies at ${layout.boneOffsets[moved]}, in order it would at ${boneOffsets[moved]}`;
    yield issue(issues['unusual-layout'], reason, ['boneOffsets', moved]);
  }
  const unused = layout.unused.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (unused > 0) {
    const reason = `${unused} bytes belong to no part, the first at ${layout.unused[0]!.start}`;
    yield issue(issues['unusual-layout'], reason, ['unused']);
  }
}

function* checkHeader({ startTime, endTime, rampInTime, rampOutTime, tracks }: Animation): Iterable<Issue> {
  if (tracks.length === 0 || tracks.length > 50) {
    yield issue(issues['bone-count'], `${tracks.length} bones, a character has 1 to 50`, ['tracks']);
  }
  if (endTime < startTime) {
    yield issue(issues['ends-before-start'], `ends at ${endTime}, starts at ${startTime}`, ['endTime']);
  } else if (endTime === startTime) {
    yield issue(issues['no-duration'], `starts and ends at ${startTime}`, ['endTime']);
  }
  const duration = Math.max(0, endTime - startTime);
  for (const [name, ramp] of [['rampInTime', rampInTime] as const, ['rampOutTime', rampOutTime] as const]) {
    if (ramp < 0 || ramp > duration)
      yield issue(issues['odd-ramps'], `${ramp} ticks, the clip takes ${duration}`, [name]);
  }
}

function* checkTimes({ startTime, endTime }: Animation, track: BoneTrack, path: Path): Iterable<Issue> {
  for (const name of ['rotationKeys', 'positionKeys'] as const) {
    const { time } = track[name];
    const late = time.findIndex((t, i) => i > 0 && t <= time[i - 1]!);
    if (late > 0) {
      const reason = `key at ${time[late]} follows one at ${time[late - 1]}`;
      yield issue(issues['keys-out-of-order'], reason, [...path, name, late, 'time']);
    }
    const { count, first } = matches(time.length, (i) => time[i]! < startTime || time[i]! > endTime);
    if (count > 0) {
      const reason = `${keys(count)} outside ${startTime} to ${endTime}, the first at ${time[first]}`;
      yield issue(issues['keys-outside-clip'], reason, [...path, name, first, 'time']);
    }
  }
}

function* checkTrack({ weight, rotationKeys, positionKeys }: BoneTrack, path: Path): Iterable<Issue> {
  if (!Number.isFinite(weight)) yield issue(issues['not-finite'], `weight is ${weight}`, [...path, 'weight']);
  else if (weight < 0 || weight > 10) {
    yield issue(issues['odd-weight'], `weight is ${weight}, weights go from 0 to 10`, [...path, 'weight']);
  }
  if (rotationKeys.length === 0) {
    yield issue(issues['no-rotation-keys'], 'no rotation keys, the game takes no rotation', [...path, 'rotationKeys']);
  } else if (rotationKeys.length === 1) {
    yield issue(issues['one-rotation-key'], 'one rotation key, the game needs two', [...path, 'rotationKeys']);
  }
  if (positionKeys.length === 0) {
    yield issue(issues['no-position-keys'], 'no position keys, the game takes 0 0 0', [...path, 'positionKeys']);
  }
}

function* checkRotations({ rotationKeys }: BoneTrack, path: Path): Iterable<Issue> {
  const { length, rotation, easeIn, easeOut, pad } = rotationKeys;
  const lengthOf = (i: number) => Math.sqrt(dot(rotation, i, i));
  const zero = matches(length, (i) => lengthOf(i) === 0);
  if (zero.count > 0) {
    yield issue(issues['zero-rotation'], `${keys(zero.count)} with quaternion 0 0 0 0`, [
      ...path,
      zero.first,
      'rotation',
    ]);
  }
  const odd = matches(length, (i) => lengthOf(i) > 0 && (lengthOf(i) < 0.998 * 16383 || lengthOf(i) > 16383.5));
  if (odd.count > 0) {
    const reason = `${keys(odd.count)} not 16383 long, the first ${lengthOf(odd.first).toFixed(1)}`;
    yield issue(issues['rotation-length'], reason, [...path, odd.first, 'rotation']);
  }
  const eased = matches(length, (i) => easeIn[i]! < 0 || easeOut[i]! < 0);
  if (eased.count > 0) {
    const name = easeIn[eased.first]! < 0 ? 'easeIn' : 'easeOut';
    const reason = `${keys(eased.count)} with an ease below 0`;
    yield issue(issues['negative-ease'], reason, [...path, eased.first, name]);
  }
  const flipped = matches(length, (i) => i > 0 && dot(rotation, i - 1, i) < 0);
  if (flipped.count > 0) {
    const reason = `${keys(flipped.count)} on the other side than the key before`;
    yield issue(issues['opposite-hemispheres'], reason, [...path, flipped.first, 'rotation']);
  }
  const padded = matches(length, (i) => pad[i] !== 0);
  if (padded.count > 0) yield issue(issues['pad-not-zero'], keys(padded.count), [...path, padded.first, 'pad']);
}

function* checkPositions({ positionKeys }: BoneTrack, path: Path): Iterable<Issue> {
  const { length, position, inControl, outControl } = positionKeys;
  for (const [name, values] of Object.entries({ position, inControl, outControl })) {
    const { count, first } = matches(values.length, (i) => !Number.isFinite(values[i]));
    if (count > 0) {
      const reason = `${count} numbers of ${name} are not finite, the first is ${values[first]}`;
      yield issue(issues['not-finite'], reason, [...path, Math.floor(first / 3), name]);
    }
  }
  const isZero = (values: Float32Array, i: number) => values.subarray(3 * i, 3 * i + 3).every((value) => value === 0);
  // Only control points that a segment uses can do harm: not those before the first key and behind the last.
  const dives = (i: number) =>
    !isZero(position, i) && ((i > 0 && isZero(inControl, i)) || (i < length - 1 && isZero(outControl, i)));
  const zero = matches(length, dives);
  if (zero.count > 0) {
    const reason = `${keys(zero.count)} with control points 0 0 0 and another position`;
    yield issue(issues['zero-controls'], reason, [...path, zero.first]);
  }
}

function* checkMorph(file: Animation): Iterable<Issue> {
  const { version, morphVertices, morphKeyframeCount, startTime, endTime } = file;
  if (morphVertices.length > 0 !== morphKeyframeCount > 0) {
    const reason = `${morphVertices.length} morph vertices in ${morphKeyframeCount} keyframes`;
    yield issue(issues['bad-morph'], reason, ['morphKeyframeCount']);
  }
  if (version === 7 && morphKeyframeCount > 0 && endTime <= startTime) {
    const reason = `the times of ${morphKeyframeCount} keyframes follow from a clip that ends at ${endTime} and starts at ${startTime}`;
    yield issue(issues['bad-morph'], reason, ['morphKeyframes']);
  }
  if (version === 7) {
    const { positions } = file.morphKeyframes;
    const { count, first } = matches(positions.length, (i) => !Number.isFinite(positions[i]));
    if (count > 0) {
      const reason = `${count} coordinates are not finite, the first is ${positions[first]}`;
      yield issue(issues['bad-morph'], reason, ['morphKeyframes', 'positions', first]);
    }
    return;
  }
  const { times, box } = file.morphKeyframes;
  const late = times.findIndex((t, i) => i > 0 && t <= times[i - 1]!);
  if (late > 0) {
    const reason = `keyframe at ${times[late]} follows one at ${times[late - 1]}`;
    yield issue(issues['bad-morph'], reason, ['morphKeyframes', 'times', late]);
  }
  if (box !== undefined && ![...box.min, ...box.max].every(Number.isFinite)) {
    yield issue(issues['bad-morph'], `the box goes from ${box.min.join(' ')} to ${box.max.join(' ')}`, [
      'morphKeyframes',
      'box',
    ]);
  }
}

function dot(rotation: Int16Array, a: number, b: number): number {
  let sum = 0;
  for (let c = 0; c < 4; c++) sum += rotation[4 * a + c]! * rotation[4 * b + c]!;
  return sum;
}

/** How many of the first `length` numbers fulfil a condition, and the first that does. */
function matches(length: number, condition: (i: number) => boolean): { count: number; first: number } {
  let count = 0;
  let first = -1;
  for (let i = 0; i < length; i++) {
    if (!condition(i)) continue;
    count++;
    if (first < 0) first = i;
  }
  return { count, first };
}

const keys = (count: number) => (count === 1 ? '1 key' : `${count} keys`);
