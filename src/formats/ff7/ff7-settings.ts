import { Codec, type Infer, i16, type Reader, rest, struct, u8, u16, u32, type Writer } from '../../binary/index.ts';

// Attachment points and action scripts of a battle model: `rtab` in battle.lgp, `name.b` in magic.lgp, section 1 of a
// PlayStation pack (specification, section 4). Kept byte for byte; the known part is explained.

/** The first script begins behind the table of offsets: the smallest offset tells how many there are. */
class ScriptOffsets extends Codec<Uint32Array> {
  readonly kind = 'u32[]';
  readonly minSize = 4;

  read(r: Reader): Uint32Array {
    const offsets: number[] = [];
    let first = Number.POSITIVE_INFINITY;
    while (r.pos < first && r.left >= 4) {
      const offset = u32.read(r);
      first = Math.min(first, offset);
      offsets.push(offset);
    }
    return Uint32Array.from(offsets);
  }

  write(w: Writer, value: Uint32Array): void {
    for (const offset of value) u32.write(w, offset);
  }
}

export const settings = struct('Settings', {
  deathFlag: u16.is('ored into the death type when not 0'),
  death: u8.is('low 6 bits: kind of death animation; bit 7: play the secondary idle'),
  unknown03: u8,
  collisionRadius: i16.in('model units'),
  distance06: i16.in('model units'),
  distance08: i16.in('model units'),
  unknown0a: u8.x(8),
  attachmentPoints: u8
    .x(16)
    .is('joints: 0 torso, 6 right hand, 7 left hand, 10 head, 11 right foot, 12 left foot, others vary'),
  unknown22: u16.is('0'),
  entryOffsets: u32.x(8).is('of 4-byte entries at the end of the block; the size of the block where there are none'),
  unknown44: u8.x(32),
  unknown64: i16,
  unknown66: u16,
  scriptOffsets: new ScriptOffsets().is('action scripts, from the start of the block'),
  scripts: rest.is('0x00 to 0x8d play that record of the bank, 0x8e to 0xff are commands'),
});

/** Up to the end of the first script offset. */
export const SMALLEST_SETTINGS = settings.minSize;

/** Battle stages have 8 bytes of which nothing is known. */
const stageSettings = struct('StageSettings', { data: rest });

export type Settings = Infer<typeof settings> | Infer<typeof stageSettings>;

export const anySettings: Codec<Settings> = new (class extends Codec<Settings> {
  readonly kind = 'Settings';
  readonly minSize = 0;

  read(r: Reader): Settings {
    return r.left < SMALLEST_SETTINGS ? stageSettings.read(r) : settings.read(r);
  }

  write(w: Writer, value: Settings): void {
    if ('scripts' in value) settings.write(w, value);
    else stageSettings.write(w, value);
  }
})();
