import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documents, withPart } from '../../scripts/docs.ts';
import { families } from '../formats/registry.ts';
import { catalogue } from '../operations/catalogue.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined);
const made = await documents(read);

test.each([...made.keys()])('%s is what `npm run docs` writes', (path) => {
  expect(read(path)).toBe(made.get(path));
});

test('parts between marks are replaced, and nothing else', () => {
  const text = 'before\n<!-- formats -->\nold\n<!-- /formats -->\nbehind\n';
  expect(withPart(text, 'formats', 'new')).toBe('before\n<!-- formats -->\nnew\n<!-- /formats -->\nbehind\n');
  expect(withPart('no marks\n', 'formats', 'new')).toBe('no marks\n');
  expect(withPart('no marks\n', 'x', 'new', '## X')).toBe('no marks\n## X\n<!-- x -->\nnew\n<!-- /x -->\n');
});

test('every code is declared once, and says what to try', () => {
  const kinds = catalogue();
  expect(new Set(kinds.map(({ code }) => code)).size).toBe(kinds.length);
  for (const { code, means, remedy } of kinds) {
    expect(code).toMatch(/^([a-z0-9-]+\/)?[a-z0-9-]+$/);
    expect(means, code).toMatch(/^[A-Z`].*[.)]$/s);
    expect(remedy, code).toMatch(/[.)`]$/);
  }
});

/** Prefixes of the codes that are declared in the sources, except in families that the registry does not have yet. */
const sources = import.meta.glob<string>(['../**/*.ts', '!../**/*.test.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
});
const folders = ['gltf', 'images', ...families.map(({ id }) => id)];
const declared = Object.entries(sources)
  .filter(([path]) => folders.includes(path.match(/formats\/([^/]+)\//)?.[1] ?? 'images'))
  .flatMap(([, text]) => Array.from(text.matchAll(/issueKinds\('([^']*)'/g), ([, prefix]) => prefix!));

test.each([...new Set(declared)])("the catalogue has the issues of '%s'", (prefix) => {
  const codes = catalogue().map(({ code }) => code);
  expect(codes.some((code) => (prefix === '' ? !code.includes('/') : code.startsWith(`${prefix}/`)))).toBe(true);
});
