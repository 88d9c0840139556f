import { cstring, f32, type Infer, list, struct, u8, u16, u32 } from '../../binary/index.ts';
import { objectMotion } from './anm.ts';
import { objectBone, oldPartitions, PARTITIONS_ID, partitions } from './bone.ts';
import { startsWith, xrayChunks } from './chunk.ts';
import { mesh } from './mesh.ts';
import { motion } from './motion.ts';
import { time32, time64, vec3 } from './values.ts';

// `.object`: the model as the SDK edits it (specification, sections 6 to 11).

export const OBJECT_ID = 0x7777;
export const OBJECT_VERSION = 0x10;

/** Object flags whose meaning all tools agree on, by bit. */
export const objectFlagNames: Readonly<Record<number, string>> = {
  1: 'Dynamic',
  2: 'Progressive',
  4: 'UsingLOD',
  8: 'HOM',
  16: 'MultipleUsage',
  32: 'SoundOccluder',
  64: 'HQExport',
};

/** Bit of a surface's flags. */
export const TWO_SIDED = 1;

const common = { name: cstring, shader: cstring.is('engine shader') };
const vertexFormat = { fvf: u32.is('Direct3D 9 vertex format'), uvCount: u32.is('sets of texture coordinates') };
const texture = { texture: cstring.is('without extension'), uvMap: cstring };

const surface2 = struct('Surface', {
  ...common,
  compileShader: cstring.is('shader of the level compiler'),
  material: cstring.is('game material'),
  ...texture,
  flags: u32.is('1: two-sided'),
  ...vertexFormat,
});
const surface1 = struct('Surface1', {
  ...common,
  compileShader: cstring.is('shader of the level compiler'),
  ...texture,
  flags: u32.is('1: two-sided'),
  ...vertexFormat,
});
const surface0 = struct('Surface0', { ...common, flags: u8.is('1: two-sided'), ...vertexFormat, ...texture });
export type Surface = Infer<typeof surface2>;

const bone0 = struct('OldBone', {
  name: cstring,
  parent: cstring,
  weightMap: cstring,
  offset: vec3.in('m'),
  rotation: vec3.in('radians').is('about y x z'),
  length: f32.in('m'),
});

export const revision = struct('Revision', { creator: cstring, created: time32, modifier: cstring, modified: time32 });
export const revision64 = struct('Revision64', {
  creator: cstring,
  created: time64,
  modifier: cstring,
  modified: time64,
});

export const objectChunks = xrayChunks('Object', {
  version: [0x0900, u16],
  flags: [
    0x0903,
    u32.is('1 Dynamic, 2 Progressive, 4 UsingLOD, 8 HOM, 16 MultipleUsage, 32 SoundOccluder, 64 HQExport'),
  ],
  shortFlags: [0x0903, u8.is('as flags; old files')],
  surfaces0: [0x0905, list(surface0).prefixed(u32)],
  surfaces1: [0x0906, list(surface1).prefixed(u32)],
  surfaces: [0x0907, list(surface2).prefixed(u32)],
  meshes: [0x0910, xrayChunks('Meshes', {}, { mesh })],
  libVersion: [0x0911, u32.x(2)],
  userData: [0x0912, cstring.is('text of an ini file')],
  bones0: [0x0913, list(bone0).prefixed(u32)],
  objectMotions: [0x0914, list(objectMotion).prefixed(u32)],
  motions: [0x0916, list(motion).prefixed(u32)],
  compileShaders: [0x0918, list(cstring).is('of the surfaces, in their order').untilEnd()],
  oldPartitions: [0x0919, oldPartitions],
  transform: [0x0920, struct('Transform', { position: vec3.in('m'), rotation: vec3.in('radians') })],
  bones: [0x0921, xrayChunks('Bones', {}, { bone: objectBone })],
  revision: [0x0922, revision],
  revision64: [0x0922, revision64],
  partitions: [PARTITIONS_ID, partitions],
  motionReferences: [0x0924, cstring.is('names of .omf files, separated by commas')],
  lod: [0x0925, cstring.is('name of the LOD object')],
  motionReferenceList: [0x0926, list(cstring).is('names of .omf files').prefixed(u32)],
  scale: [0x0927, struct('Scale', { scale: f32, adjustMass: u8 })],
});
export type ObjectChunks = Infer<typeof objectChunks>;

export const objectFile = startsWith(OBJECT_ID, xrayChunks('ObjectFile', { object: [OBJECT_ID, objectChunks] }));
export type ObjectFile = Infer<typeof objectFile>;
