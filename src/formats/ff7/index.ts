import type { Family } from '../format.ts';
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

export const ff7: Family = {
  id: 'ff7',
  title: 'Final Fantasy VII',
  formats: [ff7Bank, ff7Skeleton, ff7Settings, ff7P, ff7Tex, hrcSkeleton, rsdResource, ff7A, ff7Pack, lgpArchive],
  *models() {},
  targets: [],
  options: [],
  issues: [],
};

export { lzs } from './lzs.ts';
