import { type Issue, issue } from '../../issue.ts';
import { angleBetween } from '../../math/index.ts';
import { isConstant } from '../../scene/keys.ts';
import { sampleTrack } from '../../scene/sampling.ts';
import type { Clip, Scene, Track } from '../../scene/scene.ts';
import type { Options } from '../format.ts';
import { type AngleBits, buildRecord, REPACK_TOLERANCE, repackRecord } from './bank-build.ts';
import { frameCountOf, type SampledClip, sampleFrames } from './clip-import.ts';
import { ff7Issues } from './ff7.issues.ts';
import { type Bank, type BankRecord, isAnimation } from './ff7-bank.ts';
import { BATTLE_FPS, readNumber } from './options.ts';
import type { Rig } from './rig.ts';

// The clips of a scene as a bank (specification, sections 2.12, 12.5 and 13). Records whose clip is as it was made from the
// original are the original's, bit for bit.

/** A bank and how many of its records move the body. */
export interface ImportedBank {
  readonly bank: Bank;
  readonly bodyCount: number;
  /** Numbers of the records that were written anew. */
  readonly changed: readonly number[];
}

/** The originals of a bank: its image, and the scene that was made of it. */
export interface OriginalBank {
  readonly bank: Bank;
  readonly bodyCount: number;
  readonly scene: Scene;
}

export function importBank(
  scene: Scene,
  rig: Rig,
  original: OriginalBank | undefined,
  options: Options,
  issues: Issue[],
): ImportedBank {
  return new BankImport(scene, rig, original, options, issues).run();
}

/** The record that a clip is for, by its name. */
function slotOf(name: string): { kind: 'body' | 'weapon'; index: number } | undefined {
  const found = /^(body|weapon)_(\d{3,})$/.exec(name);
  return found === null ? undefined : { kind: found[1] as 'body' | 'weapon', index: Number(found[2]) };
}

const MAX_RECORDS = 4096;

class BankImport {
  private readonly scene: Scene;
  private readonly rig: Rig;
  private readonly original: OriginalBank | undefined;
  private readonly options: Options;
  private readonly issues: Issue[];
  private readonly body: (BankRecord | undefined)[];
  private readonly weapon: (BankRecord | undefined)[];
  private readonly changedBody = new Set<number>();
  private readonly changedWeapon = new Set<number>();
  private lost = { distance: 0, bone: '', clips: 0 };

  constructor(scene: Scene, rig: Rig, original: OriginalBank | undefined, options: Options, issues: Issue[]) {
    this.scene = scene;
    this.rig = rig;
    this.original = original;
    this.options = options;
    this.issues = issues;
    this.body = original?.bank.records.slice(0, original.bodyCount) ?? [];
    this.weapon = original?.bank.records.slice(original.bodyCount) ?? [];
  }

  run(): ImportedBank {
    const { scene, original } = this;
    const taken = new Set(
      scene.clips.flatMap(({ name }) => (slotOf(name)?.kind === 'body' ? slotOf(name)!.index : [])),
    );
    let next = this.body.length;
    for (const clip of scene.clips) {
      const slot = slotOf(clip.name);
      if (slot !== undefined && slot.index < MAX_RECORDS) {
        this.addClip(clip, slot.index, slot.kind === 'body');
        continue;
      }
      while (taken.has(next)) next++;
      taken.add(next);
      this.addClip(clip, next, true);
    }
    this.reportMissing();
    const bodyCount = this.body.length;
    const joints = this.rig.bones.length + 1;
    const hasWeapon = this.weapon.some((record) => record !== undefined);
    const records = [
      ...Array.from(this.body, (record) => record ?? emptySlot(joints)),
      ...(hasWeapon ? Array.from(this.weapon, (record) => record ?? emptySlot(1)) : []),
    ];
    const changed = [...this.changedBody, ...[...this.changedWeapon].map((index) => bodyCount + index)];
    this.reportLost();
    const file: Bank = { ...(original?.bank ?? {}), records };
    return { bank: file, bodyCount, changed: changed.sort((a, b) => a - b) };
  }

  private addClip(clip: Clip, index: number, movesBody: boolean): void {
    const before = this.original?.scene.clips.find(({ name }) => name === clip.name);
    if (before !== undefined && sameClip(this.original!.scene, before, this.scene, clip, fpsOf(before))) return;
    const fps = readNumber(this.options, 'fps') || fpsOf(clip);
    const sampled = sampleFrames(this.scene, this.rig, clip, fps, frameCountOf(clip, fps));
    if (sampled.lost.distance > this.lost.distance) this.lost = { ...sampled.lost, clips: this.lost.clips };
    if (sampled.lost.distance > 0.5) this.lost.clips++;
    if (movesBody) {
      this.body[index] = this.build(sampled.positions, sampled.angles, sampled, this.body[index]);
      this.changedBody.add(index);
    }
    if (sampled.weapon !== undefined) {
      const { positions, angles } = sampled.weapon;
      this.weapon[index] = this.build(positions, angles, sampled, this.weapon[index]);
      this.changedWeapon.add(index);
    }
  }

