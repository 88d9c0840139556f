import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { buildProgram } from './cli/program.ts';

// What the documents promise is there: the files they lead to, the scripts and commands they name.

const root = join(import.meta.dirname, '..');
const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((file) => join('docs', file));
const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...inDocs.filter((file) => file.endsWith('.md'))];
const textOf = (page: string) => readFileSync(join(root, page), 'utf8');

test.each(pages)('the links of %s lead to files', (page) => {
  for (const [, target] of textOf(page).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
    if (/^[a-z]+:/.test(target!)) continue;
    expect(existsSync(join(root, dirname(page), target!)), `${page}: ${target}`).toBe(true);
  }
});

test.each(pages)('the scripts that %s names are in package.json', (page) => {
  const { scripts } = JSON.parse(textOf('package.json'));
  for (const [, name] of textOf(page).matchAll(/npm run ([a-z:]+)/g))
    expect(Object.keys(scripts), page).toContain(name);
});

test('the commands and options that README names are there', () => {
  const output = { isTerminal: false, write() {} };
  const io = { cwd: '.', env: {}, stdout: output, stderr: output, readStdin: async () => new Uint8Array() };
  const { commands } = buildProgram({ io, exitCode: 0 }, []);
  const lines = Array.from(textOf('README.md').matchAll(/(?:^|`)exhume ([a-z]+)([^\n`#]*)/gm));
  expect(lines.length).toBeGreaterThan(8);
  for (const [line, name, rest] of lines) {
    if (name === 'help') continue;
    const command = commands.find((known) => known.name() === name);
    expect(command, line).toBeDefined();
    for (const [option] of rest!.matchAll(/--[a-z-]+/g)) {
      expect(
        command!.options.map(({ long }) => long),
        line,
      ).toContain(option);
    }
  }
});
