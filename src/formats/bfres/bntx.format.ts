import type { Surface } from '../../images/surface.ts';
import type { Format, NamedSurface } from '../format.ts';
import { issues as fileIssues } from './bfres.issues.ts';
import { check } from './bntx.check.ts';
import { fromImages, toImages } from './bntx.images.ts';
import { issues } from './bntx.issues.ts';
import { surfaceOf } from './bntx.surface.ts';
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
  toSurfaces: ({ textures }) =>
    textures.flatMap((texture, i) => named(texture?.name ?? `texture ${i}`, texture && surfaceOf(texture))),
  fromImages,
};

/** A list of one, or none where a texture can't be read. */
const named = (name: string, surface: Surface | undefined): NamedSurface[] =>
  surface === undefined ? [] : [{ name, surface }];
