import {
  Codec,
  explainTheRest,
  filled,
  fixedText,
  type Infer,
  later,
  list,
  magic,
  oneOf,
  pointer,
  type Reader,
  sameValue,
  struct,
  u8,
  u16,
  u32,
  u64,
  usually,
  Writer,
  writeArray,
} from '../../binary/index.ts';
import { Block, bytesOf, room } from './block.ts';
import { bntxDictionary, dictionaryOf } from './dictionary.ts';
import { buildRelocationTable, relocationTable } from './relocation.ts';
import { comparePoolOrder, poolString, STRINGS, text } from './text.ts';

// BNTX, the texture archive of the Switch: specification, section 17. All numbers are little-endian, all offsets count from
// its start, wherever it is embedded.

/** Textures store their pixels in mip levels, each with an offset. */
export interface TextureData {
  /** All layers, and in each all levels, tiled. */
  bytes: Uint8Array;
  /** Where the levels of the first layer begin in `bytes`. */
  levels: Uint32Array;
}

/** The table of the mip levels of a texture, and what it leads to. */
class LevelTable extends Codec<TextureData> {
  readonly kind = 'levels';
  readonly minSize: number;
  private readonly levelCount: number;
  private readonly dataSize: number;

  constructor(levelCount: number, dataSize: number) {
    super();
    this.minSize = levelCount * 8;
    this.levelCount = levelCount;
    this.dataSize = dataSize;
  }

  read(r: Reader): TextureData {
    const at = r.pos;
    const offsets = Array.from(r.field('offsets', list(u64).times(this.levelCount)));
    const first = offsets[0];
    if (first === undefined) return { bytes: new Uint8Array(0), levels: new Uint32Array(0) };
    if (first > r.bytes.length) r.fail('bad-offset', `there is no texture data at ${first}`, at);
    const bytes = r.at(first, bytesOf(this.dataSize), 'data');
    return { bytes, levels: Uint32Array.from(offsets, (offset) => offset - first) };
  }

  write(w: Writer, { levels }: TextureData): void {
    for (let i = 0; i < levels.length; i++) {
      w.pointers.push(w.pos);
      u64.write(w, 0); // filled in when the data has its place
    }
  }
}

/** An offset of something that has a fixed place, or gets one at the end under this name. */
class FixedPointer extends Codec<undefined> {
  readonly kind = 'u64';
  readonly minSize = 8;
  private readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
  }

  read(r: Reader): undefined {
    u64.read(r);
  }

  write(w: Writer): void {
    w.mark(this.name);
    w.pointers.push(w.pos);
    w.take(8);
  }
}

const runtimeRoom = room(() => 0x100);

export const texture = struct('Texture', {
  block: new Block('BRTI', 8),
  flags: u8,
  dimension: u8.named({ 1: '1D', 2: '2D', 3: '3D' }),
  tileMode: u16.named({ 0: 'block linear', 1: 'linear' }),
  swizzle: u16,
  levelCount: u16,
  sampleCount: u16,
  unknown1A: u16,
  format: u32.is('channels << 8 | type'),
  gpuAccess: u32,
  width: u32.in('pixels'),
  height: u32.in('pixels'),
  depth: u32.in('pixels'),
  arrayLength: u32.is('6 for each cube'),
  layout: u32.is('bits 0 to 2: log2 of the block height in GOBs'),
  layout2: u32,
  reserved3C: usually(u8.x(20), () => new Uint8Array(20)),
  dataSize: u32.is('all layers, all levels').in('bytes'),
  alignment: u32,
  channels: u8.x(4).is('for r g b a: 0 zero, 1 one, 2 r, 3 g, 4 b, 5 a'),
  viewDimension: u32.named({ 0: '1D', 1: '2D', 2: '3D', 3: 'cube', 4: '1D array', 5: '2D array', 8: 'cube array' }),
  name: text,
  container: new FixedPointer('container'),
  data: later('levels', u64, ({ levelCount, dataSize }: { levelCount: number; dataSize: number }) => {
    return new LevelTable(levelCount, dataSize);
  }),
  userData: usually(u64, () => 0),
  runtimeTexture: runtimeRoom,
  runtimeView: runtimeRoom,
  descriptorSlot: u64,
  userDataDictionary: usually(u64, () => 0),
});
export type Texture = Infer<typeof texture>;

