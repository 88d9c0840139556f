import type { Codec } from '../../binary/index.ts';
import { type Issue, issue } from '../../issue.ts';
import { withoutEditorTraces } from '../../scene/editor-traces.ts';
import type { Conversion, Scene } from '../../scene/scene.ts';
import type { Options, OutputFile, Target, TargetContext } from '../format.ts';
import { type ImportedBank, importBank, repackBank } from './bank-import.ts';
import { bodyCountOf } from './bank-records.ts';
import { battleScene } from './battle.scene.ts';
import { fileNameOf, MAX_PARTS, type Role } from './battle-names.ts';
import { type BattleOriginals, battleOriginals, sourceOf } from './battle-originals.ts';
import { ff7Issues } from './ff7.issues.ts';
import { MAX_JOINTS } from './ff7-bank.check.ts';
import { bank as bankCodec } from './ff7-bank.ts';
import { mesh as meshCodec } from './ff7-p.ts';
import { type Skeleton, skeleton as skeletonCodec } from './ff7-skeleton.ts';
import { texture as textureCodec } from './ff7-tex.ts';
import { type ImportedMeshes, importMeshes, sameGroups } from './mesh-import.ts';
import { BATTLE_UNITS, readNumber } from './options.ts';
import { buildP, type PGroup } from './p-build.ts';
import { battleNames, type Rig, rigOf } from './rig.ts';
import { TextureImport, textureFor, tooManyTextures } from './texture-import.ts';

// A scene as the files of a battle model. What is as it was made from the originals is the original, byte for byte.

export const battleTarget: Target = {
  id: 'ff7-battle',
  title: 'Final Fantasy VII battle model: skeleton, meshes, textures, animations',
  formats: ['ff7-skeleton', 'ff7-settings', 'ff7-p', 'ff7-tex', 'ff7-bank'],
  write: (scene, context) => new BattleWriter(scene, context).model(),
};

export const bankTarget: Target = {
  id: 'ff7-bank',
  title: 'Final Fantasy VII battle animations',
  write: (scene, context) => new BattleWriter(scene, context).bankAlone(),
};

/** What our own node of the model says about how it was made. */
interface ModelExtras {
  family?: string;
  prefix?: string;
  unitsPerMetre?: number;
  kind?: number;
  options?: Options;
}

export function modelExtras({ nodes }: Scene): ModelExtras {
  const found = nodes.find(({ extras }) => (extras?.ff7 as ModelExtras | undefined)?.family !== undefined);
  return (found?.extras?.ff7 as ModelExtras | undefined) ?? {};
}

class BattleWriter {
  private readonly scene: Scene;
  private readonly options: Options;
  private readonly issues: Issue[] = [];
  private readonly extras: ModelExtras;
  private readonly name: string;
  private readonly originals: BattleOriginals | undefined;
  /** The scene that the originals make, with the settings this one was made with. */
  private readonly before: Scene | undefined;
  private readonly rig: Rig;
  private readonly changed: string[] = [];

  constructor(scene: Scene, { base, options }: TargetContext) {
    this.options = options;
    this.extras = modelExtras(scene);
    const wanted = this.extras.prefix ?? scene.name;
    this.originals = battleOriginals(base ?? sourceOf(scene), wanted, this.issues);
    const asked = options.prefix ?? 'auto';
    this.name = asked !== 'auto' ? asked.toLowerCase() : (this.originals?.model.name ?? wanted).toLowerCase();
    const units = this.extras.unitsPerMetre ?? readNumber(options, 'units-per-metre') ?? BATTLE_UNITS;
    // All weapons, as nobody knows which the scene once showed.
    const made = { ...options, ...this.extras.options, weapon: 'all' };
    this.before = this.originals && battleScene(this.originals.model, made).value;
    this.scene = this.before === undefined ? scene : withoutEditorTraces(scene, this.before).scene;
    this.rig = rigOf(this.scene, units, battleNames, this.originals?.model.skeleton?.bones.boneLength);
  }

