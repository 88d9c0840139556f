import { Codec, type Reader, sameValue, u16, u32, u64, Writer } from '../../binary/index.ts';
import { MEMORY_POOL } from './block.ts';
import type { Dictionary } from './dictionary.ts';
import { type BfresHeader, FILES, header } from './file.ts';
import { dropTrees } from './parts.ts';
import { placeArrays, placeBuffers, placeDictionaries, placeStructures } from './placement.ts';
import { buildRelocationTable, relocationTable, type Section } from './relocation.ts';
import { INDICES } from './shape.ts';
import { comparePoolOrder, isExternalName, poolString, STRINGS } from './text.ts';
import { readUnreferenced } from './unreferenced.ts';
import { type Layout, layoutOf, versionText } from './version.ts';
import { BUFFERS, VERTICES } from './vertex-buffer.ts';

// BFRES of the Switch: models, skeletons and animations as a memory image with a table of its pointers. Layout:
// specification, sections 3 to 15. All numbers are little-endian.

/** Everything that a file says. */
export interface Bfres extends BfresHeader {
  /**
   * Whether vertices and indices are missing: packages of the mesh codec have them in a coding that only the game can
   * decode (section 2.5). Such a file cannot be laid out anew.
   */
  lacksBuffers?: boolean | undefined;
  /** Whether empty lists have offsets, as in official files of version 8 (section 15.5). */
  pointsAtEmptyLists: boolean;
  /**
   * The bytes it was read from. As long as nothing is changed they are what is written, bytes that nothing explains
   * included. Take them away to have the file laid out anew, as Nintendo's converter does.
   */
  source?: Uint8Array | undefined;
}

/** Flag of `externalFlags`: indices and vertices lie behind the file. */
export const EXTERNAL_BUFFERS = 8;

export const hasExternalBuffers = ({ externalFlags }: { externalFlags?: number | undefined }): boolean =>
  ((externalFlags ?? 0) & EXTERNAL_BUFFERS) !== 0;

const headers = new Map<Layout, ReturnType<typeof header>>();

export function headerOf(layout: Layout): ReturnType<typeof header> {
  let codec = headers.get(layout);
  if (codec === undefined) {
    codec = header(layout);
    headers.set(layout, codec);
  }
  return codec;
}

class BfresCodec extends Codec<Bfres> {
  readonly kind = 'Bfres';
  readonly minSize = 0xd0;

  read(r: Reader): Bfres {
    if (r.left < this.minSize) r.fail('truncated', `${this.minSize} bytes needed for the header, ${r.left} left`);
    const layout = layoutOf(r.view.getUint32(8, true));
    if (layout === undefined) {
      r.fail('bfres/unknown-version', `version ${versionText(r.view.getUint32(8, true))} is not known`, 8);
    }
    r.origins.set(BUFFERS, findBuffers(r, layout));
    const lacksBuffers = isHeadAlone(r, layout);
    if (lacksBuffers) r.elsewhere.add(BUFFERS);
    const file: Bfres = { ...headerOf(layout).read(r), pointsAtEmptyLists: false };
    if (lacksBuffers) file.lacksBuffers = true;
    file.pointsAtEmptyLists = r.emptiesPointedAt > 0;
    readUnreferenced(r, layout);
    file.source = r.bytes;
    return file;
  }

  write(w: Writer, file: Bfres): void {
    const bytes = file.source === undefined ? rebuild(file) : revise(file, file.source);
    const at = w.take(bytes.length);
    w.bytes.set(bytes, at);
  }
}

/** A whole file. */
export const bfres: Codec<Bfres> = new BfresCodec();

const isUnchanged = (file: Bfres, original: Bfres): boolean =>
  sameValue({ ...file, source: undefined }, { ...original, source: undefined });

/** The bytes of a file that was made from others by changing its value. */
function revise(file: Bfres, source: Uint8Array): Uint8Array {
  return isUnchanged(file, bfres.decode(source)) ? source : rebuild(file);
}

/** The file laid out anew: structures, strings, buffers, tables in the order of Nintendo's converter (section 15). */
export function rebuild(file: Bfres): Uint8Array {
  const w = new Writer();
  if (file.lacksBuffers === true) w.fail('bfres/mesh-codec', 'vertices and indices are in a coding of their own');
  const layout =
    layoutOf(file.version) ?? w.fail('bfres/unknown-version', `version ${versionText(file.version)} is not known`);
  w.pointsAtEmpty = file.pointsAtEmptyLists;
  headerOf(layout).write(w, file);
  placeArrays(w, file);
  if (file.bufferInfo === undefined && layout < 9) writeSpareBufferInfo(w);
  w.placeOf(file, 'bufferInfo', 8);
  w.placeOf(file, 'embeddedFiles', 8);
  placeDictionaries(w, file);
  placeStructures(w, layout, file);
  w.placeRest(8, STRINGS, MEMORY_POOL, ...OTHER_SECTIONS);
  const strings = writeStrings(w);
  const sections = writeSections(w, file, strings.end);
  writeRelocations(w, sections);
  fillHeader(w, layout, file, strings);
  if (hasExternalBuffers(file)) writeExternalBuffers(w, file);
  return w.finish();
}

