import type { Family } from '../format.ts';
import { modelIssues } from './model.issues.ts';
import { models } from './model.ts';
import { rfa } from './rfa.format.ts';
import { strangers } from './strangers.ts';
import { targetIssues } from './target.issues.ts';
import { targets } from './target.ts';
import { tbl } from './tbl.format.ts';
import { fileIssues } from './v3d.check.ts';
import { v3c, v3m } from './v3d.format.ts';
import { codecIssues, sceneIssues } from './v3d.issues.ts';
import { lodIssues } from './v3d-lod.check.ts';
import { vbm } from './vbm.format.ts';
import { vpp } from './vpp.format.ts';

export const redFaction: Family = {
  id: 'red-faction',
  title: 'Red Faction',
  formats: [rfa, tbl, v3c, v3m, vbm, vpp],
  strangers,
  models,
  targets,
  options: [
    {
      name: 'lod',
      summary: 'levels of detail to take: all, or one of them, 0 being the finest',
      values: ['all', '0', '1', '2'],
      default: 'all',
    },
    {
      name: 'clip',
      summary: 'the clip to write as rfa, by its name, or all',
      default: 'all',
    },
    {
      name: 'rfa-version',
      summary:
        'version of the clips to write: 8 stores positions of vertices in fewer bytes; "original" keeps that of the original, or takes 8',
      values: ['original', '7', '8'],
      default: 'original',
    },
  ],
  issues: [codecIssues, fileIssues, lodIssues, sceneIssues, modelIssues, targetIssues].flatMap((kinds) =>
    Object.values(kinds),
  ),
};
