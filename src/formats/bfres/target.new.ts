import { type Issue, issue } from '../../issue.ts';
import { dropRestingTracks } from '../../scene/keys.ts';
import type { Clip, Scene } from '../../scene/scene.ts';
import type { Options, OutputFile } from '../format.ts';
import { type Bfres, bfres } from './bfres.ts';
import { newBntx, newTexture } from './bntx.new.ts';
import { bntx } from './bntx.ts';
import { newFtex } from './ftex.new.ts';
import type { Model } from './model.ts';
import { putShapeAnim, putVisibility, putWiiuShapeAnim, putWiiuVisibility } from './target.anims.ts';
import { boundAtRest } from './target.bind.ts';
import { animFromClip, type SkeletalAnimDraft } from './target.clips.ts';
import { assignsOf, borrowed } from './target.donor.ts';
import { type NewShape, newShape, paletteFor } from './target.geometry.ts';
import { targetIssues } from './target.issues.ts';
import { putLook } from './target.looks.ts';
import { type MaterialDraft, MaterialWorks, type TextureDraft } from './target.materials.ts';
import { addBuffers, newFile, newModel, switchVersions } from './target.new-switch.ts';
import { newWiiuFile, newWiiuModel, wiiuVersions } from './target.new-wiiu.ts';
import { shapePlans } from './target.parts.ts';
import { isVisibility, rigOf, type SkeletonDraft } from './target.rig.ts';
import { putAnim } from './target.switch.ts';
import {
  type ShapeAnimDraft,
  type SwitchContext,
  shapeAnimFrom,
  type VisibilityDraft,
  visibilityFrom,
} from './target.switches.ts';
import { putWiiuAnim } from './target.wiiu.ts';
import { layoutOf, versionText } from './version.ts';
import { type WiiuBfres, wiiuBfres } from './wiiu-bfres.ts';
import { minorVersion } from './wiiu-file.ts';

// A whole file made of a scene alone. What a scene does not say has the values that are usual in official files; what only a
// game can say, its shaders, is left empty and told.

/** What a file is made of, whatever the console. */
export interface FileDraft {
  readonly name: string;
  readonly skeleton: SkeletonDraft;
  readonly shapes: readonly NewShape[];
  readonly materials: readonly MaterialDraft[];
  readonly textures: readonly TextureDraft[];
  readonly clips: readonly SkeletalAnimDraft[];
  readonly visibility: readonly VisibilityDraft[];
  readonly shapeClips: readonly ShapeAnimDraft[];
}

export const platforms: readonly string[] = [...Object.keys(switchVersions), ...Object.keys(wiiuVersions)];
export const DEFAULT_PLATFORM = 'switch-10';

/** `lender`: a file of the game whose materials are taken for the new ones, and whose version the new file has. */
export function writeAnew(scene: Scene, options: Options, issues: Issue[], lender?: Bfres): OutputFile[] {
  if (scene.nodes.length === 0) {
    issues.push(issue(targetIssues['nothing-to-write'], `'${scene.name}'`));
    return [];
  }
  const platform = options['platform'] ?? DEFAULT_PLATFORM;
  const wiiu = lender === undefined ? wiiuVersions[platform] : undefined;
  const version = lender?.version ?? switchVersions[platform] ?? switchVersions[DEFAULT_PLATFORM]!;
  const draft = draftFile(scene, options, issues, {
    littleEndian: wiiu === undefined,
    everyInfluence: wiiu === undefined && layoutOf(version) === 10,
  });
  tellWhatWasMade(draft, lender === undefined ? platform : `version ${versionText(version)}`, lender, issues);
  const bytes =
    wiiu === undefined
      ? bfres.encode(switchFileOf(draft, version, scene, lender, issues))
      : wiiuBfres.encode(wiiuFileOf(draft, wiiu));
  return [{ name: `${fileNameOf(draft.name)}.bfres`, bytes }];
}

