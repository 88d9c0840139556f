import { type Issue, issue, issueKinds } from '../issue.ts';
import type { Clip, Conversion, Scene, Track } from './scene.ts';

/** What bringing clips and models together can report. */
export const mergeIssues = issueKinds('scene', {
  'clip-matches-nothing': {
    severity: 'warning',
    means: 'None of the nodes that a clip moves is in the model; the clip was not applied.',
    remedy: 'The clip belongs to another model, or its bones have other names. Compare both with `exhume inspect`.',
  },
  'unmatched-tracks': {
    severity: 'warning',
    means: 'A clip moves nodes that the model does not have; those movements were left out.',
    remedy: 'Nothing, if the clip is shared by several models. Otherwise rename the bones so that they match.',
  },
  'unmoved-nodes': {
    severity: 'info',
    means: 'Joints of the model that none of the clips moves.',
    remedy: 'Nothing; they rest.',
  },
  'ambiguous-name': {
    severity: 'warning',
    means: 'Several nodes of the model have the name that a clip moves; the first was taken.',
    remedy: 'Give the nodes different names.',
  },
});

/** How well clips fit a model. */
export interface MatchReport {
  /** Share of the moved nodes that the model has: 0 to 1. */
  score: number;
  /** Names of the moved nodes that the model has. */
  matched: string[];
  /** Names of the moved nodes that the model does not have. */
  unmatched: string[];
  /** Names of the joints of the model that are not moved. */
  unmoved: string[];
}

export interface MergeOptions {
  /** What names have to have in common. By default all: names match as they are. */
  readonly key?: (name: string) => string;
}

export interface Merged {
  /** The model with the clips behind its own. It shares everything else with the model given. */
  scene: Scene;
  report: MatchReport;
}

/** Brings the clips of another scene into a model, node by node of the same name. */
export function mergeClips(
  model: Scene,
  other: Scene,
  { key = (name) => name }: MergeOptions = {},
): Conversion<Merged> {
  const issues: Issue[] = [];
  const nodes = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [i, { name }] of model.nodes.entries()) {
    if (nodes.has(key(name))) repeated.add(key(name));
    else nodes.set(key(name), i);
  }
  const nodeOf = (track: Track) => nodes.get(key(other.nodes[track.node]!.name));
  const clips = other.clips.flatMap((clip) => {
    const merged = mergeClip(model, clip, nodeOf, issues);
    return merged === undefined ? [] : [merged];
  });
  const report = match(model, other, nodes, key);
  const ambiguous = report.matched.filter((name) => repeated.has(key(name)));
  if (ambiguous.length > 0)
    issues.push(issue(mergeIssues['ambiguous-name'], `${ambiguous.length} × ${some(ambiguous)}`));
  if (report.unmoved.length > 0 && clips.length > 0) {
    issues.push(issue(mergeIssues['unmoved-nodes'], `${report.unmoved.length} joints: ${some(report.unmoved)}`));
  }
  return { value: { scene: { ...model, clips: [...model.clips, ...clips] }, report }, issues };
}

function mergeClip(
  model: Scene,
  clip: Clip,
  nodeOf: (track: Track) => number | undefined,
  issues: Issue[],
): Clip | undefined {
  const tracks: Track[] = [];
  for (const track of clip.tracks) {
    const node = nodeOf(track);
    if (node !== undefined && fits(model, track, node)) tracks.push({ ...track, node });
  }
  if (tracks.length === 0) {
    const reason = `clip '${clip.name}' moves nothing that '${model.name}' has, in ${clip.tracks.length} tracks`;
    issues.push(issue(mergeIssues['clip-matches-nothing'], reason));
    return undefined;
  }
  const missing = clip.tracks.length - tracks.length;
  if (missing > 0) {
    const reason = `clip '${clip.name}': ${missing} of ${clip.tracks.length} tracks have no node in '${model.name}'`;
    issues.push(issue(mergeIssues['unmatched-tracks'], reason));
  }
  return { ...clip, tracks };
}

/** Weights fit a mesh of as many morph targets, everything else fits any node. */
function fits(model: Scene, track: Track, node: number): boolean {
  if (track.path !== 'weights') return true;
  const mesh = model.nodes[node]!.mesh;
  const count = mesh === undefined ? 0 : (model.meshes[mesh]!.primitives[0]?.targets.length ?? 0);
  return count > 0 && track.values.length === track.times.length * count * (track.interpolation === 'cubic' ? 3 : 1);
}

/** How well the clips of a scene fit a model, without bringing them in. */
export function matchClips(model: Scene, other: Scene, { key = (name) => name }: MergeOptions = {}): MatchReport {
  return match(model, other, new Map(model.nodes.map(({ name }, i) => [key(name), i])), key);
}

function match(
  model: Scene,
  other: Scene,
  nodes: ReadonlyMap<string, number>,
  key: (name: string) => string,
): MatchReport {
  const moved = new Set(other.clips.flatMap(({ tracks }) => tracks.map(({ node }) => other.nodes[node]!.name)));
  const matched = [...moved].filter((name) => nodes.has(key(name)));
  const unmatched = [...moved].filter((name) => !nodes.has(key(name)));
  const keys = new Set([...moved].map(key));
  const joints = new Set(model.skins.flatMap(({ joints }) => joints));
  const unmoved = [...joints].map((joint) => model.nodes[joint]!.name).filter((name) => !keys.has(key(name)));
  return { score: moved.size === 0 ? 0 : matched.length / moved.size, matched, unmatched, unmoved };
}

/** The first few of many names. */
function some(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) => `'${name}'`);
  return names.length > shown.length ? `${shown.join(', ')}, …` : shown.join(', ');
}