  bankAlone(): Conversion<OutputFile[]> {
    if (this.scene.clips.length === 0 && this.originals?.model.bank === undefined)
      return { value: [], issues: this.issues };
    const { bank } = this.importBank();
    return this.finish([this.bankFile(bank)]);
  }

  model(): Conversion<OutputFile[]> {
    const { originals, issues } = this;
    const files: OutputFile[] = [];
    const textures = new TextureImport(this.scene, originals?.model.textures ?? new Map(), issues);
    const meshes = importMeshes(this.scene, this.rig, textures.lookOf);
    this.reportMeshes(meshes);
    const before = this.meshesBefore();
    const parts = this.partFiles('mesh', meshes.parts, before?.parts, originals?.model.parts);
    const weapons = this.partFiles('weapon', meshes.weapons, before?.weapons, originals?.model.weapons);
    const pictures = this.textureFiles(textures);
    const hasBank = this.scene.clips.length > 0 || originals?.model.bank !== undefined;
    const bank = hasBank ? this.importBank() : undefined;
    // A bank or a mesh that came alone goes alone.
    const isWhole = originals === undefined || originals.model.skeleton !== undefined;
    if (isWhole)
      files.push(this.skeletonFile(bank, new Set(parts.keys()), pictures.size, weapons), ...this.settingsFile());
    files.push(...pictures.values(), ...parts.values(), ...weapons.values());
    if (bank !== undefined) files.push(this.bankFile(bank.bank));
    this.checkLimits(parts, pictures.size);
    return this.finish(files);
  }

  private finish(value: OutputFile[]): Conversion<OutputFile[]> {
    if (this.originals === undefined) this.issues.push(issue(ff7Issues['made-anew'], `${value.length} files`));
    else if (this.changed.length > 0) this.issues.push(issue(ff7Issues['parts-changed'], this.changed.join('; ')));
    return { value, issues: this.issues };
  }

  /** A file under its old name, or one of its role. */
  private file(role: Role, bytes: Uint8Array): OutputFile {
    const old = this.originals?.bytesOf(role)?.name;
    const isRenamed = (this.options.prefix ?? 'auto') !== 'auto';
    return { name: old && !isRenamed ? old : fileNameOf(this.name, role), bytes };
  }

  /** The original where it says the same, else the new bytes. */
  private encoded<T>(role: Role, codec: Codec<T>, value: T, isOriginal: boolean): OutputFile {
    const old = isOriginal ? this.originals?.bytesOf(role) : undefined;
    return this.file(role, old?.bytes ?? codec.encode(value));
  }

  private importBank(): ImportedBank {
    const { originals, before } = this;
    const bank = originals?.model.bank;
    const original =
      bank === undefined || before === undefined
        ? undefined
        : { bank, bodyCount: bodyCountOf(bank, originals!.model.skeleton), scene: before };
    const made = importBank(this.scene, this.rig, original, this.options, this.issues);
    if (made.changed.length > 0 && original !== undefined) {
      this.changed.push(`${made.changed.length} of ${made.bank.records.length} records (${shortList(made.changed)})`);
    }
    if (this.options.repack !== 'yes') return made;
    return { ...made, bank: repackBank(made.bank, (file) => bankCodec.encode(file).length, this.issues) };
  }

  private bankFile(bank: ImportedBank['bank']): OutputFile {
    return this.encoded({ kind: 'animation', index: 0 }, bankCodec, bank, false);
  }

  private settingsFile(): OutputFile[] {
    const role: Role = { kind: 'settings', index: 0 };
    const old = this.originals?.bytesOf(role);
    if (this.originals === undefined) this.issues.push(issue(ff7Issues['no-settings'], `for ${this.name}`));
    return old === undefined ? [] : [this.file(role, old.bytes)];
  }

