import {
  activeRotation,
  type BonePose,
  QUATERNION_SCALE,
  samplePosition,
  sampleStoredRotation,
} from './rfa.sampling.ts';
import type { Animation } from './rfa.ts';

// Several clips at once, and the clocks that drive them: specification, sections 5.5 and 5.6. There are no test vectors for
// blending; which bone decides between actions is not known.

/** Weights below this count for nothing. */
const LEAST_WEIGHT = 1e-5;
const FULL_WEIGHT = 10;

/** A clip that plays. */
export interface Player {
  readonly file: Animation;
  /** A state is a looping base, an action plays on top of it. */
  readonly role: 'state' | 'action';
  tick: number;
  /** How much of it is mixed in, usually 1. */
  mix: number;
}

/** The weight of a track of an action at a tick: fades in and out, 0 outside the clip (section 5.5). */
export function envelope(
  { startTime, endTime, rampInTime, rampOutTime }: Animation,
  weight: number,
  tick: number,
): number {
  const elapsed = tick - startTime;
  const duration = endTime - startTime;
  if (!(weight >= LEAST_WEIGHT) || elapsed < 0) return 0;
  if (elapsed < rampInTime) return Math.min(weight, (weight * elapsed) / rampInTime);
  if (elapsed > duration) return 0;
  if (elapsed > duration - rampOutTime) return Math.min(weight, (weight * (duration - elapsed)) / rampOutTime);
  return weight;
}

const stored = new Int16Array(4);
const mixed = new Float64Array(4);
const position = new Float64Array(3);

/**
 * Every bone relative to its parent, out of all clips that play, in their order. `primary` is the index of the action that
 * pushes states aside, -1 for none. Bones that nothing moves are the identity.
 */
export function blendPose(players: readonly Player[], primary: number, bones: number, pose: BonePose): void {
  for (let bone = 0; bone < bones; bone++) blendBone(players, primary, bone, pose);
}

function blendBone(
  players: readonly Player[],
  primary: number,
  bone: number,
  { rotations, positions }: BonePose,
): void {
  const leader = players[primary];
  const aside = leader === undefined ? 0 : weightOf(leader, bone, 0);
  let total = 0;
  mixed.set([0, 0, 0, 1]);
  positions.fill(0, 3 * bone, 3 * bone + 3);
  for (const player of players) {
    const track = player.file.tracks[bone];
    const weight = track === undefined ? 0 : weightOf(player, bone, aside) * player.mix;
    if (track === undefined || !(weight > 0)) continue;
    total += weight;
    sampleStoredRotation(track.rotationKeys, player.tick, stored);
    if (total === weight) for (let i = 0; i < 4; i++) mixed[i] = stored[i]! / QUATERNION_SCALE;
    else mixIn(weight / total);
    samplePosition(track.positionKeys, player.tick, position);
    for (let i = 0; i < 3; i++)
      positions[3 * bone + i]! += (position[i]! - positions[3 * bone + i]!) * (weight / total);
  }
  activeRotation(mixed, 0, rotations, 4 * bone);
}

/** Weight of a bone's track: as stored for states, less where the primary action wants them aside, ramped for actions. */
function weightOf({ file, role, tick }: Player, bone: number, aside: number): number {
  const weight = file.tracks[bone]?.weight ?? 0;
  if (!(weight >= LEAST_WEIGHT)) return 0;
  return role === 'action' ? envelope(file, weight, tick) : (weight * (FULL_WEIGHT - aside)) / FULL_WEIGHT;
}

/** Turns what is mixed so far towards the stored rotation, by the rules of the engine's slerp but in floats. */
function mixIn(u: number): void {
  let dot = 0;
  for (let i = 0; i < 4; i++) dot += (mixed[i]! * stored[i]!) / QUATERNION_SCALE;
  const sign = dot <= 0 ? -1 : 1;
  let from = 0;
  let to = sign;
  if (1 - sign * dot > 1e-6) {
    const angle = Math.acos(Math.max(-1, sign * dot));
    from = Math.sin((1 - u) * angle) / Math.sin(angle);
    to = (sign * Math.sin(u * angle)) / Math.sin(angle);
  }
  for (let i = 0; i < 4; i++) mixed[i] = from * mixed[i]! + (to * stored[i]!) / QUATERNION_SCALE;
}

/**
 * The action that pushes states aside: the one that does already, unless another weighs strictly more on the reference
 * bone. -1 where no action plays.
 */
export function primaryAction(players: readonly Player[], current: number, referenceBone: number): number {
  let primary = players[current]?.role === 'action' ? current : players.findIndex(({ role }) => role === 'action');
  if (primary < 0) return -1;
  for (const [i, player] of players.entries()) {
    const isHeavier = weightOf(player, referenceBone, 0) > weightOf(players[primary]!, referenceBone, 0);
    if (player.role === 'action' && isHeavier) primary = i;
  }
  return primary;
}

/** Whole ticks in a time of seconds, as the game counts them. */
export const ticksIn = (seconds: number): number => Math.trunc(seconds * 30 * 160);

/** The phase, 0 to 1, that all states share, after so many ticks more (section 5.6). */
export function advancePhase(phase: number, ticks: number, states: readonly Player[]): number {
  let speed = 0;
  let total = 0;
  for (const { file, mix } of states) {
    const duration = file.endTime - file.startTime;
    if (duration <= 0 || !(mix > 0)) continue;
    speed += mix / duration;
    total += mix;
  }
  if (total === 0) return phase;
  const next = phase + (ticks * speed) / total;
  return next - Math.floor(next);
}

/** Where a state clip is at a phase. */
export function tickAtPhase({ startTime, endTime }: Animation, phase: number): number {
  return startTime + Math.floor(phase * Math.max(0, endTime - startTime));
}

/** Where an action is after so many ticks more: it stops at its end. */
export function advanceAction({ endTime }: Animation, tick: number, ticks: number): number {
  return Math.min(endTime, tick + ticks);
}
