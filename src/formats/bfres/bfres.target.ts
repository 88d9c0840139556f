import { sameValue } from '../../binary/index.ts';
import { fileName, memorySource } from '../../containers/source.ts';
import { type Issue, issue } from '../../issue.ts';
import { withoutEditorTraces } from '../../scene/editor-traces.ts';
import type { Conversion, Scene } from '../../scene/scene.ts';
import type { OutputFile, Target, TargetContext } from '../format.ts';
import { bfres, withoutLayout } from './bfres.ts';
import { models } from './models.ts';
import { isEuler } from './pose.ts';
import { switchModel } from './switch-view.ts';
import { boneTransforms } from './target.bones.ts';
import { animFromClip } from './target.clips.ts';
import { type Edits, editsOf } from './target.edits.ts';
import { targetIssues } from './target.issues.ts';
import { withSharedVertices } from './target.levels.ts';
import { putLook, putWiiuLook } from './target.looks.ts';
import { writeAnew } from './target.new.ts';
import { findModel, type Original, openOriginals, originalBytes } from './target.originals.ts';
import { draftShape, joinLevels, joinVertices, type ShapeDraft } from './target.shape.ts';
import { putAnim, putBones, putShape } from './target.switch.ts';
import { replaceTextures, retexture, texturesFrom } from './target.textures.ts';
import { verticesFromScene } from './target.vertices.ts';
import { putWiiuAnim, putWiiuBones, putWiiuShape } from './target.wiiu.ts';
import { layoutOf } from './version.ts';
import type { ModelView, ShapeView } from './view.ts';
import { wiiuBfres, withoutWiiuLayout } from './wiiu-bfres.ts';
import { wiiuModel } from './wiiu-view.ts';

// A scene put back into the files it was made from: what is as it was comes from the original, byte for byte, what was
// edited is written from the scene (specification, section 21.3).

export const bfresTarget: Target = {
  id: 'bfres',
  title: 'Nintendo BFRES',
  formats: ['bfres-switch', 'bfres-wiiu'],
  write,
};

async function write(given: Scene, { base, options }: TargetContext): Promise<Conversion<OutputFile[]>> {
  const issues: Issue[] = [];
  const files = originalBytes(given, base);
  const originals = openOriginals(files, issues);
  const found = findModel(originals, given);
  if (found === undefined) {
    // Files of other models lend their materials.
    const lender = originals.find((each) => each.platform === 'switch' && each.file.lacksBuffers !== true);
    return {
      value: writeAnew(given, options, issues, lender?.platform === 'switch' ? lender.file : undefined),
      issues,
    };
  }
  const { original, index } = found;
  const before = await sceneOf(files, original.name, index, options);
  const { scene: restored, turnedJoints } = withoutEditorTraces(given, before);
  if (turnedJoints > 0) issues.push(issue(targetIssues['axes-restored'], `${turnedJoints} bones`));
  const scene = withSharedVertices(restored, before);
  const edits = editsOf(before, scene, original.models[index]!.skeleton);
  tellLosses(edits, issues);
  const changes = new Changes();
  const touched = apply({
    scene,
    before,
    originals,
    original,
    index,
    edits,
    fps: Number(options['fps'] ?? 30) || 30,
    changes,
    issues,
  });
  const isCanonical = options['canonical'] === 'yes';
  if (isCanonical) changes.add('files laid out anew', originals.length);
  const names = before.sources.map(({ name }) => name);
  const inBase = new Set(Array.from(base?.entries() ?? [], ({ name }) => name));
  const outputs = originals
    .filter((each) => touched.has(each) || names.includes(fileName(each.name)))
    .map((each) => ({
      // What lies beside the scene gets its compression back; what was embedded lost it.
      name: inBase.has(each.name) ? fileName(each.name) : bareName(each.name),
      replaces: each.name,
      bytes: touched.has(each) || isCanonical ? encode(each, isCanonical) : each.bytes,
    }));
  issues.push(...changes.issues(fileName(original.name)));
  return { value: outputs, issues };
}

/** The name of a file without its compression: `Npc.bfres` for `Npc.sbfres`, `Npc.szs` and `Npc.bfres.zs`. */
function bareName(name: string): string {
  const bare = fileName(name).replace(/\.zst?$/i, '');
  return `${bare.replace(/\.(s?bfres|szs)$/i, '')}.bfres`;
}

/** `anew`: as Nintendo's converter lays files out, dictionaries and tables made from what the file says. */
function encode(original: Original, anew: boolean): Uint8Array {
  if (original.platform === 'switch') {
    return bfres.encode(anew ? withoutLayout(original.file) : original.file);
  }
  return wiiuBfres.encode(anew ? withoutWiiuLayout(original.file) : original.file);
}

/** The scene that the originals give, to compare with. */
async function sceneOf(
  files: ReadonlyMap<string, Uint8Array>,
  file: string,
  index: number,
  options: TargetContext['options'],
): Promise<Scene> {
  for (const model of models(memorySource('originals', files))) {
    const [mesh] = model.parts;
    if (mesh?.file === file && mesh.reason === `model ${index} of the file`)
      return (await model.toScene(options)).value;
  }
  throw new Error(`model ${index} of ${file} is not among the models`);
}

