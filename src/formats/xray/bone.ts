import { cstring, f32, type Infer, list, struct, u16, u32 } from '../../binary/index.ts';
import { xrayChunks } from './chunk.ts';
import { float, vec3 } from './values.ts';

// Bones of `.object` and `.bones` files (specification, section 10).

export const shape = struct('Shape', {
  type: u16.named({ 0: 'none', 1: 'box', 2: 'sphere', 3: 'cylinder' }),
  flags: u16.is('1 no pickable, 2 remove after break, 4 no physics, 8 no fog collider'),
  boxRotation: f32.x(9).is("rows: the box's axes in bone space"),
  boxCenter: vec3.in('m'),
  boxHalfSize: vec3.in('m'),
  sphereCenter: vec3.in('m'),
  sphereRadius: f32.in('m'),
  cylinderCenter: vec3.in('m'),
  cylinderDirection: vec3.is('unit vector'),
  cylinderHeight: f32.in('m'),
  cylinderRadius: f32.in('m'),
});
export type Shape = Infer<typeof shape>;

export const limits = struct('Limits', {
  min: f32.in('radians from the bind pose'),
  max: f32.in('radians from the bind pose'),
  spring: f32,
  damping: f32,
});

export const joint = struct('Joint', {
  type: u32.named({ 0: 'rigid', 1: 'cloth', 2: 'joint', 3: 'wheel', 4: 'none', 5: 'slider' }),
  x: limits,
  y: limits,
  z: limits,
  spring: f32,
  damping: f32,
});
export type Joint = Infer<typeof joint>;

export const mass = struct('Mass', { mass: f32.in('kg?'), center: vec3.in('m').is('in bone space') });
export const breaking = struct('Breaking', { force: f32, torque: f32 });

/** What `.object` and `.bones` files have in common: physics. */
const physics = {
  material: [0x0004, cstring.is('game material')],
  shape: [0x0005, shape],
  joint: [0x0006, joint],
  mass: [0x0007, mass],
  flags: [0x0008, u32.is('1: breakable')],
  breaking: [0x0009, breaking],
  friction: [0x0010, float('friction of the joint')],
} as const;

export const boneDefinition = struct('BoneDefinition', {
  name: cstring,
  parent: cstring.is('empty for the root'),
  weightMap: cstring.is('name of the vertex map with its weights'),
});

export const bindPose = struct('BindPose', {
  offset: vec3.in('m').is('from the parent'),
  rotation: vec3.in('radians').is('about x y z, from the parent; y x z in bones of version 1'),
  length: f32.in('m'),
});

/** A bone of an `.object`. Its second `0x0002` repeats the name only. */
export const objectBone = xrayChunks('Bone', {
  version: [0x0001, u16],
  definition: [0x0002, boneDefinition],
  name: [0x0002, cstring],
  bindPose: [0x0003, bindPose],
  ...physics,
});
export type ObjectBone = Infer<typeof objectBone>;

/** A bone of a `.bones` file: no hierarchy, no bind pose. */
export const boneData = xrayChunks('BoneData', { name: [0x0002, cstring], ...physics });
export type BoneData = Infer<typeof boneData>;

/** Named sets of bones that play motions of their own. */
export const partitions = list(struct('Partition', { name: cstring, bones: list(cstring).prefixed(u32) })).prefixed(
  u32,
);

/** Partitions that name bones by their place. */
export const oldPartitions = list(struct('OldPartition', { name: cstring, bones: list(u32).prefixed(u32) })).prefixed(
  u32,
);

export const PARTITIONS_ID = 0x0923;

export const bonesFile = xrayChunks('BonesFile', { partitions: [PARTITIONS_ID, partitions] }, { bone: boneData });
export type BonesFile = Infer<typeof bonesFile>;
