import type { Stranger } from '../format.ts';

// Sections that community tools export, with a head of their own and parts of other tables. No game reads them, and they
// lack what the rest of their file would tell (specification, section 2.7).

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  [...text].every((character, i) => bytes[i] === character.charCodeAt(0));

/** What tools call sections of a file, in the first bytes of their exports. */
const exports: Readonly<Record<string, string>> = {
  '\x7ffresSUB': 'a section of a BFRES file',
  '\x7ffmdlSUB': 'a part of a BFRES model',
  _SubTEX: 'a texture of a BNTX file',
};

/** Files of other tools that people take for BFRES. */
export const strangers: readonly Stranger[] = Object.entries(exports).map(([signature, what]) => ({
  title: `${what} that a tool exported, not a file of a game: convert the file it came from`,
  matches: (bytes) => startsWith(bytes, signature),
}));
