import type { Clip, Interpolation, Track } from '../../scene/scene.ts';
import { type BufferBuilder, bytesOf, componentTypes } from './buffer.ts';

const interpolations: Readonly<Record<Interpolation, string | undefined>> = {
  step: 'STEP',
  linear: undefined,
  cubic: 'CUBICSPLINE',
};
const types = { translation: 'VEC3', rotation: 'VEC4', scale: 'VEC3', weights: 'SCALAR' } as const;
const widths = { translation: 3, rotation: 4, scale: 3, weights: 1 } as const;

/**
 * Clips as animations. All their keys lie in one buffer view: what a general library does for each of some ten thousand
 * channels is most of its time. `meshNodes` tells which node carries the mesh of a node.
 */
export function writeAnimations(clips: readonly Clip[], meshNodes: readonly number[], buffer: BufferBuilder): object[] {
  if (clips.length === 0) return [];
  const { accessors, bufferViews } = buffer;
  const bufferView = bufferViews.length;
  const start = (buffer.length + 3) & ~3;
  const times = new Map<Float32Array, number>();
  const values = new Map<Float32Array, number>();

  const addTimes = (array: Float32Array): number => {
    const known = times.get(array);
    if (known !== undefined) return known;
    const index = accessors.push({
      bufferView,
      byteOffset: buffer.append(bytesOf(array)) - start,
      componentType: componentTypes.f32,
      count: array.length,
      type: 'SCALAR',
      min: [array[0]!],
      max: [array.at(-1)!],
    });
    times.set(array, index - 1);
    return index - 1;
  };

  const addValues = ({ path, values: array }: Track): number => {
    const known = values.get(array);
    if (known !== undefined && accessors[known]!.type === types[path]) return known;
    const index = accessors.push({
      bufferView,
      byteOffset: buffer.append(bytesOf(array)) - start,
      componentType: componentTypes.f32,
      count: array.length / widths[path],
      type: types[path],
    });
    values.set(array, index - 1);
    return index - 1;
  };

  const animations = clips.map(({ name, tracks, extras }) => ({
    ...(name === '' ? {} : { name }),
    samplers: tracks.map((track) => {
      const interpolation = interpolations[track.interpolation];
      const sampler = { input: addTimes(track.times), output: addValues(track) };
      return interpolation === undefined ? sampler : { ...sampler, interpolation };
    }),
    channels: tracks.map(({ node, path, extras }, sampler) => ({
      sampler,
      target: { node: path === 'weights' ? meshNodes[node]! : node, path },
      ...(extras === undefined || Object.keys(extras).length === 0 ? {} : { extras }),
    })),
    ...(extras === undefined || Object.keys(extras).length === 0 ? {} : { extras }),
  }));
  bufferViews.push({ buffer: 0, byteOffset: start, byteLength: buffer.length - start });
  return animations;
}
