/** The numbers that glTF gives the element types of accessors. */
export const componentTypes = { i8: 5120, u8: 5121, i16: 5122, u16: 5123, u32: 5125, f32: 5126 } as const;
export type ComponentType = (typeof componentTypes)[keyof typeof componentTypes];
export type AccessorType = 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4' | 'MAT4';
export const widths: Readonly<Record<string, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
};

type Elements = Uint8Array | Uint16Array | Uint32Array | Float32Array;

/** Which buffer of the graphics card a buffer view is for. */
export const targets = { vertices: 34962, indices: 34963 } as const;

interface BufferView {
  buffer: 0;
  byteOffset: number;
  byteLength: number;
  target?: number;
}

interface Accessor {
  bufferView?: number;
  byteOffset?: number;
  componentType: number;
  normalized?: true;
  count: number;
  type: AccessorType;
  min?: number[];
  max?: number[];
  sparse?: object;
}

interface AccessorOptions {
  readonly target?: number;
  readonly normalized?: boolean;
  /** Whether min and max are stated, as glTF wants for positions and times. */
  readonly bounds?: boolean;
}

/** The buffer of a document under construction, with its views and accessors. An array that is given again is not stored again. */
export class BufferBuilder {
  readonly bufferViews: BufferView[] = [];
  readonly accessors: Accessor[] = [];
  /** The bytes of the buffer, to be laid one after the other. */
  readonly parts: Uint8Array[] = [];
  length = 0;
  private readonly known = new Map<Elements, Map<string, number>>();

  /** Stores bytes as a view of their own and gives its index. */
  addView(bytes: Uint8Array, target?: number): number {
    const byteOffset = this.append(bytes);
    const view = {
      buffer: 0 as const,
      byteOffset,
      byteLength: bytes.length,
      ...(target === undefined ? {} : { target }),
    };
    return this.bufferViews.push(view) - 1;
  }

  /** Stores numbers and gives the index of their accessor. */
  addAccessor(array: Elements, type: AccessorType, options: AccessorOptions = {}): number {
    const { target, normalized = false, bounds = false } = options;
    const known = this.known.get(array) ?? new Map<string, number>();
    this.known.set(array, known);
    const key = `${type} ${target} ${normalized}`;
    const index = known.get(key) ?? this.accessors.length;
    if (index === this.accessors.length) {
      known.set(key, index);
      this.accessors.push({ bufferView: this.addView(bytesOf(array), target), ...describe(array, type, normalized) });
    }
    if (bounds && this.accessors[index]!.min === undefined)
      Object.assign(this.accessors[index]!, boundsOf(array, widths[type]!));
    return index;
  }

  /** Stores x y z triples of which most are zero as the others and their places, where that is smaller. */
  addSparse(array: Float32Array, options: AccessorOptions): number {
    const places: number[] = [];
    const count = array.length / 3;
    for (let i = 0; i < count; i++) {
      if (array[3 * i] !== 0 || array[3 * i + 1] !== 0 || array[3 * i + 2] !== 0) places.push(i);
    }
    const indexSize = count <= 0xffff ? 2 : 4;
    const isSmaller = places.length * (12 + indexSize) + SPARSE_JSON_SIZE < array.length * 4;
    const known = this.known.get(array)?.get('sparse');
    if (!isSmaller) return this.addAccessor(array, 'VEC3', options);
    if (known !== undefined) return known;
    const accessor: Accessor = { ...describe(array, 'VEC3', false), ...(options.bounds ? boundsOf(array, 3) : {}) };
    if (places.length > 0) accessor.sparse = this.addSparseParts(array, places, indexSize);
    const index = this.accessors.push(accessor) - 1;
    this.known.set(array, (this.known.get(array) ?? new Map()).set('sparse', index));
    return index;
  }

  private addSparseParts(array: Float32Array, places: readonly number[], indexSize: 2 | 4): object {
    const values = new Float32Array(places.length * 3);
    for (const [to, from] of places.entries()) values.set(array.subarray(3 * from, 3 * from + 3), 3 * to);
    const indices = indexSize === 2 ? Uint16Array.from(places) : Uint32Array.from(places);
    return {
      count: places.length,
      indices: { bufferView: this.addView(bytesOf(indices)), componentType: componentTypeOf(indices) },
      values: { bufferView: this.addView(bytesOf(values)) },
    };
  }

  /** Adds bytes on a multiple of 4 and gives their offset. */
  append(bytes: Uint8Array): number {
    const padding = -this.length & 3;
    if (padding > 0) this.parts.push(new Uint8Array(padding));
    const at = this.length + padding;
    this.parts.push(bytes);
    this.length = at + bytes.length;
    return at;
  }
}

/** What the JSON of a sparse accessor and its two views takes, roughly: not worth it for less. */
const SPARSE_JSON_SIZE = 300;

function describe(array: Elements, type: AccessorType, normalized: boolean): Accessor {
  return {
    componentType: componentTypeOf(array),
    ...(normalized ? { normalized: true as const } : {}),
    count: array.length / widths[type]!,
    type,
  };
}

function componentTypeOf(array: Elements): ComponentType {
  if (array instanceof Float32Array) return componentTypes.f32;
  if (array instanceof Uint32Array) return componentTypes.u32;
  return array instanceof Uint16Array ? componentTypes.u16 : componentTypes.u8;
}

export function bytesOf(array: Elements): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/** The least and the greatest of each component. */
export function boundsOf(array: ArrayLike<number>, width: number): { min: number[]; max: number[] } {
  const min = new Array<number>(width).fill(Number.POSITIVE_INFINITY);
  const max = new Array<number>(width).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < array.length; i += width) {
    for (let c = 0; c < width; c++) {
      const value = array[i + c]!;
      if (value < min[c]!) min[c] = value;
      if (value > max[c]!) max[c] = value;
    }
  }
  return { min, max };
}
