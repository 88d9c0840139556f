import { CodecError } from '../../issue.ts';
import { widths } from './buffer.ts';
import { gltfIssues } from './gltf.check.ts';
import type { Json } from './json.ts';
import { unpackAccessors } from './library.ts';

export type Elements = Int8Array | Uint8Array | Int16Array | Uint16Array | Uint32Array | Float32Array;

interface ElementArray {
  readonly BYTES_PER_ELEMENT: number;
  new (length: number): Elements;
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): Elements;
}

const arrays: Readonly<Record<number, ElementArray>> = {
  5120: Int8Array,
  5121: Uint8Array,
  5122: Int16Array,
  5123: Uint16Array,
  5125: Uint32Array,
  5126: Float32Array,
};

/** The numbers of an accessor, as they are stored. */
export interface Decoded {
  readonly array: Elements;
  /** Numbers of one element. */
  readonly width: number;
  readonly count: number;
  /** Whether whole numbers stand for fractions: 0 to 1, or -1 to 1 where they have a sign. */
  readonly normalized: boolean;
}

interface View {
  /** The bytes; undefined where they are compressed. */
  readonly bytes: Uint8Array | undefined;
  readonly size: number;
  readonly stride: number;
}

const MESHOPT = 'EXT_meshopt_compression';

/**
 * The numbers in a document. What an accessor claims is compared with the bytes before anything is allocated. Plain
 * accessors are read in place; sparse and compressed ones by glTF Transform, in one go, with `unpack`.
 */
export class Accessors {
  private readonly accessors: readonly Json[];
  private readonly viewJson: readonly Json[];
  private readonly buffers: readonly Uint8Array[];
  private readonly views = new Map<number, View>();
  private readonly copies = new Map<number, ArrayBuffer>();
  private readonly decoded = new Map<number, Decoded>();
  /** Bytes that may still come out: accessors that overlap must not turn a small file into a large scene. */
  private budget: number;

  constructor(document: Json, buffers: readonly Uint8Array[]) {
    this.accessors = document.list('accessors');
    this.viewJson = document.list('bufferViews');
    this.buffers = buffers;
    this.budget = BASE_BUDGET + 8 * buffers.reduce((sum, { length }) => sum + length, 0);
  }

  get count(): number {
    return this.accessors.length;
  }

  get viewCount(): number {
    return this.viewJson.length;
  }

  /** The numbers of an accessor. One that `unpack` was not told of may be plain only. */
  read(index: number): Decoded {
    const known = this.decoded.get(index);
    if (known !== undefined) return known;
    const accessor = this.accessors[index]!;
    const shape = this.shapeOf(accessor);
    const view = accessor.index('bufferView', this.viewJson.length);
    const decoded = {
      ...shape,
      array: view === undefined ? this.allocate(shape) : this.readPlain(accessor, shape, view),
    };
    this.decoded.set(index, decoded);
    return decoded;
  }

  /** A copy of the bytes of a buffer view that is not compressed: an image, a file. */
  bytes(view: number): Uint8Array {
    const { bytes, size } = this.view(view);
    this.spend(size);
    return bytes?.slice() ?? this.viewJson[view]!.fail('compressed, where plain bytes belong');
  }

  /** Decodes those of the accessors that are not plain. */
  async unpack(wanted: Iterable<number>): Promise<void> {
    const odd = [...new Set(wanted)].filter((index) => !this.decoded.has(index) && this.isOdd(this.accessors[index]!));
    if (odd.length === 0) return;
    const shapes = odd.map((index) => this.checkOdd(this.accessors[index]!));
    const document = {
      asset: { version: '2.0' },
      buffers: this.buffers.map(({ length }, i) => ({ byteLength: length, uri: `${i}.bin` })),
      bufferViews: this.viewJson.map(({ value }) => value),
      accessors: odd.map((index) => withOffsets(this.accessors[index]!.value as Record<string, any>)),
      extensionsUsed: [MESHOPT],
      extensionsRequired: [MESHOPT],
    };
    const resources = Object.fromEntries(this.buffers.map((bytes, i) => [`${i}.bin`, bytes]));
    const arrays = await unpackAccessors(document, resources).catch((error: unknown) => {
      // The libraries meet damaged data with whatever their code stumbles over.
      const reason = error instanceof Error ? error.message : String(error);
      throw new CodecError(gltfIssues['bad-buffer'].code, `data that cannot be unpacked: ${reason}`, 0, [
        'bufferViews',
      ]);
    });
    for (const [i, index] of odd.entries()) {
      const shape = shapes[i]!;
      const array = arrays[i] as Elements | undefined;
      if (array?.length !== shape.count * shape.width)
        this.accessors[index]!.fail('the unpacked data has another size');
      this.decoded.set(index, { ...shape, array: array as Elements });
    }
  }

  private isOdd(accessor: Json): boolean {
    if (accessor.has('sparse')) return true;
    const view = accessor.index('bufferView', this.viewJson.length);
    return view !== undefined && this.view(view).bytes === undefined;
  }

  private shapeOf(accessor: Json): Omit<Decoded, 'array'> & { Type: ElementArray } {
    const width = widths[accessor.text('type')] ?? accessor.get('type').fail('no type of accessors');
    const Type = arrays[accessor.count('componentType')] ?? accessor.get('componentType').fail('no type of components');
    return { width, Type, count: accessor.count('count'), normalized: accessor.flag('normalized') };
  }

  private allocate({ Type, count, width }: { Type: ElementArray; count: number; width: number }): Elements {
    this.spend(count * width * Type.BYTES_PER_ELEMENT);
    return new Type(count * width);
  }

