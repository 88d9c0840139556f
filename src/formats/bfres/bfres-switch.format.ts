import type { Archive } from '../format.ts';
import { check } from './bfres.check.ts';
import { issues } from './bfres.issues.ts';
import { repair } from './bfres.repair.ts';
import { type Bfres, bfres as codec, emptyBfres } from './bfres.ts';

const SIGNATURE = 'FRES    ';

/** Switch files, with their embedded files as members. */
export const bfresSwitch: Archive<Bfres> = {
  id: 'bfres-switch',
  title: 'Nintendo Switch models and animations',
  extensions: ['.bfres', '.sbfres'],
  roles: ['mesh', 'animation', 'texture'],
  sniff: (head) => (String.fromCharCode(...head.subarray(0, SIGNATURE.length)) === SIGNATURE ? 'yes' : 'no'),
  codec,
  check,
  repair,
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
