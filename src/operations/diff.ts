import type { Archive } from '../formats/format.ts';
import { isArchive } from '../formats/registry.ts';
import { formatPath, type Issue, issue, type Path } from '../issue.ts';
import { memberMap } from './expand.ts';
import { operationIssues } from './issues.ts';
import { type OpenedFile, open, read } from './open.ts';

/** A value that two files have differently. */
export interface Change {
  /** `bones[3].weight`; `guard.v3c: bones[3].weight` in a member of an archive. */
  readonly path: string;
  /** The value in the first file; undefined where it lacks it. */
  readonly before?: string;
  /** The value in the second file; undefined where it lacks it. */
  readonly after?: string;
  /** In bulk data: how many numbers differ, of how many. */
  readonly count?: { readonly changed: number; readonly of: number };
}

export interface DiffResult {
  readonly changes: readonly Change[];
  /** Whether the bytes inside compressions are the same. */
  readonly identical: boolean;
  readonly issues: readonly Issue[];
}

/**
 * Compares two files of one format value by value. Lists whose items have names are matched by name, and so are the members
 * of archives that hold nothing else.
 */
export function diff(a: OpenedFile, b: OpenedFile): DiffResult {
  const identical = a.bytes.length === b.bytes.length && a.bytes.every((byte, i) => byte === b.bytes[i]);
  if (a.format !== b.format && a.format !== undefined && b.format !== undefined) {
    const reason = `${a.name} is ${a.format.title}, ${b.name} is ${b.format.title}`;
    return { changes: [], identical, issues: [issue(operationIssues['wrong-format'], reason)] };
  }
  const [first, second] = [read(a), read(b)];
  const issues = [...first.issues, ...second.issues];
  if (first.value === undefined || second.value === undefined) return { changes: [], identical, issues };
  const { format } = a;
  const changes =
    format !== undefined && isArchive(format) && format.roles === undefined
      ? membersIn(format, first.value, second.value)
      : changesIn(first.value, second.value, []);
  return { changes: [...changes], identical, issues };
}

function* membersIn(archive: Archive<unknown>, a: unknown, b: unknown): Iterable<Change> {
  const [before, after] = [memberMap(archive, a), memberMap(archive, b)];
  for (const [name, { bytes }] of before) {
    const other = after.get(name)?.bytes;
    if (other === undefined) yield { path: name, before: size(bytes) };
    else yield* memberChanges(open(bytes, name), open(other, name));
  }
  for (const [name, { bytes }] of after) if (!before.has(name)) yield { path: name, after: size(bytes) };
}

function* memberChanges(a: OpenedFile, b: OpenedFile): Iterable<Change> {
  const { changes, identical } = diff(a, b);
  if (identical) return;
  for (const change of changes) yield { ...change, path: `${a.name}: ${change.path}` };
  if (changes.length > 0) return;
  // What can't be read, and what says the same in other bytes.
  for (const change of numbers(a.bytes, b.bytes, [])) yield { ...change, path: `${a.name}: bytes${change.path}` };
}

const size = ({ length }: Uint8Array) => `${length} bytes`;

type Numbers = { readonly length: number; readonly [index: number]: number };

function* changesIn(a: unknown, b: unknown, path: Path): Iterable<Change> {
  if (Object.is(a, b)) return;
  if (ArrayBuffer.isView(a) && ArrayBuffer.isView(b))
    yield* numbers(a as unknown as Numbers, b as unknown as Numbers, path);
  else if (Array.isArray(a) && Array.isArray(b)) yield* lists(a, b, path);
  else if (isObject(a) && isObject(b)) yield* objects(a, b, path);
  else yield { path: formatPath(path), ...side('before', a), ...side('after', b) };
}

function* numbers(a: Numbers, b: Numbers, path: Path): Iterable<Change> {
  const shorter = Math.min(a.length, b.length);
  let first: number | undefined;
  let changed = Math.abs(a.length - b.length);
  for (let i = 0; i < shorter; i++) {
    if (Object.is(a[i], b[i])) continue;
    first ??= i;
    changed++;
  }
  if (changed === 0) return;
  if (first === undefined) {
    yield { path: formatPath(path), before: `${a.length} values`, after: `${b.length} values` };
    return;
  }
  yield {
    path: formatPath([...path, first]),
    before: show(a[first]),
    after: show(b[first]),
    ...(changed > 1 ? { count: { changed, of: Math.max(a.length, b.length) } } : {}),
  };
}

function* lists(a: readonly unknown[], b: readonly unknown[], path: Path): Iterable<Change> {
  const names = namesOf(a);
  const others = namesOf(b);
  const byName =
    names !== undefined && others !== undefined ? [...names.keys()].map((name) => others.get(name)) : undefined;
  const matched = new Set<number>();
  for (let i = 0; i < a.length; i++) {
    const other = byName === undefined ? i : (byName[i] ?? -1);
    matched.add(other);
    if (other in b) yield* changesIn(a[i], b[other], [...path, i]);
    else yield { path: formatPath([...path, i]), before: show(a[i]) };
  }
  for (let i = 0; i < b.length; i++) {
    if (!matched.has(i)) yield { path: formatPath([...path, i]), after: show(b[i]) };
  }
}

/** Where each name is, of a list whose items all have different names. */
function namesOf(list: readonly unknown[]): ReadonlyMap<string, number> | undefined {
  const names = new Map<string, number>();
  for (const [i, item] of list.entries()) {
    const name = isObject(item) ? item.name : undefined;
    if (typeof name !== 'string' || names.has(name)) return undefined;
    names.set(name, i);
  }
  return names;
}

function* objects(
  a: Readonly<Record<string, unknown>>,
  b: Readonly<Record<string, unknown>>,
  path: Path,
): Iterable<Change> {
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) yield* changesIn(a[key], b[key], [...path, key]);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

function side(name: 'before' | 'after', value: unknown): Partial<Change> {
  return value === undefined ? {} : { [name]: show(value) };
}

/** A value in few words. */
function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (ArrayBuffer.isView(value)) return `${(value as unknown as Numbers).length} values`;
  if (Array.isArray(value)) return `${value.length} items`;
  if (isObject(value)) return typeof value.name === 'string' ? JSON.stringify(value.name) : 'a record';
  return typeof value === 'number' && !Number.isInteger(value) ? `${Number(value.toPrecision(7))}` : `${value}`;
}
