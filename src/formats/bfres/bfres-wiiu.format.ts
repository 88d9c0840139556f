import type { Archive } from '../format.ts';
import { issues } from './bfres.issues.ts';
import { ftexIssues } from './ftex.issues.ts';
import { check } from './wiiu-bfres.check.ts';
import { repairWiiu } from './wiiu-bfres.repair.ts';
import { wiiuBfres as codec, emptyWiiuBfres, type WiiuBfres } from './wiiu-bfres.ts';
import { fromImages, toImages, toSurfaces } from './wiiu-images.ts';

const BYTE_ORDER_AT = 8;

/** Wii U files, with their embedded files as members. */
export const bfresWiiu: Archive<WiiuBfres> = {
  id: 'bfres-wiiu',
  title: 'Nintendo Wii U models, textures and animations',
  extensions: ['.bfres', '.sbfres'],
  roles: ['mesh', 'animation', 'texture'],
  sniff: (head) => (isWiiuFile(head) ? 'yes' : 'no'),
  codec,
  check,
  repair: repairWiiu,
  issues: [...Object.values(issues), ...Object.values(ftexIssues)],
  toImages,
  toSurfaces,
  fromImages,
  *members({ embeddedFiles }) {
    for (const [i, { data }] of (embeddedFiles?.values ?? []).entries()) {
      yield { name: embeddedFiles!.names[i]!, bytes: data ?? new Uint8Array(0) };
    }
  },
  pack: (members, base = emptyWiiuBfres()) => ({
    value: {
      ...base,
      embeddedFiles:
        members.length === 0
          ? undefined
          : {
              names: members.map(({ name }) => name),
              values: members.map(({ bytes }) => (bytes.length === 0 ? {} : { data: bytes })),
            },
    },
    issues: [],
  }),
};

/** Big-endian, where Switch files have four spaces and a version. */
export const isWiiuFile = (head: Uint8Array): boolean =>
  String.fromCharCode(...head.subarray(0, 4)) === 'FRES' &&
  head[BYTE_ORDER_AT] === 0xfe &&
  head[BYTE_ORDER_AT + 1] === 0xff;
