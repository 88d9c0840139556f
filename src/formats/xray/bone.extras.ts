import { chunkValue, chunkValues } from '../../binary/index.ts';
import type { Extras } from '../../scene/scene.ts';
import type { BoneData, Joint, ObjectBone, Shape } from './bone.ts';
import type { ObjectChunks } from './object.ts';
import type { BonePhysics } from './ogf.ts';
import { decodeText } from './windows-1251.ts';

// The physics of bones as JSON: shown in editors, and written back where a scene has them.

/** Physics of each bone of an object that has a definition, in their order. */
export function objectBoneExtras(object: ObjectChunks): Extras[] {
  return chunkValues(chunkValue(object, 'bones') ?? [], 'bone')
    .filter((bone) => chunkValue(bone, 'definition') !== undefined)
    .map(physicsExtras);
}

/** Of a bone of an `.object` or a `.bones` file. */
export function physicsExtras(bone: ObjectBone | BoneData): Extras {
  const data = bone as BoneData;
  const material = chunkValue(data, 'material');
  const shape = chunkValue(data, 'shape');
  const joint = chunkValue(data, 'joint');
  const mass = chunkValue(data, 'mass');
  const breaking = chunkValue(data, 'breaking');
  return {
    ...(material !== undefined && { material: decodeText(material) }),
    ...(shape && { shape: shapeExtras(shape) }),
    ...(joint && { joint }),
    ...(mass && { mass: mass.mass, centerOfMass: [...mass.center] }),
    ...defined('flags', chunkValue(data, 'flags')),
    ...(breaking && { breakForce: breaking.force, breakTorque: breaking.torque }),
    ...defined('friction', chunkValue(data, 'friction')?.value),
  };
}

/** Of a bone of a compiled model, with the limits of the joint in the sign of `.object` files. */
export function compiledExtras(physics: BonePhysics): Extras {
  return {
    material: decodeText(physics.material),
    shape: shapeExtras(physics.shape),
    joint: flippedJoint(physics.joint),
    mass: physics.mass,
    centerOfMass: [...physics.centerOfMass],
    flags: physics.flags,
    breakForce: physics.breakForce,
    breakTorque: physics.breakTorque,
    ...defined('friction', physics.friction),
  };
}

/** Compiled limits are negated, and so swapped. The inverse is the same (specification, section 14.7). */
export function flippedJoint(joint: Joint): Joint {
  const flip = ({ min, max, spring, damping }: Joint['x']) => ({ min: -max, max: -min, spring, damping });
  return { ...joint, x: flip(joint.x), y: flip(joint.y), z: flip(joint.z) };
}

function shapeExtras(shape: Shape): Extras {
  return Object.fromEntries(
    Object.entries(shape).map(([name, value]) => [name, ArrayBuffer.isView(value) ? [...value] : value]),
  );
}

function defined(name: string, value: number | undefined): Extras {
  return value === undefined ? {} : { [name]: value };
}
