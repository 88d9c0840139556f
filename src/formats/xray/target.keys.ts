import { pairByName } from '../../scene/comparison.ts';
import { deviation } from '../../scene/keys.ts';
import { isSampled, LONGEST_SAMPLE } from '../../scene/motion.ts';
import { sampleTrack } from '../../scene/sampling.ts';
import type { Clip, Scene, Track } from '../../scene/scene.ts';

// Editors sample clips at a rate of their own, 24 times a second in Blender, and cut off what is behind the last whole frame.
// What lies on the curves of the original is no edit, and between samples that do, the keys of the original are the truth.

/** Metres and radians that a sample may be off. */
const SAME = { translation: 1e-3, rotation: 2e-3 } as const;
/** What the keys of the original may be off the lines of an editor that kept keys of its own choice. */
const SIMILAR = { translation: 5e-3, rotation: 1.75e-2 } as const;

export const limitOf = ({ path }: Track, limits: typeof SAME | typeof SIMILAR = SAME): number =>
  path === 'rotation' ? limits.rotation : limits.translation;

/** The clips with the tracks of another scene, wherever they still lie on them. */
export function withKnownKeys(scene: Scene, before: Scene): Scene {
  const clips = [...scene.clips];
  for (const [i, partner] of pairByName(before.clips, scene.clips).entries()) {
    if (partner !== undefined) clips[partner] = knownClip(before, before.clips[i]!, scene, clips[partner]!);
  }
  return { ...scene, clips };
}

function knownClip(before: Scene, old: Clip, after: Scene, now: Clip): Clip {
  if (!lastsAsLong(old, now)) return now;
  const key = (scene: Scene, { node, path }: Track) => `${path} of ${scene.nodes[node]!.name}`;
  const known = new Map(old.tracks.map((track) => [key(before, track), track]));
  const tracks = now.tracks.map((track) => {
    const then = known.get(key(after, track));
    return then === undefined ? track : { ...knownTrack(then, track), node: track.node };
  });
  return { ...now, tracks };
}

const endOf = ({ tracks }: Clip): number => tracks.reduce((end, { times }) => Math.max(end, times.at(-1) ?? 0), 0);

/** Whether a clip is as long, give or take what is behind the last whole frame of an editor. */
export function lastsAsLong(old: Clip, now: Clip): boolean {
  const [then, end] = [endOf(old), endOf(now)];
  const frames = now.tracks.filter(isSampled).map(({ times }) => times[1]! - times[0]!);
  const frame = frames.length === 0 ? LONGEST_SAMPLE : Math.max(...frames);
  return Math.abs(then - end) < 1e-3 || Math.abs(then - end) < frame;
}

/** The original track where the other lies on it; else the other, with the keys of the original between samples that do. */
function knownTrack(old: Track, now: Track): Track {
  if (isSameTrack(old, now)) return old;
  if (!isSampled(now) || old.times.length < 2) return now;
  const apart = distanceBetween(old, now);
  const isEdited = Array.from(now.times, (time) => apart(time) > limitOf(old));
  const width = old.path === 'rotation' ? 4 : 3;
  const values = old.values.slice();
  const sample = new Float64Array(width);
  let next = 0;
  for (const [i, time] of old.times.entries()) {
    while (next < now.times.length - 1 && now.times[next]! < time) next++;
    if (!isEdited[Math.max(0, next - 1)] && !isEdited[next]) continue;
    sampleTrack(now, time, sample);
    values.set(sample, i * width);
  }
  return { ...old, values };
}

/** How far two tracks are apart at a time: metres or radians. */
function distanceBetween(a: Track, b: Track): (time: number) => number {
  const [p, q] = [new Float64Array(4), new Float64Array(4)];
  const width = a.path === 'rotation' ? 4 : 3;
  return (time) => {
    sampleTrack(a, time, p);
    sampleTrack(b, time, q);
    return deviation(a.path, p, 0, q, 0, width);
  };
}

/**
 * Whether a track moves as it did. Its keys have to lie on the original. Where they are samples, that is all they tell; else
 * it has to pass the keys of the original too.
 */
export function isSameTrack(old: Track, now: Track): boolean {
  if (old.times === now.times && old.values === now.values) return true;
  const apart = distanceBetween(old, now);
  const lies = (times: Float32Array, limit: number) => times.every((time) => apart(time) <= limit);
  return lies(now.times, limitOf(old)) && (isSampled(now) || lies(old.times, limitOf(old, SIMILAR)));
}
