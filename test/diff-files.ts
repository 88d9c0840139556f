import type { AnyFormat } from '../src/formats/format.ts';

/** Where two files of a format differ, one line a field: places in lists left out, `position: 6 numbers`. */
export function diffFiles(format: AnyFormat, before: Uint8Array, after: Uint8Array): string[] {
  return [...differences('', format.codec.decode(before), format.codec.decode(after))];
}

function* differences(path: string, a: unknown, b: unknown): Iterable<string> {
  if (ArrayBuffer.isView(a) && ArrayBuffer.isView(b)) {
    const [x, y] = [a, b] as unknown as readonly [ArrayLike<number>, ArrayLike<number>];
    const length = Math.max(x.length, y.length);
    const count = Array.from({ length }, (_, i) => i).filter((i) => !Object.is(x[i], y[i])).length;
    if (count > 0) yield `${path}: ${count} numbers`;
  } else if (isObject(a) && isObject(b)) {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const [from, to] = [a[key], b[key]];
      // A chunk is shown by its name.
      const isPlace = /^\d+$/.test(key);
      const name =
        isPlace && isObject(from) && typeof from.name === 'string' && 'value' in from ? from.name : undefined;
      if (name !== undefined && isObject(to))
        yield* differences(joined(path, singular(path, name)), from!.value ?? 0, to.value ?? 0);
      else yield* differences(isPlace ? path : joined(path, key), from, to);
    }
  } else if (!Object.is(a, b)) yield `${path}: ${JSON.stringify(a)} -> ${JSON.stringify(b)}`;
}

/** The items of a list of chunks go without their own name: `meshes.mesh` is `meshes`. */
const singular = (path: string, name: string): string =>
  ['mesh', 'bone', 'part', 'motion', 'material', 'pair'].includes(name) && path !== '' ? '' : name;
const joined = (path: string, key: string): string => (key === '' ? path : path === '' ? key : `${path}.${key}`);
const isObject = (value: unknown): value is Record<string, any> => typeof value === 'object' && value !== null;
