import type { Infer } from '../../binary/index.ts';
import type { Issue } from '../../issue.ts';
import type { Extras } from '../../scene/scene.ts';
import type { BoneData, BonesFile, Joint, ObjectBone, partitions, Shape } from './bone.ts';
import type { TargetBone, TargetModel } from './target.model.ts';
import { partitionNames } from './target.motions.ts';
import { integerOr, numberOr, numbersOr, textOr, toText } from './target.text.ts';

// Bones of a scene with their physics: from extras, or else the defaults of the SDK (specification, section 10.1).

/** Physics of a bone, whatever file it is written to. */
export interface BonePhysicsValues {
  readonly material: string;
  readonly shape: Shape;
  /** Limits in the sign of `.object` files. */
  readonly joint: Joint;
  readonly mass: number;
  readonly centerOfMass: Float32Array<ArrayBuffer>;
  readonly flags: number;
  readonly breakForce: number;
  readonly breakTorque: number;
  readonly friction: number;
}

export function physicsOf(extras: Extras, issues: Issue[]): BonePhysicsValues {
  return {
    material: toText(textOr(extras.material, 'default_object'), issues),
    shape: shapeOf(recordOf(extras.shape)),
    joint: jointOf(recordOf(extras.joint)),
    mass: numberOr(extras.mass, 10),
    centerOfMass: numbersOr(extras.centerOfMass, [0, 0, 0]) as Float32Array<ArrayBuffer>,
    flags: integerOr(extras.flags, 0),
    breakForce: numberOr(extras.breakForce, 0),
    breakTorque: numberOr(extras.breakTorque, 0),
    friction: numberOr(extras.friction, 0),
  };
}

const recordOf = (value: unknown): Extras => (typeof value === 'object' && value !== null ? (value as Extras) : {});

function shapeOf(extras: Extras): Shape {
  const numbers = (value: unknown, fallback: readonly number[]) =>
    numbersOr(value, fallback) as Float32Array<ArrayBuffer>;
  return {
    type: integerOr(extras.type, 0, 3),
    flags: integerOr(extras.flags, 0, 65535),
    boxRotation: numbers(extras.boxRotation, [1, 0, 0, 0, 1, 0, 0, 0, 1]),
    boxCenter: numbers(extras.boxCenter, [0, 0, 0]),
    boxHalfSize: numbers(extras.boxHalfSize, [0, 0, 0]),
    sphereCenter: numbers(extras.sphereCenter, [0, 0, 0]),
    sphereRadius: numberOr(extras.sphereRadius, 0),
    cylinderCenter: numbers(extras.cylinderCenter, [0, 0, 0]),
    cylinderDirection: numbers(extras.cylinderDirection, [0, 1, 0]),
    cylinderHeight: numberOr(extras.cylinderHeight, 0),
    cylinderRadius: numberOr(extras.cylinderRadius, 0),
  };
}

function jointOf(extras: Extras): Joint {
  const limits = (value: unknown) => {
    const axis = recordOf(value);
    return {
      min: numberOr(axis.min, 0),
      max: numberOr(axis.max, 0),
      spring: numberOr(axis.spring, 0),
      damping: numberOr(axis.damping, 0),
    };
  };
  return {
    type: integerOr(extras.type, 0, 5),
    x: limits(extras.x),
    y: limits(extras.y),
    z: limits(extras.z),
    spring: numberOr(extras.spring, 1),
    damping: numberOr(extras.damping, 1),
  };
}

/** The chunks that bones of both kinds of files have, in the order of `.bones` files. */
export function physicsChunks(extras: Extras, issues: Issue[]): BoneData {
  const physics = physicsOf(extras, issues);
  return [
    { name: 'material', value: physics.material },
    { name: 'shape', value: physics.shape },
    { name: 'flags', value: physics.flags },
    { name: 'joint', value: physics.joint },
    { name: 'friction', value: { value: physics.friction } },
    { name: 'breaking', value: { force: physics.breakForce, torque: physics.breakTorque } },
    { name: 'mass', value: { mass: physics.mass, center: physics.centerOfMass } },
  ];
}

export function toObjectBone(bone: TargetBone, bones: readonly TargetBone[], issues: Issue[]): ObjectBone {
  const name = toText(bone.name, issues);
  const parent = bone.parent === undefined ? '' : toText(bones[bone.parent]!.name, issues);
  return [
    { name: 'version', value: 2 },
    { name: 'definition', value: { name, parent, weightMap: name } },
    {
      name: 'bindPose',
      value: {
        offset: Float32Array.from(bone.offset),
        rotation: Float32Array.from(bone.rotation),
        length: numberOr(bone.extras.length, lengthOf(bone, bones)),
      },
    },
    { name: 'name', value: name },
    ...(physicsChunks(bone.extras, issues) as ObjectBone),
  ];
}

/** As far as the first child. */
function lengthOf(bone: TargetBone, bones: readonly TargetBone[]): number {
  const child = bones.find(({ parent }) => parent !== undefined && bones[parent] === bone);
  return child === undefined ? 0 : Math.hypot(...child.offset);
}

/** The partitions of a scene, if they fit its bones; else one of all bones. */
export function toPartitions(model: TargetModel, value: unknown, issues: Issue[]): Infer<typeof partitions> {
  const names = model.bones.map(({ name }) => name);
  const named = partitionNames(
    value,
    names.map((name) => name.toLowerCase()),
  ) ?? [{ name: 'default', bones: names }];
  return named.map(({ name, bones }) => ({
    name: toText(name, issues),
    bones: bones.map((bone) => toText(bone, issues)),
  }));
}

export function toBonesFile(model: TargetModel, value: unknown, issues: Issue[]): BonesFile {
  return [
    ...model.bones.map((bone, i) => ({
      name: 'bone' as const,
      id: i,
      value: [{ name: 'name' as const, value: toText(bone.name, issues) }, ...physicsChunks(bone.extras, issues)],
    })),
    { name: 'partitions', value: toPartitions(model, value, issues) },
  ];
}
