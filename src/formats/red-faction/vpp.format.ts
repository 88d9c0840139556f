import { u32 } from '../../binary/index.ts';
import type { Archive } from '../format.ts';
import { members, pack } from './vpp.archive.ts';
import { check, issues } from './vpp.check.ts';
import { MAGIC, type Packfile, packfile } from './vpp.ts';

export const vpp: Archive<Packfile> = {
  id: 'vpp',
  title: 'Red Faction packfile',
  extensions: ['.vpp'],
  sniff: (head) => (head.length >= 4 && u32.decode(head) === MAGIC ? 'yes' : 'no'),
  codec: packfile,
  check,
  issues: Object.values(issues),
  members,
  pack,
};