  private readPlain(accessor: Json, shape: ReturnType<Accessors['shapeOf']>, index: number): Elements {
    const { Type, count, width } = shape;
    const view = this.view(index);
    const offset = accessor.count('byteOffset', 0);
    const size = Type.BYTES_PER_ELEMENT;
    const stride = view.stride === 0 ? size * width : view.stride;
    this.compareSize(accessor, offset, count, stride, size * width, view.size);
    if (view.bytes === undefined) accessor.fail('compressed data that was not unpacked');
    if (stride !== size * width) return gather(view.bytes!, offset, stride, this.allocate(shape), width);
    if (offset % size === 0) return new Type(this.copyOf(index, view.bytes!), offset, count * width);
    this.spend(count * width * size);
    const at = view.bytes!.byteOffset + offset;
    return new Type(view.bytes!.buffer.slice(at, at + count * width * size), 0, count * width);
  }

  /** One copy of a view serves all accessors in it. */
  private copyOf(index: number, bytes: Uint8Array): ArrayBuffer {
    const known = this.copies.get(index);
    if (known !== undefined) return known;
    this.spend(bytes.length);
    const copy = bytes.slice().buffer as ArrayBuffer;
    this.copies.set(index, copy);
    return copy;
  }

  private compareSize(
    json: Json,
    offset: number,
    count: number,
    stride: number,
    size: number,
    available: number,
  ): void {
    const end = count === 0 ? offset : offset + stride * (count - 1) + size;
    if (!(end <= available))
      this.refuse(json, `${count} elements from ${offset} on need ${end} bytes, the view has ${available}`);
  }

  private checkOdd(accessor: Json): ReturnType<Accessors['shapeOf']> {
    const shape = this.shapeOf(accessor);
    const { Type, width, count } = shape;
    const size = Type.BYTES_PER_ELEMENT * width;
    this.spend(count * size);
    const index = accessor.index('bufferView', this.viewJson.length);
    if (index !== undefined) {
      const view = this.view(index);
      this.compareSize(accessor, accessor.count('byteOffset', 0), count, view.stride || size, size, view.size);
    }
    const sparse = accessor.get('sparse');
    if (sparse.exists) {
      const sparseCount = sparse.count('count');
      if (sparseCount > count) this.refuse(sparse, `${sparseCount} of ${count} elements`);
      const indices = sparse.get('indices');
      const IndexArray = arrays[indices.count('componentType')] ?? indices.fail('no type of components');
      this.checkSparsePart(indices, sparseCount, IndexArray.BYTES_PER_ELEMENT);
      this.checkSparsePart(sparse.get('values'), sparseCount, size);
    }
    return shape;
  }

  private checkSparsePart(part: Json, count: number, size: number): void {
    const index = part.index('bufferView', this.viewJson.length) ?? part.fail('no buffer view');
    this.compareSize(part, part.count('byteOffset', 0), count, size, size, this.view(index).size);
  }

  private view(index: number): View {
    const known = this.views.get(index);
    if (known !== undefined) return known;
    const json = this.viewJson[index]!;
    const size = json.count('byteLength');
    const stride = json.count('byteStride', 0);
    const packed = json.extension(MESHOPT);
    const view = { size, stride, bytes: packed === undefined ? this.slice(json) : undefined };
    if (packed !== undefined) this.checkPacked(packed, size);
    this.views.set(index, view);
    return view;
  }

  private checkPacked(packed: Json, size: number): void {
    this.slice(packed);
    const unpacked = packed.count('count') * packed.count('byteStride');
    if (unpacked !== size) this.refuse(packed, `unpacks to ${unpacked} bytes, the view has ${size}`);
    this.spend(size);
  }

  private slice(json: Json): Uint8Array {
    const buffer = this.buffers[json.index('buffer', this.buffers.length) ?? json.fail('no buffer')]!;
    const offset = json.count('byteOffset', 0);
    const end = offset + json.count('byteLength');
    if (end > buffer.length) this.refuse(json, `ends at ${end}, the buffer has ${buffer.length} bytes`);
    return buffer.subarray(offset, end);
  }

  private spend(bytes: number): void {
    this.budget -= bytes;
    if (!(this.budget >= 0))
      throw new CodecError('too-large', 'accessors claim far more than the file holds', 0, ['accessors']);
  }

  private refuse(json: Json, reason: string): never {
    throw new CodecError(gltfIssues['bad-buffer'].code, reason, 0, json.path);
  }
}

/** Sparse accessors without a view are all zeros but a few: some tens of megabytes of them are granted to any file. */
const BASE_BUDGET = 2 ** 25;

function gather(bytes: Uint8Array, offset: number, stride: number, out: Elements, width: number): Elements {
  const size = out.BYTES_PER_ELEMENT * width;
  const target = new Uint8Array(out.buffer, out.byteOffset, out.byteLength);
  for (let to = 0, from = offset; to < target.length; to += size, from += stride) {
    for (let i = 0; i < size; i++) target[to + i] = bytes[from + i]!;
  }
  return out;
}

/** glTF Transform takes the offset of the accessor for the sparse parts that state none. */
function withOffsets(accessor: Record<string, any>): object {
  const { sparse } = accessor;
  if (sparse === undefined) return accessor;
  const withOffset = (part: object) => ({ byteOffset: 0, ...part });
  return { ...accessor, sparse: { ...sparse, indices: withOffset(sparse.indices), values: withOffset(sparse.values) } };
}
