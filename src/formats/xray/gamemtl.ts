import { cstring, f32, type Infer, struct, u16, u32 } from '../../binary/index.ts';
import { startsWith, xrayChunks } from './chunk.ts';
import { float } from './values.ts';

// `gamemtl.xr`: what surfaces are made of, and what happens where two of them meet (specification, section 13).

export const materialFlagNames: Readonly<Record<number, string>> = {
  1: 'Breakable',
  4: 'Bounceable',
  8: 'Skidmark',
  16: 'Bloodmark',
  32: 'Climable',
  128: 'Passable',
  256: 'Dynamic',
  512: 'Liquid',
  1024: 'SuppressShadows',
  2048: 'SuppressWallmarks',
  4096: 'ActorObstacle',
  8192: 'NoRicoshet',
  268435456: 'Injurious',
  536870912: 'Shootable',
  1073741824: 'Transparent',
  2147483648: 'SlowDown',
};
/** Bit of a material's flags: bones may be made of it. */
export const DYNAMIC_MATERIAL = 0x100;
export const INJURIOUS = 0x10000000;
export const SHOOTABLE = 0x20000000;
export const TRANSPARENT = 0x40000000;
export const SLOW_DOWN = 0x80000000;

export const material = xrayChunks('Material', {
  main: [0x1000, struct('MaterialName', { id: u32, name: cstring })],
  flags: [
    0x1001,
    u32.is('Breakable 1, Bounceable 4, Skidmark 8, Bloodmark 16, Climable 32, Passable 128, Dynamic 256 …'),
  ],
  physics: [
    0x1002,
    struct('Physics', {
      friction: f32,
      damping: f32,
      spring: f32,
      bounceStartVelocity: f32.in('m/s'),
      bouncing: f32,
    }),
  ],
  factors: [
    0x1003,
    struct('Factors', {
      shoot: f32.is('0: bullets pass'),
      bounceDamage: f32,
      visibility: f32.is('how much one sees through'),
      soundOcclusion: f32,
    }),
  ],
  flotation: [0x1004, float('how fast one moves in it, 1 is unhindered')],
  description: [0x1005, cstring],
  injurious: [0x1006, float('damage per second')],
  density: [0x1007, float('density factor; Clear Sky and later')],
  multiplayerShoot: [0x1008, float('shoot factor of multiplayer games; Call of Pripyat')],
});
export type Material = Infer<typeof material>;

export const NO_PARENT = 0xffffffff;

export const pair = xrayChunks('Pair', {
  main: [
    0x1000,
    struct('PairHead', {
      material0: u32.is('id of a material'),
      material1: u32.is('id of a material'),
      id: u32,
      parent: u32.is('id of the pair to inherit from; 0xffffffff: none'),
      ownProperties: u32.is('2 breaking sounds, 4 step sounds, 16 collide sounds, 32 particles, 64 marks'),
    }),
  ],
  breakingSounds: [0x1002, cstring.is('separated by commas')],
  stepSounds: [0x1003, cstring.is('separated by commas')],
  collide: [
    0x1005,
    struct('Collide', {
      sounds: cstring.is('separated by commas'),
      particles: cstring.is('separated by commas'),
      marks: cstring.is('separated by commas'),
    }),
  ],
});
export type MaterialPair = Infer<typeof pair>;

export const GAMEMTL_ID = 0x1000;

export const gameMaterials = startsWith(
  GAMEMTL_ID,
  xrayChunks('GameMaterials', {
    version: [GAMEMTL_ID, u16],
    autoIncrement: [0x1001, struct('AutoIncrement', { nextMaterial: u32, nextPair: u32 })],
    materials: [0x1002, xrayChunks('Materials', {}, { material })],
    pairs: [0x1003, xrayChunks('Pairs', {}, { pair })],
  }),
);
export type GameMaterials = Infer<typeof gameMaterials>;
