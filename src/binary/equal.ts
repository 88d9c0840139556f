/**
 * Whether two values of a codec say the same: numbers bit for bit but for the payload of a NaN, arrays and objects part by
 * part. A property that is undefined is as good as none.
 */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (ArrayBuffer.isView(a)) return ArrayBuffer.isView(b) && sameBytes(a, b);
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => sameValue(item, b[i]));
  }
  return !Array.isArray(b) && sameProperties(a as Properties, b as Properties);
}

type Properties = Record<string | symbol, unknown>;

function sameProperties(a: Properties, b: Properties): boolean {
  for (const key of Reflect.ownKeys(a)) if (!sameValue(a[key], b[key])) return false;
  for (const key of Reflect.ownKeys(b)) if (b[key] !== undefined && a[key] === undefined) return false;
  return true;
}

function sameBytes(a: ArrayBufferView, b: ArrayBufferView): boolean {
  if (a.constructor !== b.constructor || a.byteLength !== b.byteLength) return false;
  if (a.buffer === b.buffer && a.byteOffset === b.byteOffset) return true;
  const bytes = new Uint8Array(a.buffer, a.byteOffset, a.byteLength);
  const others = new Uint8Array(b.buffer, b.byteOffset, b.byteLength);
  for (let i = 0; i < bytes.length; i++) if (bytes[i] !== others[i]) return false;
  return true;
}
