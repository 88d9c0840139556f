import { u32 } from '../../binary/index.ts';
import type { Format } from '../format.ts';
import { check, issues } from './rfa.check.ts';
import { type Animation, animation } from './rfa.ts';

export const rfa: Format<Animation> = {
  id: 'rfa',
  title: 'Red Faction character animation',
  extensions: ['.rfa'],
  roles: ['animation'],
  sniff: (head) => (head.length >= 4 && u32.decode(head) === 0x46564d56 ? 'yes' : 'no'),
  codec: animation,
  check,
  issues: Object.values(issues),
};