/** What lies outside of the first section. */
const OTHER_SECTIONS = [INDICES, VERTICES, FILES];

/** A file without buffers has their record all the same, before version 9. */
function writeSpareBufferInfo(w: Writer): void {
  w.align(8);
  u32.write(w, SPARE_USAGE);
  w.take(0x1c);
}
const SPARE_USAGE = 0x22;

interface Strings {
  start: number;
  end: number;
}

/** The string pool: all names that pointers lead to, and the empty one, which is not counted. */
function writeStrings(w: Writer): Strings {
  w.align(8);
  const start = w.pos;
  for (const character of '_STR') w.bytes[w.take(1)] = character.charCodeAt(0);
  w.take(4);
  w.mark('stringsToRelocations');
  w.take(8);
  w.include(poolString, '', STRINGS);
  u32.write(w, w.count(STRINGS) - 1);
  w.place(STRINGS, 2, (a, b) => comparePoolOrder(a as string, b as string));
  w.align(2);
  return { start, end: w.pos };
}

/** The parts of a file that its pointers lead into, in the order of the relocation table (section 4.2). */
interface Sections {
  structures: Section;
  indices: Section;
  vertices: Section;
  memoryPool: Section;
  embedded: Section;
  relocations: number;
}

function writeSections(w: Writer, file: Bfres, end: number): Sections {
  const none: Section = { position: end, size: 0 };
  const sections: Sections = {
    structures: { position: 0, size: end },
    indices: none,
    vertices: none,
    memoryPool: none,
    embedded: none,
    relocations: 0,
  };
  const align = 2 ** file.alignmentShift;
  if (!hasExternalBuffers(file) && (file.bufferInfo !== undefined || hasBuffers(w))) {
    w.align(align);
    const start = w.pos;
    w.origins.set(BUFFERS, start);
    const indexSize = placeBuffers(w, file);
    w.align(align);
    const pool = w.pos;
    w.place(MEMORY_POOL);
    sections.indices = { position: start, size: indexSize };
    sections.vertices = { position: start + indexSize, size: pool - start - indexSize };
    sections.memoryPool = { position: pool, size: w.pos - pool };
    w.fillMarks('bufferOffset', u64, start);
    w.fillMarks('bufferSize', u32, pool - start);
  }
  const first = file.embeddedFiles.find(({ data }) => data !== undefined && data.length > 0);
  for (const embedded of file.embeddedFiles) w.placeOf(embedded, 'data', EMBEDDED_ALIGN);
  w.align(align);
  sections.relocations = w.pos;
  if (first !== undefined) {
    const position = w.offsetOf(first, 'data')!;
    sections.embedded = { position, size: w.pos - position };
  }
  return sections;
}
const EMBEDDED_ALIGN = 0x1000;

const hasBuffers = (w: Writer): boolean => [INDICES, VERTICES, MEMORY_POOL].some((group) => w.count(group) > 0);

function writeRelocations(w: Writer, sections: Sections): void {
  const { structures, indices, vertices, memoryPool, embedded } = sections;
  const all = [structures, indices, vertices, memoryPool, embedded];
  const pointers: number[][] = all.map(() => []);
  const hasPool = memoryPool.size > 0;
  for (const at of w.pointers) {
    const target = w.view.getUint32(at, true);
    if (embedded.size > 0 && target >= embedded.position) pointers[4]!.push(at);
    else if (hasPool && target >= memoryPool.position) pointers[3]!.push(at);
    else if (target >= structures.size && target === indices.position) pointers[1]!.push(at);
    else pointers[0]!.push(at);
  }
  relocationTable.write(w, buildRelocationTable(all, pointers));
  w.fillMarks('relocationTableOffset', u32, sections.relocations);
  w.fillMarks('fileSize', u32, w.pos);
}

