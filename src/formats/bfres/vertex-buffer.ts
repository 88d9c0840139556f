import {
  Codec,
  countOf,
  type Infer,
  later,
  list,
  pointer,
  type Reader,
  struct,
  table,
  u8,
  u16,
  u32,
  u64,
  usually,
  type Writer,
} from '../../binary/index.ts';
import { Block, bytesOf, commonDictionary, MemoryPoolPointer, room } from './block.ts';
import { dictionaryOf } from './dictionary.ts';
import { text } from './text.ts';
import { type Layout, when } from './version.ts';

// FVTX, the vertices of shapes (specification, section 7). Their bytes stand in the buffer section, 8-aligned each.

export const attribute = struct('Attribute', {
  name: text,
  type: u8.named({ 1: 'unorm', 2: 'snorm', 3: 'uint', 4: 'sint', 5: 'float', 8: 'uint as float', 9: 'sint as float' }),
  channels: u8.is('channel format'),
  padding0a: usually(u16, () => 0),
  offset: u16.is('within a row of the buffer'),
  buffer: u8.is('index of the buffer'),
  padding0f: usually(u8, () => 0),
});
export type Attribute = Infer<typeof attribute>;

/** Name of the place that offsets of vertices and indices count from. */
export const BUFFERS = 'buffers';

/** What `w.place` calls vertices. */
export const VERTICES = 'vertices';

/** Buffers one behind the other, each aligned to 8 bytes from the first on. */
class Buffers extends Codec<Uint8Array[]> {
  readonly kind: string;
  readonly minSize: number;
  private readonly sizes: ArrayLike<number>;

  constructor(sizes: ArrayLike<number>) {
    super();
    this.sizes = sizes;
    this.kind = `Buffer[${sizes.length}]`;
    this.minSize = Array.from(sizes).reduce((end, size) => align8(end) + size, 0);
  }

  read(r: Reader): Uint8Array[] {
    const start = r.pos;
    return Array.from(this.sizes, (size, i) => {
      r.take(align8(r.pos - start) - (r.pos - start));
      return r.field(i, bytesOf(size));
    });
  }

  write(w: Writer, buffers: readonly Uint8Array[]): void {
    const start = w.pos;
    for (const [i, bytes] of buffers.entries()) {
      w.take(align8(w.pos - start) - (w.pos - start));
      w.field(i, bytesOf(bytes.length), bytes);
    }
  }
}

const align8 = (size: number): number => Math.ceil(size / 8) * 8;

const bufferSizes = table('BufferSize', { size: u32, gpuAccess: u32, reserved: u32.x(2) });
const bufferStrides = table('BufferStride', { stride: u32, divisor: u32, reserved: u32.x(2) });

interface BufferFields {
  bufferCount: number;
  sizes: { size: ArrayLike<number> };
}

export const vertexBuffer = (layout: Layout) =>
  struct('VertexBuffer', {
    block: new Block('FVTX', layout),
    ...when(layout >= 9, { flags: usually(u32, () => 0) }),
    attributes: pointer(u64, list(attribute)),
    attributeDictionary: usually(commonDictionary(layout), ({ attributes }: { attributes: Attribute[] }) =>
      dictionaryOf(attributes),
    ),
    memoryPool: usually(new MemoryPoolPointer(layout), () => true),
    bufferRoom: room(({ bufferCount }: BufferFields) => 72 * bufferCount),
    pointerRoom: room(({ bufferCount }: BufferFields) => 8 * bufferCount),
    sizes: usually(
      later('BufferSize[]', u64, ({ bufferCount }: BufferFields) => bufferSizes.times(bufferCount)),
      ({ buffers }: { buffers: Uint8Array[] }) => ({
        length: buffers.length,
        size: Uint32Array.from(buffers, ({ length }) => length),
        gpuAccess: new Uint32Array(buffers.length),
        reserved: new Uint32Array(2 * buffers.length),
      }),
    ),
    strides: later('BufferStride[]', u64, ({ bufferCount }: BufferFields) => bufferStrides.times(bufferCount)),
    userPointer: usually(u64, () => 0),
    buffers: later(VERTICES, u32, ({ sizes }: BufferFields) => new Buffers(sizes.size), {
      from: BUFFERS,
      elsewhere: () => [],
      relocated: 'never',
    }),
    attributeCount: countOf('attributes', u8),
    bufferCount: usually(u8, ({ buffers }: { buffers: Uint8Array[] }) => buffers.length),
    index: u16,
    vertexCount: u32,
    skinCount: u16.is('weights per vertex'),
    gpuAlignment: u16,
  });
export type VertexBuffer = Infer<ReturnType<typeof vertexBuffer>>;
