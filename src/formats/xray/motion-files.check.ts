import { chunkValue, chunkValues } from '../../binary/index.ts';
import { type Issue, issue } from '../../issue.ts';
import type { AnmFile } from './anm.ts';
import type { BonesFile } from './bone.ts';
import { checkEnvelope, checkMotion, checkNames, checkRange } from './motion.check.ts';
import { checkMotions } from './motions.check.ts';
import type { OmfFile } from './omf.ts';
import { checkPartitions } from './skeleton.check.ts';
import type { SklFile, SklsFile } from './skl.ts';
import { issues } from './xray.issues.ts';

// Rules of the files that hold nothing but motions or bones.

export function* checkSkl(file: SklFile): Iterable<Issue> {
  const motion = chunkValue(file, 'motion');
  if (motion === undefined) yield issue(issues['missing-chunk'], 'the motion could not be read');
  else yield* checkMotion(motion, ['motion']);
}

export function* checkSkls({ motions }: SklsFile): Iterable<Issue> {
  yield* checkNames(
    motions.map(({ name }) => name),
    'motion',
    ['motions'],
  );
  for (const [m, motion] of motions.entries()) yield* checkMotion(motion, ['motions', m]);
}

export function* checkAnm(file: AnmFile): Iterable<Issue> {
  const motion = chunkValue(file, 'motion');
  if (motion === undefined) {
    yield issue(issues['missing-chunk'], 'the motion could not be read');
    return;
  }
  yield* checkRange(motion, ['motion']);
  for (const [e, envelope] of motion.envelopes.entries()) yield* checkEnvelope(envelope, ['motion', 'envelopes', e]);
}

export function* checkOmf(file: OmfFile): Iterable<Issue> {
  const motions = chunkValue(file, 'motions');
  const definitions = chunkValue(file, 'definitions');
  if (motions === undefined) yield issue(issues['missing-chunk'], 'no motions');
  if (definitions === undefined) yield issue(issues['missing-chunk'], 'no definitions of the motions');
  yield* checkMotions(motions, definitions, []);
}

export function* checkBones(file: BonesFile): Iterable<Issue> {
  const names = chunkValues(file, 'bone').flatMap((bone) => chunkValue(bone, 'name') ?? []);
  yield* checkNames(names, 'bone', []);
  yield* checkPartitions(chunkValue(file, 'partitions') ?? [], names, ['partitions']);
}
