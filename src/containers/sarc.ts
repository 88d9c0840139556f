import {
  byteOrderMark,
  Codec,
  countOf,
  given,
  type Infer,
  list,
  magic,
  type Reader,
  rest,
  struct,
  table,
  u8,
  u16,
  u32,
  type Writer,
} from '../binary/index.ts';
import { hex } from '../issue.ts';

// SARC: archives of Nintendo games, little-endian on Switch and big-endian on Wii U. BFRES specification, section 2.3.

const nodeTable = table('Node', {
  nameHash: u32,
  attributes: u32.is('number among equal hashes << 24 | offset of the name / 4; 0 without a name'),
  start: u32.is('from dataStart'),
  end: u32.is('from dataStart'),
});

/** Where the files are and what they are called. */
interface Index {
  readonly nodes: ReturnType<(typeof nodeTable)['readItems']>;
  readonly names: Uint8Array;
}

/** All bytes up to an offset. */
class BytesUpTo extends Codec<Uint8Array> {
  readonly kind = 'bytes';
  readonly minSize = 0;
  private readonly offset: number;

  constructor(offset: number) {
    super();
    this.offset = offset;
  }

  read(r: Reader): Uint8Array {
    if (this.offset < r.pos) r.fail('bad-offset', `data begins at ${this.offset}, the names end behind that`);
    return list(u8)
      .times(this.offset - r.pos)
      .read(r);
  }

  write(w: Writer, value: Uint8Array): void {
    rest.write(w, value);
  }
}

/** The data of all files. A trace shows each file by its name. */
class FileData extends Codec<Uint8Array> {
  readonly kind = 'files';
  readonly minSize = 0;
  private readonly archive: Index;

  constructor(archive: Index) {
    super();
    this.archive = archive;
  }

  read(r: Reader): Uint8Array {
    if (r.trace === undefined) return rest.read(r);
    const start = r.pos;
    const skip = (end: number, name: string) => {
      if (end > r.pos && end <= r.end) r.field(name, list(u8).times(end - r.pos));
    };
    const { nodes } = this.archive;
    const inOrder = Array.from({ length: nodes.length }, (_, i) => i).sort((a, b) => nodes.start[a]! - nodes.start[b]!);
    for (const i of inOrder) {
      skip(start + nodes.start[i]!, 'padding');
      skip(start + nodes.end[i]!, nameOf(this.archive, i) ?? `file ${i}`);
    }
    skip(r.end, 'padding');
    return r.bytes.slice(start, r.pos);
  }

  write(w: Writer, value: Uint8Array): void {
    rest.write(w, value);
  }
}

const body = struct('Sarc', {
  signature: magic('SARC'),
  headerSize: u16,
  byteOrder: byteOrderMark,
  fileSize: u32,
  dataStart: u32,
  version: u16,
  unknown12: u16,
  nodesSignature: magic('SFAT'),
  nodesHeaderSize: u16,
  nodeCount: countOf('nodes', u16),
  hashMultiplier: u32,
  nodes: nodeTable,
  namesSignature: magic('SFNT'),
  namesHeaderSize: u16,
  unknownNames: u16,
  names: given(({ dataStart }: { dataStart: number }) =>
    new BytesUpTo(dataStart).is('each name ends with a zero, at a multiple of 4'),
  ),
  data: given((archive: Index) => new FileData(archive)),
});

export type Sarc = Infer<typeof body>;

/** The archive as it lies in the file: names and data are bytes that the nodes point into. */
export const sarc: Codec<Sarc> = new (class extends Codec<Sarc> {
  readonly kind = 'Sarc';
  readonly minSize = body.minSize;
  readonly fields = body.fields;

  /** The byte order mark comes behind the first number that it rules. */
  read(r: Reader): Sarc {
    r.littleEndian = r.bytes[r.pos + 6] === 0xff;
    return body.read(r);
  }

  write(w: Writer, value: Sarc): void {
    w.littleEndian = value.byteOrder === 'little';
    body.write(w, value);
  }
})();

/** The name of a file; undefined where it has none, or where it points outside the names. */
export function nameOf({ nodes, names }: Index, index: number): string | undefined {
  const attributes = nodes.attributes[index]!;
  const at = (attributes & 0xffffff) * 4;
  if (attributes === 0 || at >= names.length) return undefined;
  const end = names.indexOf(0, at);
  return new TextDecoder().decode(names.subarray(at, end < 0 ? names.length : end));
}

/** The bytes of a file; fewer than its node says where those lie outside the archive. */
export function bytesOf({ nodes, data }: Pick<Sarc, 'nodes' | 'data'>, index: number): Uint8Array {
  return data.subarray(nodes.start[index]!, Math.max(nodes.start[index]!, nodes.end[index]!));
}

/** What the nodes are sorted by. */
export function nameHash(name: Uint8Array, multiplier: number): number {
  let hash = 0;
  for (const byte of name) hash = (Math.imul(hash, multiplier) + ((byte << 24) >> 24)) >>> 0;
  return hash;
}

