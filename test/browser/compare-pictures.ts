import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { decode, encode } from 'fast-png';
import pixelmatch from 'pixelmatch';
import { expect } from 'vitest';

/** Share of pixels that may differ, as they do from one release of a rasterizer to the next. */
export const TOLERANCE = 0.003;

/**
 * Compares a picture with the one in `test/pictures/`. Where it differs, both and the difference are put into
 * `out/pictures/`; with `EXHUME_UPDATE_PICTURES=1` it becomes the one to compare with.
 */
export function expectPicture(name: string, png: Uint8Array): void {
  const file = join('test/pictures', `${name}.png`);
  if (process.env.EXHUME_UPDATE_PICTURES) save(file, png);
  expect(existsSync(file), `${file} is there; EXHUME_UPDATE_PICTURES=1 makes it`).toBe(true);
  const [wanted, got] = [pixels(readFileSync(file)), pixels(png)];
  expect([got.width, got.height]).toEqual([wanted.width, wanted.height]);
  const difference = new Uint8Array(wanted.data.length);
  const count = pixelmatch(wanted.data, got.data, difference, wanted.width, wanted.height, { threshold: 0.1 });
  const share = count / (wanted.width * wanted.height);
  if (share > TOLERANCE) {
    save(`out/pictures/${name}.png`, png);
    save(`out/pictures/${name}.difference.png`, encode({ ...wanted, data: difference, channels: 4 }));
  }
  expect(share, `${name}: share of pixels that differ; see out/pictures`).toBeLessThanOrEqual(TOLERANCE);
}

/** Share of the pixels that are not as in the other picture. */
export function differingShare(a: Uint8Array, b: Uint8Array): number {
  const [first, second] = [pixels(a), pixels(b)];
  const count = pixelmatch(first.data, second.data, undefined, first.width, first.height, { threshold: 0.1 });
  return count / (first.width * first.height);
}

function pixels(png: Uint8Array): { width: number; height: number; data: Uint8Array } {
  const { width, height, data, channels } = decode(png);
  if (channels === 4) return { width, height, data: Uint8Array.from(data) };
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let i = 0; i < width * height; i++) rgba.set(data.subarray(i * channels, i * channels + 3), i * 4);
  return { width, height, data: rgba };
}

function save(file: string, png: Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, png);
}
