import { u32 } from '../../binary/index.ts';
import type { Family, Format } from '../format.ts';
import { check, issues } from './rfa.check.ts';
import { type Animation, animation } from './rfa.ts';
import { fileIssues } from './v3d.check.ts';
import { v3c, v3m } from './v3d.format.ts';
import { codecIssues } from './v3d.issues.ts';
import { lodIssues } from './v3d-lod.check.ts';

const rfa: Format<Animation> = {
  id: 'rfa',
  title: 'Red Faction character animation',
  extensions: ['.rfa'],
  sniff: (head) => (head.length >= 4 && u32.decode(head) === 0x46564d56 ? 'yes' : 'no'),
  codec: animation,
  check,
  issues: Object.values(issues),
};

export const redFaction: Family = {
  id: 'red-faction',
  title: 'Red Faction',
  formats: [rfa, v3c, v3m],
  *models() {},
  targets: [],
  options: [],
  issues: [...Object.values(codecIssues), ...Object.values(fileIssues), ...Object.values(lodIssues)],
};
