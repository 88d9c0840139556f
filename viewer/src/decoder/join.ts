import type { Clip, Scene } from 'exhume';
import type { Joined, JoinedClip } from './protocol.ts';

/**
 * The clips of other scenes on the bones of a model. `byFamily` is the model as its family makes it with the new files at
 * hand: where that has more clips, the family's own rule has spoken. All else goes by the names of bones.
 */
export function joinClips(scene: Scene, byFamily: Scene | undefined, others: readonly Scene[]): Joined {
  const known = new Set(scene.clips.map(({ name }) => name));
  const own = byFamily?.clips.filter(({ name }) => !known.has(name)) ?? [];
  if (byFamily !== undefined && own.length > 0) {
    const report = own.map((clip) => ({ clip: clip.name, ...movedBones(byFamily, clip), by: 'the rule of its game' }));
    return { scene: { ...scene, clips: [...scene.clips, ...onto(scene, byFamily, own)] }, report, issues: [] };
  }
  const clips: Clip[] = [];
  const report: JoinedClip[] = [];
  for (const other of others) {
    for (const clip of other.clips) {
      const { clip: joined, ...entry } = byNames(scene, other, clip);
      report.push({ ...entry, clip: clip.name });
      if (joined.tracks.length > 0) clips.push({ ...joined, name: freeName(known, clip.name) });
    }
  }
  return {
    scene: clips.length === 0 ? undefined : { ...scene, clips: [...scene.clips, ...clips] },
    report,
    issues: [],
  };
}

/** The same clips for nodes in another order. */
function onto(scene: Scene, other: Scene, clips: readonly Clip[]): Clip[] {
  return clips.map((clip) => byNames(scene, other, clip).clip);
}

function byNames(scene: Scene, other: Scene, clip: Clip): Omit<JoinedClip, 'clip'> & { clip: Clip } {
  const nodes = new Map(scene.nodes.map(({ name }, i) => [name.toLowerCase(), i]));
  const matched = new Set<string>();
  const missing = new Set<string>();
  const tracks = clip.tracks.flatMap((track) => {
    const { name } = other.nodes[track.node]!;
    const node = nodes.get(name.toLowerCase());
    (node === undefined ? missing : matched).add(name);
    return node === undefined ? [] : [{ ...track, node }];
  });
  return { clip: { ...clip, tracks }, matched: [...matched], missing: [...missing], by: 'the names of bones' };
}

function movedBones(scene: Scene, { tracks }: Clip): { readonly matched: string[]; readonly missing: string[] } {
  return { matched: [...new Set(tracks.map(({ node }) => scene.nodes[node]!.name))], missing: [] };
}

function freeName(taken: Set<string>, name: string): string {
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name} ${n}`;
  taken.add(free);
  return free;
}
