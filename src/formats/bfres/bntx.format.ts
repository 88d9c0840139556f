import type { Format } from '../format.ts';
import { issues as fileIssues } from './bfres.issues.ts';
import { check } from './bntx.check.ts';
import { fromImages, toImages } from './bntx.images.ts';
import { issues } from './bntx.issues.ts';
import { type Bntx, bntx as codec } from './bntx.ts';

export const bntx: Format<Bntx> = {
  id: 'bntx',
  title: 'Nintendo Switch textures',
  extensions: ['.bntx'],
  roles: ['texture'],
  sniff: (head) => (String.fromCharCode(...head.subarray(0, 8)) === 'BNTX\0\0\0\0' ? 'yes' : 'no'),
  codec,
  check,
  issues: [...Object.values(issues), fileIssues['bad-dictionary'], fileIssues['dictionary-differs']],
  toImages,
  fromImages,
};
