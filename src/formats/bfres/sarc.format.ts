import { bytesOf, sarc as codec, packSarc, type Sarc, shownNameOf } from '../../containers/sarc.ts';
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
      yield { name: shownNameOf(file, i), bytes: bytesOf(file, i) };
    }
  },
  pack: (members, base) => ({ value: packSarc(members, base), issues: [] }),
};
