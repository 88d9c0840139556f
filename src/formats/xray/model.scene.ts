import { type Codec, CodecError, chunkValue } from '../../binary/index.ts';
import { extension, fileName, type Lookup, type Source, stem } from '../../containers/source.ts';
import { type Issue, issue } from '../../issue.ts';
import type { Clip, Conversion, Extras, Scene } from '../../scene/scene.ts';
import type { Options } from '../format.ts';
import { anmFile } from './anm.ts';
import { dmFile } from './dm.ts';
import { addLod } from './lod.scene.ts';
import { compiledBones, looseScene, movedBones } from './loose.scene.ts';
import { addMotion } from './motion.scene.ts';
import { addMotions } from './motions.scene.ts';
import { type ModelScene, objectScene } from './object.scene.ts';
import { objectFile } from './object.ts';
import { ogfScene } from './ogf.scene.ts';
import { ogfFile } from './ogf.ts';
import { omfFile } from './omf.ts';
import { sceneIssues } from './scene.issues.ts';
import type { SceneSkeleton } from './skeleton.scene.ts';
import { sklFile, sklsFile } from './skl.ts';
import { anmScene, dmScene } from './small.scene.ts';
import type { SmoothingChoice } from './smoothing.ts';
import { textureFinder } from './textures.ts';

/** The files of a model, by the names of their entries. */
export interface ModelFiles {
  readonly source: Source;
  readonly lookup: Lookup;
  readonly name: string;
  readonly file: string;
  readonly motions: readonly string[];
  readonly lod: string | undefined;
}

/**
 * A model with its textures, its motions and its level of detail.
 *
 * @throws CodecError where the model itself cannot be read.
 */
export function modelScene(files: ModelFiles, options: Options): Conversion<Scene> {
  const issues: Issue[] = [];
  const model = readModel(files, files.file, options, issues);
  const { scene } = model;
  if (model.skeleton !== undefined) {
    for (const motion of files.motions) addMotionFile(files.source, motion, scene, model.skeleton, issues);
    tellApart(scene, issues);
  }
  if (files.lod !== undefined) {
    const lod = readModel(files, files.lod, options, issues);
    if (!addLod(model, lod)) issues.push(issue(sceneIssues['lod-missing'], `'${files.lod}' has other bones`));
    scene.sources.push(...lod.scene.sources);
  }
  return { value: scene, issues };
}

/**
 * Motions whose model is not known.
 *
 * @throws CodecError where the file cannot be read.
 */
export function motionScene(source: Source, file: string, name: string): Conversion<Scene> {
  const issues: Issue[] = [];
  const { scene, skeleton } = looseScene(name, bonesOf(source, file));
  addMotionFile(source, file, scene, skeleton, issues);
  return { value: scene, issues };
}

function bonesOf(source: Source, file: string): string[] {
  const bytes = opened(source, file);
  if (extension(file) === '.omf') return compiledBones(omfFile.decode(bytes));
  if (extension(file) === '.skls') return movedBones(sklsFile.decode(bytes).motions);
  const motion = chunkValue(sklFile.decode(bytes), 'motion');
  return motion === undefined ? [] : movedBones([motion]);
}

function readModel(files: ModelFiles, file: string, options: Options, issues: Issue[]): ModelScene {
  const bytes = opened(files.source, file);
  const { name } = files;
  const findTexture = textureFinder(files.lookup, file, issues);
  const type = extension(file).slice(1);
  const keep = ({ value, issues: found }: Conversion<ModelScene>): ModelScene => {
    issues.push(...found);
    value.scene.sources.push({ name: fileName(file), format: type, bytes });
    return value;
  };
  const withoutBones = ({ value, issues: found }: Conversion<Scene>) =>
    keep({ value: { scene: value, skeleton: undefined }, issues: found });
  switch (type) {
    case 'object': {
      const settings = {
        smoothing: (options.smoothing ?? 'auto') as SmoothingChoice,
        maxInfluences: Number(options.influences ?? 4),
      };
      return keep(objectScene(objectFile.decode(bytes), { name, findTexture, ...settings }));
    }
    case 'ogf':
      return keep(ogfScene(ogfFile.decode(bytes), { name, findTexture }));
    case 'dm':
      return withoutBones(dmScene(dmFile.decode(bytes), name, findTexture));
    default:
      return withoutBones(anmScene(anmFile.decode(bytes), name));
  }
}

function addMotionFile(source: Source, file: string, scene: Scene, skeleton: SceneSkeleton, issues: Issue[]): void {
  const bytes = opened(source, file);
  const type = extension(file).slice(1);
  const first = scene.clips.length;
  if (type === 'omf') {
    const omf = decoded(omfFile, bytes, file, issues);
    if (omf === undefined) return;
    const [motions, definitions] = [chunkValue(omf, 'motions'), chunkValue(omf, 'definitions')];
    addMotions(scene, { motions, definitions }, skeleton, issues);
  } else if (type === 'skls') {
    for (const motion of decoded(sklsFile, bytes, file, issues)?.motions ?? []) {
      addMotion(scene, motion, skeleton, issues);
    }
  } else {
    const motion = chunkValue(decoded(sklFile, bytes, file, issues) ?? [], 'motion');
    if (motion !== undefined) addMotion(scene, motion, skeleton, issues);
    // The SDK takes the name of the file, whatever name is in it.
    for (const clip of scene.clips.slice(first)) nameAfter(file, clip);
  }
  for (const clip of scene.clips.slice(first)) clip.extras = withXray(clip, { file: fileName(file) });
  scene.sources.push({ name: fileName(file), format: type, bytes });
}

function nameAfter(file: string, clip: Clip): void {
  const name = stem(file);
  if (name === clip.name) return;
  clip.extras = withXray(clip, { name: clip.name });
  clip.name = name;
}

/** The extras of a clip with more to them. */
const withXray = ({ extras }: Clip, more: Extras): Extras => ({
  ...extras,
  xray: { ...(extras?.xray as Extras), ...more },
});

function decoded<T>(codec: Codec<T>, bytes: Uint8Array, file: string, issues: Issue[]): T | undefined {
  try {
    return codec.decode(bytes);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    issues.push(issue(sceneIssues['unreadable-file'], `'${file}': ${error.message}`));
    return undefined;
  }
}

/** Of clips of one name the last keeps it, which is the one the game plays; the others get a number. */
function tellApart(scene: Scene, issues: Issue[]): void {
  const taken = new Set(scene.clips.map(({ name }) => name));
  const seen = new Set<string>();
  for (const clip of [...scene.clips].reverse()) {
    const { name } = clip;
    if (!seen.has(name)) {
      seen.add(name);
      continue;
    }
    let number = 2;
    while (taken.has(`${name} ${number}`)) number++;
    clip.name = `${name} ${number}`;
    clip.extras = withXray(clip, { name, ...(clip.extras?.xray as Extras) });
    taken.add(clip.name);
    issues.push(issue(sceneIssues['motion-hidden'], `'${name}' became '${clip.name}'`));
  }
}

function opened(source: Source, file: string): Uint8Array {
  const bytes = source.open(file);
  if (bytes === undefined) throw new CodecError('truncated', `'${file}' could not be opened`, 0, []);
  return bytes;
}