/** A texture, behind which its rooms and its table of levels stand. */
const textureBlock: Codec<Texture> = new (class extends Codec<Texture> {
  readonly kind = 'Texture';
  readonly minSize = texture.minSize;
  readonly read = (r: Reader): Texture => texture.read(r);

  write(w: Writer, value: Texture): void {
    texture.write(w, value);
    w.placeOf(value, 'runtimeTexture', 8);
    w.placeOf(value, 'runtimeView', 8);
    w.placeOf(value, 'data', 8);
  }
})();

const TEXTURES = 'textures';
const textureArray = list(pointer(u64, textureBlock, TEXTURES));
const memoryPool = bytesOf(0x140);
const NO_POOL = new Uint8Array(0x140);

/** The name of a file, by the place of its characters: those of the pool come behind their length. */
const fileName: Codec<string | undefined> = new (class extends Codec<string | undefined> {
  readonly kind = 'u32 -> string';
  readonly minSize = 4;

  read(r: Reader): string | undefined {
    const at = r.pos;
    const offset = u32.read(r);
    if (offset === 0) return undefined;
    if (offset < 2 || offset >= r.bytes.length) r.fail('bad-offset', `there is no string at ${offset}`, at);
    return r.at(offset - 2, poolString);
  }

  write(w: Writer, value: string | undefined): void {
    if (value === undefined) u32.write(w, 0);
    else w.defer(u32, poolString, value, STRINGS, { from: BEFORE_CHARACTERS, relocated: 'never' });
  }
})();

/** Offsets of names lead to the characters, behind the two bytes of the length. */
const BEFORE_CHARACTERS = 'the length of a string';

const header = struct('Bntx', {
  signature: magic('BNTX\0\0\0\0'),
  version: u32,
  byteOrder: oneOf(u16, 0xfeff),
  alignmentShift: u8,
  targetAddressSize: u8,
  name: fileName,
  relocated: usually(u16, () => 0),
  firstBlockOffset: filled(u16),
  relocationTableOffset: filled(u32),
  fileSize: filled(u32),
  target: fixedText(4),
  textureCount: u32,
  textures: later('Texture[]', u64, ({ textureCount }: { textureCount: number }) => textureArray.times(textureCount)),
  dataBlock: new FixedPointer('dataBlock'),
  dictionary: usually(pointer(u64, bntxDictionary), ({ textures }: { textures: (Texture | undefined)[] }) =>
    dictionaryOf(textures.map((entry) => ({ name: entry?.name }))),
  ),
  memoryPool: usually(pointer(u64, memoryPool), () => NO_POOL),
  reserved48: usually(u64, () => 0),
  reserved50: usually(u64, () => 0),
});

/** Everything that a file says. */
export interface Bntx extends Infer<typeof header> {
  /** The bytes it was read from: what is written as long as nothing is changed. */
  source?: Uint8Array | undefined;
}

class BntxCodec extends Codec<Bntx> {
  readonly kind = 'Bntx';
  readonly minSize = 0x58;

  read(r: Reader): Bntx {
    const file: Bntx = header.read(r);
    readUnreferenced(r);
    file.source = r.bytes;
    return file;
  }

  write(w: Writer, file: Bntx): void {
    const { source } = file;
    const bytes = source !== undefined && isUnchanged(file, bntx.decode(source)) ? source : rebuildBntx(file);
    writeArray(w, u8, bytes);
  }
}

/** A whole file. */
export const bntx: Codec<Bntx> = new BntxCodec();

const isUnchanged = (file: Bntx, original: Bntx): boolean =>
  sameValue({ ...file, source: undefined }, { ...original, source: undefined });

const stringsHead = struct('Strings', {
  signature: fixedText(4),
  next: u32,
  size: u64,
  stringCount: u32.is('the empty one not counted'),
});
const dataHead = struct('Data', { signature: magic('BRTD'), next: u32, size: u64 });