  private meshesBefore(): ImportedMeshes | undefined {
    const { before, originals, rig } = this;
    if (before === undefined || originals === undefined) return undefined;
    const own = rigOf(before, rig.unitsPerMetre, battleNames, originals.model.skeleton?.bones.boneLength);
    const textures = new TextureImport(before, originals.model.textures, []);
    return importMeshes(before, own, textures.lookOf);
  }

  private partFiles(
    kind: 'mesh' | 'weapon',
    now: ReadonlyMap<number, readonly PGroup[]>,
    before: ReadonlyMap<number, readonly PGroup[]> | undefined,
    originals: BattleOriginals['model']['parts'] | undefined,
  ): Map<number, OutputFile> {
    const files = new Map<number, OutputFile>();
    const numbers = new Set([...now.keys(), ...(originals?.keys() ?? [])]);
    for (const index of [...numbers].sort((a, b) => a - b)) {
      const role: Role = { kind, index };
      const groups = now.get(index);
      const old = originals?.get(index);
      const shown = before?.get(index);
      // What the scene does not show (other weapons, meshes without polygons) stays.
      const isHidden = groups === undefined && (shown === undefined || kind === 'weapon');
      const isSame =
        old !== undefined && (isHidden || (groups !== undefined && shown !== undefined && sameGroups(groups, shown)));
      if (isSame) files.set(index, this.encoded(role, meshCodec, old, true));
      else if (groups !== undefined) {
        files.set(index, this.file(role, meshCodec.encode(buildP(groups.map(withoutNormals)))));
        this.changed.push(`${kind === 'mesh' ? 'mesh of bone' : 'weapon'} ${index}`);
      } else this.changed.push(`${kind === 'mesh' ? 'mesh of bone' : 'weapon'} ${index} is gone`);
    }
    return files;
  }

  private textureFiles({ pictures }: TextureImport): Map<number, OutputFile> {
    const files = new Map<number, OutputFile>();
    const originals = this.originals?.model.textures;
    const ids = new Set([...pictures.keys(), ...(originals?.keys() ?? [])]);
    for (const id of [...ids].sort((a, b) => a - b)) {
      const role: Role = { kind: 'texture', index: id };
      const picture = pictures.get(id);
      const old = originals?.get(id)?.texture;
      const made = picture === undefined ? old! : textureFor(picture.pixels, picture.name, old, this.issues);
      files.set(id, this.encoded(role, textureCodec, made, made === old));
      if (made !== old) this.changed.push(`texture ${id}`);
    }
    return files;
  }

  private skeletonFile(
    bank: ImportedBank | undefined,
    drawn: ReadonlySet<number>,
    textureCount: number,
    weapons: ReadonlyMap<number, OutputFile>,
  ): OutputFile {
    const old = this.originals?.model.skeleton;
    const { bones } = this.rig;
    const isStage = bones.length === 0 && drawn.size > 0;
    const bodyAnimCount = bank?.bodyCount ?? old?.bodyAnimCount ?? 0;
    const weaponAnimCount = bank === undefined ? (old?.weaponAnimCount ?? 0) : bank.bank.records.length - bodyAnimCount;
    const keeps = old !== undefined && this.hasBonesOf(old) && bank !== undefined && bank.changed.length === 0;
    const hasModel = Uint32Array.from(bones, (_, bone) => (drawn.has(bone) ? 1 : 0));
    const made: Skeleton = {
      kind: old?.kind ?? this.extras.kind ?? (isStage ? 1 : weapons.size > 0 ? 2 : 0),
      unknown04: old?.unknown04 ?? 1,
      unknown08: old?.unknown08 ?? 1,
      unknown10: old?.unknown10 ?? 0,
      pieceCount: isStage
        ? keepIfSame(old?.pieceCount, drawn.size, this.originals?.model.parts.size)
        : (old?.pieceCount ?? 0),
      textureCount: keepIfSame(old?.textureCount, textureCount, this.originals?.model.textures.size),
      bodyAnimCount: keeps ? old.bodyAnimCount : bodyAnimCount,
      weaponAnimStart: keeps || bank === undefined ? (old?.weaponAnimStart ?? 0) : bodyAnimCount + 2,
      weaponCount: keepIfSame(old?.weaponCount, weapons.size, this.originals?.model.weapons.size),
      weaponAnimCount: keeps ? old.weaponAnimCount : weaponAnimCount,
      unknown2c: old?.unknown2c ?? 0,
      bonePtr: old?.bonePtr ?? 0,
      bones:
        old !== undefined && this.hasBonesOf(old)
          ? { ...old.bones, hasModel: this.hasModelOf(old, hasModel) }
          : {
              length: bones.length,
              parent: Int32Array.from(bones, ({ parent }) => parent),
              boneLength: Float32Array.from(bones, ({ length }) => length),
              hasModel,
            },
      ...(old?.trailing === undefined ? {} : { trailing: old.trailing }),
    };
    if (old !== undefined && !this.hasBonesOf(old)) this.changed.push('the skeleton');
    return this.file({ kind: 'skeleton', index: 0 }, skeletonCodec.encode(made));
  }

