import { chunkValue } from '../../binary/index.ts';
import type { Conversion } from '../../scene/scene.ts';
import type { NamedImage } from '../format.ts';
import { PICTURE_SIZE, type ThmFile } from './thm.ts';

/** The picture of a thumbnail, where it has one. */
export function thmImages({ chunks }: ThmFile): Conversion<NamedImage[]> {
  const picture = chunkValue<(typeof chunks)[number], 'picture'>(chunks, 'picture');
  if (picture === undefined) return { value: [], issues: [] };
  const size = PICTURE_SIZE;
  const rgba = new Uint8Array(size * size * 4);
  for (let y = 0; y < size; y++) {
    const from = (size - 1 - y) * size * 4;
    for (let i = 0; i < size * 4; i += 4) {
      const to = y * size * 4 + i;
      rgba[to] = picture[from + i + 2]!;
      rgba[to + 1] = picture[from + i + 1]!;
      rgba[to + 2] = picture[from + i]!;
      rgba[to + 3] = picture[from + i + 3]!;
    }
  }
  return { value: [{ name: '', width: size, height: size, rgba }], issues: [] };
}
