import type { Archive, Family } from '../format.ts';
import { check } from './bfres.check.ts';
import { issues } from './bfres.issues.ts';
import { type Bfres, bfres as codec, emptyBfres } from './bfres.ts';
import { bntx } from './bntx.format.ts';
import { modelIssues } from './models.issues.ts';
import { models } from './models.ts';
import { sarc } from './sarc.format.ts';
import { sceneIssues } from './scene.issues.ts';

const SIGNATURE = 'FRES    ';

const bfresFormat: Archive<Bfres> = {
  id: 'bfres-switch',
  title: 'Nintendo Switch models and animations',
  extensions: ['.bfres', '.sbfres'],
  sniff: (head) => (String.fromCharCode(...head.subarray(0, SIGNATURE.length)) === SIGNATURE ? 'yes' : 'no'),
  codec,
  check,
  issues: Object.values(issues),
  *members({ embeddedFiles, embeddedFileNames }) {
    for (const [i, { data }] of embeddedFiles.entries()) {
      yield { name: embeddedFileNames?.keys[i] ?? `${i}`, bytes: data ?? new Uint8Array(0) };
    }
  },
  pack: (members, base = emptyBfres()) => ({
    value: {
      ...base,
      embeddedFiles: members.map(({ bytes }) => (bytes.length === 0 ? {} : { data: bytes })),
      embeddedFileNames: members.length === 0 ? undefined : { keys: members.map(({ name }) => name) },
    },
    issues: [],
  }),
};

export const bfres: Family = {
  id: 'bfres',
  title: 'Nintendo BFRES',
  formats: [bfresFormat, bntx, sarc],
  models,
  targets: [],
  options: [
    { name: 'fps', summary: 'frames per second of animations, which files do not say', default: '30' },
    { name: 'scale', summary: 'metres in a unit of the game', default: '1' },
  ],
  issues: [sceneIssues, modelIssues].flatMap((kinds) => Object.values(kinds)),
};
