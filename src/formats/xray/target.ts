import { type Codec, chunkValue } from '../../binary/index.ts';
import type { Source } from '../../containers/source.ts';
import { type Issue, issue } from '../../issue.ts';
import type { Extras, Scene } from '../../scene/scene.ts';
import { joinSplitNodes } from '../../scene/split-nodes.ts';
import type { Options, OutputFile, Target, TargetContext } from '../format.ts';
import { anmFile } from './anm.ts';
import { bonesFile } from './bone.ts';
import { dmFile } from './dm.ts';
import { objectFile } from './object.ts';
import { type Ogf, ogfFile } from './ogf.ts';
import { type OmfFile, omfFile } from './omf.ts';
import { MAX_BONES } from './skeleton.check.ts';
import { sklFile, sklsFile } from './skl.ts';
import { toBonesFile } from './target.bones.ts';
import { type Changes, changesBetween, isUnchanged } from './target.changes.ts';
import { type Edit, editedCompiled, editedMotions, editedObject, editedOgf, rateOf } from './target.edit.ts';
import { targetIssues } from './target.issues.ts';
import { type TargetModel, type TargetMotion, targetModel, targetMotion } from './target.model.ts';
import { toMotion } from './target.motion.ts';
import { compiledMotions } from './target.motions.ts';
import { type ObjectOptions, toObject } from './target.object.ts';
import { toOgf } from './target.ogf.ts';
import { type Original, Originals } from './target.originals.ts';
import { prepared } from './target.preparation.ts';
import { toAnm, toDm } from './target.small.ts';
import { textureFiles } from './target.textures.ts';

// What a scene can be written as. With originals, whatever is as they have it is taken from them.

/** What all targets work on. */
class Job {
  readonly scene: Scene;
  readonly options: Options;
  readonly issues: Issue[] = [];
  readonly originals: Originals;
  readonly model: TargetModel;
  private readonly sampled = new Map<string, TargetMotion>();

  constructor(scene: Scene, base: Source | undefined, options: Options) {
    this.options = options;
    this.originals = new Originals(scene, base, this.issues);
    this.scene = this.prepared(scene);
    this.model = targetModel(this.scene, this.issues);
  }

  /** The scene with the shape of the one that the originals make, as far as an editor only changed that. */
  private prepared(scene: Scene): Scene {
    if (this.originals.isEmpty) return joinSplitNodes(scene);
    const before = this.before;
    if (before === undefined) {
      const joints = new Set(scene.skins.flatMap((skin) => skin.joints));
      if (joints.size > 0) this.issues.push(issue(targetIssues['axes-unknown'], `${joints.size} joints`));
      return joinSplitNodes(scene);
    }
    const found = prepared(scene, before);
    if (found.turned > 0) this.issues.push(issue(targetIssues['axes-restored'], `${found.turned} joints`));
    return found.scene;
  }

  /** The scene of the model among the originals. */
  get before(): Scene | undefined {
    const name = this.originals.model();
    return name === undefined ? undefined : this.originals.sceneOf(name, this.options);
  }

  /** What the node that all hangs from says about the model. */
  get extras(): Extras {
    const node = this.scene.nodes.find(({ extras }) => (extras?.xray as Extras | undefined)?.format !== undefined);
    return (node?.extras?.xray as Extras | undefined) ?? {};
  }

  get objectOptions(): ObjectOptions {
    return {
      scheme: this.options.smoothing === 'soc' ? 'groups' : 'hard edges',
      withNormals: this.options.normals === 'explicit',
    };
  }

  motion(name: string, fps: number): TargetMotion | undefined {
    const clip = this.scene.clips.find((each) => each.name === name);
    if (clip === undefined) return undefined;
    const key = `${fps} ${name}`;
    const known = this.sampled.get(key) ?? targetMotion(this.model, clip, fps, this.issues);
    this.sampled.set(key, known);
    return known;
  }

  /** All clips at their own rates: the game plays all keys at 30 frames a second times the speed. */
  motions(): { fps: number; sampled: TargetMotion }[] {
    return this.scene.clips.map(({ name }) => {
      const fps = rateOf(this.model, name);
      return { fps, sampled: this.motion(name, fps)! };
    });
  }

  edit(changes: Changes, file?: string): Edit {
    const { model, issues } = this;
    const motionOf = (name: string, fps: number) => this.motion(name, fps);
    return { before: this.before!, model, changes, issues, motionOf, ...(file !== undefined && { file }) };
  }

