import { makeSignsContinuous } from '../../scene/keys.ts';
import type { Clip, Track } from '../../scene/scene.ts';
import { writeQuaternion } from './angles.ts';
import { type Animation, type Bank, type BankRecord, isAnimation } from './ff7-bank.ts';

// Records of a bank as clips: body record and weapon record of the same number are one (specification, sections 2.10 and
// 12.5).

export interface ClipOptions {
  readonly fps: number;
  readonly interpolation: 'linear' | 'step';
  /** Whether a last key repeats the first, for players that need it to loop. */
  readonly loop: boolean;
}

/** Nodes that clips move. */
export interface Rig {
  readonly root: number;
  readonly bones: readonly number[];
  readonly weapon: number | undefined;
}

export const bodyClipName = (record: number): string => `body_${String(record).padStart(3, '0')}`;
export const weaponClipName = (record: number): string => `weapon_${String(record).padStart(3, '0')}`;

/** One clip a body record that has an animation, and one a weapon record whose body record has none. */
export function clipsOf(bank: Bank, bodyCount: number, rig: Rig, options: ClipOptions): Clip[] {
  const times = new TimeLines(options);
  const clips: Clip[] = [];
  const count = Math.max(bodyCount, bank.records.length - bodyCount);
  for (let i = 0; i < count; i++) {
    const body = i < bodyCount ? animated(bank.records[i]) : undefined;
    const weapon = rig.weapon === undefined ? undefined : animated(bank.records[bodyCount + i]);
    const tracks: Track[] = [];
    if (body !== undefined) tracks.push(...bodyTracks(body, rig, times));
    if (weapon !== undefined) tracks.push(...jointTracks(weapon, rig.weapon!, times));
    if (tracks.length === 0) continue;
    const extras = {
      ...(body === undefined ? {} : describe(body, i)),
      ...(weapon === undefined ? {} : { weapon: describe(weapon, bodyCount + i) }),
      fps: options.fps,
      ...(options.loop ? { loop: true } : {}),
    };
    clips.push({ name: body === undefined ? weaponClipName(i) : bodyClipName(i), tracks, extras: { ff7: extras } });
  }
  return clips;
}

interface Animated extends BankRecord {
  readonly block: Animation;
}

function animated(record: BankRecord | undefined): Animated | undefined {
  return record !== undefined && isAnimation(record.block) ? { ...record, block: record.block } : undefined;
}

function describe({ jointCount, block }: Animated, record: number) {
  return { record, joints: jointCount, frames: block.frames.length, key: block.key };
}

/** Key times by frame count, each array once. */
class TimeLines {
  readonly options: ClipOptions;
  readonly first = Float32Array.of(0);
  private readonly known = new Map<number, Float32Array>();

  constructor(options: ClipOptions) {
    this.options = options;
  }

  of(frames: number): Float32Array {
    const { fps, loop } = this.options;
    let times = this.known.get(frames);
    if (times === undefined) {
      times = Float32Array.from({ length: loop ? frames + 1 : frames }, (_, f) => f / fps);
      this.known.set(frames, times);
    }
    return times;
  }
}

function bodyTracks(record: Animated, rig: Rig, times: TimeLines): Track[] {
  const tracks = jointTracks(record, rig.root, times);
  for (const [bone, node] of rig.bones.entries()) {
    // Bones beyond the joints of the record are not turned; without a key they would rest as another clip begins.
    tracks.push(
      bone + 1 < record.jointCount ? rotationTrack(record.block, bone + 1, node, times) : unturned(node, times),
    );
  }
  return tracks;
}

/** Where joint 0 is, and how it is turned. */
function jointTracks({ block }: Animated, node: number, times: TimeLines): Track[] {
  const { frames } = block;
  const line = times.of(frames.length);
  const values = new Float32Array(3 * line.length);
  values.set(frames.positions);
  if (line.length > frames.length) values.set(frames.positions.subarray(0, 3), 3 * frames.length);
  return [
    { node, path: 'translation', interpolation: times.options.interpolation, times: line, values },
    rotationTrack(block, 0, node, times),
  ];
}

function rotationTrack({ frames, key }: Animation, joint: number, node: number, times: TimeLines): Track {
  const { length, rotations } = frames;
  const width = rotations.length / length;
  const constant = isConstant(rotations, 3 * joint, width);
  const line = constant ? times.first : times.of(length);
  const values = new Float32Array(4 * line.length);
  for (let k = 0; k < line.length; k++) {
    const at = width * (k % length) + 3 * joint;
    writeQuaternion(rotations[at]! << key, rotations[at + 1]! << key, rotations[at + 2]! << key, values, 4 * k);
  }
  makeSignsContinuous(values);
  return { node, path: 'rotation', interpolation: times.options.interpolation, times: line, values };
}

function isConstant(rotations: Uint16Array, at: number, width: number): boolean {
  for (let i = at + width; i < rotations.length; i += width) {
    for (let c = 0; c < 3; c++) if (rotations[i + c] !== rotations[at + c]) return false;
  }
  return true;
}

function unturned(node: number, times: TimeLines): Track {
  const values = Float32Array.of(0, 0, 0, 1);
  return { node, path: 'rotation', interpolation: times.options.interpolation, times: times.first, values };
}
