import { describe, expect, test } from 'vitest';
import { corpus, corpusFile } from '../../test-support/corpus.ts';
import { check } from './gamemtl.check.ts';
import { fixtures } from './gamemtl.fixtures.ts';
import { materialLibrary } from './gamemtl.library.ts';
import { gameMaterials } from './gamemtl.ts';

const file = gameMaterials.decode(fixtures['two materials and their pair']!);

test('a material is told in words, with what happens where it meets others', () => {
  expect(materialLibrary.names(file)).toEqual(['default', 'materials\\water']);
  const facts = new Map(materialLibrary.describe(file, 'MATERIALS\\Water')!.map(({ label, text }) => [label, text]));
  expect(facts.get('flags')).toBe('Liquid, SlowDown');
  expect(facts.get('flotation factor')).toBe('0.5');
  expect(facts.get('shoot factor, multiplayer')).toBe('0.5');
  expect(facts.get('with default')).toBe('step sounds step\\a, step\\b; particles hit\\water');
  expect(materialLibrary.describe(file, 'stone')).toBeUndefined();
});

test('ids that are taken or lead nowhere are reported', () => {
  const damaged = structuredClone(file) as any[];
  const chunk = (name: string) => damaged.find((each) => each.name === name).value;
  chunk('materials')[1].value[0].value.id = 1;
  chunk('pairs')[0].value[0].value.parent = 9;
  chunk('autoIncrement').nextPair = 0;
  const found = [...check(damaged)].map(({ code }) => code);
  expect(found).toEqual([
    'gamemtl/duplicate-id',
    'gamemtl/used-id',
    'gamemtl/unknown-material',
    'gamemtl/unknown-parent',
  ]);
});

describe.skipIf(corpus('xray') === undefined)('the libraries of the games', () => {
  test.each(['soc_310494', 'cs_uncut', 'ogsr', 'xrmpe'])(
    '%s has its materials, and hardly anything against it',
    (name) => {
      const library = gameMaterials.decode(corpusFile('xray', `gamemtl/${name}.xr`));
      expect(materialLibrary.names(library).length).toBeGreaterThan(56);
      const facts = materialLibrary.describe(library, 'materials\\wood')!;
      expect(facts.filter(({ label }) => label.startsWith('with ')).length).toBeGreaterThan(10);
      const issues = [...check(library)].filter(({ severity }) => severity === 'error');
      expect(issues).toEqual([]);
    },
  );
});
