import { bytesOf, sarc as codec, nameOf, packSarc, type Sarc } from '../../containers/sarc.ts';
import { hex } from '../../issue.ts';
import type { Archive } from '../format.ts';
import { check, issues } from './sarc.check.ts';

export const sarc: Archive<Sarc> = {
  id: 'sarc',
  title: 'Nintendo archive',
  extensions: ['.sarc', '.pack', '.szs', '.sbactorpack'],
  sniff: (head) => (String.fromCharCode(...head.subarray(0, 4)) === 'SARC' ? 'yes' : 'no'),
  codec,
  check,
  issues: Object.values(issues),
  *members(file) {
    for (let i = 0; i < file.nodes.length; i++) {
      yield { name: nameOf(file, i) ?? hex(file.nodes.nameHash[i]!, 8), bytes: bytesOf(file, i) };
    }
  },
  pack: (members, base) => ({ value: packSarc(members, base), issues: [] }),
};
