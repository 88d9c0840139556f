import { countOf, type Infer, i32, later, list, pointer, struct, u8, u16, u32, usually } from '../../binary/index.ts';
import { bytesOf } from './block.ts';
import { Magic4 } from './wiiu-block.ts';
import { dictionaryOfElements, entriesOf, FROM_ITSELF } from './wiiu-dictionary.ts';
import { wiiuText } from './wiiu-text.ts';

// FVTX, the vertices of Wii U shapes, and buffers (specification, section 16.5). Their numbers are big-endian.

export const wiiuAttribute = struct('Attribute', {
  name: wiiuText,
  buffer: u8.is('index of the buffer'),
  padding: usually(u8, () => 0),
  offset: u16.is('within a row of the buffer'),
  format: u32.is('kind << 8 | layout'),
});
export type WiiuAttribute = Infer<typeof wiiuAttribute>;

/** What `w.placeOf` calls vertices and indices. */
export const wiiuBuffer = struct('Buffer', {
  reserved00: usually(u32, () => 0),
  size: usually(u32, ({ data }: { data?: Uint8Array | undefined }) => data?.length ?? 0),
  reserved08: usually(u32, () => 0),
  stride: u16,
  bufferingCount: usually(u16, () => 1),
  reserved10: usually(u32, () => 0),
  data: later('bytes', i32, ({ size }: { size: number }) => bytesOf(size), { ...FROM_ITSELF, optional: true }),
});
export type WiiuBuffer = Infer<typeof wiiuBuffer>;

const NO_PADDING_3 = new Uint8Array(3);

export const wiiuVertexBuffer = struct('VertexBuffer', {
  signature: new Magic4('FVTX'),
  attributeCount: countOf('attributes', u8),
  bufferCount: countOf('buffers', u8),
  index: u16,
  vertexCount: u32,
  skinCount: u8.is('weights per vertex'),
  padding: usually(u8.x(3), () => NO_PADDING_3),
  attributes: pointer(i32, list(wiiuAttribute), FROM_ITSELF),
  attributeDictionary: usually(dictionaryOfElements(wiiuAttribute), ({ attributes }: { attributes: WiiuAttribute[] }) =>
    entriesOf(attributes),
  ),
  buffers: pointer(i32, list(wiiuBuffer), FROM_ITSELF),
  userPointer: usually(u32, () => 0),
});
export type WiiuVertexBuffer = Infer<typeof wiiuVertexBuffer>;
