import {
  absent,
  type Codec,
  cstring,
  f32,
  given,
  type Infer,
  i8,
  i16,
  type List,
  list,
  oneOf,
  struct,
  u8,
  u16,
  u32,
} from '../../binary/index.ts';
import { xrayChunks } from './chunk.ts';
import { mark } from './motion.ts';
import { vec3 } from './values.ts';

// Compiled motions: keys per frame, 30 frames a second. In `.ogf` and `.omf` (specification, section 15).

export const MOTIONS_ID = 14;
export const DEFINITIONS_ID = 15;

/** Bits of a track's flags. */
export const MOVES = 1;
export const FIXED_ROTATION = 2;
export const WIDE_TRANSLATION = 4;

const rotationDoc = 'conjugate quaternion x y z w, 32767 is 1';

const makeTrack = (frames: number) =>
  struct('Track', {
    flags: u8.is('1 the bone moves, 2 its rotation is fixed, 4 translation keys have 16 bits'),
    rotationCrc: given((t: { flags: number }) => (t.flags & FIXED_ROTATION ? absent : u32.is('CRC-32 of the keys'))),
    rotations: given((t: { flags: number }) =>
      list(i16)
        .is(rotationDoc)
        .times(4 * (t.flags & FIXED_ROTATION ? 1 : frames)),
    ),
    translationCrc: given((t: { flags: number }) => (t.flags & MOVES ? u32.is('CRC-32 of the keys') : absent)),
    translations: given((t: { flags: number }): Codec<Int8Array | Int16Array | undefined> => {
      if (!(t.flags & MOVES)) return absent;
      const keys: List<Int8Array | Int16Array> = t.flags & WIDE_TRANSLATION ? list(i16) : list(i8);
      return keys.is('x y z of every frame, times scale, plus translation').times(3 * frames);
    }),
    scale: given((t: { flags: number }) => (t.flags & MOVES ? vec3.in('m').is('of one step of a key') : absent)),
    translation: vec3.in('m').is('from the parent; where the bone moves, what key 0 means'),
  });
export type Track = Infer<ReturnType<typeof makeTrack>>;

/** Tracks of motions of so many frames: one codec for all bones of all motions of a length. */
function trackOf(frames: number): Codec<Track> {
  const known = tracks.get(frames);
  if (known !== undefined) return known;
  const track = makeTrack(frames);
  if (tracks.size < MAX_REMEMBERED_LENGTHS) tracks.set(frames, track);
  return track;
}
const tracks = new Map<number, Codec<Track>>();
/** Damaged files bring ever new lengths. */
const MAX_REMEMBERED_LENGTHS = 4096;

export const compiledMotion = struct('CompiledMotion', {
  name: cstring,
  frameCount: u32.in('1/30 s'),
  tracks: given((m: { frameCount: number }) => list(trackOf(m.frameCount)).is('one per bone slot').untilEnd()),
});
export type CompiledMotion = Infer<typeof compiledMotion>;

export const motionsChunk = xrayChunks('Motions', { motionCount: [0, u32] }, { motion: compiledMotion });

type Version = 1 | 2 | 3 | 4;

const partBone = {
  1: struct('PartBone1', { slot: u32 }),
  2: struct('PartBone2', { name: cstring }),
  3: struct('PartBone', { name: cstring, slot: u32.is('which track of every motion') }),
};
const layoutOf = (version: Version) => (version === 4 ? 3 : version);

/** Which bone of which track: by slot, by name, or (from version 3 on) both. */
export interface PartBone {
  name?: string;
  slot?: number;
}

const part = (version: Version) =>
  struct('Part', { name: cstring, bones: list<PartBone>(partBone[layoutOf(version)]).prefixed(u16) });

const definition = (version: Version) =>
  struct('MotionDefinition', {
    name: cstring,
    flags: u32.is('FX, StopAtEnd, NoMix, SyncPart, UseFootSteps, RootMover, Idle, UseWeaponBone, from bit 0'),
    part: u16.is('partition of a cycle (0xffff: all), or bone of an FX'),
    motion: u16.is('index of the motion'),
    speed: f32.is('1 plays at 30 frames per second'),
    power: f32.is('weight of an FX'),
    accrue: f32.is('speed of blending in'),
    falloff: f32.is('speed of blending out'),
    marks: version < 4 ? absent : list(mark).prefixed(u32),
  });
export type MotionDefinition = Infer<ReturnType<typeof definition>>;

const parts = [1, 2, 3, 4].map((version) => list(part(version as Version)));
const definitions = [1, 2, 3, 4].map((version) => list(definition(version as Version)));

export const definitionsChunk = struct('MotionDefinitions', {
  version: oneOf(u16, 1, 2, 3, 4),
  parts: given((d: { version: Version }) => parts[d.version - 1]!.prefixed(u16)),
  motions: given((d: { version: Version }) => definitions[d.version - 1]!.prefixed(u16)),
});
export type MotionDefinitions = Infer<typeof definitionsChunk>;
