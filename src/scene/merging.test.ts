import { expect, test } from 'vitest';
import { bendingSquare } from '../test-support/scenes.ts';
import { matchClips, mergeClips } from './merging.ts';

test('clips find their nodes by name, whatever the order', () => {
  const model = bendingSquare();
  model.clips = [];
  const other = bendingSquare();
  other.nodes.reverse();
  for (const node of other.nodes) delete node.parent;
  for (const track of other.clips[0]!.tracks) track.node = 3 - track.node;
  const { value, issues } = mergeClips(model, other);
  expect(value.scene.clips).toEqual(bendingSquare().clips);
  expect(value.report).toEqual({ score: 1, matched: ['root', 'tip', 'body'], unmatched: [], unmoved: [] });
  expect(issues).toEqual([]);
  expect(model.clips).toEqual([]);
});

test('what does not match is left out and told, with counts', () => {
  const model = bendingSquare();
  model.nodes[1]!.name = 'point';
  const { value, issues } = mergeClips(model, bendingSquare());
  expect(value.scene.clips).toHaveLength(2);
  expect(value.scene.clips[1]!.tracks.map(({ node }) => node)).toEqual([0, 2]);
  expect(value.report.score).toBeCloseTo(2 / 3);
  expect(value.report).toMatchObject({ unmatched: ['tip'], unmoved: ['point'] });
  expect(issues.map(({ code, reason }) => [code, reason])).toEqual([
    ['scene/unmatched-tracks', "clip 'bend': 2 of 4 tracks have no node in 'bending square'"],
    ['scene/unmoved-nodes', "1 joints: 'point'"],
  ]);
});

test('a clip that matches nothing is not applied', () => {
  const model = bendingSquare();
  for (const node of model.nodes) node.name = `other ${node.name}`;
  const { value, issues } = mergeClips(model, bendingSquare());
  expect(value.scene.clips).toHaveLength(1);
  expect(value.report.score).toBe(0);
  expect(issues.map(({ code }) => code)).toEqual(['scene/clip-matches-nothing']);
});

test('names may match by a rule', () => {
  const model = bendingSquare();
  for (const node of model.nodes) node.name = node.name.toUpperCase();
  expect(matchClips(model, bendingSquare()).score).toBe(0);
  expect(matchClips(model, bendingSquare(), { key: (name) => name.toLowerCase() }).score).toBe(1);
});

test('weights fit only a mesh of as many morph targets', () => {
  const model = bendingSquare();
  model.meshes[0]!.primitives[0]!.targets.push({ positions: new Float32Array(12) });
  const { value } = mergeClips(model, bendingSquare());
  expect(value.scene.clips[1]!.tracks.map(({ path }) => path)).toEqual(['translation', 'rotation', 'scale']);
});

test('a name that several nodes have is told', () => {
  const model = bendingSquare();
  model.nodes[3]!.name = 'root';
  const { issues } = mergeClips(model, bendingSquare());
  expect(issues.map(({ code, reason }) => [code, reason])).toEqual([['scene/ambiguous-name', "1 × 'root'"]]);
});
