import { fixedText, type Infer, list, magic, oneOf, rest, sizeOf, struct, u32 } from '../../binary/index.ts';

// GLB, the binary container of glTF 2.0 (specification, section 4.4).

const chunk = struct('Chunk', {
  chunkLength: sizeOf('chunkData', u32),
  chunkType: fixedText(4).is('JSON, BIN or of an extension'),
  chunkData: rest,
});

/** A `.glb` file: the header and its chunks. What the chunks mean is up to `readGltf`. */
export const glb = struct('GLB', {
  magic: magic('glTF'),
  version: oneOf(u32, 2),
  length: u32.is('of the whole file').in('bytes'),
  chunks: list(chunk).untilEnd(),
});
export type Glb = Infer<typeof glb>;

const HEADER_SIZE = 12;
const CHUNK_HEADER_SIZE = 8;

/** The chunk of a type; undefined where there is none. */
export function glbChunk({ chunks }: Glb, type: 'JSON' | 'BIN'): Uint8Array | undefined {
  return chunks.find(({ chunkType }) => chunkType === type)?.chunkData;
}

/** A `.glb` file of a document and the parts of its buffer, laid one after the other. */
export function packGlb(json: Uint8Array, parts: readonly Uint8Array[], binLength: number): Uint8Array {
  const jsonLength = padded(json.length);
  const binPadded = padded(binLength);
  const binStart = HEADER_SIZE + CHUNK_HEADER_SIZE + jsonLength;
  const bytes = new Uint8Array(binStart + (binLength === 0 ? 0 : CHUNK_HEADER_SIZE + binPadded));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x46546c67, true);
  view.setUint32(4, 2, true);
  view.setUint32(8, bytes.length, true);
  view.setUint32(12, jsonLength, true);
  view.setUint32(16, 0x4e4f534a, true);
  bytes.fill(0x20, HEADER_SIZE + CHUNK_HEADER_SIZE, binStart);
  bytes.set(json, HEADER_SIZE + CHUNK_HEADER_SIZE);
  if (binLength === 0) return bytes;
  view.setUint32(binStart, binPadded, true);
  view.setUint32(binStart + 4, 0x004e4942, true);
  let at = binStart + CHUNK_HEADER_SIZE;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const padded = (length: number) => (length + 3) & ~3;