/** What no pointer leads to and writing makes anew: read to have every byte explained. */
function readUnreferenced(r: Reader): void {
  if (r.trace === undefined) return;
  const { pos, end } = r;
  const readAt = (offset: number, codec: Codec<unknown>, name: string) => {
    if (offset <= 0 || offset >= r.bytes.length) return;
    r.pos = offset;
    r.end = r.bytes.length;
    r.attempt(codec, name);
  };
  readAt(r.view.getUint32(0x18, true), relocationTable, 'relocations');
  readAt(r.view.getUint32(0x30, true), dataHead, 'dataHead');
  const strings = r.view.getUint16(0x16, true);
  readAt(strings, stringsHead, 'strings');
  readAt(strings + STRINGS_HEAD, poolString, 'string');
  const { unused, first } = explainTheRest(r);
  if (unused > 0) r.warn('bntx/unused-bytes', `${unused} bytes to which nothing leads, the first here`, first);
  Object.assign(r, { pos, end });
}
const STRINGS_HEAD = 0x14;

/** The file laid out anew, as Nintendo's converter does (section 17.4). */
export function rebuildBntx(file: Bntx): Uint8Array {
  const w = new Writer();
  w.origins.set(BEFORE_CHARACTERS, -2);
  const head = { ...file, textureCount: file.textures.length };
  header.write(w, head);
  w.placeOf(head, 'memoryPool', 8);
  w.placeOf(head, 'textures', 8);
  const strings = writeStrings(w, head);
  w.placeOf(head, 'dictionary', 8);
  w.place(TEXTURES, 8);
  const structuresEnd = w.pos;
  const dataBlock = writeData(w, file);
  const blocks = [...(w.marks.get('BRTI') ?? []), dataBlock];
  for (let i = 0; i + 1 < blocks.length; i++) writeDistance(w, blocks[i]!, blocks[i + 1]!);
  writeDistance(w, strings, blocks[0]!);
  w.align(DATA_ALIGN);
  const relocations = w.pos;
  w.fill(dataBlock + 8, u64, relocations - dataBlock);
  w.fillMarks('container', u64, CONTAINER);
  w.fillMarks('dataBlock', u64, dataBlock);
  writeRelocations(w, structuresEnd, dataBlock, relocations);
  w.fillMarks('firstBlockOffset', u16, strings);
  w.fillMarks('relocationTableOffset', u32, relocations);
  w.fillMarks('fileSize', u32, w.pos);
  return w.finish();
}

const CONTAINER = 0x20;
const DATA_ALIGN = 0x1000;

/** The string pool, which stands ahead of the structures that name its strings; returns where it begins. */
function writeStrings(w: Writer, { textures, dictionary }: Bntx): number {
  w.align(8);
  const start = w.pos;
  const names = [...textures.map((entry) => entry?.name), ...(dictionary?.keys ?? [])];
  for (const name of ['', ...names]) if (name !== undefined) w.include(poolString, name, STRINGS);
  stringsHead.write(w, { signature: '_STR', next: 0, size: 0, stringCount: w.count(STRINGS) - 1 });
  w.place(STRINGS, 2, (a, b) => comparePoolOrder(a as string, b as string));
  return start;
}

/** The data of all textures behind its head; returns where that begins. */
function writeData(w: Writer, { textures }: Bntx): number {
  w.take(dataHead.minSize);
  w.align(DATA_ALIGN);
  const start = w.pos - dataHead.minSize;
  w.fill(start, dataHead, { signature: 'BRTD', next: 0, size: 0 });
  for (const entry of textures) {
    if (entry === undefined) continue;
    if (!isAlignment(entry.alignment)) w.fail('out-of-range', `textures cannot be aligned to ${entry.alignment} bytes`);
    w.align(entry.alignment);
    const table = w.offsetOf(entry, 'data')!;
    for (const [i, level] of entry.data.levels.entries()) w.fill(table + 8 * i, u64, w.pos + level);
    writeArray(w, u8, entry.data.bytes);
  }
  return start;
}

const isAlignment = (size: number): boolean => size > 0 && size <= 0x10000 && (size & (size - 1)) === 0;

function writeDistance(w: Writer, from: number, to: number): void {
  w.fill(from + 4, u32, to - from);
  w.fill(from + 8, u64, to - from);
}

function writeRelocations(w: Writer, structuresEnd: number, dataBlock: number, end: number): void {
  const sections = [
    { position: 0, size: structuresEnd },
    { position: dataBlock, size: end - dataBlock },
  ];
  const isInData = (at: number) => w.view.getUint32(at, true) >= dataBlock;
  const pointers = [w.pointers.filter((at) => !isInData(at)), w.pointers.filter(isInData)];
  relocationTable.write(w, buildRelocationTable(sections, pointers));
}
