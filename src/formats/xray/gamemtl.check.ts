import { chunkValue, chunkValues } from '../../binary/index.ts';
import { type Issue, issue, issueKinds } from '../../issue.ts';
import {
  type GameMaterials,
  INJURIOUS,
  type Material,
  NO_PARENT,
  SHOOTABLE,
  SLOW_DOWN,
  TRANSPARENT,
} from './gamemtl.ts';
import { checkNames } from './motion.check.ts';
import { issues as shared } from './xray.issues.ts';

export const issues = issueKinds('gamemtl', {
  'duplicate-id': {
    severity: 'error',
    rule: '13',
    means: 'Two materials or two pairs have the same id.',
    remedy: 'Give one of them an id that is not used.',
  },
  'unknown-material': {
    severity: 'error',
    rule: '13.2',
    means: 'A pair is of a material that is not there.',
    remedy: 'Remove the pair, or add the material.',
  },
  'unknown-parent': {
    severity: 'warning',
    rule: '13.2',
    means: 'A pair inherits from a pair that is not there.',
    remedy: 'Give the pair another parent, or properties of its own.',
  },
  'used-id': {
    severity: 'warning',
    rule: '13',
    means: 'The id for the next material or pair is taken.',
    remedy: 'Set it behind the largest id that is used.',
  },
  'derived-flag': {
    severity: 'info',
    rule: '13.1',
    means: 'A flag is not as the SDK sets it from the values of the material.',
    remedy: 'The SDK sets it when it saves the library.',
  },
});

/** Yields what the game would stumble over (specification, section 13). */
export function* check(file: GameMaterials): Iterable<Issue> {
  const version = chunkValue(file, 'version');
  if (version !== 1) yield issue(shared['wrong-version'], `version ${version} instead of 1`, ['version']);
  const materials = chunkValues(chunkValue(file, 'materials') ?? [], 'material');
  const heads = materials.flatMap((material) => chunkValue(material, 'main') ?? []);
  yield* checkNames(
    heads.map(({ name }) => name),
    'material',
    ['materials'],
  );
  const pairs = chunkValues(chunkValue(file, 'pairs') ?? [], 'pair').flatMap((pair) => chunkValue(pair, 'main') ?? []);
  const ids = { materials: heads.map(({ id }) => id), pairs: pairs.map(({ id }) => id) };
  yield* checkIds(ids.materials, 'materials', chunkValue(file, 'autoIncrement')?.nextMaterial);
  yield* checkIds(ids.pairs, 'pairs', chunkValue(file, 'autoIncrement')?.nextPair);
  const known = { materials: new Set(ids.materials), pairs: new Set(ids.pairs) };
  for (const [p, { material0, material1, parent }] of pairs.entries()) {
    for (const id of [material0, material1]) {
      if (!known.materials.has(id)) yield issue(issues['unknown-material'], `no material ${id}`, ['pairs', p]);
    }
    if (parent !== NO_PARENT && !known.pairs.has(parent)) {
      yield issue(issues['unknown-parent'], `no pair ${parent}`, ['pairs', p]);
    }
  }
  for (const [m, material] of materials.entries()) yield* checkFlags(material, m);
}

function* checkIds(ids: readonly number[], list: string, next: number | undefined): Iterable<Issue> {
  const seen = new Set<number>();
  for (const [i, id] of ids.entries()) {
    if (seen.has(id)) yield issue(issues['duplicate-id'], `id ${id} again`, [list, i]);
    seen.add(id);
  }
  const largest = ids.reduce((max, id) => Math.max(max, id), -1);
  if (next !== undefined && next <= largest) {
    yield issue(issues['used-id'], `${next} is next, ${largest} is used`, ['autoIncrement']);
  }
}

/** The four flags that the SDK derives from values when it saves. */
function* checkFlags(material: Material, place: number): Iterable<Issue> {
  const flags = chunkValue(material, 'flags');
  if (flags === undefined) return;
  const factors = chunkValue(material, 'factors');
  const rules: readonly (readonly [name: string, bit: number, expected: boolean | undefined])[] = [
    ['SlowDown', SLOW_DOWN, (chunkValue(material, 'flotation')?.value ?? 1) !== 1],
    ['Injurious', INJURIOUS, (chunkValue(material, 'injurious')?.value ?? 0) !== 0],
    ['Shootable', SHOOTABLE, factors && factors.shoot === 0],
    ['Transparent', TRANSPARENT, factors && factors.visibility === 0],
  ];
  for (const [name, bit, expected] of rules) {
    const actual = (flags & bit) !== 0;
    if (expected !== undefined && actual !== expected) {
      const reason = `${name} is ${actual ? 'set' : 'not set'}, its values say ${expected ? 'set' : 'not set'}`;
      yield issue(issues['derived-flag'], reason, ['materials', place, 'flags']);
    }
  }
}
