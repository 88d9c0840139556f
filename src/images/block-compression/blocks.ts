/**
 * Decodes one block: reads at `at`, writes r g b a words (red in the lowest byte) at `to`, rows `stride` words apart.
 */
export type BlockDecoder = (bytes: Uint8Array, at: number, pixels: Uint32Array, to: number, stride: number) => void;

/** The shape of a block-compressed format. */
export interface BlockShape {
  /** Pixels of a block. */
  readonly width: number;
  readonly height: number;
  /** Bytes of a block. */
  readonly bytes: number;
}

/** Bytes that an image takes in blocks: partly covered blocks count whole. */
export function compressedSize(width: number, height: number, shape: BlockShape): number {
  return Math.ceil(width / shape.width) * Math.ceil(height / shape.height) * shape.bytes;
}

/**
 * Decodes an image whose blocks lie row by row. Gives r g b a bytes, rows from top to bottom. Blocks missing at the end
 * stay transparent black.
 */
export function decodeBlocks(
  bytes: Uint8Array,
  width: number,
  height: number,
  shape: BlockShape,
  decode: BlockDecoder,
): Uint8Array {
  const columns = Math.ceil(width / shape.width);
  const rows = Math.ceil(height / shape.height);
  const stride = columns * shape.width;
  const pixels = new Uint32Array(stride * rows * shape.height);
  const complete = Math.min(columns * rows, Math.floor(bytes.length / shape.bytes));
  let at = 0;
  for (let block = 0; block < complete; block++, at += shape.bytes) {
    const column = block % columns;
    const row = (block - column) / columns;
    decode(bytes, at, pixels, row * shape.height * stride + column * shape.width, stride);
  }
  return crop(pixels, stride, width, height);
}

/** The visible part of an image that whole blocks cover. */
function crop(pixels: Uint32Array, stride: number, width: number, height: number): Uint8Array {
  if (stride === width) return new Uint8Array(pixels.buffer, 0, width * height * 4);
  const cropped = new Uint32Array(width * height);
  for (let y = 0; y < height; y++) cropped.set(pixels.subarray(y * stride, y * stride + width), y * width);
  return new Uint8Array(cropped.buffer);
}

/** The 4 x 4 r g b a words of a block of an image; pixels outside repeat the last column and row. */
export function readBlock(
  image: { readonly width: number; readonly height: number; readonly rgba: Uint8Array },
  column: number,
  row: number,
  block: Uint8Array,
): void {
  const { width, height, rgba } = image;
  for (let y = 0; y < 4; y++) {
    const line = Math.min(row * 4 + y, height - 1) * width;
    for (let x = 0; x < 4; x++) {
      const from = (line + Math.min(column * 4 + x, width - 1)) * 4;
      const to = (y * 4 + x) * 4;
      block[to] = rgba[from]!;
      block[to + 1] = rgba[from + 1]!;
      block[to + 2] = rgba[from + 2]!;
      block[to + 3] = rgba[from + 3]!;
    }
  }
}

/** Encodes one block of 16 r g b a pixels to `to`. */
export type BlockEncoder = (block: Uint8Array, bytes: Uint8Array, to: number) => void;

/** Encodes an image block by block. */
export function encodeBlocks(
  image: { readonly width: number; readonly height: number; readonly rgba: Uint8Array },
  blockBytes: number,
  encode: BlockEncoder,
): Uint8Array {
  const columns = Math.ceil(image.width / 4);
  const rows = Math.ceil(image.height / 4);
  const bytes = new Uint8Array(columns * rows * blockBytes);
  const block = new Uint8Array(64);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      readBlock(image, column, row, block);
      encode(block, bytes, (row * columns + column) * blockBytes);
    }
  }
  return bytes;
}
