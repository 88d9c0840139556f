import { type Issue, issue } from '../../issue.ts';
import { isSameMotion, isSampled } from '../../scene/motion.ts';
import { clipDuration } from '../../scene/sampling.ts';
import type { Clip, Conversion, Extras, Scene } from '../../scene/scene.ts';
import { type BoneChannels, channelsOf, numberOr } from './rfa.channels.ts';
import { issues } from './rfa.issues.ts';
import { positionKeys, rotationKeys } from './rfa.keys.ts';
import { TICKS_PER_SECOND } from './rfa.sampling.ts';
import { noLosses, positionCurve, rotationCurve, type Span, spanOf } from './rfa.tracks.ts';
import { type Animation, type BoneTrack, fitsLayout } from './rfa.ts';

/** Tick that clips of the game start at. */
const FIRST_TICK = 160;
const FRAME = 160;
/** Largest scale that counts as none. */
const SCALE_TOLERANCE = 0.01;

/**
 * The clip of a scene as a clip of the game. `boneNodes` gives the node of each bone, in the order of the mesh's bones.
 *
 * With `base`, the file that the clip once was, everything that moves as before is kept to the bit, rotations and positions
 * of each bone by themselves, and so is the morph data; an info issue says what is new. If nothing is, the result is `base`.
 */
export function fromClip(
  scene: Scene,
  clip: Clip,
  boneNodes: readonly number[],
  base?: Animation,
): Conversion<Animation> {
  const found: Issue[] = [];
  const channels = channelsOf(scene, clip, boneNodes);
  const names = boneNodes.map((node) => scene.nodes[node]!.name);
  const scaled = channels.filter(({ scale }) => Math.abs(scale - 1) > SCALE_TOLERANCE || !(scale > 0));
  if (scaled.length > 0) {
    const worst = scaled.reduce((a, b) => (Math.abs(Math.log(b.scale)) > Math.abs(Math.log(a.scale)) ? b : a));
    const reason = `'${clip.name}' scales ${scaled.length} bones, one by ${worst.scale.toFixed(3)}`;
    found.push(issue(issues['scale-lost'], reason));
  }
  const duration = Math.round(clipDuration(clip) * TICKS_PER_SECOND);
  if (base !== undefined) return { value: edited(base, clip, channels, names, duration, found), issues: found };
  const still = channels.filter(({ isAnimated }) => !isAnimated).length;
  if (still > 0)
    found.push(issue(issues['bones-at-rest'], `'${clip.name}' does not move ${still} of ${channels.length} bones`));
  return { value: made(clip, channels, duration), issues: found };
}

/** A clip made anew, with the defaults of section 13.4. */
function made(clip: Clip, channels: readonly BoneChannels[], duration: number): Animation {
  const extras = clip.extras ?? {};
  const start = Math.trunc(numberOr(extras['rf_start_time'], FIRST_TICK));
  const span = { start, end: start + (duration > 0 ? duration : FRAME) };
  const head = {
    magic: 'VMVF' as const,
    posReduction: numberOr(extras['rf_pos_reduction'], 0),
    rotReduction: numberOr(extras['rf_rot_reduction'], 0),
    startTime: span.start,
    endTime: span.end,
    morphKeyframeCount: 0,
    rampInTime: ramp(extras['rf_ramp_in_time'], extras, span),
    rampOutTime: ramp(extras['rf_ramp_out_time'], extras, span),
    totalRotation: vector(extras['rf_total_rotation'], [0, 0, 0, 1]),
    totalTranslation: vector(extras['rf_total_translation'], [0, 0, 0]),
    tracks: channels.map((bone) => newTrack(bone, span)),
    morphVertices: new Uint16Array(),
  };
  return numberOr(extras['rf_version'], 8) === 7
    ? { ...head, version: 7, morphKeyframes: { positions: new Float32Array() } }
    : { ...head, version: 8, morphKeyframes: { times: new Int32Array(), positions: new Uint8Array() } };
}

function newTrack({ rotation, translation, weight = 10 }: BoneChannels, span: Span): BoneTrack {
  return { weight, rotationKeys: rotationKeys(rotation, span), positionKeys: positionKeys(translation, span) };
}

/** Fading of an action: a tenth of a second, at most half the clip. States, and clips of which no table tells, have none. */
function ramp(stated: unknown, { rf_role }: Extras, { start, end }: Span): number {
  const usual = rf_role === 'action' ? Math.min(480, Math.floor((end - start) / 2)) : 0;
  return Math.trunc(numberOr(stated, usual));
}