/** What was written anew, counted by kind. */
class Changes {
  private readonly counts = new Map<string, number>();

  add(what: string, count = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + count);
  }

  issues(file: string): Issue[] {
    if (this.counts.size === 0) return [issue(targetIssues.unchanged, `'${file}'`)];
    const told = [...this.counts].map(([what, count]) => `${count} ${what}`).join(', ');
    return [issue(targetIssues.edited, `'${file}': ${told}`)];
  }
}

function tellLosses({ lostClips, extraNodes, unwritten }: Edits, issues: Issue[]): void {
  if (lostClips.length > 0)
    issues.push(issue(targetIssues['clip-kept'], `${lostClips.length}, the first '${lostClips[0]}'`));
  if (extraNodes.length > 0) {
    issues.push(issue(targetIssues['bones-ignored'], `${extraNodes.length}, the first '${extraNodes[0]}'`));
  }
  for (const [what, count] of unwritten) issues.push(issue(targetIssues['not-written'], `${count} ${what}`));
}

interface Work {
  readonly scene: Scene;
  readonly before: Scene;
  readonly originals: readonly Original[];
  /** The file that has the model, and its number in there. */
  readonly original: Original;
  readonly index: number;
  readonly edits: Edits;
  readonly fps: number;
  readonly changes: Changes;
  readonly issues: Issue[];
}

/** Writes the edits into the decoded originals; gives those that were changed. */
function apply(work: Work): Set<Original> {
  const { original, edits, changes, originals, scene, issues } = work;
  const touched = new Set<Original>();
  if (edits.bones.size > 0) {
    putTransforms(work);
    touched.add(original);
    changes.add('bones', edits.bones.size);
  }
  for (const shape of viewOf(work).shapes) {
    if (!edits.shapes.has(shape.name) || !putGeometry(work, shape)) continue;
    touched.add(original);
    changes.add('shapes');
  }
  const looks = putLooks(work);
  if (looks > 0) touched.add(original);
  if (looks > 0) changes.add('materials', looks);
  for (const name of edits.clips) for (const each of putClip(work, name)) touched.add(each);
  const textures = texturesFrom(scene, edits.images);
  for (const each of textures.length > 0 ? originals : []) {
    const count = replaceTextures(each, textures, issues);
    if (count === 0) continue;
    touched.add(each);
    changes.add('textures', count);
  }
  const { swapped, added, removed, touched: retextured } = retexture(work);
  for (const each of retextured) touched.add(each);
  if (swapped > 0) changes.add('other textures of materials', swapped);
  if (added > 0) changes.add('new textures', added);
  if (removed > 0) changes.add('textures removed', removed);
  return touched;
}

/** Changes how materials look; tells how many took it. */
function putLooks({ original, index, edits, before, scene, issues }: Work): number {
  let count = 0;
  for (const [name, parts] of edits.looks) {
    const [was, is] = [before, scene].map(({ materials }) => materials.find((each) => each.name === name)!) as [
      Scene['materials'][number],
      Scene['materials'][number],
    ];
    const edit = { before: was, after: is };
    const put = (what: string): boolean => {
      if (original.platform === 'switch') {
        const material = original.file.models[index]!.materials.find((each) => each.name === name);
        return material !== undefined && putLook(material, what, edit);
      }
      const material = original.file.models!.values[index]!.materials?.values.find((each) => each.name === name);
      return material !== undefined && putWiiuLook(material, what, edit);
    };
    const refused = [...parts].filter((what) => !put(what));
    if (refused.length > 0) {
      issues.push(issue(targetIssues['not-written'], `${refused.join(', ')} of material '${name}'`));
    }
    if (refused.length < parts.size) count++;
  }
  return count;
}

/** The model as it is by now. */
function viewOf({ original, index }: Work): ModelView {
  return original.platform === 'switch'
    ? switchModel(original.file.models[index]!, index)
    : wiiuModel(original.file.models!.values[index]!, index);
}

function putTransforms(work: Work): void {
  const { original, index, edits, scene } = work;
  const transforms = boneTransforms(viewOf(work).skeleton, scene, edits.bones);
  if (original.platform === 'switch') putBones(original.file.models[index]!, transforms);
  else putWiiuBones(original.file.models!.values[index]!, transforms);
}

/** Makes a shape anew; false where the scene has lost it. */
function putGeometry(work: Work, shape: ShapeView): boolean {
  const { original, index, issues } = work;
  const draft = draftOf(work, shape);
  if (draft === undefined) {
    issues.push(issue(targetIssues['not-written'], `shape '${shape.name}' is not in the scene and stays as it was`));
    return false;
  }
  if (draft.unknown.length > 0) {
    issues.push(issue(targetIssues['not-written'], `${draft.unknown.join(', ')} of '${shape.name}' are 0`));
  }
  if (original.platform === 'switch') {
    const model = original.file.models[index]!;
    putShape(original.file, model, model.shapes.find(({ name }) => name === shape.name)!, draft);
  } else {
    const model = original.file.models!.values[index]!;
    putWiiuShape(original.file, model, model.shapes!.values.find(({ name }) => name === shape.name)!, draft);
  }
  return true;
}

