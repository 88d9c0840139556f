import type { Infer } from '../../binary/index.ts';
import { chunkValue, chunkValues } from '../../binary/index.ts';
import { type Issue, issue, type Path } from '../../issue.ts';
import { crc32Of } from './crc32.ts';
import { checkNames } from './motion.check.ts';
import type { CompiledMotion, MotionDefinitions, motionsChunk } from './motions.ts';
import { issues } from './xray.issues.ts';

// Rules of compiled motions and their definitions (specification, section 15).

export type MotionsChunk = Infer<typeof motionsChunk>;

/** Yields what is wrong with keys, definitions, or the two together. Either may be missing. */
export function* checkMotions(
  motions: MotionsChunk | undefined,
  definitions: MotionDefinitions | undefined,
  path: Path,
): Iterable<Issue> {
  const compiled = chunkValues(motions ?? [], 'motion');
  if (motions !== undefined) {
    const stated = chunkValue(motions, 'motionCount');
    if (stated !== compiled.length) {
      const reason = `${stated ?? 'no number of'} motions stated, ${compiled.length} found`;
      yield issue(issues['motion-mismatch'], reason, [...path, 'motions']);
    }
  }
  if (definitions !== undefined) {
    yield* checkDefinitions(definitions, [...path, 'definitions']);
    if (motions !== undefined) yield* checkTogether(compiled, definitions, path);
  }
  for (const [m, motion] of compiled.entries()) yield* checkCrcs(motion, [...path, 'motions', m + 1]);
}

function* checkDefinitions({ parts, motions }: MotionDefinitions, path: Path): Iterable<Issue> {
  yield* checkNames(
    motions.map(({ name }) => name),
    'motion',
    [...path, 'motions'],
  );
  const slots = parts.flatMap(({ bones }) => bones.flatMap(({ slot }) => slot ?? []));
  const places = new Set(slots);
  if (places.size !== slots.length || slots.some((slot) => slot >= slots.length)) {
    yield issue(issues['slot-mismatch'], `${slots.length} bones have ${places.size} different tracks`, [
      ...path,
      'parts',
    ]);
  }
}

function* checkTogether(
  compiled: readonly CompiledMotion[],
  { parts, motions }: MotionDefinitions,
  path: Path,
): Iterable<Issue> {
  if (motions.length !== compiled.length) {
    const reason = `${motions.length} definitions of ${compiled.length} motions`;
    yield issue(issues['motion-mismatch'], reason, [...path, 'definitions', 'motions']);
  }
  for (const [i, { name, motion }] of motions.entries()) {
    const keys = compiled[motion];
    const where = [...path, 'definitions', 'motions', i];
    if (keys === undefined) {
      yield issue(issues['motion-mismatch'], `'${name}' is motion ${motion} of ${compiled.length}`, where);
    } else if (keys.name.toLowerCase() !== name.toLowerCase()) {
      yield issue(issues['motion-mismatch'], `'${name}' has the keys of '${keys.name}'`, where);
    }
  }
  const boneCount = parts.reduce((sum, { bones }) => sum + bones.length, 0);
  const odd = compiled.findIndex(({ tracks }) => tracks.length !== boneCount);
  if (odd >= 0) {
    const reason = `'${compiled[odd]!.name}' has ${compiled[odd]!.tracks.length} tracks, the partitions have ${boneCount} bones`;
    yield issue(issues['slot-mismatch'], reason, [...path, 'motions', odd + 1]);
  }
}

function* checkCrcs({ tracks }: CompiledMotion, path: Path): Iterable<Issue> {
  for (const [t, track] of tracks.entries()) {
    for (const [crc, keys, name] of [
      [track.rotationCrc, track.rotations, 'rotationCrc'],
      [track.translationCrc, track.translations, 'translationCrc'],
    ] as const) {
      if (crc === undefined || keys === undefined) continue;
      const actual = crc32Of(keys);
      if (crc !== actual) {
        yield issue(issues['bad-crc'], `${crc} stored, ${actual} computed`, [...path, 'tracks', t, name]);
      }
    }
  }
}
