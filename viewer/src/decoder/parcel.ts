import type { Scene } from 'exhume';

/** Data and the buffers in it that change hands when it is posted. */
export interface Parcel<T> {
  readonly value: T;
  readonly buffers: ArrayBuffer[];
}

/**
 * A copy of a scene that can be posted without copying again. Arrays that parts share stay shared; the original files stay
 * behind.
 */
export function parcelOf(scene: Scene): Parcel<Scene> {
  const copies = new Map<ArrayBufferView, ArrayBufferView<ArrayBuffer>>();
  const value = copyOf({ ...scene, sources: [] }, copies) as Scene;
  return { value, buffers: [...copies.values()].map(({ buffer }) => buffer) };
}

function copyOf(value: unknown, copies: Map<ArrayBufferView, ArrayBufferView<ArrayBuffer>>): unknown {
  if (ArrayBuffer.isView(value)) {
    const known = copies.get(value);
    if (known !== undefined) return known;
    const copy = (value as Uint8Array).slice();
    copies.set(value, copy);
    return copy;
  }
  if (Array.isArray(value)) return value.map((item) => copyOf(item, copies));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyOf(item, copies)]));
}
