import { type Codec, cstring, f32, given, type Infer, list, oneOf, struct, u16, u32 } from '../../binary/index.ts';
import { startsWith, xrayChunks } from './chunk.ts';
import { type Envelope, envelope1, envelope2 } from './envelope.ts';

// `.anm`: the motion of one object, such as a camera (specification, section 11.7).

export const ANM_ID = 0x1100;

export const objectMotion = struct('ObjectMotion', {
  name: cstring,
  firstFrame: u32,
  endFrame: u32,
  fps: f32.in('1/s'),
  version: oneOf(u16, 3, 4, 5),
  envelopes: given(
    (m: { version: 3 | 4 | 5 }): Codec<Envelope[]> =>
      m.version === 3 ? oldEnvelopes : m.version === 4 ? pitchFirst : headingFirst,
  ),
});
export type ObjectMotion = Infer<typeof objectMotion>;

const order = 'position x y z; rotation about y (heading), x (pitch), z (bank), in radians';
const oldEnvelopes = list<Envelope>(envelope1).is(order).times(6);
const headingFirst = list<Envelope>(envelope2).is(order).times(6);
const pitchFirst = list<Envelope>(envelope2).is('position x y z; rotation about x, y, z, in radians').times(6);

export const anmFile = startsWith(ANM_ID, xrayChunks('ObjectMotionFile', { motion: [ANM_ID, objectMotion] }));
export type AnmFile = Infer<typeof anmFile>;