  private build(
    positions: Float64Array,
    angles: Float64Array,
    { frameCount }: SampledClip,
    before: BankRecord | undefined,
  ): BankRecord {
    const asked = this.options['angle-bits'];
    const bits = asked === undefined || asked === 'auto' ? {} : { bits: Number(asked) as AngleBits };
    const key = before !== undefined && isAnimation(before.block) ? { key: before.block.key } : {};
    return buildRecord(frameCount, positions, angles, { ...bits, ...key });
  }

  private reportMissing(): void {
    const names = new Set(this.scene.clips.map(({ name }) => name));
    const missing = this.original?.scene.clips.filter(({ name }) => !names.has(name)) ?? [];
    if (missing.length > 0 && this.scene.clips.length > 0) {
      const some = missing
        .slice(0, 5)
        .map(({ name }) => name)
        .join(', ');
      this.issues.push(
        issue(ff7Issues['clips-kept'], `${missing.length} clips: ${some}${missing.length > 5 ? ', …' : ''}`),
      );
    }
  }

  private reportLost(): void {
    const { distance, bone, clips } = this.lost;
    if (clips === 0) return;
    this.issues.push(
      issue(ff7Issues['bone-motion-lost'], `${clips} clips, up to ${distance.toFixed(1)} units at '${bone}'`),
    );
  }
}

/** As the game's empty slots are. */
function emptySlot(jointCount: number): BankRecord {
  return { jointCount, frameCount: 1, block: Uint8Array.of(0x30, 0x1a, 0, 0) };
}

export function fpsOf({ extras }: Clip): number {
  const fps = (extras?.ff7 as { fps?: unknown } | undefined)?.fps;
  return typeof fps === 'number' && fps > 0 ? fps : BATTLE_FPS;
}

/** What an editor leaves of keys that nobody touched: units of the nodes, and radians. */
const CLIP_TOLERANCE = { translation: 0.05, rotation: 2e-3 };

/**
 * Whether a clip moves as it did. Keys may be resampled: it is enough that they lie on the old curves, close enough to each
 * other that nothing can have happened in between.
 */
export function sameClip(before: Scene, a: Clip, after: Scene, b: Clip, fps: number): boolean {
  const named = (scene: Scene, { tracks }: Clip) =>
    new Map(tracks.map((track) => [`${scene.nodes[track.node]!.name}/${track.path}`, track]));
  const [old, now] = [named(before, a), named(after, b)];
  for (const [name, track] of now) {
    const other = old.get(name);
    if (other === undefined ? !isConstant(track) : !sameTrack(other, track, fps)) return false;
  }
  for (const [name, track] of old) if (!now.has(name) && !isConstant(track)) return false;
  return frameCountOf(a, fps) === frameCountOf(b, fps) || Math.abs(endOf(a) - endOf(b)) < 1e-3;
}

const endOf = ({ tracks }: Clip): number => Math.max(0, ...tracks.map(({ times }) => times.at(-1) ?? 0));

function sameTrack(a: Track, b: Track, fps: number): boolean {
  const gap = 1.01 / fps;
  for (let k = 0; k < b.times.length; k++) {
    if (!agrees(a, b, b.times[k]!)) return false;
    const next = b.times[k + 1];
    if (next === undefined || next - b.times[k]! <= gap) continue;
    for (const time of a.times) if (time > b.times[k]! && time < next && !agrees(a, b, time)) return false;
  }
  // Before the first and behind the last key both stand still.
  return agrees(a, b, a.times[0] ?? 0) && agrees(a, b, a.times.at(-1) ?? 0);
}

const scratch = [new Float64Array(4), new Float64Array(4)] as const;

function agrees(a: Track, b: Track, time: number): boolean {
  const [va, vb] = scratch;
  sampleTrack(a, time, va);
  sampleTrack(b, time, vb);
  if (a.path === 'rotation') return angleBetween(va, vb) <= CLIP_TOLERANCE.rotation;
  const limit = a.path === 'translation' ? CLIP_TOLERANCE.translation : 1e-3;
  return Math.hypot(va[0]! - vb[0]!, va[1]! - vb[1]!, va[2]! - vb[2]!) <= limit;
}

/** The bank without what editors left in it (`--repack`), and an issue that proves what it cost. */
export function repackBank(file: Bank, sizeOf: (bank: Bank) => number, issues: Issue[]): Bank {
  let [lowered, deviation] = [0, 0];
  const records = file.records.map((record): BankRecord => {
    const { block } = record;
    if (!isAnimation(block)) return record;
    const repacked = repackRecord(block.frames, block.key);
    if (isAnimation(repacked.record.block) && repacked.record.block.key !== block.key) lowered++;
    deviation = Math.max(deviation, repacked.deviation);
    return repacked.record;
  });
  const made: Bank = { records };
  const [from, to] = [sizeOf(file), sizeOf(made)];
  const degrees = ((deviation * 360) / 4096).toFixed(3);
  const limit = ((REPACK_TOLERANCE * 360) / 4096).toFixed(3);
  const reason = `${from} bytes became ${to}; ${lowered} of ${records.length} records went from 12 to 8 bits an angle, none turned by more than ${degrees}° (${limit}° are allowed), no position moved`;
  issues.push(issue(ff7Issues.repacked, reason));
  return made;
}
