import type { Archive, Format } from '../format.ts';
import { issues as aIssues, check as checkA } from './ff7-a.check.ts';
import { type FieldAnimation, fieldAnimation } from './ff7-a.ts';
import { issues as bankIssues, check as checkBank } from './ff7-bank.check.ts';
import { type Bank, bank } from './ff7-bank.ts';
import { check as checkP, issues as pIssues } from './ff7-p.check.ts';
import { mesh, type PolygonModel } from './ff7-p.ts';
import { check as checkPack, issues as packIssues } from './ff7-pack.check.ts';
import { type Pack, pack } from './ff7-pack.ts';
import { anySettings, type Settings } from './ff7-settings.ts';
import { check as checkSkeleton, issues as skeletonIssues } from './ff7-skeleton.check.ts';
import { type Skeleton, skeleton } from './ff7-skeleton.ts';
import { check as checkTex, issues as texIssues } from './ff7-tex.check.ts';
import { type Texture, texture } from './ff7-tex.ts';
import { check as checkHrc, issues as hrcIssues } from './hrc.check.ts';
import { type Hrc, hrc } from './hrc.ts';
import { check as checkLgp, issues as lgpIssues } from './lgp.check.ts';
import { isCreator, type Lgp, lgp, namesOf } from './lgp.ts';
import { pack as packLgp, rebuildLookup } from './lgp-pack.ts';
import {
  sniffA,
  sniffBank,
  sniffP,
  sniffPack,
  sniffSettings,
  sniffSkeleton,
  sniffTex,
  sniffText,
} from './recognition.ts';
import { check as checkRsd, issues as rsdIssues } from './rsd.check.ts';
import { type Rsd, rsd, SIGNATURE } from './rsd.ts';

import { fromImages, toImages } from './tex.images.ts';
export const ff7Bank: Format<Bank> = {
  id: 'ff7-bank',
  title: 'Final Fantasy VII battle animations',
  roles: ['animation'],
  extensions: ['.a00'],
  names: /^[a-z]{2}da$|\.a\d\d$/,
  sniff: sniffBank,
  codec: bank,
  check: checkBank,
  issues: Object.values(bankIssues),
};

export const ff7Skeleton: Format<Skeleton> = {
  id: 'ff7-skeleton',
  title: 'Final Fantasy VII battle skeleton',
  roles: ['skeleton'],
  extensions: ['.d'],
  names: /^[a-z]{2}aa$/,
  sniff: sniffSkeleton,
  codec: skeleton,
  check: checkSkeleton,
  issues: Object.values(skeletonIssues),
};

export const ff7Settings: Format<Settings> = {
  id: 'ff7-settings',
  title: 'Final Fantasy VII battle settings and action scripts',
  roles: ['settings'],
  extensions: ['.b'],
  names: /^[a-z]{2}ab$/,
  sniff: sniffSettings,
  codec: anySettings,
  *check() {},
  issues: [],
};

export const ff7P: Format<PolygonModel> = {
  id: 'ff7-p',
  title: 'Final Fantasy VII polygon model',
  roles: ['mesh'],
  extensions: ['.p'],
  names: /^[a-z]{2}(a[m-z]|[bc][a-z])$|\.p\d\d$/,
  sniff: sniffP,
  codec: mesh,
  check: checkP,
  issues: Object.values(pIssues),
};

export const ff7Tex: Format<Texture> = {
  id: 'ff7-tex',
  title: 'Final Fantasy VII texture',
  roles: ['texture'],
  extensions: ['.tex'],
  names: /^[a-z]{2}a[c-l]$|\.t\d\d$/,
  sniff: sniffTex,
  codec: texture,
  check: checkTex,
  issues: Object.values(texIssues),
  toImages,
  fromImages,
};

export const ff7A: Format<FieldAnimation> = {
  id: 'ff7-a',
  title: 'Final Fantasy VII field animation',
  roles: ['animation'],
  extensions: ['.a'],
  sniff: sniffA,
  codec: fieldAnimation,
  check: checkA,
  issues: Object.values(aIssues),
};

export const hrcSkeleton: Format<Hrc> = {
  id: 'hrc',
  title: 'Final Fantasy VII field skeleton',
  roles: ['skeleton'],
  extensions: ['.hrc'],
  sniff: (head) => sniffText(head, ':HEADER_BLOCK'),
  codec: hrc,
  check: checkHrc,
  issues: Object.values(hrcIssues),
};

export const rsdResource: Format<Rsd> = {
  id: 'rsd',
  title: 'Final Fantasy VII field resource',
  roles: ['resource'],
  extensions: ['.rsd'],
  sniff: (head) => sniffText(head, SIGNATURE),
  codec: rsd,
  check: checkRsd,
  issues: Object.values(rsdIssues),
};

export const ff7Pack: Format<Pack> = {
  id: 'ff7-pack',
  title: 'Final Fantasy VII battle pack (PlayStation)',
  roles: ['model'],
  extensions: ['.lzs'],
  sniff: sniffPack,
  codec: pack,
  check: checkPack,
  issues: Object.values(packIssues),
};

export const lgpArchive: Archive<Lgp> = {
  id: 'lgp',
  title: 'Final Fantasy VII archive',
  extensions: ['.lgp'],
  sniff: (head) => (head.length >= 12 && isCreator(String.fromCharCode(...head.subarray(0, 12))) ? 'yes' : 'no'),
  codec: lgp,
  check: checkLgp,
  issues: Object.values(lgpIssues),
  *members(file) {
    const names = namesOf(file);
    for (const [i, { record }] of file.entries.entries()) {
      if (record !== undefined) yield { name: names[i]!, bytes: file.records[record]!.bytes };
    }
  },
  pack: packLgp,
  repair: rebuildLookup,
};
