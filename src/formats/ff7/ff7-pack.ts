import { Codec, CodecError, list, type Reader, rest, Sized, u32, type Writer } from '../../binary/index.ts';
import { type BankRecord, BlockCodec, isAnimation } from './ff7-bank.ts';
import { anySettings, type Settings } from './ff7-settings.ts';
import { type PsxModel, psxModel, type Tim, tim } from './psx-model.ts';

// A battle model of the PlayStation: skeleton, meshes, settings, animations, textures and weapons in one file, which the
// disc has LZS-compressed (specification, section 10). The animations are the same bytes as in the banks of the PC.

export interface Pack {
  model: PsxModel;
  settings: Settings;
  /** Body records, then weapon records. The pack stores neither joint nor frame counts: they follow from the rest. */
  animations: BankRecord[];
  /** Pictures and weapons, in the order of the file; bytes of what is neither. */
  rest: (Tim | PsxModel | Uint8Array)[];
}

const FIRST_ANIMATION = 2;
const WORD = 4;

class PackCodec extends Codec<Pack> {
  readonly kind = 'Pack';
  readonly minSize = 4 * WORD;

  read(r: Reader): Pack {
    const start = r.pos;
    const sectionCount = r.field('sectionCount', u32);
    const offsets = [...r.field('offsets', list(u32).times(sectionCount))];
    if (sectionCount < FIRST_ANIMATION) r.fail('bad-count', `${sectionCount} sections, there are at least 2`);
    const ends = [...offsets.slice(1), r.end - start];
    for (const [i, offset] of offsets.entries()) {
      const expected = i === 0 ? r.pos - start : ends[i - 1]!;
      if (offset !== expected || ends[i]! < offset) {
        r.fail('bad-offset', `section ${i} from ${offset} to ${ends[i]}`, start + WORD * (i + 1));
      }
    }
    const sizes = offsets.map((offset, i) => ends[i]! - offset);
    const model = r.field('model', new Sized(sizes[0]!, psxModel));
    const settings = r.field('settings', new Sized(sizes[1]!, anySettings));
    const animations = r.field('animations', new Animations(sizes.slice(FIRST_ANIMATION), model.entries.length));
    const others = r.field('rest', new Others(sizes.slice(FIRST_ANIMATION + animations.length)));
    return { model, settings, animations, rest: others };
  }

  write(w: Writer, { model, settings, animations, rest: others }: Pack): void {
    const start = w.pos;
    const sectionCount = FIRST_ANIMATION + animations.length + others.length;
    w.field('sectionCount', u32, sectionCount);
    const at = w.take(WORD * sectionCount);
    const offsets = [w.pos - start];
    w.field('model', psxModel, model);
    offsets.push(w.pos - start);
    w.field('settings', anySettings, settings);
    for (const [i, record] of animations.entries()) {
      offsets.push(w.pos - start);
      w.path.push('animations');
      w.field(i, new BlockCodec(record), record.block);
      w.path.pop();
    }
    for (const [i, part] of others.entries()) {
      offsets.push(w.pos - start);
      w.field(i, codecOf(part), part);
    }
    w.fill(at, list(u32).times(sectionCount), Uint32Array.from(offsets));
  }
}

function codecOf(part: Tim | PsxModel | Uint8Array): Codec<any> {
  if (part instanceof Uint8Array) return rest;
  return 'entries' in part ? psxModel : tim;
}

/** The blocks up to the first picture or weapon. */
class Animations extends Codec<BankRecord[]> {
  readonly kind = 'animations';
  readonly minSize = 0;
  private readonly sizes: readonly number[];
  private readonly jointCount: number;

  constructor(sizes: readonly number[], jointCount: number) {
    super();
    this.sizes = sizes;
    this.jointCount = jointCount;
  }

  read(r: Reader): BankRecord[] {
    const records: BankRecord[] = [];
    let jointCount = this.jointCount;
    for (const size of this.sizes) {
      if (otherCodecAt(r) !== undefined) break;
      const frameCount = size < 11 ? 1 : r.view.getUint16(r.pos, true);
      if (jointCount > 1 && size >= 11 && this.isOfWeapon(r, size, frameCount)) jointCount = 1;
      const block = r.field(records.length, new Sized(size, new BlockCodec({ jointCount, frameCount })));
      records.push({ jointCount, frameCount, block });
    }
    return records;
  }

  write(): void {
    throw new Error('animations are written section by section');
  }

  /** A block reads to its end with one joint count only. */
  private isOfWeapon(r: Reader, size: number, frameCount: number): boolean {
    const bytes = r.bytes.subarray(r.pos, r.pos + size);
    return !readsWell(bytes, this.jointCount, frameCount) && readsWell(bytes, 1, frameCount);
  }
}

function readsWell(bytes: Uint8Array, jointCount: number, frameCount: number): boolean {
  const block = new BlockCodec({ jointCount, frameCount }).decode(bytes);
  if (!isAnimation(block)) return false;
  return block.frames.length === frameCount && (block.tail?.length ?? 0) < 2;
}

class Others extends Codec<Pack['rest']> {
  readonly kind = 'pictures and weapons';
  readonly minSize = 0;
  private readonly sizes: readonly number[];

  constructor(sizes: readonly number[]) {
    super();
    this.sizes = sizes;
  }

  read(r: Reader): Pack['rest'] {
    return this.sizes.map((size, i) => {
      const codec = otherCodecAt(r);
      const part = codec === undefined ? undefined : r.attempt(new Sized<Tim | PsxModel>(size, codec), i);
      if (part !== undefined && !(part instanceof CodecError)) return part;
      r.warn('ff7-pack/unknown-section', part?.reason ?? 'neither a picture nor a weapon');
      return r.field(i, new Sized(size, rest));
    });
  }

  write(): void {
    throw new Error('parts are written section by section');
  }
}

/** How the section at the cursor reads, if it is a picture or a weapon. */
function otherCodecAt(r: Reader): Codec<any> | undefined {
  if (r.left < 12) return undefined;
  const [first, second, third] = [0, 4, 8].map((offset) => r.view.getUint32(r.pos + offset, true));
  if (first === 0x10 && second === 8) return tim;
  return first === 0 && third === 12 ? psxModel : undefined;
}

export const pack: Codec<Pack> = new PackCodec();
