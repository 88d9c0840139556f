import type { Family } from '../format.ts';
import { bankTarget, battleTarget } from './battle.target.ts';
import { ff7Issues } from './ff7.issues.ts';
import { fieldTarget } from './field.target.ts';
import {
  ff7A,
  ff7Bank,
  ff7P,
  ff7Pack,
  ff7Settings,
  ff7Skeleton,
  ff7Tex,
  hrcSkeleton,
  lgpArchive,
  rsdResource,
} from './formats.ts';
import { models } from './models.ts';
import { options } from './options.ts';

export const ff7: Family = {
  id: 'ff7',
  title: 'Final Fantasy VII',
  formats: [ff7Bank, ff7Skeleton, ff7Settings, ff7P, ff7Tex, hrcSkeleton, rsdResource, ff7A, ff7Pack, lgpArchive],
  models,
  targets: [battleTarget, bankTarget, fieldTarget],
  options,
  issues: Object.values(ff7Issues),
};

export { lzs } from './lzs.ts';