  /** How the scene differs from what an original and the others with it make. */
  changesAgainst(original: Original<unknown>): Changes | undefined {
    const isModel = /\.(object|ogf|dm|anm)$/i.test(original.name);
    const name = isModel ? original.name : (this.originals.model() ?? original.name);
    const before = this.originals.sceneOf(name, this.options);
    return before && changesBetween(before, this.scene);
  }

  report(name: string, changes: Changes): void {
    const counts = [
      [changes.hasOtherMeshes ? this.model.parts.length : changes.meshes.size, 'meshes'],
      [changes.meshNames.size, 'names of meshes'],
      [changes.materials.size, 'materials'],
      [changes.hasOtherBones ? this.model.bones.length : changes.bones.size, 'bones'],
      [changes.clips.size, 'clips'],
      [changes.removedClips.length, 'removed clips'],
    ] as const;
    for (const [count, what] of counts) {
      if (count > 0) this.issues.push(issue(targetIssues.edited, `'${name}': ${count} ${what}`));
    }
  }

  /** A file name for the scene: without what file systems do not take. */
  fileName(type: string): string {
    const stem = this.scene.name.replaceAll(/[^\p{L}\p{N}._# -]/gu, '_') || 'model';
    return `${stem}.${type}`;
  }
}

/** Changes that do not concern a file without motions. */
const noClips = { clips: new Map<string, undefined>(), removedClips: [] } as const;
const withoutClips = (changes: Changes): Changes => ({ ...changes, ...noClips });
/** Changes of the clips of a file (or of the model itself), and new clips. */
function clipsOf(changes: Changes, file: string | undefined): Pick<Changes, 'clips' | 'removedClips'> {
  const isOwn = (name: string) => changes.origins.has(name) && changes.origins.get(name)!.file === file;
  return {
    clips: new Map([...changes.clips].filter(([name, tracks]) => tracks === undefined || isOwn(name))),
    removedClips: changes.removedClips.filter(isOwn),
  };
}

/** Changes that do not concern files without names of meshes and materials. */
const withoutNames = (changes: Changes): Changes => ({
  ...changes,
  meshNames: new Map(),
  materials: new Map([...changes.materials].filter(([, { isOnlyName }]) => !isOnlyName)),
});

/** Changes without those that do not concern a file of motions. */
const onlyClips = (changes: Changes): Changes => ({
  ...changes,
  bones: new Set(),
  meshes: new Map(),
  meshNames: new Map(),
  materials: new Map(),
  hasOtherBones: false,
  hasOtherMeshes: false,
});

interface Recipe<F> {
  readonly type: string;
  readonly title: string;
  readonly codec: Codec<F>;
  /** The changes that this kind of file can take. */
  concerns(changes: Changes, original: F): Changes;
  edit(job: Job, original: F, changes: Changes): F | undefined;
  create(job: Job): F | undefined;
}

/** A target of one file: the original, the original with edits, or a new one. */
function target<F>({ type, title, codec, concerns, edit, create }: Recipe<F>): Target {
  return {
    id: type,
    title,
    write(scene: Scene, { base, options }: TargetContext) {
      const job = new Job(scene, base, options);
      const original = job.originals.find(type, codec);
      const changes = original && job.changesAgainst(original);
      if (original !== undefined && changes !== undefined) {
        const ours = concerns(changes, original.file);
        if (isUnchanged(ours)) {
          job.issues.push(issue(targetIssues.unchanged, `'${original.name}'`));
          return finished(job, [{ name: original.name, bytes: original.bytes }]);
        }
        job.report(original.name, ours);
        const edited = edit(job, original.file, ours);
        if (edited === undefined) return finished(job, []);
        return finished(job, [{ name: original.name, bytes: codec.encode(edited) }, ...texturesOf(job, type)]);
      }
      const made = create(job);
      if (made === undefined) return finished(job, []);
      job.issues.push(issue(targetIssues['made-anew'], `no .${type} of '${scene.name}'`));
      return finished(job, [{ name: job.fileName(type), bytes: codec.encode(made) }, ...texturesOf(job, type)]);
    },
  };
}

/** Pictures that are new to the game, beside files that name textures. */
const texturesOf = (job: Job, type: string): OutputFile[] =>
  ['object', 'ogf', 'dm'].includes(type) ? textureFiles(job.scene, job.before, job.issues) : [];

const finished = (job: Job, value: OutputFile[]) => ({ value, issues: job.issues });

/** Whether the game accepts so many bones; reported where not. */
function takesBones({ model, issues }: Job): boolean {
  const { length } = model.bones;
  if (length > MAX_BONES)
    issues.push(issue(targetIssues['too-large'], `${length} bones, the game accepts ${MAX_BONES}`));
  return length <= MAX_BONES;
}

/** Reports that a scene has no clips for a file of motions. */
function nothing(job: Job, what: string): undefined {
  job.issues.push(issue(targetIssues['nothing-to-write'], what));
  return undefined;
}

const object = target({
  type: 'object',
  title: 'S.T.A.L.K.E.R. SDK object',
  codec: objectFile,
  concerns: (changes, file) => {
    const own = chunkValue(chunkValue(file, 'object') ?? [], 'motions') ?? [];
    return own.length > 0 ? { ...changes, ...clipsOf(changes, undefined) } : withoutClips(changes);
  },
  edit: (job, file, changes) =>
    changes.hasOtherBones && !takesBones(job) ? undefined : editedObject(file, job.edit(changes), job.objectOptions),
  create: (job) => {
    if (!takesBones(job)) return undefined;
    if (job.model.parts.length === 0) return nothing(job, 'no meshes');
    const motions = job.model.bones.length === 0 ? [] : job.motions();
    const made = motions.map(({ sampled, fps }) => toMotion(job.model, sampled, fps, job.issues));
    return toObject(job.model, made, job.extras, job.objectOptions, job.issues);
  },
});

const ogf = target({
  type: 'ogf',
  title: 'S.T.A.L.K.E.R. compiled model',
  codec: ogfFile,
  concerns: (changes, file) => {
    const refers = file.some(({ name }) => name === 'motionReferences' || name === 'motionReferenceList');
    const look = withoutNames(changes);
    return refers ? withoutClips(look) : { ...look, ...clipsOf(changes, undefined) };
  },
  edit: (job, file, changes) => {
    if (changes.hasOtherBones && !takesBones(job)) return undefined;
    const motions = job.motions().map(({ sampled }) => sampled);
    if (changes.hasOtherBones) return toOgf(job.model, motions, job.extras, job.issues);
    return editedOgf(file as Ogf, job.edit(changes), motions);
  },
  create: (job) => {
    if (!takesBones(job)) return undefined;
    const motions = job.model.bones.length === 0 ? [] : job.motions().map(({ sampled }) => sampled);
    return toOgf(job.model, motions, job.extras, job.issues);
  },
});

/** How one kind of file of motions is written. */
interface MotionRecipe<F> {
  readonly type: string;
  readonly title: string;
  readonly codec: Codec<F>;
  edit(edit: Edit, original: F): F;
  create(job: Job): F | undefined;
}

/** Files of motions: each original, edited where the scene has it different; new clips go to the last of them. */
function motionTarget<F>({ type, title, codec, edit, create }: MotionRecipe<F>): Target {
  return {
    id: type,
    title,
    write(scene: Scene, { base, options }: TargetContext) {
      const job = new Job(scene, base, options);
      const originals = job.originals.all(type, codec);
      const changes = originals[0] && job.changesAgainst(originals[0]);
      if (changes === undefined) {
        const made = create(job);
        if (made === undefined) return finished(job, []);
        job.issues.push(issue(targetIssues['made-anew'], `no .${type} of '${scene.name}'`));
        return finished(job, [{ name: job.fileName(type), bytes: codec.encode(made) }]);
      }
      const files = originals.map(({ name, bytes, file }, i): OutputFile => {
        const isLast = i === originals.length - 1;
        const own = { ...onlyClips(changes), ...clipsOf(changes, name) };
        const ours = isLast ? own : { ...own, clips: new Map([...own.clips].filter(([, tracks]) => tracks)) };
        if (isUnchanged(ours)) {
          job.issues.push(issue(targetIssues.unchanged, `'${name}'`));
          return { name, bytes };
        }
        job.report(name, ours);
        return { name, bytes: codec.encode(edit(job.edit(ours, name), file)) };
      });
      return finished(job, files);
    },
  };
}

const omf = motionTarget({
  type: 'omf',
  title: 'S.T.A.L.K.E.R. compiled motions',
  codec: omfFile,
  edit: (edit, file) => {
    const [motions, definitions] = [chunkValue(file, 'motions'), chunkValue(file, 'definitions')];
    if (motions === undefined || definitions === undefined) return file;
    const edited = editedCompiled({ motions, definitions }, edit);
    return file.map((chunk) =>
      chunk.name === 'motions' || chunk.name === 'definitions' ? { ...chunk, value: edited[chunk.name] } : chunk,
    ) as OmfFile;
  },
  create: (job) => {
    if (job.scene.clips.length === 0 || job.model.bones.length === 0) return nothing(job, 'no clips of bones');
    if (!takesBones(job)) return undefined;
    const motions = job.motions().map(({ sampled }) => sampled);
    const compiled = compiledMotions(job.model, motions, job.extras.partitions, job.issues);
    const file: OmfFile = [
      { name: 'motions', value: compiled.motions },
      { name: 'definitions', value: compiled.definitions },
    ];
    return file;
  },
});

const skls = motionTarget({
  type: 'skls',
  title: 'S.T.A.L.K.E.R. SDK list of motions',
  codec: sklsFile,
  edit: (edit, file) => ({ ...file, motions: editedMotions(file.motions, edit) }),
  create: (job) => {
    if (job.scene.clips.length === 0 || job.model.bones.length === 0) return nothing(job, 'no clips of bones');
    return { motions: job.motions().map(({ sampled, fps }) => toMotion(job.model, sampled, fps, job.issues)) };
  },
});

/** A file per clip: those that came from such files, and new ones. Without any such file, all clips. */
const skl: Target = {
  id: 'skl',
  title: 'S.T.A.L.K.E.R. SDK motions, a file each',
  write(scene: Scene, { base, options }: TargetContext) {
    const job = new Job(scene, base, options);
    const originals = job.originals.all('skl', sklFile);
    const changes = originals[0] && job.changesAgainst(originals[0]);
    const files: OutputFile[] = [];
    for (const { name, bytes, file } of changes === undefined ? [] : originals) {
      const ours = { ...onlyClips(changes!), ...clipsOf(changes!, name) };
      const motion = chunkValue(file, 'motion');
      const [edited] = motion === undefined ? [] : editedMotions([motion], job.edit(withoutNew(ours), name));
      if (edited !== undefined && edited !== motion) {
        job.issues.push(issue(targetIssues.edited, `'${name}'`));
        files.push({ name, bytes: sklFile.encode([{ name: 'motion', value: edited }]) });
      } else if (edited !== undefined) {
        job.issues.push(issue(targetIssues.unchanged, `'${name}'`));
        files.push({ name, bytes });
      }
    }
    const isNew = (name: string) => changes === undefined || !changes.origins.has(name);
    for (const { name } of job.model.bones.length === 0 ? [] : scene.clips.filter((clip) => isNew(clip.name))) {
      const fps = rateOf(job.model, name);
      const value = toMotion(job.model, job.motion(name, fps)!, fps, job.issues);
      const file = `${name.replaceAll(/[^\p{L}\p{N}._# -]/gu, '_') || 'motion'}.skl`;
      job.issues.push(issue(targetIssues['made-anew'], `'${file}'`));
      files.push({ name: file, bytes: sklFile.encode([{ name: 'motion', value }]) });
    }
    if (files.length === 0) nothing(job, 'no clips of bones');
    return finished(job, files);
  },
};

const withoutNew = (changes: Changes): Changes => ({
  ...changes,
  clips: new Map([...changes.clips].filter(([, tracks]) => tracks !== undefined)),
});

const bones = target({
  type: 'bones',
  title: 'S.T.A.L.K.E.R. SDK bone physics',
  codec: bonesFile,
  concerns: (changes) => ({
    ...onlyClips(changes),
    ...noClips,
    bones: changes.bones,
    hasOtherBones: changes.hasOtherBones,
  }),
  edit: (job) => toBonesFile(job.model, job.extras.partitions, job.issues),
  create: (job) =>
    job.model.bones.length === 0 ? nothing(job, 'no bones') : toBonesFile(job.model, job.extras.partitions, job.issues),
});

const dm = target({
  type: 'dm',
  title: 'S.T.A.L.K.E.R. detail model',
  codec: dmFile,
  concerns: (changes) => withoutClips(withoutNames(changes)),
  edit: (job) => toDm(job.model, job.issues),
  create: (job) => toDm(job.model, job.issues),
});

const anm = target({
  type: 'anm',
  title: 'S.T.A.L.K.E.R. object motion',
  codec: anmFile,
  concerns: onlyClips,
  edit: (job) => toAnm(job.scene, job.issues),
  create: (job) => toAnm(job.scene, job.issues),
});

export const targets: readonly Target[] = [object, ogf, omf, skls, skl, bones, dm, anm];
