import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { memorySource } from '../containers/source.ts';
import { abilities } from './abilities.ts';
import { expand } from './expand.ts';
import { findModels } from './models.ts';
import { prepare } from './prepare.ts';

const samples = join(import.meta.dirname, '../../samples');
const families = readdirSync(samples).filter(
  (name) => name !== 'author' && statSync(join(samples, name)).isDirectory(),
);

await prepare();

test.each(families)('formats of %s claim the roles that they play in its samples', (family) => {
  const files = new Map(
    readdirSync(join(samples, family), { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(samples, family, name)).isFile())
      .map((name) => [name.replaceAll('\\', '/'), new Uint8Array(readFileSync(join(samples, family, name)))]),
  );
  const source = expand(memorySource(family, files));
  const played = findModels(source).models.flatMap(({ model }) =>
    model.parts.map(({ role, file }) => `${source.openFile(file)?.format?.id} ${role}`),
  );
  expect(played.length).toBeGreaterThan(0);
  const claimed = abilities().flatMap(({ id, roles }) => roles.map((role) => `${id} ${role}`));
  expect(claimed).toEqual(expect.arrayContaining([...new Set(played)]));
});

test('what can be written from glTF is a target of the family', () => {
  const ids = abilities()
    .filter(({ fromGltf }) => fromGltf)
    .map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(['rfa', 'v3c', 'v3m']));
  expect(ids).not.toContain('vpp');
});
