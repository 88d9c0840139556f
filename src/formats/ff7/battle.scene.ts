import type { Issue } from '../../issue.ts';
import { issue } from '../../issue.ts';
import { type Conversion, emptyScene, type Node, type Scene } from '../../scene/scene.ts';
import type { Options } from '../format.ts';
import { writeQuaternion } from './angles.ts';
import { bodyCountOf } from './bank-records.ts';
import { clipsOf, type Rig } from './battle-clips.ts';
import type { BattleModel } from './battle-model.ts';
import { ff7Issues } from './ff7.issues.ts';
import { type BankRecord, isAnimation } from './ff7-bank.ts';
import type { PolygonModel } from './ff7-p.ts';
import { MaterialBook } from './material-book.ts';
import { MeshBuilder } from './mesh-builder.ts';
import { BATTLE_FPS, BATTLE_UNITS, clipOptionsOf, readNumber } from './options.ts';
import { asSkin } from './skin.scene.ts';

// A battle model as a scene (specification, section 12). The node of the model turns and scales; everything below keeps the
// numbers of the game, so that the way back is free of rounding.

/** 180 degrees around x: from y down, facing -z, to y up, facing +z. */
export const UPRIGHT = [1, 0, 0, 0] as const;

export const boneName = (bone: number): string => `bone_${String(bone).padStart(3, '0')}`;
export const pieceName = (piece: number): string => `piece_${String(piece).padStart(2, '0')}`;
export const weaponName = (weapon: number): string => `weapon_${String(weapon).padStart(2, '0')}`;

export function battleScene(model: BattleModel, options: Options): Conversion<Scene> {
  return new BattleSceneBuilder(model, options).build();
}

class BattleSceneBuilder {
  private readonly model: BattleModel;
  private readonly options: Options;
  private readonly scene: Scene;
  private readonly meshes: MeshBuilder;
  private readonly issues: Issue[] = [];
  private readonly unitsPerMetre: number;

  constructor(model: BattleModel, options: Options) {
    this.model = model;
    this.options = options;
    this.scene = emptyScene(model.name);
    this.meshes = new MeshBuilder(this.scene, new MaterialBook(this.scene, model.textures), options);
    this.unitsPerMetre = readNumber(options, 'units-per-metre') ?? BATTLE_UNITS;
  }

  build(): Conversion<Scene> {
    const { model, options, scene } = this;
    const scale = 1 / this.unitsPerMetre;
    scene.nodes.push({ name: model.name, rotation: [...UPRIGHT], scale: [scale, scale, scale] });
    scene.sources.push(...model.sources);
    this.meshes.prepare([...model.parts.values(), ...this.chosenWeapons().map(([, mesh]) => mesh)]);
    const boneCount = this.boneCount();
    if (boneCount === 0 && model.parts.size > 0 && model.bank === undefined) this.addPieces();
    else this.addBody(boneCount);
    if (options.parts === 'skin') asSkin(scene);
    this.describe();
    this.issues.push(...this.meshes.report());
    return { value: scene, issues: this.issues };
  }

  /** Without a skeleton, as many as the records move. */
  private boneCount(): number {
    const { skeleton, bank } = this.model;
    if (skeleton !== undefined) return skeleton.bones.length;
    return Math.max(0, ...(bank?.records ?? []).map(({ jointCount }) => Math.min(jointCount, MAX_BONES) - 1));
  }

  /** A battle stage: pieces at the origin, no bones. */
  private addPieces(): void {
    for (const [piece, mesh] of this.model.parts) {
      this.meshes.add({ name: pieceName(piece), parent: 0 }, mesh);
    }
  }

