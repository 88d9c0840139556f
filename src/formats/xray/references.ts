import { chunkValue, chunkValues } from '../../binary/index.ts';
import type { Reference } from '../format.ts';
import type { DmFile } from './dm.ts';
import { listItems } from './names.ts';
import type { ObjectFile } from './object.ts';
import { objectMotionReferences, objectSurfaces } from './object-parts.ts';
import type { Ogf, OgfFile, OgfPart } from './ogf.ts';
import type { ThmFile } from './thm.ts';
import { lineText } from './values.ts';
import { decodeText } from './windows-1251.ts';

// The files that X-Ray files name, each once, in order of first mention.

export function referencesOfObject(file: ObjectFile): Reference[] {
  const object = chunkValue(file, 'object') ?? [];
  return references([
    ['texture', objectSurfaces(object).map(({ texture }) => texture)],
    ['animation', objectMotionReferences(object)],
    ['lod', [chunkValue(object, 'lod') ?? '']],
  ]);
}

export function referencesOfOgf(file: OgfFile): Reference[] {
  const model = file as Ogf;
  const parts = [model as OgfPart, ...chunkValues(chunkValue(model, 'children') ?? [], 'part')];
  return references([
    ['texture', parts.map((part) => chunkValue(part, 'texture')?.texture ?? '')],
    ['animation', ogfMotionReferences(model)],
    ['lod', [lineText(chunkValue(model, 'lod') ?? '')]],
  ]);
}

/** Names of the motion files that the model refers to, in order. */
export function ogfMotionReferences(model: Ogf): string[] {
  return chunkValue(model, 'motionReferenceList') ?? listItems(chunkValue(model, 'motionReferences') ?? '');
}

export function referencesOfDm({ texture }: DmFile): Reference[] {
  return references([['texture', [texture]]]);
}

export function referencesOfThm({ kind, chunks }: ThmFile): Reference[] {
  if (kind !== 'texture') return [];
  return references([
    [
      'texture',
      [
        chunkValue(chunks, 'bump')?.texture ?? '',
        chunkValue(chunks, 'detail')?.texture ?? '',
        chunkValue(chunks, 'normalMap') ?? '',
      ],
    ],
  ]);
}

function references(groups: readonly (readonly [role: string, names: readonly string[]])[]): Reference[] {
  return groups.flatMap(([role, names]) =>
    [...new Set(names)].filter((name) => name !== '').map((name) => ({ role, name: decodeText(name) })),
  );
}
