import { type Issue, issue, type Path } from '../../issue.ts';
import type { Envelope } from './envelope.ts';
import type { Motion } from './motion.ts';
import { issues } from './xray.issues.ts';

// Rules of curves and motions, whatever file they are in.

interface Timed {
  readonly firstFrame: number;
  readonly endFrame: number;
  readonly fps: number;
}

/** Yields what is wrong with the range and the rate of a motion. */
export function* checkRange({ firstFrame, endFrame, fps }: Timed, path: Path): Iterable<Issue> {
  if (!(fps > 0 && Number.isFinite(fps))) {
    yield issue(issues['bad-rate'], `${fps} frames per second`, [...path, 'fps']);
  }
  if (endFrame < firstFrame) {
    yield issue(issues['bad-range'], `ends with frame ${endFrame}, begins with ${firstFrame}`, [...path, 'endFrame']);
  }
}

/** Yields at most one issue of a kind per curve. */
export function* checkEnvelope({ keys }: Envelope, path: Path): Iterable<Issue> {
  const { time, shape } = keys;
  const late = time.findIndex((t, i) => i > 0 && !(t > time[i - 1]!));
  if (late > 0) {
    const reason = `key at ${time[late]} s follows one at ${time[late - 1]} s`;
    yield issue(issues['keys-out-of-order'], reason, [...path, 'keys', late, 'time']);
  }
  const odd = shape.findIndex((value: number) => (value & 0xff) > 5);
  if (odd >= 0) yield issue(issues['unknown-shape'], `shape ${shape[odd]}`, [...path, 'keys', odd, 'shape']);
}

/** Yields what the engine would stumble over in a motion. */
export function* checkMotion(motion: Motion, path: Path): Iterable<Issue> {
  yield* checkRange(motion, path);
  yield* checkNames(
    motion.bones.flatMap(({ name }) => name ?? []),
    'bone',
    [...path, 'bones'],
  );
  for (const [b, bone] of motion.bones.entries()) {
    for (const [e, envelope] of bone.envelopes.entries()) {
      yield* checkEnvelope(envelope, [...path, 'bones', b, 'envelopes', e]);
    }
  }
}

/** Yields an issue for each name that occurs again, whatever its case. */
export function* checkNames(names: readonly string[], what: string, path: Path): Iterable<Issue> {
  const seen = new Set<string>();
  for (const [i, name] of names.entries()) {
    const key = name.toLowerCase();
    if (seen.has(key)) yield issue(issues['duplicate-name'], `a second ${what} '${name}'`, [...path, i]);
    seen.add(key);
  }
}
