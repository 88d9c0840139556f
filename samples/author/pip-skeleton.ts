import type { Node, Quaternion, Skin, Vector3 } from '../../src/scene/scene.ts';
import { inverseMatrix, multiply, rotate, rounded, turn } from './rotation.ts';

// The bones of Pip the miner robot. Left is +x, as Pip faces +z. Metres; hips 0.42 above the ground.

interface Bone {
  name: string;
  parent?: string;
  /** From the parent, in the parent's axes. */
  offset: Vector3;
  /** Turn at rest. */
  rest?: Quaternion;
}

const limb = (side: 'left' | 'right'): Bone[] => {
  const s = side === 'left' ? 1 : -1;
  return [
    { name: `${side} upper arm`, parent: 'body', offset: [s * 0.215, 0.2, 0], rest: turn(0, 0, s * 28) },
    { name: `${side} forearm`, parent: `${side} upper arm`, offset: [0, -0.16, 0], rest: turn(-18, 0, 0) },
    { name: `${side} hand`, parent: `${side} forearm`, offset: [0, -0.16, 0] },
    { name: `${side} thigh`, parent: 'hips', offset: [s * 0.1, -0.04, 0] },
    { name: `${side} shin`, parent: `${side} thigh`, offset: [0, -0.16, 0.01], rest: turn(6, 0, 0) },
    { name: `${side} foot`, parent: `${side} shin`, offset: [0, -0.14, -0.01], rest: turn(-6, 0, 0) },
  ];
};

const bones: readonly Bone[] = [
  { name: 'hips', offset: [0, 0.42, 0] },
  { name: 'body', parent: 'hips', offset: [0, 0.06, 0] },
  { name: 'head', parent: 'body', offset: [0, 0.33, 0.01] },
  { name: 'lamp', parent: 'head', offset: [0, 0.31, 0.17], rest: turn(12, 0, 0) },
  { name: 'aerial', parent: 'head', offset: [-0.13, 0.31, -0.06], rest: turn(0, 0, 14) },
  { name: 'aerial tip', parent: 'aerial', offset: [0, 0.13, 0] },
  ...limb('left'),
  ...limb('right'),
];

const unturned: Quaternion = [0, 0, 0, 1];

/** Where a bone is at rest, in the model. */
interface Place {
  position: Vector3;
  rotation: Quaternion;
}

const places = new Map<string, Place>();
for (const { name, parent, offset, rest = unturned } of bones) {
  const above: Place = parent === undefined ? { position: [0, 0, 0], rotation: unturned } : places.get(parent)!;
  const moved = rotate(above.rotation, offset);
  places.set(name, {
    position: moved.map((value, i) => value + above.position[i]!) as Vector3,
    rotation: multiply(above.rotation, rest),
  });
}

/** Index of a bone, which is the index of its node and of its joint. */
export function boneIndex(name: string): number {
  const index = bones.findIndex((bone) => bone.name === name);
  if (index < 0) throw new Error(`Pip has no bone ${name}`);
  return index;
}

/** Where a bone is at rest, in the model. */
export function bonePosition(name: string): Vector3 {
  return places.get(name)!.position;
}

/** Turn of a bone against its parent at rest. */
export function boneRest(name: string): Quaternion {
  return bones[boneIndex(name)]!.rest ?? unturned;
}

export function boneOffset(name: string): Vector3 {
  return bones[boneIndex(name)]!.offset;
}

/** The bones as nodes, in the order of the joints. */
export function boneNodes(): Node[] {
  return bones.map(({ name, parent, offset, rest }) => ({
    name,
    ...(parent === undefined ? {} : { parent: boneIndex(parent) }),
    translation: offset.map(rounded) as Vector3,
    ...(rest === undefined ? {} : { rotation: rest.map(rounded) as Quaternion }),
  }));
}

export function skin(): Skin {
  const matrices = bones.flatMap(({ name }) => {
    const { rotation, position } = places.get(name)!;
    return inverseMatrix(rotation, position);
  });
  return {
    name: 'pip',
    joints: bones.map((_, i) => i),
    inverseBindMatrices: Float32Array.from(matrices, (value) => rounded(value)),
    skeleton: 0,
  };
}
