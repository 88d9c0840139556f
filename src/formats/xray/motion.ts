import {
  absent,
  type Codec,
  countOf,
  cstring,
  f32,
  given,
  type Infer,
  list,
  oneOf,
  struct,
  table,
  u8,
  u16,
  u32,
} from '../../binary/index.ts';
import { type Envelope, envelope1, envelope2 } from './envelope.ts';
import { line } from './values.ts';

// Skeleton motions as the SDK edits them: curves per bone (specification, section 11).

export const FX = 0x01;
export const STOP_AT_END = 0x02;
/** Names of the motion flags, by bit. */
export const motionFlagNames: Readonly<Record<number, string>> = {
  1: 'FX',
  2: 'StopAtEnd',
  4: 'NoMix',
  8: 'SyncPart',
  16: 'UseFootSteps',
  32: 'RootMover',
  64: 'Idle',
  128: 'UseWeaponBone',
};
/** The part of cycles that move all bones. */
export const ALL_PARTS = 0xffff;
/** Bit of a bone's flags: its rotation is in model space. */
export const WORLD_ORIENT = 1;

/** Intervals with a name, such as those in which a foot stands on the ground. */
export const mark = struct('Mark', {
  name: line.is('ends with CR LF'),
  intervalCount: countOf('intervals', u32),
  intervals: table('Interval', { start: f32.in('s'), end: f32.in('s') }),
});
export type Mark = Infer<typeof mark>;

const six = (envelope: Codec<Envelope>) =>
  list(envelope).is('position x y z; rotation about y (heading), x (pitch), z (bank), in radians').times(6);

const boneMotion = {
  4: struct('BoneMotion4', { flags: u32, envelopes: six(envelope1) }),
  5: struct('BoneMotion5', { name: cstring, flags: u32, envelopes: six(envelope1) }),
  6: struct('BoneMotion', {
    name: cstring,
    flags: u8.is('1: the rotation is in model space'),
    envelopes: six(envelope2),
  }),
};

const blending = {
  speed: f32.is('1 plays at 30 frames per second'),
  accrue: f32.is('speed of blending in'),
  falloff: f32.is('speed of blending out'),
  power: f32.is('weight of an FX'),
};

const part = 'partition of a cycle (0xffff: all), or bone of an FX';
const flags = 'FX, StopAtEnd, NoMix, SyncPart, UseFootSteps, RootMover, Idle, UseWeaponBone, from bit 0';

const settings = {
  4: struct('Settings4', { part: u32.is(part), isFx: u8, stopAtEnd: u8, ...blending }),
  5: struct('Settings5', { flags: u32.is(flags), part: u32.is(part), ...blending }),
  6: struct('Settings', { flags: u8.is(flags), part: u16.is(part), ...blending }),
};

type Version = 4 | 5 | 6 | 7;
const layoutOf = (version: Version) => (version === 7 ? 6 : version);

export const motion = struct('Motion', {
  name: cstring,
  firstFrame: u32,
  endFrame: u32.is('behind the last frame that is compiled'),
  fps: f32.in('1/s'),
  version: oneOf(u16, 4, 5, 6, 7),
  settings: given((m: { version: Version }): Codec<Settings> => settings[layoutOf(m.version)]),
  bones: given(
    (m: { version: Version }): Codec<BoneMotion[]> =>
      list<BoneMotion>(boneMotion[layoutOf(m.version)]).prefixed(m.version < 6 ? u32 : u16),
  ),
  marks: given((m: { version: Version }) => (m.version < 7 ? absent : list(mark).prefixed(u32))),
});

export interface Settings {
  flags?: number;
  part: number;
  /** Version 4 has these two instead of flags. */
  isFx?: number;
  stopAtEnd?: number;
  speed: number;
  accrue: number;
  falloff: number;
  power: number;
}

export interface BoneMotion {
  /** Missing in version 4: bones then go by their place. */
  name?: string;
  flags: number;
  /** Position x y z; rotation about y, x, z. */
  envelopes: Envelope[];
}

export type Motion = Infer<typeof motion>;
