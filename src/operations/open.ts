import { CodecError, Reader, Trace } from '../binary/index.ts';
import { extension } from '../containers/source.ts';
import type { Wrapper } from '../containers/wrapper.ts';
import type { AnyFormat } from '../formats/format.ts';
import { families, formats, HEAD_SIZE, recognize } from '../formats/registry.ts';
import { type Issue, issue } from '../issue.ts';
import { inFile, operationIssues } from './issues.ts';
import { describeStranger } from './strangers.ts';

export interface OpenOptions {
  /** What the file is, where recognition is not wanted. */
  readonly format?: AnyFormat;
  /** The most bytes a compressed file may become. 1 GiB by default. */
  readonly limit?: number;
}

/** A file without its compression, and what it is. */
export interface OpenedFile {
  readonly name: string;
  /** The bytes inside all wrappers. */
  readonly bytes: Uint8Array;
  /** The compressions that were peeled off, outermost first, each with the bytes it was around. */
  readonly wrappers: readonly PeeledWrapper[];
  /** A compression that could not be peeled off; an issue then says why. */
  readonly sealed?: Wrapper;
  /** Undefined where it is none of ours; an issue then says what it is. */
  readonly format?: AnyFormat;
  readonly issues: readonly Issue[];
}

export interface PeeledWrapper {
  readonly wrapper: Wrapper;
  /** The bytes with the wrapper. */
  readonly wrapped: Uint8Array;
}

/** The most bytes a compressed file may become, unless told otherwise. */
export const UNWRAP_LIMIT = 2 ** 30;

/** More than any game puts around a file. */
const MAX_WRAPPERS = 4;

/** Peels the compressions off a file and finds its format. Whatever the bytes, it throws nothing. */
export function open(bytes: Uint8Array, name: string, options: OpenOptions = {}): OpenedFile {
  const wrappers: PeeledWrapper[] = [];
  const result = (inner: Uint8Array, format: AnyFormat | undefined, issues: readonly Issue[]): OpenedFile => ({
    name,
    bytes: inner,
    wrappers,
    ...(format === undefined ? {} : { format }),
    issues: inFile(issues, name),
  });
  if (bytes.length === 0) return result(bytes, undefined, [issue(operationIssues['empty-file'], '0 bytes')]);

  let inner = bytes;
  let innerName = name;
  for (;;) {
    const found = recognize(inner.subarray(0, HEAD_SIZE), innerName);
    if (found === undefined || 'format' in found)
      return result(inner, ...settled(inner, found?.format, options.format));
    const unwrapped = wrappers.length < MAX_WRAPPERS ? unwrap(found.wrapper, inner, options.limit) : tooManyWrappers();
    if (unwrapped instanceof Uint8Array) {
      wrappers.push({ wrapper: found.wrapper, wrapped: inner });
      inner = unwrapped;
      innerName = withoutExtension(innerName, found.wrapper);
    } else if (found.sure) {
      const reason = `${found.wrapper.title}: ${unwrapped.reason}`;
      return { ...result(inner, undefined, [{ ...unwrapped, reason }]), sealed: found.wrapper };
    } else {
      return result(inner, ...settled(inner, undefined, options.format));
    }
  }
}

/** `model.bfres.zs` -> `model.bfres`, where `.zs` is what the wrapper adds. */
export function withoutExtension(name: string, wrapper: Wrapper): string {
  const lowerCase = name.toLowerCase();
  const added = wrapper.extensions.find((extension) => lowerCase.endsWith(extension));
  return added === undefined ? name : name.slice(0, -added.length);
}

/** Whether a file is whole and readable for all we know, but none of ours. Markers without bytes are such files. */
export function isForeign({ name, format, sealed, bytes }: OpenedFile): boolean {
  if (format !== undefined || sealed !== undefined) return false;
  return bytes.length > 0 || !formats.some(({ extensions }) => extensions.includes(extension(name)));
}

/** What reading a file gave. */
export interface Reading {
  /** The file image; undefined where it can't be read. The last issue then tells why. */
  readonly value: unknown;
  readonly issues: readonly Issue[];
  /** Which bytes became which value, where it was asked for. */
  readonly trace?: Trace;
}

/** Reads an opened file. Whatever its bytes, it throws nothing. */
export function read(file: OpenedFile, { trace = false }: { readonly trace?: boolean } = {}): Reading {
  const { format, bytes, name } = file;
  if (format === undefined) return { value: undefined, issues: file.issues };
  const recorder = trace ? new Trace() : undefined;
  const r = new Reader(bytes, recorder === undefined ? {} : { trace: recorder });
  const reading = (value: unknown, issues: readonly Issue[]): Reading => ({
    value,
    issues: [...file.issues, ...inFile(issues, name)],
    ...(recorder === undefined ? {} : { trace: recorder }),
  });
  try {
    return reading(format.codec.read(r), r.issues);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    return reading(undefined, [...r.issues, error]);
  }
}

function settled(
  bytes: Uint8Array,
  found: AnyFormat | undefined,
  forced: AnyFormat | undefined,
): [AnyFormat | undefined, readonly Issue[]] {
  const format = forced ?? found;
  if (format !== undefined) return [format, []];
  const stranger = describeStranger(bytes, families);
  if (stranger !== undefined) return [undefined, [issue(operationIssues['foreign-format'], `this is ${stranger}`)]];
  const first = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join(' ');
  return [undefined, [issue(operationIssues['unknown-format'], `no known format begins with ${first}`)]];
}

function unwrap(wrapper: Wrapper, bytes: Uint8Array, limit = UNWRAP_LIMIT): Uint8Array | Issue {
  try {
    return wrapper.unwrap(bytes, limit);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    return error;
  }
}

function tooManyWrappers(): Issue {
  return issue(operationIssues['too-nested'], `more than ${MAX_WRAPPERS} compressions around one file`);
}