  /** Flags change only where a mesh came or went. */
  private hasModelOf(old: Skeleton, now: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
    const before = this.originals!.model.parts;
    return old.bones.hasModel.map((flag, bone) =>
      before.has(bone) === (now[bone] === 1) ? flag : now[bone]!,
    ) as Uint32Array<ArrayBuffer>;
  }

  private hasBonesOf({ bones: old }: Skeleton): boolean {
    const { bones } = this.rig;
    return (
      bones.length === old.length &&
      bones.every(({ parent, length }, i) => parent === old.parent[i] && Math.abs(length - old.boneLength[i]!) < 0.01)
    );
  }

  private reportMeshes({ mixedVertices, strayTriangles, morphTargets }: ImportedMeshes): void {
    const { issues } = this;
    if (mixedVertices > 0) issues.push(issue(ff7Issues['weights-split'], `${mixedVertices} vertices`));
    if (strayTriangles > 0) issues.push(issue(ff7Issues['triangles-left-out'], `${strayTriangles} triangles`));
    if (morphTargets > 0) issues.push(issue(ff7Issues['morphs-left-out'], `${morphTargets} morph targets`));
    const helpers = this.rig.bones.filter(({ isHelper }) => isHelper).length;
    if (helpers > 0) issues.push(issue(ff7Issues['helper-bones'], `${helpers} of ${this.rig.bones.length} bones`));
  }

  private checkLimits(parts: ReadonlyMap<number, OutputFile>, textureCount: number): void {
    const { issues, rig } = this;
    if (rig.bones.length + 1 > MAX_JOINTS) {
      issues.push(
        issue(ff7Issues['too-many-bones'], `${rig.bones.length} bones, the game has room for ${MAX_JOINTS - 1}`),
      );
    }
    const beyond = [...parts.keys()].filter((bone) => bone >= MAX_PARTS).length;
    if (beyond > 0)
      issues.push(issue(ff7Issues['too-many-bones'], `${beyond} meshes of bones from ${MAX_PARTS} on have no name`));
    const textures = tooManyTextures(textureCount);
    if (textures !== undefined) issues.push(textures);
  }
}

/** A count of the original that never was the number of files stays for as long as no file came or went. */
function keepIfSame(stored: number | undefined, now: number, before: number | undefined): number {
  return stored !== undefined && now === before ? stored : now;
}

/** Meshes of battle models have none: they are drawn in their own colours. */
function withoutNormals({ normals: _, ...group }: PGroup): PGroup {
  return group;
}

function shortList(numbers: readonly number[]): string {
  return numbers.length > 8 ? `${numbers.slice(0, 8).join(', ')}, …` : numbers.join(', ');
}
