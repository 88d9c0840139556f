import { Damaged, textUntilZero } from '../../binary/index.ts';
import { type Issue, issue } from '../../issue.ts';
import type { Primitive, Scene } from '../../scene/scene.ts';
import {
  type Draft,
  distinctPositions,
  planesOf,
  RENDERER_TRIANGLES,
  RENDERER_VERTICES,
  samePositions,
  setMorphMaps,
  splitDraft,
  toBatch,
} from './target.batch.ts';
import { type DraftLosses, editedBatch, type Placement, toDraft } from './target.draft.ts';
import { targetIssues } from './target.issues.ts';
import { isSaidBy, type MaterialView, newRenderMode, toRfMaterial, viewOf } from './target.materials.ts';
import type { Material } from './v3d.ts';
import {
  type Batch,
  type BatchHeader,
  type BatchInfo,
  type Lod,
  type LodData,
  lodFlags,
  type PropPoint,
} from './v3d-lod.ts';

// The levels of detail of one submesh, from primitives of the scene and, where there is one, the original.

/** An original level and the primitives that were made from it. */
export interface Reference {
  readonly level: Lod;
  readonly data: LodData;
  readonly primitives: readonly Primitive[];
  /** How the primitives were placed. */
  readonly placement: Placement;
  readonly scene: Scene;
}

/** Triangles of the scene that become a batch, or several. */
interface Group {
  /** The batch of the original that they come from. */
  readonly origin: number | undefined;
  readonly view: MaterialView;
  readonly primitives: Primitive[];
}

/** What to write as one level. */
export interface LevelSource {
  readonly name: string;
  readonly scene: Scene;
  readonly primitives: readonly Primitive[];
  readonly placement: Placement;
  readonly reference: Reference | undefined;
  readonly flags: number;
}

/** What was edited, in words, with how often. */
export type ChangeLog = Map<string, number>;

export function note(log: ChangeLog, what: string, count = 1): void {
  log.set(what, (log.get(what) ?? 0) + count);
}

/** The materials of a submesh, to which levels add theirs. */
export class MaterialList {
  readonly materials: Material[];
  private readonly original: readonly Material[];
  private readonly used = new Set<number>();
  private readonly log: ChangeLog;
  private readonly issues: Issue[];
  /** Materials that were changed where they stand. */
  readonly edited = new Set<number>();

  constructor(original: readonly Material[], log: ChangeLog, issues: Issue[]) {
    this.original = original;
    this.materials = [...original];
    this.log = log;
    this.issues = issues;
  }

  /** Tells that a material is used as it is, and must not be changed for another batch. */
  keep(index: number): void {
    this.used.add(index);
  }

  /** The index of a material that says what the view says; `before` is the one that the batch had. */
  indexOf(view: MaterialView, before: number | undefined): number {
    if (before !== undefined && this.materials[before] !== undefined && isSaidBy(view, this.materials[before]))
      return before;
    const known = this.materials.findIndex((material) => isSaidBy(view, material));
    if (known >= 0 && before === undefined) return known;
    if (before !== undefined && before < this.original.length && !this.used.has(before)) {
      this.used.add(before);
      this.edited.add(before);
      this.materials[before] = toRfMaterial(view, this.original[before], this.issues);
      note(this.log, 'materials');
      return before;
    }
    if (known >= 0) return known;
    if (this.original.length > 0) note(this.log, 'new materials');
    return (
      this.materials.push(toRfMaterial(view, before === undefined ? undefined : this.original[before], this.issues)) - 1
    );
  }
}

/** A level with its batches grouped, ready for the materials to be settled. */
export interface PlannedLevel {
  readonly source: LevelSource;
  readonly groups: readonly Group[];
}

