import { expect, test } from 'vitest';
import { emptyScene, type Node } from './scene.ts';
import { joinSplitNodes } from './split-nodes.ts';

const sceneOf = (...nodes: Node[]) => ({
  ...emptyScene('scene'),
  nodes,
  skins: [{ name: 'skin', joints: [0], inverseBindMatrices: new Float32Array(16) }],
});
const bone: Node = { name: 'bone' };

test('a skinned mesh gets its name and extras back from the empty node that it left', () => {
  const empty: Node = { name: 'body', extras: { part: 3 } };
  const { nodes } = joinSplitNodes(sceneOf(bone, empty, { name: 'body.001', mesh: 0, skin: 0 }));
  expect(nodes[2]).toEqual({ name: 'body', mesh: 0, skin: 0, extras: { part: 3 } });
  expect(nodes[1]).toEqual({ name: 'body.001' });
});

test('numbered objects stay as they are where no empty node has their name, or one that something hangs from', () => {
  const copy = sceneOf(bone, { name: 'body', mesh: 0, skin: 0 }, { name: 'body.001', mesh: 0, skin: 0 });
  const held = sceneOf(bone, { name: 'body' }, { name: 'body.001', mesh: 0, skin: 0 }, { name: 'hat', parent: 1 });
  const rigid = sceneOf(bone, { name: 'box' }, { name: 'box.001', mesh: 0 });
  for (const scene of [copy, held, rigid]) expect(joinSplitNodes(scene)).toBe(scene);
});
