import { f32, given, type Infer, oneOf, struct, table, trailing, u8, u32 } from '../../binary/index.ts';

// The animation of a field model: `aafe.a` in char.lgp. It names no skeleton: the number of bones is all that tells which
// it plays on (specification, section 7.3).

/** One row a frame. */
const frameTable = (boneCount: number) =>
  table('Frame', {
    rootRotation: f32.x(3).in('degrees'),
    rootTranslation: f32.x(3).is('y points up here, unlike everywhere else').in('model units'),
    rotations: f32
      .x(3 * boneCount)
      .is('x y z of each bone')
      .in('degrees'),
  });

export const fieldAnimation = struct('FieldAnimation', {
  version: oneOf(u32, 1),
  frameCount: u32,
  boneCount: u32,
  rotationOrder: u8.x(3).is('axes in order of application: 1 0 2, that is y x z'),
  unknown0f: u8.is('0'),
  pointers: u32.x(5).is('left over from memory'),
  frames: given((head: { frameCount: number; boneCount: number }) => frameTable(head.boneCount).times(head.frameCount)),
  trailing,
});
export type FieldAnimation = Infer<typeof fieldAnimation>;
