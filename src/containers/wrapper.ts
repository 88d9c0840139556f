import type { IssueKind } from '../issue.ts';

/** How surely bytes are of a format: `maybe` leaves it to the file's extension. */
export type Verdict = 'yes' | 'maybe' | 'no';

/** A compression around a single file. It is peeled off before the file is looked at, and put back on writing. */
export interface Wrapper {
  /** Short, lower case, unique: `yaz0`. */
  readonly id: string;
  readonly title: string;
  /** Extensions that only this wrapper adds, such as `.zs` of `model.bfres.zs`. */
  readonly extensions: readonly string[];
  sniff(head: Uint8Array, name: string): Verdict;
  /** The issues that only this wrapper knows. */
  readonly issues: readonly IssueKind[];
  /** Loads what the wrapper needs, such as WebAssembly. Where it is there, it must have resolved before the calls below. */
  ready?(): Promise<void>;
  /** The bytes inside. Throws a `CodecError` on bytes that it cannot unwrap, or where more than `limit` come out. */
  unwrap(bytes: Uint8Array, limit: number): Uint8Array;
  /** Wraps bytes anew. `original`, the wrapped bytes they came from, tells settings worth keeping. */
  wrap(bytes: Uint8Array, original?: Uint8Array): Uint8Array;
}