interface PackedFile {
  /** `0x` and the hash, for a file of the base that has no name. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The bytes of a name as the archive stores them: zero at the end, a multiple of 4 long. */
function storedName(name: string): Uint8Array {
  const text = new TextEncoder().encode(name);
  const stored = new Uint8Array(Math.ceil((text.length + 1) / 4) * 4);
  stored.set(text);
  return stored;
}

/**
 * An archive of these files, sorted by the hashes of their names. With a `base`, its byte order and alignments stay and,
 * where every file still fits its old place, so does the layout.
 */
export function packSarc(files: readonly PackedFile[], base?: Sarc): Sarc {
  const multiplier = base?.hashMultiplier ?? 0x65;
  const nameless = new Map(base === undefined ? [] : namelessFiles(base));
  const sorted = files
    .map((file) => {
      const hash = nameless.get(file.name);
      return {
        ...file,
        hash: hash ?? nameHash(new TextEncoder().encode(file.name), multiplier),
        hasName: hash === undefined,
      };
    })
    .sort((a, b) => a.hash - b.hash);
  return (base && inOldPlaces(sorted, base)) ?? laidOut(sorted, multiplier, base);
}

/** The name of a file, or its hash where the archive has no name for it. */
export const shownNameOf = (archive: Pick<Sarc, 'nodes' | 'names'>, index: number): string =>
  nameOf(archive, index) ?? hex(archive.nodes.nameHash[index]!, 8);

function* namelessFiles(base: Sarc): Iterable<[string, number]> {
  for (let i = 0; i < base.nodes.length; i++) {
    if (nameOf(base, i) === undefined) yield [shownNameOf(base, i), base.nodes.nameHash[i]!];
  }
}

/** The base with new data in the old places; undefined where the files are others or one does not fit. */
function inOldPlaces(files: readonly PackedFile[], base: Sarc): Sarc | undefined {
  const { nodes } = base;
  if (files.length !== nodes.length) return undefined;
  const starts = [...nodes.start].sort((a, b) => a - b);
  const data = base.data.slice();
  const end = nodes.end.slice();
  for (const [i, { name, bytes }] of files.entries()) {
    const start = nodes.start[i]!;
    const limit = starts.find((other) => other > start) ?? data.length;
    if (shownNameOf(base, i) !== name || start + bytes.length > limit || start > data.length) return undefined;
    if (limit === data.length && bytes.length !== nodes.end[i]! - start) return undefined;
    data.set(bytes, start);
    data.fill(0, start + bytes.length, Math.max(start + bytes.length, nodes.end[i]!));
    end[i] = start + bytes.length;
  }
  return { ...base, nodes: { ...nodes, end }, data };
}

function laidOut(
  files: readonly (PackedFile & { hash: number; hasName: boolean })[],
  multiplier: number,
  base: Sarc | undefined,
): Sarc {
  const alignments = base === undefined ? new Map<string, number>() : alignmentsOf(base);
  const alignmentOf = (name: string) => alignments.get(extensionOf(name)) ?? USUAL_ALIGNMENTS[extensionOf(name)] ?? 4;
  const names = files.map(({ name, hasName }) => (hasName ? storedName(name) : new Uint8Array(0)));
  const namesEnd = 0x14 + 0x0c + files.length * 16 + 8 + sum(names.map(({ length }) => length));
  const dataStart = alignUp(namesEnd, Math.max(4, ...files.map(({ name }) => alignmentOf(name))));
  const nodes = {
    length: files.length,
    nameHash: Uint32Array.from(files, ({ hash }) => hash),
    attributes: new Uint32Array(files.length),
    start: new Uint32Array(files.length),
    end: new Uint32Array(files.length),
  };
  let nameAt = 0;
  let position = dataStart;
  for (const [i, { name, bytes, hash, hasName }] of files.entries()) {
    const among = files.slice(0, i).filter((other) => other.hash === hash).length + 1;
    if (hasName) nodes.attributes[i] = ((among << 24) | (nameAt / 4)) >>> 0;
    nameAt += names[i]!.length;
    position = alignUp(position, alignmentOf(name));
    nodes.start[i] = position - dataStart;
    position += bytes.length;
    nodes.end[i] = position - dataStart;
  }
  const data = new Uint8Array(position - dataStart);
  for (const [i, { bytes }] of files.entries()) data.set(bytes, nodes.start[i]!);
  const nameBytes = new Uint8Array(dataStart - (namesEnd - nameAt));
  let at = 0;
  for (const name of names) {
    nameBytes.set(name, at);
    at += name.length;
  }
  return {
    signature: 'SARC',
    headerSize: 0x14,
    byteOrder: base?.byteOrder ?? 'little',
    fileSize: position,
    dataStart,
    version: base?.version ?? 0x0100,
    unknown12: 0,
    nodesSignature: 'SFAT',
    nodesHeaderSize: 0x0c,
    hashMultiplier: multiplier,
    nodes,
    namesSignature: 'SFNT',
    namesHeaderSize: 8,
    unknownNames: 0,
    names: nameBytes,
    data,
  };
}

/** What files of these kinds are aligned to where no original tells. */
const USUAL_ALIGNMENTS: Readonly<Record<string, number>> = {
  bfres: 0x2000,
  bfsha: 0x2000,
  bntx: 0x1000,
  byml: 0x80,
  msbt: 0x100,
};

/** For each extension, the largest power of two that all its files lie at multiples of. */
function alignmentsOf(base: Sarc): Map<string, number> {
  const alignments = new Map<string, number>();
  for (let i = 0; i < base.nodes.length; i++) {
    const extension = extensionOf(nameOf(base, i) ?? '');
    const offset = base.dataStart + base.nodes.start[i]!;
    const largest = Math.min(0x2000, offset === 0 ? 0x2000 : offset & -offset);
    alignments.set(extension, Math.min(alignments.get(extension) ?? 0x2000, largest));
  }
  return alignments;
}

function extensionOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}

function alignUp(offset: number, alignment: number): number {
  return Math.ceil(offset / alignment) * alignment;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, value) => total + value, 0);
}
