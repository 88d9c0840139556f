import { Codec, type Reader, type Writer } from '../../binary/index.ts';
import { LineReader, latin1, writeText } from './text-lines.ts';

// HRC, the skeleton of a field model as text: `aaaa.hrc` in char.lgp (specification, section 7.1).

export interface HrcBone {
  name: string;
  /** Name of the parent, `root` where there is none. */
  parent: string;
  /** A decimal, as the text has it. */
  length: string;
  /** RSD files without their extension. */
  resources: string[];
}

export interface Hrc {
  headerBlock: string;
  skeleton: string;
  /** As the head says it. 0 means one bone, `null`, that no animation moves. */
  boneCount: number;
  bones: HrcBone[];
  newline: '\r\n' | '\n';
  /** The text, where comments or spaces make it different from what is written. Kept until the values change. */
  original?: string;
}

class HrcCodec extends Codec<Hrc> {
  readonly kind = 'Hrc';
  readonly minSize = 0;

  read(r: Reader): Hrc {
    const text = latin1.decode(r.bytes.subarray(r.pos, r.end));
    const lines = new LineReader(r);
    const headerBlock = readHeader(r, lines, 'headerBlock', ':HEADER_BLOCK');
    const skeleton = readHeader(r, lines, 'skeleton', ':SKELETON');
    const boneCount = Number(readHeader(r, lines, 'boneCount', ':BONES'));
    if (!Number.isInteger(boneCount)) r.fail('hrc/number', `'${boneCount}' bones`);
    const bones: HrcBone[] = [];
    r.path.push('bones');
    while (lines.hasNext()) bones.push(r.field(bones.length, hrcBone));
    r.path.pop();
    const value: Hrc = { headerBlock, skeleton, boneCount, bones, newline: text.includes('\r\n') ? '\r\n' : '\n' };
    return format(value) === text ? value : { ...value, original: text };
  }

  write(w: Writer, value: Hrc): void {
    const text = format(value);
    const { original } = value;
    const isUnchanged = original !== undefined && format(this.decode(latin1.encode(original))) === text;
    writeText(w, isUnchanged ? original : text);
  }
}

function readHeader(r: Reader, lines: LineReader, name: string, keyword: string): string {
  const at = r.pos;
  const text = lines.next(name).trim();
  if (!text.startsWith(keyword)) r.fail('hrc/head', `'${keyword}' expected, '${text.slice(0, 40)}' found`, at);
  return text.slice(keyword.length).trim();
}

const hrcBone: Codec<HrcBone> = new (class extends Codec<HrcBone> {
  readonly kind = 'HrcBone';
  readonly minSize = 0;

  read(r: Reader): HrcBone {
    const lines = new LineReader(r);
    const name = lines.next('name').trimEnd();
    const parent = lines.next('parent').trimEnd();
    const at = r.pos;
    const length = lines.next('length').trimEnd();
    if (length.trim() === '' || !Number.isFinite(Number(length))) r.fail('hrc/number', `length '${length}'`, at);
    const [count, ...resources] = lines.next('resources').trim().split(/\s+/);
    if (Number(count) !== resources.length) {
      r.warn('hrc/resource-count', `${count} resources announced, ${resources.length} named`, at);
    }
    return { name, parent, length, resources };
  }

  write(): void {
    throw new Error('bones are written with the whole text');
  }
})();

function format({ headerBlock, skeleton, boneCount, bones, newline }: Hrc): string {
  const head = [`:HEADER_BLOCK ${headerBlock}`, `:SKELETON ${skeleton}`, `:BONES ${boneCount}`];
  const entries = bones.flatMap(({ name, parent, length, resources }) => [
    '',
    name,
    parent,
    length,
    `${resources.length} ${resources.join(' ')}`,
  ]);
  return [...head, ...entries, ''].join(newline);
}

export const hrc: Codec<Hrc> = new HrcCodec();

/** Index of each bone's parent: the nearest bone of that name before it; -1 for children of the root or of no bone. */
export function parentsOf({ bones }: Hrc): number[] {
  return bones.map(({ parent }, i) => bones.findLastIndex(({ name }, k) => k < i && name === parent));
}

export const ROOT = 'root';
