import { Codec, explainTheRest, type Reader, sameValue, u32, Writer } from '../../binary/index.ts';
import { dropTrees } from './parts.ts';
import { minorVersion, type WiiuHeader, type WiiuSchema, wiiuSchema } from './wiiu-file.ts';
import { placeWiiuData, placeWiiuStructures } from './wiiu-placement.ts';
import { compareWiiuPoolOrder, WIIU_STRINGS, wiiuString } from './wiiu-text.ts';
import { readPixels } from './wiiu-texture.ts';

// BFRES of the Wii U: the same as on the Switch, big-endian, with offsets that count from themselves and textures of its
// own. Layout: specification, section 16.

/** Everything that a file says. */
export interface WiiuBfres extends WiiuHeader {
  /**
   * The bytes it was read from. As long as nothing is changed they are what is written, bytes that nothing explains
   * included. Take them away to have the file laid out anew, as Nintendo's converter does.
   */
  source?: Uint8Array | undefined;
}

const schemas = new Map<string, WiiuSchema>();

function schemaOf(version: number): WiiuSchema {
  const key = `${version < 0x304} ${version >= 0x405}`;
  let schema = schemas.get(key);
  if (schema === undefined) {
    schema = wiiuSchema(version);
    schemas.set(key, schema);
  }
  return schema;
}

/** Versions whose layout is known: 3.0 to 4.x. */
const isKnown = (version: number): boolean => version >= 0x300 && version < 0x500;

class WiiuBfresCodec extends Codec<WiiuBfres> {
  readonly kind = 'Bfres';
  readonly minSize = 0x6c;

  read(r: Reader): WiiuBfres {
    if (r.left < this.minSize) r.fail('truncated', `${this.minSize} bytes needed for the header, ${r.left} left`);
    r.littleEndian = false;
    const version = minorVersion(r.bytes.subarray(4, 6));
    if (!isKnown(version))
      r.fail('bfres/unknown-version', `version ${r.bytes.subarray(4, 8).join('.')} is not known`, 4);
    const file: WiiuBfres = { ...schemaOf(version).header.read(r) };
    readPixels(r, r.bytes.length);
    readUnreferenced(r);
    file.source = r.bytes;
    return file;
  }

  write(w: Writer, file: WiiuBfres): void {
    const bytes = file.source === undefined ? rebuildWiiu(file) : revise(file, file.source);
    const at = w.take(bytes.length);
    w.bytes.set(bytes, at);
  }
}

/** A whole file. */
export const wiiuBfres: Codec<WiiuBfres> = new WiiuBfresCodec();

/** The bytes of a file that was made from others by changing its value. */
function revise(file: WiiuBfres, source: Uint8Array): Uint8Array {
  const original = { ...wiiuBfres.decode(source), source: undefined };
  return sameValue({ ...file, source: undefined }, original) ? source : rebuildWiiu(file);
}

/** The file laid out anew: structures, strings, buffers, textures in the order of Nintendo's converter (section 16.9). */
export function rebuildWiiu(file: WiiuBfres): Uint8Array {
  const w = new Writer({ littleEndian: false });
  w.pointsAtEmpty = true;
  const schema = schemaOf(minorVersion(file.version));
  schema.header.write(w, file);
  placeWiiuStructures(w, schema, file);
  w.placeRest(4, WIIU_STRINGS, 'bytes', 'pixels');
  w.align(4);
  const start = w.pos;
  w.include(wiiuString, '', WIIU_STRINGS);
  w.place(WIIU_STRINGS, 4, (a, b) => compareWiiuPoolOrder(a as string, b as string));
  w.align(4);
  w.fillMarks('stringPoolSize', u32, w.pos - start);
  for (const at of w.marks.get('stringPool') ?? []) w.fill(at, u32, start - at);
  placeWiiuData(w, file);
  w.placeRest(4);
  w.fillMarks('fileSize', u32, w.pos);
  return w.finish();
}

/** Explains what no offset leads to. */
function readUnreferenced(r: Reader): void {
  if (r.trace === undefined) return;
  readPool(r);
  const { unused, first } = explainTheRest(r);
  if (unused > 0) r.warn('bfres/unused-bytes', `${unused} bytes to which nothing leads, the first here`, first);
}

function readPool(r: Reader): void {
  const start = POOL_FIELD + r.view.getInt32(POOL_FIELD, false);
  const end = Math.min(start + r.view.getUint32(POOL_FIELD - 4, false), r.bytes.length);
  for (let at = start; at > 0 && at + 5 <= end; ) {
    const length = r.view.getUint32(at, false);
    if (at + length + 5 > end || r.bytes[at + length + 4] !== 0) return;
    r.at(at, wiiuString, 'string');
    at += (length + 8) & ~3;
  }
}
const POOL_FIELD = 0x1c;

/**
 * The file without what tools left in it: its layout, and dictionaries that do not follow from the names. Trees are taken
 * out of the value itself.
 */
export function withoutWiiuLayout({ source: _, ...file }: WiiuBfres): WiiuBfres {
  dropTrees(file);
  for (const { skeleton } of file.models?.values ?? []) if (skeleton !== undefined) skeleton.boneDictionary = undefined;
  return file;
}

/** A file of version 4.5 with nothing in it. */
export function emptyWiiuBfres(): WiiuBfres {
  return { signature: 'FRES', version: Uint8Array.of(4, 5, 0, 3), byteOrder: 0xfeff, alignment: 4, name: '' };
}