function fillHeader(w: Writer, layout: Layout, file: Bfres, strings: Strings): void {
  const relocations = w.view.getUint32(w.marks.get('relocationTableOffset')![0]!, true);
  const blocks = CHAINED.flatMap((kind) => w.marks.get(kind) ?? []).sort((a, b) => a - b);
  if (layout < 9) chainBlocks(w, [...blocks, strings.start]);
  const firstBlock = layout < 9 ? firstOf(w, strings.start) : strings.start & 0xffff;
  w.fillMarks('fileNameOffset', u32, file.name === undefined ? 0 : w.view.getUint32(0x20, true) + 2);
  w.fillMarks('firstBlockOffset', u16, firstBlock);
  w.fillMarks('stringTable', u64, strings.start + STRINGS_HEAD);
  w.fillMarks('stringPoolSize', u32, strings.end - strings.start);
  w.fillMarks('stringsToRelocations', u64, relocations - strings.start);
}
const STRINGS_HEAD = 0x14;

/** The blocks that know the distance to the next one, before version 9 (section 3.2). */
const CHAINED = ['FMDL', 'FSKA', 'FMAT', 'FSKL'];
const BLOCKS = [...CHAINED, 'FMAA', 'FBVS', 'FSHA', 'FSCN'];

function chainBlocks(w: Writer, offsets: readonly number[]): void {
  for (let i = 0; i + 1 < offsets.length; i++) {
    const distance = offsets[i + 1]! - offsets[i]!;
    w.fill(offsets[i]! + 4, u32, distance);
    w.fill(offsets[i]! + 8, u64, distance);
  }
}

const firstOf = (w: Writer, strings: number): number =>
  Math.min(strings, ...BLOCKS.map((kind) => w.marks.get(kind)?.[0] ?? strings));

/** What lies between the end of a file and its buffers, where those are outside (section 14.4). */
const EXTERNAL_HEAD = 0x120;
const EXTERNAL_ALIGN = 0x1000;

function writeExternalBuffers(w: Writer, file: Bfres): void {
  const head = w.pos;
  u32.write(w, head + EXTERNAL_HEAD);
  w.take(EXTERNAL_HEAD - 4);
  w.origins.set(BUFFERS, w.pos);
  placeBuffers(w, file);
  w.place(MEMORY_POOL);
  w.align(EXTERNAL_ALIGN);
  w.fill(head + 4, u32, w.pos);
}

const isExternal = (r: Reader, layout: Layout): boolean =>
  layout >= 9 && r.bytes.length > 0xee && (r.bytes[0xee]! & EXTERNAL_BUFFERS) !== 0;

/** Whether a file with buffers outside comes without them. */
const isHeadAlone = (r: Reader, layout: Layout): boolean =>
  isExternal(r, layout) && r.view.getUint32(0x1c, true) >= r.bytes.length;

/** Where the offsets of indices and vertices count from, ahead of reading what needs it. */
function findBuffers(r: Reader, layout: Layout): number {
  if (isExternal(r, layout)) return r.view.getUint32(0x1c, true) + EXTERNAL_HEAD;
  const info = r.view.getUint32(layout < 9 ? 0x90 : 0xb0, true);
  return info !== 0 && info + 16 <= r.bytes.length ? r.view.getUint32(info + 8, true) : 0;
}

/** A file of version 8 with nothing in it. */
export function emptyBfres(): Bfres {
  return {
    signature: 'FRES    ',
    version: 0x80000,
    byteOrder: 0xfeff,
    alignmentShift: 12,
    name: '',
    models: [],
    skeletalAnims: [],
    materialAnims: [],
    visibilityAnims: [],
    shapeAnims: [],
    sceneAnims: [],
    memoryPool: false,
    embeddedFiles: [],
    externalFlags: 0,
    pointsAtEmptyLists: true,
  };
}

/**
 * The file without what tools left in it: its layout, and dictionaries that do not follow from the names. Trees are taken
 * out of the value itself.
 */
export function withoutLayout(file: Bfres): Bfres {
  dropTrees({ ...file, source: undefined });
  const models = file.models.map((model) => ({
    ...model,
    shapeDictionary: ownOf(model.shapeDictionary),
    materialDictionary: ownOf(model.materialDictionary),
    ...(model.skeleton === undefined
      ? {}
      : { skeleton: { ...model.skeleton, boneDictionary: ownOf(model.skeleton.boneDictionary) } }),
  }));
  return {
    ...file,
    models,
    modelDictionary: ownOf(file.modelDictionary),
    skeletalAnimDictionary: ownOf(file.skeletalAnimDictionary),
    materialAnimDictionary: ownOf(file.materialAnimDictionary),
    visibilityAnimDictionary: ownOf(file.visibilityAnimDictionary),
    shapeAnimDictionary: ownOf(file.shapeAnimDictionary),
    sceneAnimDictionary: ownOf(file.sceneAnimDictionary),
    source: undefined,
  };
}

/** The dictionary of an array where it can't be made from the names of its elements: undefined for all that can. */
const ownOf = (dictionary: Dictionary | undefined): Dictionary | undefined =>
  dictionary?.keys.some(isExternalName) ? dictionary : undefined;
