import type { Format } from '../format.ts';
import { check, issues } from './vbm.check.ts';
import { fromImages, toImages } from './vbm.images.ts';
import { type Bitmap, bitmap } from './vbm.ts';

const MAGIC = [0x2e, 0x76, 0x62, 0x6d]; // .vbm

export const vbm: Format<Bitmap> = {
  id: 'vbm',
  title: 'Red Faction texture',
  extensions: ['.vbm'],
  roles: ['texture'],
  sniff: (head) => (MAGIC.every((byte, i) => head[i] === byte) ? 'yes' : 'no'),
  codec: bitmap,
  check,
  issues: Object.values(issues),
  toImages,
  fromImages,
};
