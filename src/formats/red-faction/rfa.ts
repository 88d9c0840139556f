import {
  absent,
  align,
  countOf,
  f32,
  given,
  type Infer,
  i8,
  i16,
  i32,
  list,
  magic,
  offsetOf,
  offsetsOf,
  oneOf,
  struct,
  table,
  u8,
} from '../../binary/index.ts';

// RFA holds the animations of Red Faction characters: keys for the bones of a skeleton and for morphed vertices.
// Layout: Open Faction, rfa_format.h. All numbers are little-endian.

const TICK = '1/4800 s';

const vec3 = f32.x(3);

export const bone = struct('Bone', {
  weight: f32.is('0 to 255?'),
  rotKeyCount: countOf('rotKeys', i16),
  posKeyCount: countOf('posKeys', i16),
  rotKeys: table('RotKey', {
    time: i32.in(TICK),
    rotation: i16.x(4).is('quaternion x y z w'),
    easeIn: i8.is('shapes the curve before the key'),
    easeOut: i8.is('shapes the curve behind the key'),
    padding: i16,
  }),
  posKeys: table('PosKey', {
    time: i32.in(TICK),
    position: vec3,
    inTangent: vec3.is('shapes the curve before the key'),
    outTangent: vec3.is('shapes the curve behind the key'),
  }),
});

/** What the layout of the morph frames depends on. */
interface MorphHead {
  version: 7 | 8;
  morphFrameCount: number;
  morphVertices: Int16Array;
}

const morphFrames = ({ version, morphFrameCount, morphVertices }: MorphHead) =>
  version === 7 ? morph7(morphFrameCount, morphVertices.length) : morph8(morphFrameCount, morphVertices.length);

const morph7 = (frames: number, vertices: number) =>
  struct('Morph7', {
    positions: list(f32)
      .is('x y z of every vertex, frame after frame')
      .times(3 * frames * vertices),
  });

const morph8 = (frames: number, vertices: number) =>
  struct('Morph8', {
    times: list(i32).in(TICK).times(frames),
    bounds: frames * vertices > 0 ? bounds : absent,
    positions: list(u8)
      .is('x y z as in version 7, 0 is bounds.min and 255 is bounds.max')
      .times(3 * frames * vertices),
  });

const bounds = struct('Bounds', { min: vec3, max: vec3 });

export const animation = struct('Animation', {
  signature: magic('VMVF'),
  version: oneOf(i32, 7, 8),
  posReduction: f32.is('unused by the game'),
  rotReduction: f32.is('unused by the game'),
  startTime: i32.in(TICK),
  endTime: i32.in(TICK),
  boneCount: countOf('bones', i32),
  morphVertexCount: countOf('morphVertices', i32),
  morphFrameCount: i32,
  rampInTime: i32.is('unused by the game'),
  rampOutTime: i32.is('unused by the game'),
  totalRotation: f32.x(4).is('unused by the game'),
  totalTranslation: vec3.is('unused by the game'),
  morphVerticesOffset: offsetOf('morphVertices', i32),
  morphFramesOffset: offsetOf('morphFrames', i32),
  boneOffsets: offsetsOf('bones', i32),
  bones: list(bone),
  morphVertices: list(i16).is('indices of the vertices that morph'),
  padding: align(4),
  morphFrames: given(morphFrames),
});

export type Bone = Infer<typeof bone>;
export type Animation = Infer<typeof animation>;
