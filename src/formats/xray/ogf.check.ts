import { chunkValue, chunkValues } from '../../binary/index.ts';
import { type Issue, issue, issueKinds, type Path } from '../../issue.ts';
import { checkMotions } from './motions.check.ts';
import { textureExtension } from './names.ts';
import { linksOf, MODEL_TYPE, type Ogf, type OgfFile, type OgfPart, type Vertices } from './ogf.ts';
import { checkHierarchy } from './skeleton.check.ts';
import { issues as shared } from './xray.issues.ts';

export const issues = issueKinds('ogf', {
  'old-version': {
    severity: 'warning',
    rule: '14.9',
    means: 'The model is of a build before Shadow of Chernobyl, whose layout is not known here. It is kept as bytes.',
    remedy: 'Convert it with the tools of that build.',
  },
  'no-physics': {
    severity: 'warning',
    rule: '23.2 no-ik',
    means: 'A skeletal model has no bind pose, as its physics chunk is missing.',
    remedy: 'Compile the model again. It is shown without skeleton.',
  },
  'physics-count': {
    severity: 'error',
    rule: '14.7',
    means: 'There are not as many physics records as bones.',
    remedy: 'Compile the model again.',
  },
  'physics-version': {
    severity: 'warning',
    rule: '23.2 ik-version',
    means: 'A physics record has a version that the game does not know, but can be read.',
    remedy: 'Protected models have such versions. Set it to 1.',
  },
  'unknown-vertices': {
    severity: 'warning',
    rule: '14.3',
    means: 'A part has vertices of an unknown format. They are kept as bytes.',
    remedy: 'The format is one of the level or of another engine.',
  },
  'weight-sum': {
    severity: 'warning',
    rule: '23.2 weight-sum',
    means: 'The weights of vertices sum to more than 1.',
    remedy: 'They are taken as if they summed to 1.',
  },
  'no-motions': {
    severity: 'info',
    rule: '14.2',
    means: 'An animated model has no motions and names no motion file.',
    remedy: 'Add motions or a reference; the game fails to load such a model.',
  },
});

/** Yields what the game would stumble over (specification, sections 14, 15 and 23). */
export function* check(file: OgfFile): Iterable<Issue> {
  if (file.some(({ name }) => name === 'oldHeader')) return;
  const model = file as Ogf;
  const header = chunkValue(model, 'header');
  if (header === undefined) yield issue(shared['missing-chunk'], 'no header', []);
  const bones = chunkValue(model, 'bones') ?? [];
  yield* checkHierarchy(bones, ['bones']);
  if (bones.length > 0) yield* checkPhysics(model, bones.length);
  const children = chunkValues(chunkValue(model, 'children') ?? [], 'part');
  for (const [i, part] of children.entries()) yield* checkPart(part, bones.length, ['children', i]);
  if (chunkValue(model, 'vertices') !== undefined) yield* checkPart(model as OgfPart, bones.length, []);
  yield* checkMotions(chunkValue(model, 'motions'), chunkValue(model, 'definitions'), []);
  const sources = ['motions', 'motionReferences', 'motionReferenceList'];
  if (header?.type === MODEL_TYPE.animated && !model.some(({ name }) => sources.includes(name))) {
    yield issue(issues['no-motions'], 'no motions and no reference to any');
  }
}

function* checkPhysics(model: Ogf, boneCount: number): Iterable<Issue> {
  const physics = chunkValue(model, 'physics');
  if (physics === undefined) {
    yield issue(issues['no-physics'], `${boneCount} bones without bind pose`, ['physics']);
    return;
  }
  if (physics.length !== boneCount) {
    yield issue(issues['physics-count'], `${physics.length} records for ${boneCount} bones`, ['physics']);
  }
  const odd = physics.findIndex(({ version }) => version > 1);
  if (odd >= 0) {
    yield issue(issues['physics-version'], `version ${physics[odd]!.version}`, ['physics', odd, 'version']);
  }
}

function* checkPart(part: OgfPart, boneCount: number, path: Path): Iterable<Issue> {
  const { texture } = chunkValue(part, 'texture') ?? { texture: '' };
  if (textureExtension(texture) !== '') {
    yield issue(shared['texture-extension'], `'${texture}'`, [...path, 'texture', 'texture']);
  }
  const vertices = chunkValue(part, 'vertices');
  const indices = chunkValue(part, 'indices');
  if (vertices === undefined || indices === undefined) {
    yield issue(shared['missing-chunk'], `no ${vertices === undefined ? 'vertices' : 'indices'}`, path);
    return;
  }
  if (vertices.vertices === undefined) {
    yield issue(issues['unknown-vertices'], `format ${vertices.format}`, [...path, 'vertices', 'format']);
    return;
  }
  const count = vertices.vertices.length;
  const outside = indices.find((index) => index >= count);
  if (outside !== undefined) {
    yield issue(shared['index-out-of-range'], `vertex ${outside} of ${count}`, [...path, 'indices']);
  }
  yield* checkWindows(part, indices.length, count, path);
  if (linksOf.get(vertices.format)! > 0) yield* checkSkinning(vertices.vertices, boneCount, [...path, 'vertices']);
}

function* checkWindows(part: OgfPart, indexCount: number, vertexCount: number, path: Path): Iterable<Issue> {
  const windows = chunkValue(part, 'windows')?.windows;
  for (let i = 0; i < (windows?.length ?? 0); i++) {
    const end = windows!.firstIndex[i]! + windows!.triangleCount[i]! * 3;
    if (end > indexCount || windows!.vertexCount[i]! > vertexCount) {
      const reason = `indices up to ${end} of ${indexCount}, ${windows!.vertexCount[i]} of ${vertexCount} vertices`;
      yield issue(shared['index-out-of-range'], reason, [...path, 'windows', i]);
      return;
    }
  }
}

/** Sums of floats that are 1 may be this much larger. */
const WEIGHT_NOISE = 1e-5;

function* checkSkinning({ bone, bones, weights, length }: Vertices, boneCount: number, path: Path): Iterable<Issue> {
  const indices = bones ?? bone!;
  const outside = indices.find((index: number) => index >= boneCount);
  if (outside !== undefined) yield issue(shared['index-out-of-range'], `bone ${outside} of ${boneCount}`, path);
  if (weights === undefined) return;
  const stored = weights.length / Math.max(1, length);
  let heavy = 0;
  for (let i = 0; i < weights.length; i += stored) {
    let sum = 0;
    for (let k = 0; k < stored; k++) sum += weights[i + k]!;
    if (sum > 1 + WEIGHT_NOISE) heavy++;
  }
  if (heavy > 0) yield issue(issues['weight-sum'], `${heavy} of ${length} vertices`, [...path, 'weights']);
}