export function planLevel(source: LevelSource): PlannedLevel {
  const { primitives, reference, scene } = source;
  const groups = new Map<string, Group>();
  for (const [i, primitive] of primitives.entries()) {
    if (primitive.indices.length < 3) continue;
    const view = viewOf(scene, primitive.material);
    const origin = reference && originOf(primitive, i, source, reference);
    const key = origin === undefined ? `${view.diffuseMap} ${view.emissive} ${newRenderMode(view)}` : `${origin}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { origin, view, primitives: [primitive] });
    else group.primitives.push(primitive);
  }
  const rank = ({ origin }: Group) => origin ?? Number.MAX_SAFE_INTEGER;
  return { source, groups: [...groups.values()].sort((a, b) => rank(a) - rank(b)) };
}

/** The batch of the original that a primitive comes from: its number, or the only one with that material. */
function originOf(primitive: Primitive, i: number, source: LevelSource, reference: Reference): number | undefined {
  const numbers = reference.primitives.map(({ extras }) => extras?.['rf_batch'] as number);
  const stored = primitive.extras?.['rf_batch'];
  if (typeof stored === 'number') return numbers.includes(stored) ? stored : undefined;
  const nameOf = (scene: Scene, material: number | undefined) =>
    material === undefined ? '' : (scene.materials[material]?.name.replace(/\.\d{3}$/, '').toLowerCase() ?? '');
  const name = nameOf(source.scene, primitive.material);
  const sameName = reference.primitives.filter(({ material }) => nameOf(reference.scene, material) === name);
  const sameSize = sameName.filter(
    ({ positions, indices }) =>
      positions.length === primitive.positions.length && indices.length === primitive.indices.length,
  );
  for (const candidates of [sameName, sameSize]) {
    const origins = new Set(candidates.map(({ extras }) => extras?.['rf_batch'] as number));
    if (origins.size === 1) return [...origins][0];
  }
  return source.primitives.length === reference.primitives.length ? numbers[i] : undefined;
}

/** The material that a batch of the original has. */
function materialBefore(reference: Reference | undefined, origin: number | undefined): number | undefined {
  if (reference === undefined || origin === undefined) return undefined;
  return reference.level.textures[reference.data.headers[origin]!.textureIndex]?.materialIndex;
}

/** Tells the list which materials stay as they are: before any of them is changed. */
export function claimMaterials({ source, groups }: PlannedLevel, list: MaterialList): void {
  for (const { origin, view } of groups) {
    const before = materialBefore(source.reference, origin);
    const material = before === undefined ? undefined : list.materials[before];
    if (material !== undefined && isSaidBy(view, material)) list.keep(before!);
  }
}

interface Entry {
  header: BatchHeader;
  batch: Batch;
  info: BatchInfo;
}

/** Writes a level: batches that were not edited as they were, the others anew. */
export function writeLevel(
  { source, groups }: PlannedLevel,
  list: MaterialList,
  log: ChangeLog,
  losses: DraftLosses,
  issues: Issue[],
): { level: Lod; moved: boolean } {
  const { reference, flags, name } = source;
  const textures = [...(reference?.level.textures ?? [])];
  const entries: Entry[] = [];
  let moved = reference === undefined;
  let isNew = reference === undefined;
  const shown = new Set(reference?.primitives.map(({ extras }) => extras?.['rf_batch'] as number));
  const originals = reference?.data.batches ?? [];
  const byOrigin = new Map(
    groups.flatMap((group) => (group.origin === undefined ? [] : [[group.origin, group] as const])),
  );
  for (const [b, original] of originals.entries()) {
    const group = byOrigin.get(b);
    const entry: Entry = { header: reference!.data.headers[b]!, batch: original, info: reference!.level.infos[b]! };
    if (group === undefined) {
      if (!shown.has(b)) entries.push(entry);
      else [moved, isNew] = [true, noteAndTrue(log, `batches removed from ${name}`)];
      continue;
    }
    const kept = keepBatch(group, entry, source, losses, log);
    if (kept === undefined) {
      note(log, `batches of ${name} made anew`);
      entries.push(...newEntries(group, source, textureIndexOf(group), losses, issues, entry));
      [moved, isNew] = [true, true];
      continue;
    }
    moved ||= kept.moved;
    entries.push({ ...kept.entry, header: retextured(kept.entry.header, textureIndexOf(group)) });
  }
  for (const group of groups) {
    if (group.origin !== undefined) continue;
    if (reference !== undefined) note(log, `batches added to ${name}`);
    entries.push(...newEntries(group, source, textureIndexOf(group), losses, issues, undefined));
    [moved, isNew] = [true, true];
  }

  function textureIndexOf(group: Group): number {
    const at =
      reference === undefined || group.origin === undefined
        ? undefined
        : reference.data.headers[group.origin]!.textureIndex;
    const before = materialBefore(reference, group.origin);
    // A batch without a valid texture has a plain material in the scene, which says nothing about textures.
    if (
      at !== undefined &&
      group.view.diffuseMap === '' &&
      (before === undefined || list.materials[before] === undefined)
    )
      return at;
    const materialIndex = list.indexOf(group.view, before);
    if (at !== undefined && materialIndex === before) return at;
    const known = textures.findIndex((texture) => texture.materialIndex === materialIndex);
    if (known >= 0) return known;
    return textures.push({ materialIndex, filename: textUntilZero(list.materials[materialIndex]!.diffuseMap) }) - 1;
  }

  const batches = entries.map(({ batch }) => batch);
  let vertexCount = reference?.level.vertexCount ?? 0;
  if (isNew) {
    vertexCount = (flags & lodFlags.morphMaps) === 0 ? distinctPositions(batches) : setMorphMaps(batches);
  }
  const data: LodData = {
    headerSlack: undefined,
    batchSlack: undefined,
    extra: undefined,
    ...(isNew ? {} : reference?.data),
    headers: entries.map(({ header }) => header),
    batches,
    propPoints: reference?.data.propPoints ?? [],
  };
  const level: Lod = {
    flags,
    vertexCount,
    data,
    unknown: reference?.level.unknown ?? -1,
    infos: entries.map(({ info }) => info),
    propPointCount: data.propPoints.length,
    textures,
  };
  return { level, moved };
}

function noteAndTrue(log: ChangeLog, what: string): true {
  note(log, what);
  return true;
}

function retextured(header: BatchHeader, textureIndex: number): BatchHeader {
  return header.textureIndex === textureIndex ? header : { ...header, textureIndex };
}

/** The original batch with its edits; undefined where its triangles are others. */
function keepBatch(
  group: Group,
  entry: Entry,
  source: LevelSource,
  losses: DraftLosses,
  log: ChangeLog,
): { entry: Entry; moved: boolean } | undefined {
  const reference = source.reference!;
  const before = reference.primitives.filter(({ extras }) => extras?.['rf_batch'] === group.origin);
  const edited = editedBatch(
    entry.batch,
    toDraft(piecesOf(before, reference.scene), reference.placement, noDraftLosses()),
    toDraft(piecesOf(group.primitives, source.scene), source.placement, losses),
  );
  if (edited === undefined) return undefined;
  const { changes } = edited;
  for (const [what, count] of Object.entries(changes)) note(log, `${what} of ${source.name}`, count);
  const moved = changes.positions !== undefined;
  const batch = moved ? withDerived(edited.batch, entry.batch) : edited.batch;
  const renderMode = group.view.renderMode ?? entry.info.renderMode;
  const hasNewLinks = entry.info.linksSize === 0 && batch.links !== undefined;
  const info = { ...entry.info, renderMode, ...(hasNewLinks ? { linksSize: 8 * entry.info.vertexCount } : {}) };
  if (renderMode !== entry.info.renderMode) note(log, `render modes of ${source.name}`);
  return { entry: { ...entry, batch, info }, moved };
}

/** The streams that follow from the positions, made anew where positions were edited. */
function withDerived(batch: Batch, original: Batch): Batch {
  const isMarked = original.samePos.some((back) => back !== 0);
  const { planes } = original;
  return {
    ...batch,
    samePos: isMarked ? samePositions(batch.positions) : original.samePos,
    planes: planes && planesOf(batch.positions, batch.triangles.indices),
  };
}

function newEntries(
  group: Group,
  source: LevelSource,
  textureIndex: number,
  losses: DraftLosses,
  issues: Issue[],
  origin: Entry | undefined,
): Entry[] {
  const draft = toDraft(piecesOf(group.primitives, source.scene), source.placement, losses);
  const parts = splitDraft(draft);
  if (parts.length > 1) {
    issues.push(
      issue(targetIssues.split, `'${group.view.diffuseMap}' of ${source.name} became ${parts.length} batches`),
    );
  }
  return parts.map((part: Draft) => {
    const mode = group.view.renderMode ?? origin?.info.renderMode ?? newRenderMode(group.view);
    const { batch, info } = toBatch(part, source.flags, mode);
    if (info.vertexCount > RENDERER_VERTICES || info.faceCount > RENDERER_TRIANGLES) {
      const reason = `${info.vertexCount} vertices and ${info.faceCount} triangles, ${RENDERER_VERTICES} and ${RENDERER_TRIANGLES} fit`;
      issues.push(issue(targetIssues['renderer-limit'], reason));
    }
    const header = { scratch00: new Uint8Array(32), textureIndex, scratch24: new Uint8Array(20) };
    return { header, batch, info };
  });
}

function piecesOf(primitives: readonly Primitive[], scene: Scene) {
  return primitives.map((primitive) => ({
    primitive,
    doubleSided: primitive.material !== undefined && (scene.materials[primitive.material]?.doubleSided ?? false),
  }));
}

export function noDraftLosses(): DraftLosses {
  return { flatNormals: 0, noUvs: 0, fifthWeights: 0, notStored: 0 };
}

/** The same level, its texture list telling the names of materials that were edited. */
export function withTextureNames(level: Lod, { edited, materials }: MaterialList): Lod {
  if (!level.textures.some(({ materialIndex }) => edited.has(materialIndex))) return level;
  const textures = level.textures.map((texture) =>
    edited.has(texture.materialIndex)
      ? { ...texture, filename: textUntilZero(materials[texture.materialIndex]!.diffuseMap) }
      : texture,
  );
  return { ...level, textures };
}

/** The same level with other prop points. */
export function withPropPoints(level: Lod, propPoints: PropPoint[]): Lod {
  if (level.data instanceof Damaged) return level;
  return { ...level, propPointCount: propPoints.length, data: { ...level.data, propPoints } };
}
