import { textUntilZero, u32 } from '../../binary/index.ts';
import type { Format, Reference } from '../format.ts';
import { check } from './v3d.check.ts';
import { CHARACTER_MAGIC, MESH_VERSION, type MeshFile, mesh, STATIC_MAGIC, submeshesOf } from './v3d.ts';

/** Size of the header, which tells compiled meshes from others. */
const HEADER_SIZE = 40;
/** Offsets of the totals that the mesh compiler sets to zero (specification, section 6.1). */
const COMPILED_ZEROS_AT = [12, 16, 20, 28, 32] as const;

/**
 * Whether bytes are a source mesh, which carries the same magic numbers: a character with version 0x10000, or with
 * totals that the compiler zeroes (specification, section 18).
 */
export function isUncompiledMesh(bytes: Uint8Array): boolean {
  if (bytes.length < HEADER_SIZE || !(hasMagic(bytes, CHARACTER_MAGIC) || hasMagic(bytes, STATIC_MAGIC))) return false;
  const at = (offset: number) => u32.decode(bytes.subarray(offset, offset + 4));
  if (hasMagic(bytes, CHARACTER_MAGIC) && at(4) === 0x10000) return true;
  return at(4) === MESH_VERSION && COMPILED_ZEROS_AT.filter((offset) => at(offset) !== 0).length >= 3;
}

function hasMagic(bytes: Uint8Array, magic: number): boolean {
  return bytes.length >= 4 && u32.decode(bytes.subarray(0, 4)) === magic;
}

function* references(file: MeshFile): Iterable<Reference> {
  const names = submeshesOf(file).flatMap(({ materials }) =>
    materials.map(({ diffuseMap }) => textUntilZero(diffuseMap)),
  );
  for (const name of new Set(names)) if (name !== '') yield { role: 'texture', name };
}

function meshFormat(id: 'v3c' | 'v3m', title: string, magic: number): Format<MeshFile> {
  return {
    id,
    title,
    extensions: [`.${id}`],
    roles: ['mesh'],
    sniff: (head) => (hasMagic(head, magic) && !isUncompiledMesh(head) ? 'yes' : 'no'),
    codec: mesh,
    check,
    issues: [], // shared by both, so they are the family's
    references,
  };
}

export const v3c = meshFormat('v3c', 'Red Faction character mesh', CHARACTER_MAGIC);
export const v3m = meshFormat('v3m', 'Red Faction static mesh', STATIC_MAGIC);
