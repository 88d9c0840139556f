import type { Verdict } from '../../containers/wrapper.ts';
import { ANM_ID } from './anm.ts';
import { PARTITIONS_ID } from './bone.ts';
import { COMPRESSED, idAt } from './chunk.ts';
import { GAMEMTL_ID } from './gamemtl.ts';
import { DEFINITIONS_ID, MOTIONS_ID } from './motions.ts';
import { OBJECT_ID } from './object.ts';
import { HEADER_ID } from './ogf.ts';
import { SKL_ID } from './skl.ts';
import { THM_ID } from './thm.ts';

// X-Ray files have no signature: the first chunk and what it holds tell what they are (specification, section 3.1).

const u32At = (bytes: Uint8Array, at: number): number =>
  at + 4 > bytes.length
    ? -1
    : (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;

/** The one chunk that fills a file, whose size is known when the head is the whole of it. */
const beginsWith =
  (id: number) =>
  (head: Uint8Array): Verdict =>
    head.length >= 8 && idAt(head) === id ? 'yes' : 'no';

export const sniffObject = beginsWith(OBJECT_ID);
export const sniffSkl = beginsWith(SKL_ID);
export const sniffAnm = beginsWith(ANM_ID);

/** A count, and then the name of the first motion: told from other files by the extension. */
export function sniffSkls(head: Uint8Array): Verdict {
  const count = u32At(head, 0);
  return count >= 0 && count < 0x1000 ? 'maybe' : 'no';
}

/** Chunks of bones: the first holds the name chunk of the bone. */
export function sniffBones(head: Uint8Array): Verdict {
  if (head.length >= 16 && idAt(head) === 0 && u32At(head, 8) === 2 && head.length > 20) return 'maybe';
  return idAt(head) === PARTITIONS_ID ? 'yes' : 'no';
}

/** A version chunk of two bytes, and then the ids to come. */
export function sniffGameMaterials(head: Uint8Array): Verdict {
  const isLibrary = u32At(head, 0) === GAMEMTL_ID && u32At(head, 4) === 2 && u32At(head, 10) === 0x1001;
  return isLibrary ? 'yes' : 'no';
}

/** A header of 44 bytes in version 4, or of 4 bytes in older ones. */
export function sniffOgf(head: Uint8Array): Verdict {
  if (idAt(head) !== HEADER_ID) return 'no';
  const size = u32At(head, 4);
  const version = head[8] ?? 0;
  return (size === 44 && version === 4) || (size === 4 && version < 4) ? 'yes' : 'no';
}

/** Motions, whose first chunk is the count of them. */
export function sniffOmf(head: Uint8Array): Verdict {
  const first = u32At(head, 0);
  if (first === MOTIONS_ID && u32At(head, 8) === 0 && u32At(head, 12) === 4) return 'yes';
  return first === MOTIONS_ID || first === DEFINITIONS_ID ? 'maybe' : 'no';
}

/** Two texts: told from other files by the extension. */
export function sniffDm(head: Uint8Array): Verdict {
  return head.length >= 22 && head.subarray(0, 512).includes(0) ? 'maybe' : 'no';
}

export function sniffThm(head: Uint8Array): Verdict {
  const first = idAt(head);
  if (first === THM_ID && u32At(head, 4) === 2) return 'yes';
  return (first >= 1 && first <= 0x0820) || u32At(head, 0) >= COMPRESSED ? 'maybe' : 'no';
}
