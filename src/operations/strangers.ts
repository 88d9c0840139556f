import type { Family, Stranger } from '../formats/format.ts';

// Files that are none of ours but that people have lying among them. Naming them spares a search.

const TEXT_SAMPLE = 512;

/** Whether the bytes at `offset` are these characters. */
function has(bytes: Uint8Array, text: string, offset = 0): boolean {
  return [...text].every((character, i) => bytes[offset + i] === character.charCodeAt(0));
}

const everyday: readonly Stranger[] = [
  { title: 'a PNG picture', matches: (bytes) => has(bytes, '\x89PNG') },
  { title: 'a JPEG picture', matches: (bytes) => has(bytes, '\xff\xd8\xff') },
  { title: 'a GIF picture', matches: (bytes) => has(bytes, 'GIF8') },
  { title: 'a BMP picture', matches: (bytes) => has(bytes, 'BM') && bytes[6] === 0 && bytes[7] === 0 },
  { title: 'a DDS texture', matches: (bytes) => has(bytes, 'DDS ') },
  { title: 'a KTX2 texture', matches: (bytes) => has(bytes, '\xabKTX 20') },
  { title: 'a binary glTF model', matches: (bytes) => has(bytes, 'glTF') },
  { title: 'an FBX model', matches: (bytes) => has(bytes, 'Kaydara FBX Binary') },
  { title: 'a Blender file', matches: (bytes) => has(bytes, 'BLENDER') },
  { title: 'a WAVE sound', matches: (bytes) => has(bytes, 'RIFF') && has(bytes, 'WAVE', 8) },
  { title: 'an Ogg sound', matches: (bytes) => has(bytes, 'OggS') },
  { title: 'a ZIP archive', matches: (bytes) => has(bytes, 'PK\x03\x04') },
  { title: 'a 7z archive', matches: (bytes) => has(bytes, '7z\xbc\xaf') },
  { title: 'a RAR archive', matches: (bytes) => has(bytes, 'Rar!') },
  { title: 'a gzip file', matches: (bytes) => has(bytes, '\x1f\x8b\x08') },
  { title: 'a Zstandard file', matches: (bytes) => has(bytes, '\x28\xb5\x2f\xfd') },
  { title: 'a PDF document', matches: (bytes) => has(bytes, '%PDF') },
  {
    title: 'an OLE compound file, as of old Office documents and Revit',
    matches: (bytes) => has(bytes, '\xd0\xcf\x11\xe0'),
  },
  { title: 'a Windows program or library', matches: (bytes) => has(bytes, 'MZ') },
  { title: 'an ELF program or library', matches: (bytes) => has(bytes, '\x7fELF') },
  { title: 'an SQLite database', matches: (bytes) => has(bytes, 'SQLite format 3') },
  { title: 'zeros throughout', matches: (bytes) => bytes.every((byte) => byte === 0) },
  { title: 'a text file', matches: isText },
];

/** What a file is that is none of our formats: `a text file`. What families know comes first. */
export function describeStranger(bytes: Uint8Array, families: readonly Family[]): string | undefined {
  const known = [...families.flatMap((family) => family.strangers ?? []), ...everyday];
  return known.find((stranger) => stranger.matches(bytes))?.title;
}

function isText(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, TEXT_SAMPLE);
  return sample.every((byte) => (byte >= 0x20 ? byte !== 0x7f : byte === 0x09 || byte === 0x0a || byte === 0x0d));
}
