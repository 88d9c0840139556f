import { type Issue, issue } from '../../issue.ts';
import {
  type Clip,
  type Conversion,
  type Extras,
  emptyScene,
  type Scene,
  type Track,
  type TrackPath,
} from '../../scene/scene.ts';
import { issues } from './rfa.issues.ts';
import { TICKS_PER_SECOND } from './rfa.sampling.ts';
import { type Curve, type KeyLosses, noLosses, positionCurve, rotationCurve, spanOf } from './rfa.tracks.ts';
import type { Animation } from './rfa.ts';

export { fromClip } from './rfa.target.ts';

/**
 * The clip of a scene, its time relative to the start of the clip. `boneNodes` gives the node of each bone; tracks without a
 * node are left out. Positions are exact; rotations differ from the engine's by what it cuts off (up to 0.03 degrees) and,
 * in eased segments, by up to 0.02 degrees more. Morph keyframes are not part of it: they need the mesh.
 *
 * Values of the file that no curve says are in `extras`, by the names of section 12.5 of the specification.
 */
export function toClip(file: Animation, name: string, boneNodes: readonly number[]): Conversion<Clip> {
  const found: Issue[] = [];
  const span = spanOf(file);
  const losses = noLosses();
  const tracks: Track[] = [];
  for (const [i, { weight, rotationKeys, positionKeys }] of file.tracks.entries()) {
    const node = boneNodes[i];
    if (node === undefined) continue;
    const extras = { rf_weight: Number.isFinite(weight) ? weight : 0 };
    tracks.push(trackOf(node, 'rotation', rotationCurve(rotationKeys, span, losses), extras));
    tracks.push(trackOf(node, 'translation', positionCurve(positionKeys, span, losses), extras));
  }
  if (file.tracks.length > boneNodes.length) {
    const reason = `${file.tracks.length} tracks, the skeleton has ${boneNodes.length} bones`;
    found.push(issue(issues['tracks-left-out'], reason, ['tracks', boneNodes.length]));
  }
  if (file.endTime <= file.startTime) {
    const reason = `the clip starts at ${file.startTime} and ends at ${file.endTime}, its last key is at ${span.end}`;
    found.push(issue(issues['end-assumed'], reason, ['endTime']));
  }
  found.push(...tell(losses));
  keepDuration(tracks, (span.end - span.start) / TICKS_PER_SECOND);
  shareTimes(tracks);
  return { value: { name, tracks, extras: extrasOf(file) }, issues: found };
}

/**
 * A clip without its mesh: a node `bone_0` and so on for each track, side by side, as nothing tells which belongs to which.
 * The result is not a pose.
 */
export function toLooseScene(file: Animation, name: string): Conversion<Scene> {
  const scene = emptyScene(name);
  scene.nodes = file.tracks.map((_, i) => ({ name: `bone_${i}`, extras: { rf_type: 'bone', rf_bone_index: i } }));
  const { value, issues: found } = toClip(file, name, [...file.tracks.keys()]);
  scene.clips = [value];
  const reason = `${file.tracks.length} bones stand side by side: only the mesh tells how they hang together`;
  const isMorphing = file.morphVertices.length > 0 && file.morphKeyframeCount > 0;
  const morph = `${file.morphKeyframeCount} keyframes of ${file.morphVertices.length} vertices take the mesh that they move`;
  return {
    value: scene,
    issues: [
      issue(issues['no-skeleton'], reason),
      ...(isMorphing ? [issue(issues['morph-left-out'], morph, ['morphKeyframes'])] : []),
      ...found,
    ],
  };
}

function trackOf(node: number, path: TrackPath, { interpolation, times, values }: Curve, extras: Extras): Track {
  return { node, path, interpolation, times, values, extras };
}

/** Repeats a value at the end where no track gets there, so that the clip keeps its duration. */
function keepDuration(tracks: Track[], seconds: number): void {
  const duration = Math.fround(seconds);
  const track = tracks[0];
  if (track === undefined || duration <= 0 || tracks.some(({ times }) => times.at(-1)! >= duration)) return;
  track.times = appended(track.times, [duration]);
  track.values = appended(track.values, track.values.slice(-4));
}

function appended(values: Float32Array, more: ArrayLike<number>): Float32Array {
  const longer = new Float32Array(values.length + more.length);
  longer.set(values);
  longer.set(more, values.length);
  return longer;
}

/** Tracks with the same times get the same array. */
function shareTimes(tracks: Track[]): void {
  const known = new Map<number, Float32Array[]>();
  for (const track of tracks) {
    const { times } = track;
    const candidates = known.get(times.length) ?? [];
    const same = candidates.find((other) => other.every((time, i) => time === times[i]));
    if (same !== undefined) track.times = same;
    else known.set(times.length, [...candidates, times]);
  }
}

function extrasOf(file: Animation): Extras {
  return {
    rf_version: file.version,
    rf_start_time: file.startTime,
    rf_end_time: file.endTime,
    rf_ramp_in_time: file.rampInTime,
    rf_ramp_out_time: file.rampOutTime,
    rf_pos_reduction: finite(file.posReduction),
    rf_rot_reduction: finite(file.rotReduction),
    rf_total_rotation: Array.from(file.totalRotation, finite),
    rf_total_translation: Array.from(file.totalTranslation, finite),
  };
}

/** JSON has no other numbers. */
const finite = (value: number) => (Number.isFinite(value) ? value : 0);

function* tell({ notFinite, zeroRotations, outOfOrder, outside }: KeyLosses): Iterable<Issue> {
  if (notFinite > 0)
    yield issue(issues['keys-left-out'], `${notFinite} position keys have numbers that are not finite`);
  if (outOfOrder > 0) yield issue(issues['keys-left-out'], `${outOfOrder} keys are not later than the one before`);
  if (zeroRotations > 0) {
    yield issue(issues['rotation-assumed'], `${zeroRotations} keys with quaternion 0 0 0 0 became no rotation`);
  }
  if (outside > 0) yield issue(issues['keys-cut'], `${outside} keys outside the clip were cut off at its borders`);
}
