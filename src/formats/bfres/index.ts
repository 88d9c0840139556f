import type { Family } from '../format.ts';
import { bfresTarget } from './bfres.target.ts';
import { bfresSwitch } from './bfres-switch.format.ts';
import { bfresWiiu } from './bfres-wiiu.format.ts';
import { bntx } from './bntx.format.ts';
import { modelIssues } from './models.issues.ts';
import { models } from './models.ts';
import { sarc } from './sarc.format.ts';
import { sceneIssues } from './scene.issues.ts';
import { strangers } from './strangers.ts';
import { targetIssues } from './target.issues.ts';
import { DEFAULT_PLATFORM, platforms } from './target.new.ts';

export const bfres: Family = {
  id: 'bfres',
  title: 'Nintendo BFRES',
  formats: [bfresSwitch, bfresWiiu, bntx, sarc],
  strangers,
  models,
  targets: [bfresTarget],
  options: [
    { name: 'fps', summary: 'frames per second of animations, which files do not say', default: '30' },
    { name: 'scale', summary: 'metres in a unit of the game', default: '1' },
    {
      name: 'platform',
      summary: 'console and version of files that are made without an original',
      values: platforms,
      default: DEFAULT_PLATFORM,
    },
    {
      name: 'canonical',
      summary: "lay files out anew as Nintendo's converter does, with tables and dictionaries made again",
      values: ['yes', 'no'],
      default: 'no',
    },
  ],
  issues: [sceneIssues, modelIssues, targetIssues].flatMap((kinds) => Object.values(kinds)),
};
