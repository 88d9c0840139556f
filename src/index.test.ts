import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixtures as clips } from './formats/red-faction/rfa.fixtures.ts';
import { fixtures as meshes } from './formats/red-faction/v3m.fixtures.ts';
import { fixtures as archives } from './formats/red-faction/vpp.fixtures.ts';
import * as exhume from './index.ts';

// The examples of docs/library.md are run as they are printed there.

const page = readFileSync(join(import.meta.dirname, '../docs/library.md'), 'utf8');
const [modelsExample, fileExample] = Array.from(page.matchAll(/```ts\n(.*?)```/gs), ([, code]) => code!);

/** Runs an example with the public API and some values in reach; gives what its last expression or log said. */
async function run(code: string, values: Readonly<Record<string, unknown>>): Promise<unknown[]> {
  const logged: unknown[] = [];
  const scope = { ...exhume, ...values, console: { log: (...words: unknown[]) => logged.push(words) } };
  const lines = code
    .replaceAll(/^import .*\n/gm, '')
    .trimEnd()
    .split('\n');
  const body = lines.map((line) =>
    /^(explainByte|verify)/.test(line) ? `console.log(${line.replace(/;$/, '')});` : line,
  );
  const AsyncFunction = Object.getPrototypeOf(run).constructor;
  await new AsyncFunction(...Object.keys(scope), body.join('\n'))(...Object.values(scope));
  return logged;
}

describe('docs/library.md', () => {
  test('files become models, and these .glb', async () => {
    const vpp = exhume.formatOf('vpp')!;
    if (!exhume.isArchive(vpp)) throw new Error('vpp is an archive');
    const triangle = meshes['a triangle']!;
    const archive = vpp.codec.encode(vpp.pack([{ name: 'tri.v3m', bytes: triangle }]).value);
    const [line] = (await run(modelsExample!, { archive })) as [[string, number, number, string[]]];
    expect([line[0], line[2]]).toEqual(['tri', 0]);
    expect(line[1]).toBeGreaterThan(500);
  });

  test('one file is opened, read, explained and verified', async () => {
    const logged = await run(fileExample!, { bytes: clips['morph, version 8'] });
    expect(logged).toEqual([['tracks[0].rotationKeys[1].rotation[1]'], ['same']]);
  });
});

test('archives can be read through the public API alone', () => {
  const [bytes] = Object.values(archives);
  expect(exhume.open(bytes!, 'box.vpp').format?.id).toBe('vpp');
});