  private addBody(boneCount: number): void {
    const { model, scene, options } = this;
    const { skeleton, bank } = model;
    const bodyCount = bank === undefined ? 0 : bodyCountOf(bank, skeleton);
    const root = scene.nodes.push({ name: 'root', parent: 0 }) - 1;
    const bones: number[] = [];
    for (let bone = 0; bone < boneCount; bone++) {
      const parent = skeleton === undefined ? -1 : skeleton.bones.parent[bone]!;
      const hasParent = parent >= 0 && parent < bone;
      const length = hasParent ? finite(skeleton!.bones.boneLength[parent]!) : 0;
      const node: Node = {
        name: boneName(bone),
        parent: hasParent ? bones[parent]! : root,
        translation: [0, 0, length],
      };
      if (skeleton !== undefined) {
        node.origin = model.pathOfBone?.(bone) ?? ['bones', bone];
        node.extras = { ff7: { length: finite(skeleton.bones.boneLength[bone]!) } };
      }
      const part = model.parts.get(bone);
      bones.push(part === undefined ? scene.nodes.push(node) - 1 : this.meshes.add(node, part));
    }
    const hasWeaponRecord = bank?.records.slice(bodyCount).some(({ block }) => isAnimation(block)) ?? false;
    const weapons = this.chosenWeapons();
    const weapon =
      hasWeaponRecord || weapons.length > 0 ? scene.nodes.push({ name: 'weapon', parent: 0 }) - 1 : undefined;
    for (const [number, mesh] of weapons) this.meshes.add({ name: weaponName(number), parent: weapon! }, mesh);
    const rig: Rig = { root, bones, weapon };
    if (bank === undefined) return;
    this.rest(rig, bank.records.slice(0, bodyCount), bank.records.slice(bodyCount));
    scene.clips.push(...clipsOf(bank, bodyCount, rig, clipOptionsOf(options, BATTLE_FPS)));
    const lost = bank.records.filter(({ block }) => !isAnimation(block) && !(block instanceof Uint8Array)).length;
    if (lost > 0) this.issues.push(issue(ff7Issues['records-left-out'], `${lost} of ${bank.records.length} records`));
  }

  private chosenWeapons(): [number, PolygonModel][] {
    const { weapons } = this.model;
    const asked = this.options.weapon ?? '0';
    if (asked === 'none' || weapons.size === 0) return [];
    if (asked === 'all') return [...weapons];
    const number = Number(asked);
    const mesh = weapons.get(number);
    if (mesh === undefined && asked !== '0') {
      this.issues.push(issue(ff7Issues['no-such-weapon'], `weapon ${asked} of ${[...weapons.keys()].join(', ')}`));
    }
    const first = [...weapons][0]!;
    return mesh === undefined ? [first] : [[number, mesh]];
  }

  /** There is no bind pose in the files: models rest as their first animation begins. */
  private rest({ root, bones, weapon }: Rig, body: readonly BankRecord[], weapons: readonly BankRecord[]): void {
    const { nodes } = this.scene;
    const pose = (records: readonly BankRecord[], joints: readonly number[]) => {
      const record = records.find(({ block }) => isAnimation(block));
      if (record === undefined || !isAnimation(record.block)) return;
      const { frames, key } = record.block;
      nodes[joints[0]!]!.translation = [frames.positions[0]!, frames.positions[1]!, frames.positions[2]!];
      for (const [joint, node] of joints.entries()) {
        if (joint >= record.jointCount) break;
        const [a, b, c] = frames.rotations.subarray(3 * joint, 3 * joint + 3) as unknown as [number, number, number];
        nodes[node]!.rotation = [0, 0, 0, 1];
        writeQuaternion(a << key, b << key, c << key, nodes[node]!.rotation!);
      }
    };
    pose(body, [root, ...bones]);
    if (weapon !== undefined) pose(weapons, [weapon]);
  }

  private describe(): void {
    const { model, scene } = this;
    const { skeleton, bank } = model;
    const bodyRecords = bank === undefined ? 0 : bodyCountOf(bank, skeleton);
    scene.nodes[0]!.extras = {
      ff7: {
        family: 'battle',
        prefix: model.name,
        unitsPerMetre: this.unitsPerMetre,
        ...(skeleton === undefined ? {} : { kind: skeleton.kind }),
        ...(bank === undefined ? {} : { records: bank.records.length, bodyRecords }),
        options: { ...this.options },
      },
    };
  }
}

/** A damaged joint count must not make a million bones. */
const MAX_BONES = 256;

const finite = (value: number): number => (Number.isFinite(value) ? value : 0);
