import type { Family } from '../format.ts';
import { rfa } from './rfa.format.ts';
import { strangers } from './strangers.ts';
import { tbl } from './tbl.format.ts';
import { fileIssues } from './v3d.check.ts';
import { v3c, v3m } from './v3d.format.ts';
import { codecIssues } from './v3d.issues.ts';
import { lodIssues } from './v3d-lod.check.ts';
import { vbm } from './vbm.format.ts';
import { vpp } from './vpp.format.ts';

export const redFaction: Family = {
  id: 'red-faction',
  title: 'Red Faction',
  formats: [rfa, tbl, v3c, v3m, vbm, vpp],
  strangers,
  *models() {},
  targets: [],
  options: [],
  issues: [...Object.values(codecIssues), ...Object.values(fileIssues), ...Object.values(lodIssues)],
};