function draftOf(work: Work, shape: ShapeView): ShapeDraft | undefined {
  const { scene, before, original } = work;
  const { skeleton } = viewOf(work);
  const levels = shape.meshes.flatMap((_, lod) => {
    const name = lod === 0 ? shape.name : `${shape.name} LOD${lod}`;
    const node = scene.nodes.findIndex(({ mesh }) => mesh !== undefined && scene.meshes[mesh]!.name === name);
    const primitives = node < 0 ? [] : scene.meshes[scene.nodes[node]!.mesh!]!.primitives;
    return primitives[0] === undefined ? [] : [{ node, primitive: primitives[0] }];
  });
  if (levels.length === 0) return undefined;
  const rootName = before.nodes[0]!.name;
  const root = scene.nodes.findIndex(({ name }) => name === rootName);
  const places = palettePlaces(
    skeleton.bones.map(({ name }) => name),
    skeleton,
  );
  const context = {
    scene,
    skeleton,
    root: root < 0 ? undefined : root,
    skinCount: shape.skinCount,
    boneIndex: shape.boneIndex,
    paletteOf: (bone: string, isRigid: boolean) =>
      (isRigid ? places.rigid.get(bone) : undefined) ?? places.any.get(bone),
  };
  const joined = joinLevels(levels.map(({ primitive }) => primitive));
  const runs = joined.positionsOf.map((primitive) => {
    const { node } = levels.find((level) => level.primitive === primitive)!;
    return verticesFromScene(node, primitive, context);
  });
  const isSwitch = original.platform === 'switch';
  return draftShape(shape, joinVertices(runs), joined.levels, {
    skeleton,
    littleEndian: isSwitch,
    everyInfluence: isSwitch && layoutOf(original.file.version) === 10,
  });
}

/** Where bones are in the matrix palette. One that is not there counts as the nearest of its ancestors that is. */
function palettePlaces(names: readonly (string | undefined)[], skeleton: ModelView['skeleton']) {
  const any = new Map<string, number>();
  const rigid = new Map<string, number>();
  for (let k = skeleton.matrixToBone.length - 1; k >= 0; k--) {
    const name = names[skeleton.matrixToBone[k]!] ?? '';
    any.set(name, k);
    if (k >= skeleton.smoothMatrixCount) rigid.set(name, k);
  }
  for (const [b, { parent }] of skeleton.bones.entries()) {
    const above = any.get(names[parent] ?? '');
    if (!any.has(names[b] ?? '') && above !== undefined) any.set(names[b] ?? '', above);
  }
  return { any, rigid };
}

/** Writes a clip into the file that has it, or into the first with animations. */
function putClip(work: Work, name: string): Original[] {
  const { scene, before, originals, original, fps, changes } = work;
  const clip = scene.clips.find((each) => each.name === name);
  if (clip === undefined || clip.extras?.['visibility'] === true) return [];
  const home =
    originals.find((each) => animsOf(each).some((anim) => anim.name === name)) ??
    originals.find((each) => each.models.length > 0 && animsOf(each).length > 0) ??
    original;
  const context = { skeleton: viewOf(work).skeleton, scene, fps };
  const clipBefore = before.clips.find((each) => each.name === name);
  const changed = home.platform === 'switch' ? putSwitchClip(home.file, name) : putWiiuClip(home.file, name);
  if (!changed) return [];
  changes.add(clipBefore === undefined ? 'new clips' : 'clips');
  return [home];

  function draft<A extends { name?: string | undefined; flags: number }>(anim: A | undefined) {
    const known = anim !== undefined && clipBefore !== undefined && isEuler(anim.flags);
    const view = { ...anim, name } as never;
    return animFromClip(clip!, context, known ? { anim: view, clip: clipBefore, scene: before } : undefined);
  }

  function putSwitchClip(file: Extract<Original, { platform: 'switch' }>['file'], name: string): boolean {
    const anim = file.skeletalAnims.find((each) => each.name === name);
    const made = draft(anim);
    if (isSame(made, anim)) return false;
    putAnim(file, made, anim);
    return true;
  }

  function putWiiuClip(file: Extract<Original, { platform: 'wiiu' }>['file'], name: string): boolean {
    const anim = file.skeletalAnims?.values.find((each) => each.name === name);
    const made = draft(anim);
    if (isSame(made, anim)) return false;
    putWiiuAnim(file, made, anim);
    return true;
  }
}

/** Whether all parts of a draft are those of the original. */
const isSame = (
  draft: ReturnType<typeof animFromClip>,
  anim: { frameCount: number; boneAnims: readonly unknown[] } | undefined,
): boolean =>
  draft.changed === 0 && anim?.frameCount === draft.frameCount && sameValue(draft.boneAnims, anim.boneAnims);

const animsOf = (original: Original): readonly { name?: string | undefined }[] =>
  original.platform === 'switch' ? original.file.skeletalAnims : (original.file.skeletalAnims?.values ?? []);
