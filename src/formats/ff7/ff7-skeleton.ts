import { countOf, f32, type Infer, i32, struct, table, trailing, u32 } from '../../binary/index.ts';

// The skeleton of a battle model, and what else the model consists of: `rtaa` in battle.lgp, `name.d` in magic.lgp
// (specification, section 3).

export const skeleton = struct('Skeleton', {
  kind: u32.named({ 0: 'enemy', 1: 'battle stage', 2: 'player' }),
  unknown04: u32.is('1'),
  unknown08: u32.is('1'),
  boneCount: countOf('bones', u32),
  unknown10: u32.is('0'),
  pieceCount: u32.is('P files of a battle stage'),
  textureCount: u32.is('TEX files'),
  bodyAnimCount: u32.is('body records in the bank'),
  weaponAnimStart: u32.is('bodyAnimCount + 2: a section number of the PlayStation pack, no record number'),
  weaponCount: u32.is('weapon models'),
  weaponAnimCount: u32.is('weapon records in the bank'),
  unknown2c: u32.is('0'),
  bonePtr: u32.is('left over from memory'),
  bones: table('Bone', {
    parent: i32.is('-1: child of the root'),
    boneLength: f32.is('negative: children start that far along -Z').in('model units'),
    hasModel: u32.is('1: a P file draws it'),
  }),
  trailing,
});
export type Skeleton = Infer<typeof skeleton>;