function vector(stated: unknown, usual: readonly number[]): Float32Array<ArrayBuffer> {
  const isVector = Array.isArray(stated) && stated.length === usual.length && stated.every(Number.isFinite);
  return Float32Array.from(isVector ? (stated as number[]) : usual);
}

/** The original with what has changed. */
function edited(
  base: Animation,
  clip: Clip,
  channels: readonly BoneChannels[],
  names: readonly string[],
  duration: number,
  found: Issue[],
): Animation {
  const before = spanOf(base);
  const isSameLength = lastsAsLong(clip, duration, before.end - before.start);
  const span = isSameLength ? before : { start: before.start, end: before.start + Math.max(1, duration) };
  const changed: Record<'rotation' | 'translation' | 'weight', string[]> = {
    rotation: [],
    translation: [],
    weight: [],
  };
  const tracks = channels.map((bone, i): BoneTrack => {
    const track = base.tracks[i];
    if (track === undefined) {
      changed.rotation.push(names[i]!);
      changed.translation.push(names[i]!);
      return newTrack(bone, span);
    }
    const isTurned = !isSameMotion(bone.rotation, {
      path: 'rotation',
      ...rotationCurve(track.rotationKeys, before, noLosses()),
    });
    const isMoved = !isSameMotion(bone.translation, {
      path: 'translation',
      ...positionCurve(track.positionKeys, before, noLosses()),
    });
    const isWeighted = bone.weight !== undefined && Number.isFinite(track.weight) && bone.weight !== track.weight;
    if (isTurned) changed.rotation.push(names[i]!);
    if (isMoved) changed.translation.push(names[i]!);
    if (isWeighted) changed.weight.push(names[i]!);
    if (!isTurned && !isMoved && !isWeighted) return track;
    return {
      ...track,
      ...(isWeighted && { weight: bone.weight! }),
      ...(isTurned && { rotationKeys: rotationKeys(bone.rotation, span) }),
      ...(isMoved && { positionKeys: positionKeys(bone.translation, span) }),
    };
  });
  const parts = Object.entries(changed).filter(([, bones]) => bones.length > 0);
  if (parts.length > 0) {
    const told = parts.map(([part, bones]) => `another ${part} for ${listed(bones)}`).join(', ');
    found.push(issue(issues['bones-changed'], `'${clip.name}' has ${told}`));
  }
  const ramps = rampsOf(clip.extras ?? {}, base);
  if (ramps !== undefined) {
    const reason = `'${clip.name}' fades in for ${ramps.rampInTime} ticks and out for ${ramps.rampOutTime}`;
    found.push(issue(issues['clip-changed'], reason));
  }
  if (!isSameLength) {
    const reason = `'${clip.name}' takes ${duration} ticks, the original ${before.end - before.start}`;
    found.push(issue(issues['clip-changed'], reason));
  }
  if (found.every(({ code }) => code !== 'rfa/bones-changed' && code !== 'rfa/clip-changed')) return base;
  const value: Animation = {
    ...base,
    ...(isSameLength ? {} : { endTime: span.end }),
    ...ramps,
    tracks: [...tracks, ...base.tracks.slice(tracks.length)],
  };
  if (value.layout !== undefined && !fitsLayout(value, value.layout)) {
    found.push(issue(issues['layout-given-up'], `'${clip.name}' has parts of other sizes now`));
    delete value.layout;
  }
  return value;
}

/** Whether the lengths are the same, in ticks. Editors cut off what is left of a clip behind its last whole frame. */
function lastsAsLong({ tracks }: Clip, now: number, before: number): boolean {
  if (Math.abs(now - before) <= 1 || tracks.length === 0) return true;
  const frames = Math.min(...tracks.filter(isSampled).map(({ times }) => times[1]! - times[0]!)) * TICKS_PER_SECOND;
  return Number.isFinite(frames) && now < before && before - now < frames;
}

/** Ramps of the clip's extras, where they are not those of the original. */
function rampsOf(extras: Extras, base: Animation): { rampInTime: number; rampOutTime: number } | undefined {
  const rampInTime = Math.trunc(numberOr(extras['rf_ramp_in_time'], base.rampInTime));
  const rampOutTime = Math.trunc(numberOr(extras['rf_ramp_out_time'], base.rampOutTime));
  return rampInTime === base.rampInTime && rampOutTime === base.rampOutTime ? undefined : { rampInTime, rampOutTime };
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => `'${name}'`);
  const count = names.length === 1 ? '1 bone' : `${names.length} bones`;
  return `${count}: ${shown.join(', ')}${names.length > shown.length ? ', …' : ''}`;
}
