import type { Clip, Interpolation, Track, TrackPath } from '../../scene/scene.ts';
import { gltfIssues } from './gltf.check.ts';
import type { Json } from './json.ts';
import type { Arrays } from './read-meshes.ts';
import type { Tally } from './tally.ts';

const interpolations: Readonly<Record<string, Interpolation>> = {
  STEP: 'step',
  LINEAR: 'linear',
  CUBICSPLINE: 'cubic',
};
const widths: Readonly<Record<string, number>> = { translation: 3, rotation: 4, scale: 3, weights: 1 };

/** The accessors that animations use. */
export function* animationAccessors(document: Json, count: number): Iterable<number> {
  for (const animation of document.list('animations')) {
    for (const sampler of animation.list('samplers')) {
      yield sampler.index('input', count) ?? sampler.fail('no input');
      yield sampler.index('output', count) ?? sampler.fail('no output');
    }
  }
}

/** Animations as clips. `targetCounts` are the numbers of morph targets of the nodes of the scene. */
export function readAnimations(
  document: Json,
  arrays: Arrays,
  nodeOf: readonly number[],
  targetCounts: readonly number[],
  tally: Tally,
): Clip[] {
  return document.list('animations').map((json) => {
    const samplers = json.list('samplers');
    const tracks: Track[] = [];
    for (const channel of json.list('channels')) {
      const track = readChannel(channel, samplers, arrays, nodeOf, targetCounts, tally);
      if (track !== undefined) tracks.push(track);
    }
    const clip: Clip = { name: json.text('name'), tracks };
    if (json.extras !== undefined) clip.extras = json.extras;
    return clip;
  });
}

function readChannel(
  channel: Json,
  samplers: readonly Json[],
  arrays: Arrays,
  nodeOf: readonly number[],
  targetCounts: readonly number[],
  tally: Tally,
): Track | undefined {
  const target = channel.get('target');
  const path = target.text('path');
  const node = target.index('node', nodeOf.length);
  if (path === 'pointer' || node === undefined) {
    tally.add(gltfIssues['animation-pointer'], 'channels that animate something else than nodes', channel.path);
    return undefined;
  }
  const width = widths[path] ?? target.get('path').fail(`'${path}' is no property that can be animated`);
  if (nodeOf[node]! < 0) return undefined;
  const sampler = samplers[channel.index('sampler', samplers.length) ?? channel.fail('no sampler')]!;
  const name = sampler.text('interpolation', 'LINEAR');
  const interpolation = interpolations[name] ?? sampler.get('interpolation').fail(`'${name}' is no interpolation`);
  const times = arrays.floats(sampler.get('input'), 1);
  const values = arrays.floats(sampler.get('output'), width);
  const perKey =
    (interpolation === 'cubic' ? 3 : 1) * (path === 'weights' ? (targetCounts[nodeOf[node]!] ?? 0) : width);
  if (perKey === 0) {
    tally.add(gltfIssues['track-dropped'], 'channels of weights for nodes without morph targets', channel.path);
    return undefined;
  }
  if (values.length !== times.length * perKey) {
    sampler.get('output').fail(`${values.length} numbers for ${times.length} keys of ${perKey}`);
  }
  const track: Track = { node: nodeOf[node]!, path: path as TrackPath, interpolation, times, values };
  if (channel.extras !== undefined) track.extras = channel.extras;
  return track;
}