/** Without what file systems do not take. */
const fileNameOf = (name: string): string => name.replaceAll(/[^\p{L}\p{N}._# -]/gu, '_') || 'model';

function tellWhatWasMade(
  { name, shapes, materials, shapeClips }: FileDraft,
  platform: string,
  lender: Bfres | undefined,
  issues: Issue[],
): void {
  issues.push(issue(targetIssues['made-anew'], `'${name}' for ${platform}`));
  if (materials.length > 0 && lender === undefined)
    issues.push(issue(targetIssues['shader-unknown'], `${materials.length} materials`));
  const keyed = shapes.filter(({ plan }) => plan.targetNames.length > 0).length;
  if (keyed > 0 || platform === 'switch-9') {
    const what = [
      ...(platform === 'switch-9' ? ['all of version 9'] : []),
      ...(keyed > 0 ? [`key shapes of ${keyed} shapes`] : []),
      ...(shapeClips.length > 0 ? [`${shapeClips.length} animations of key shapes`] : []),
    ];
    issues.push(issue(targetIssues['unproven-structure'], what.join(', ')));
  }
}

interface ConsoleOptions {
  readonly littleEndian: boolean;
  readonly everyInfluence: boolean;
}

function draftFile(given: Scene, options: Options, issues: Issue[], console: ConsoleOptions): FileDraft {
  const { scene: original, posed } = boundAtRest(given);
  if (posed > 0) issues.push(issue(targetIssues['bound-at-rest'], `${posed} joints`));
  const rig = rigOf(original, positive(options['scale'], 1));
  const names = original.nodes.map(({ name }) => name);
  const plans = shapePlans(rig, names, issues);
  const skeleton = paletteFor(rig, plans);
  const works = new MaterialWorks(original, issues);
  const materials = works.drafts(plans.some(({ material }) => material === undefined));
  const hasNormalMap = ({ material }: { readonly material: number | undefined }) =>
    material !== undefined && original.materials[material]?.normalTexture !== undefined;
  const shapes = plans.map((plan) => newShape(rig, skeleton, plan, { ...console, hasNormalMap }));
  const fps = positive(options['fps'], 30);
  const context: SwitchContext = {
    scene: rig.scene,
    fps,
    boneOf: (node) => visibleBone(rig, node),
    shapesOf: (node) =>
      plans
        .filter((plan) => plan.levels.some((level) => level.node === node))
        .map(({ name, targetNames }) => ({ name, keyShapes: ['base', ...targetNames] })),
  };
  const { clips } = rig.scene;
  // What rests needs no place in a clip.
  const moving = clips.map((clip) => dropRestingTracks(rig.scene, bonesOnly(rig.scene, clip)));
  return {
    name: original.name || 'model',
    skeleton,
    shapes,
    materials,
    textures: works.textures,
    clips: uniquely(moving.map((clip) => animFromClip(clip, { skeleton, scene: rig.scene, fps }))).filter(
      ({ boneAnims }) => boneAnims.length > 0,
    ),
    visibility: uniquely(clips.map((clip) => visibilityFrom(clip, context)).filter((draft) => draft !== undefined)),
    shapeClips: uniquely(clips.map((clip) => shapeAnimFrom(clip, context)).filter((draft) => draft !== undefined)),
  };
}

const bonesOnly = (scene: Scene, clip: Clip): Clip => ({
  ...clip,
  tracks: clip.tracks.filter((track) => !isVisibility(scene, track)),
});

/** The bone that a mesh comes and goes with; undefined for skinned meshes, and for bones themselves. */
function visibleBone({ scene, skeleton, boneOf }: ReturnType<typeof rigOf>, node: number): string | undefined {
  const { mesh, skin, name } = scene.nodes[node]!;
  const bone = skeleton.bones[boneOf[node]!]!;
  return mesh === undefined || skin !== undefined || bone.name === name ? undefined : bone.name;
}

/** Names are what the engine finds animations by. */
function uniquely<T extends { readonly name: string }>(drafts: readonly T[]): T[] {
  const taken = new Set<string>();
  return drafts.map((draft) => {
    let name = draft.name || 'clip';
    for (let n = 2; taken.has(name); n++) name = `${draft.name} ${n}`;
    taken.add(name);
    return { ...draft, name };
  });
}

const positive = (text: string | undefined, fallback: number): number => {
  const value = Number(text);
  return Number.isFinite(value) && value > 0 ? value : fallback;
};

const uses = { color: 'color', 'transparent color': 'color', normal: 'normal', grey: 'data' } as const;

function switchFileOf(
  draft: FileDraft,
  version: number,
  scene: Scene,
  lender: Bfres | undefined,
  issues: Issue[],
): Bfres {
  const file = newFile(version, draft.name);
  const model = newModel({ ...draft, materialOf: materialOf(draft) }, layoutOf(version)!);
  if (lender !== undefined) borrowMaterials(model, draft, scene, lender, issues);
  file.models.push(model);
  if (draft.shapes.length > 0) addBuffers(file);
  for (const clip of draft.clips) putAnim(file, clip, undefined);
  for (const anim of draft.visibility) putVisibility(file, anim);
  for (const anim of draft.shapeClips) putShapeAnim(file, anim);
  if (draft.textures.length > 0) {
    const textures = draft.textures.map((texture) => newTexture(texture.name, texture, { use: uses[texture.kind] }));
    file.embeddedFiles.push({ data: bntx.encode(newBntx(textures)) });
    file.embeddedFileNames = { keys: ['textures.bntx'] };
  }
  return file;
}

/** Has the materials of a model be those of a game, with the textures and the looks of the scene. */
function borrowMaterials(model: Model, draft: FileDraft, scene: Scene, lender: Bfres, issues: Issue[]): void {
  const home = lender.models.find(({ materials }) => materials.length > 0);
  if (home === undefined) return;
  model.materials = draft.materials.map((each, index) => {
    const loan = borrowed(home, each, index)!;
    const look = scene.materials[index];
    if (look !== undefined) {
      for (const what of ['sides', 'alpha mode', 'alpha cutoff'])
        putLook(loan.material, what, { before: look, after: look });
    }
    const unused = loan.unused.length > 0 ? `; it has no sampler for ${loan.unused.join(', ')}` : '';
    issues.push(issue(targetIssues['material-borrowed'], `'${each.name}' is like '${loan.from}'${unused}`));
    return loan.material;
  });
  model.shaderAssigns = assignsOf(model.materials);
}

const materialOf =
  ({ materials }: FileDraft) =>
  ({ plan }: NewShape): number =>
    plan.material ?? materials.length - 1;

const SMALLEST_ALIGNMENT = 0x100;

function wiiuFileOf(draft: FileDraft, version: readonly number[]): WiiuBfres {
  const file = newWiiuFile(version, draft.name);
  const textures = new Map(
    draft.textures.map((texture) => [texture.name, newFtex(texture.name, texture, { use: uses[texture.kind] })]),
  );
  const model = newWiiuModel({ ...draft, materialOf: materialOf(draft), textures }, minorVersion(file.version));
  file.models = { names: [draft.name], values: [model] };
  if (textures.size > 0) file.textures = { names: [...textures.keys()], values: [...textures.values()] };
  for (const clip of draft.clips) putWiiuAnim(file, clip, undefined);
  for (const anim of draft.visibility) putWiiuVisibility(file, anim);
  for (const anim of draft.shapeClips) putWiiuShapeAnim(file, anim);
  file.alignment = Math.max(SMALLEST_ALIGNMENT, ...[...textures.values()].map(({ alignment }) => alignment));
  return file;
}
