import type { Image } from './image.ts';

/** The next mip level, `width` by `height` pixels: the mean of two by two pixels, with the last ones repeated at odd edges. */
export function halve({ width: from, height: rows, rgba }: Image, width: number, height: number): Image {
  const half = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    const top = Math.min(2 * y, rows - 1) * from;
    const bottom = Math.min(2 * y + 1, rows - 1) * from;
    for (let x = 0; x < width; x++) {
      const left = Math.min(2 * x, from - 1);
      const right = Math.min(2 * x + 1, from - 1);
      for (let c = 0; c < 4; c++) {
        const at = (pixel: number) => rgba[4 * pixel + c]!;
        const sum = at(top + left) + at(top + right) + at(bottom + left) + at(bottom + right);
        half[4 * (y * width + x) + c] = (sum + 2) >> 2;
      }
    }
  }
  return { width, height, rgba: half };
}
