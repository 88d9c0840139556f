import { CodecError, explain } from '../binary/index.ts';
import { formatIssue, hex, type Issue, issue } from '../issue.ts';
import { inFile, operationIssues } from './issues.ts';
import { isForeign, type OpenedFile, type PeeledWrapper, read, UNWRAP_LIMIT } from './open.ts';

export interface Verification {
  readonly file: string;
  /** Id of the format; undefined where it is none of ours. */
  readonly format?: string;
  /** Ids of the compressions around it, outermost first. */
  readonly wrappers: readonly string[];
  /** Bytes, without compression. */
  readonly size: number;
  /**
   * - `same`: written as it was read
   * - `different`: it was not; `difference` tells where
   * - `unreadable`: it can't be read, and `issues` tell why
   * - `unknown`: none of our formats
   */
  readonly outcome: 'same' | 'different' | 'unreadable' | 'unknown';
  readonly difference?: Difference;
  readonly issues: readonly Issue[];
}

/** The first byte that is not the same. */
export interface Difference {
  readonly offset: number;
  /** The value the byte belongs to: `bones[3].weight`. */
  readonly path?: string;
  /** The byte in the file; undefined behind its end. */
  readonly was?: number;
  /** The byte as we write it; undefined behind the end of what we write. */
  readonly is?: number;
  /** Bytes that we write in all. */
  readonly written: number;
}

/** Reads a file, writes it and compares the bytes. */
export function verify(file: OpenedFile): Verification {
  const { name, bytes, format, wrappers } = file;
  const around = [...wrappers.map(({ wrapper }) => wrapper), ...(file.sealed === undefined ? [] : [file.sealed])];
  const facts = { file: name, wrappers: around.map(({ id }) => id), size: bytes.length };
  if (format === undefined) {
    return { ...facts, outcome: isForeign(file) ? 'unknown' : 'unreadable', issues: file.issues };
  }
  const { value, issues } = read(file);
  if (value === undefined) return { ...facts, format: format.id, outcome: 'unreadable', issues };
  const wrapping = wrappers.flatMap((peeled) => verifyWrapper(peeled, name));
  const written = write(file, value);
  if (!(written instanceof Uint8Array)) {
    const failed = issue(operationIssues['not-exact'], `it can not be written: ${formatIssue(written)}`);
    return { ...facts, format: format.id, outcome: 'different', issues: [...issues, ...inFile([failed], name)] };
  }
  const difference = compare(file, written);
  if (difference === undefined && wrapping.length === 0) {
    return { ...facts, format: format.id, outcome: 'same', issues };
  }
  return {
    ...facts,
    format: format.id,
    outcome: 'different',
    ...(difference === undefined ? {} : { difference }),
    issues: [...issues, ...wrapping, ...(difference === undefined ? [] : [describe(difference, bytes.length, name)])],
  };
}

function write({ format }: OpenedFile, value: unknown): Uint8Array | CodecError {
  try {
    return format!.codec.encode(value);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    return error;
  }
}

/** Compression may come out different, but what is inside may not. */
function verifyWrapper({ wrapper, wrapped }: PeeledWrapper, file: string): Issue[] {
  const inside = wrapper.unwrap(wrapped, UNWRAP_LIMIT);
  const again = wrapper.unwrap(wrapper.wrap(inside, wrapped), UNWRAP_LIMIT);
  const at = firstDifference(inside, again);
  if (at === undefined) return [];
  return inFile([issue(operationIssues['not-exact'], `${wrapper.title}, wrapped anew, differs inside`, [], at)], file);
}

function compare(file: OpenedFile, written: Uint8Array): Difference | undefined {
  const { bytes } = file;
  const offset = firstDifference(bytes, written);
  if (offset === undefined) return undefined;
  const { trace } = read(file, { trace: true });
  const path = explain(trace!, offset);
  return {
    offset,
    ...(path === undefined ? {} : { path }),
    ...(offset < bytes.length ? { was: bytes[offset]! } : {}),
    ...(offset < written.length ? { is: written[offset]! } : {}),
    written: written.length,
  };
}

function describe({ offset, path, was, is, written }: Difference, size: number, file: string): Issue {
  const byte = (value: number | undefined) => (value === undefined ? 'the end' : hex(value, 2));
  const sizes = written === size ? '' : `, ${written} bytes of ${size}`;
  const reason = `${path === undefined ? '' : `${path}: `}${byte(was)} was written as ${byte(is)}${sizes}`;
  return inFile([issue(operationIssues['not-exact'], reason, [], offset)], file)[0]!;
}

/** The offset of the first byte in which two files differ; the length of the shorter where one is the other's start. */
export function firstDifference(a: Uint8Array, b: Uint8Array): number | undefined {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) if (a[i] !== b[i]) return i;
  return a.length === b.length ? undefined : shorter;
}
