import type { Path } from '../../issue.ts';
import { isExternalName } from './text.ts';

/** All objects in a value, each once, with the way to them. Bulk data is none. */
export function* partsOf(value: object): Iterable<{ part: object; path: Path }> {
  const seen = new Set<object>([value]);
  const stack: { part: object; path: Path }[] = [{ part: value, path: [] }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    yield next;
    const { part, path } = next;
    const found: { part: object; path: Path }[] = [];
    for (const [key, inner] of Object.entries(part)) {
      if (typeof inner !== 'object' || inner === null || ArrayBuffer.isView(inner) || seen.has(inner)) continue;
      seen.add(inner);
      found.push({ part: inner, path: [...path, Array.isArray(part) ? Number(key) : key] });
    }
    stack.push(...found.reverse());
  }
}

/**
 * Takes the trees of dictionaries out of a value, so that writing builds them from the names. Those over names that are not
 * in the file stay.
 */
export function dropTrees(value: object): void {
  for (const { part } of partsOf(value)) {
    if (!('tree' in part) || part.tree === undefined) continue;
    const names = 'keys' in part ? part.keys : 'names' in part ? part.names : [];
    if (!(names as string[]).some(isExternalName)) part.tree = undefined;
  }
}
