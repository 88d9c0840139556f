import type { OptionDeclaration, Options } from '../format.ts';
import type { ClipOptions } from './battle-clips.ts';

/** Frames a second of the game's animations (specification, sections 2.11 and 7.3). */
export const BATTLE_FPS = 15;
export const FIELD_FPS = 30;
/** Units of the game to a metre: powers of two, so that no digit is lost (specification, section 11.5). */
export const BATTLE_UNITS = 512;
export const FIELD_UNITS = 16;

export const options: readonly OptionDeclaration[] = [
  {
    name: 'fps',
    summary: 'frames a second; "game" is 15 in battle and 30 in the field, 60 fits animations that mods interpolated',
    default: 'game',
  },
  {
    name: 'parts',
    summary: 'of battle models: one rigid mesh a bone, or a single skinned mesh',
    values: ['nodes', 'skin'],
    default: 'nodes',
  },
  { name: 'weapon', summary: 'which weapon a battle model holds: a number, "all" or "none"', default: '0' },
  {
    name: 'interpolation',
    summary: 'between frames: smooth, or none as in the original game',
    values: ['linear', 'step'],
    default: 'linear',
  },
  { name: 'loop', summary: 'end clips with their first frame again', values: ['no', 'yes'], default: 'no' },
  {
    name: 'lift-decals',
    summary: 'raise eyes and mouths above the faces they lie on, in units of the game; 0 leaves them to flicker',
    default: '0.25',
  },
  {
    name: 'units-per-metre',
    summary: 'scale; "game" is 512 in battle and 16 in the field',
    default: 'game',
  },
  {
    name: 'prefix',
    summary: 'name of the battle model that is written: two letters as in battle.lgp, or more as in magic.lgp',
    default: 'auto',
  },
  {
    name: 'animations',
    summary:
      'field animations to take, by name and separated by commas, "all" that fit, or "none"; "auto" takes up to 64',
    default: 'auto',
  },
  {
    name: 'angle-bits',
    summary: 'precision of angles that are written; "auto" keeps the original\'s, or takes 8 where nothing is lost',
    values: ['auto', '8', '10', '12'],
    default: 'auto',
  },
  {
    name: 'repack',
    summary: 'write banks anew, at the lowest precision that keeps every pose, without what editors left in them',
    values: ['no', 'yes'],
    default: 'no',
  },
];

/** The value of an option that is a number; undefined where it is left to the game. */
export function readNumber(values: Options, name: string): number | undefined {
  const number = Number(values[name]);
  return values[name] === undefined || !Number.isFinite(number) || number < 0 ? undefined : number;
}

export function clipOptionsOf(values: Options, usualFps: number): ClipOptions {
  return {
    fps: readNumber(values, 'fps') || usualFps,
    interpolation: values.interpolation === 'step' ? 'step' : 'linear',
    loop: values.loop === 'yes',
  };
}
