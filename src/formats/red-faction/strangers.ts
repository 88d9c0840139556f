import { u32 } from '../../binary/index.ts';
import type { Stranger } from '../format.ts';
import { isUncompiledMesh } from './v3d.format.ts';

// Files that carry the extensions of Red Faction, or look like its files, and are not: specification, sections 2 and 18.

const text = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, Math.min(at + length, bytes.length)));

const word = (bytes: Uint8Array, at: number) =>
  at + 4 <= bytes.length ? u32.decode(bytes.subarray(at, at + 4)) : undefined;

/** Bytes of an entry of the directory behind its name: sizes, offset, and three numbers. */
const REFRACTOR_ENTRY_SIZE = 24;

/**
 * The variant without a text: the offset of a directory, a flag, and at the offset a count and as many entries that start
 * with a name and its length. All have to make sense, as there is nothing else to tell the file by.
 */
function isPlainRefractorArchive(bytes: Uint8Array): boolean {
  const directory = word(bytes, 0);
  const flag = word(bytes, 4);
  if (directory === undefined || flag === undefined || flag > 1 || directory < 8) return false;
  const count = word(bytes, directory) ?? 0;
  let at = directory + 4;
  for (let i = 0; i < count; i++) {
    const length = word(bytes, at);
    if (length === undefined || length === 0) return false;
    const end = at + 4 + length;
    if (end + REFRACTOR_ENTRY_SIZE > bytes.length) return false;
    if (!bytes.subarray(at + 4, end).every((byte) => byte >= 0x20)) return false;
    at = end + REFRACTOR_ENTRY_SIZE;
  }
  return count > 0;
}

/** Recognized by their first bytes, but for the plain archives, whose directory stands at the end. */
export const strangers: readonly Stranger[] = [
  {
    title: 'a Battlefield 1942 archive, not a Red Faction clip',
    matches: (bytes) => text(bytes, 0, 28) === 'Refractor2 FlatArchive 1.1  ',
  },
  {
    title: 'an OLE compound file (Autodesk Revit families are), not a Red Faction clip',
    matches: (bytes) => word(bytes, 0) === 0xe011cfd0,
  },
  {
    title: 'a Red Faction effect (VFX), which is not read',
    matches: (bytes) => text(bytes, 0, 4) === 'VSFX',
  },
  {
    title: 'an uncompiled Red Faction mesh (.v3d or .vcm), which the mesh compiler of the game turns into .v3m or .v3c',
    matches: isUncompiledMesh,
  },
  {
    title: 'a Red Faction mesh of the PlayStation 2 (.rfm or .rfc), or of Red Faction II, which is not read',
    matches: (bytes) => word(bytes, 0) === 0x87128712,
  },
  {
    title: 'a Battlefield 1942 archive (without text header), not a Red Faction clip',
    matches: isPlainRefractorArchive,
  },
];
