import { describe, expect, test } from 'vitest';
import { memorySource } from '../src/containers/source.ts';
import { families } from '../src/formats/registry.ts';
import { expand } from '../src/operations/expand.ts';
import { findModels, modelScene } from '../src/operations/models.ts';
import { validateScene } from '../src/scene/validation.ts';
import { undeclared } from '../src/test-support/catalogue.ts';
import { leaves } from '../src/test-support/leaves.ts';
import { mutate } from '../src/test-support/mutate.ts';
import { integer, random } from '../src/test-support/sample.ts';
import { samplesOf } from '../src/test-support/samples.ts';

// Folders in which one file is damaged: what can be shown of the models is a sound scene, the rest are issues.

const COUNT = Number(process.env.EXHUME_MUTATIONS ?? 100_000) / 200;
/** Milliseconds of this process, whatever else the machine does. */
const MAX_TIME = 5000;

const withSamples = families.filter(({ id }) => samplesOf(id).size > 0);

describe.each(withSamples)('$id', ({ id }) => {
  test(`${COUNT} folders with a damaged file give sound scenes or issues`, { timeout: 1_200_000 }, async () => {
    const files = [...samplesOf(id)].flatMap(([path, bytes]) =>
      [...leaves(path, bytes)].map((leaf): [string, Uint8Array] => [leaf.path, leaf.bytes]),
    );
    const next = random(1);
    const pick = () => integer(next, 0, files.length - 1);
    let converted = 0;
    for (let n = 0; n < COUNT; n++) {
      const [damaged, other] = [pick(), pick()];
      const changed = new Map(files);
      changed.set(files[damaged]![0], mutate(files[damaged]![1], files[other]![1], next));
      converted += await expectSound(changed, `mutation ${n}, of ${files[damaged]![0]}`);
      if (n % 20 === 0) await new Promise(setImmediate);
    }
    // Most damage is to one file of one model: it would be odd if little could be shown.
    expect(converted).toBeGreaterThan(COUNT / 2);
  });
});

/** How many models had a scene. */
async function expectSound(files: ReadonlyMap<string, Uint8Array>, what: string): Promise<number> {
  const start = process.cpuUsage();
  const found = findModels(expand(memorySource('damaged', files)));
  const issues = [...found.issues];
  let scenes = 0;
  for (const model of found.models) {
    const { value: scene, issues: reported } = await modelScene(model);
    issues.push(...reported);
    if (scene === undefined) continue;
    scenes++;
    expect(
      [...validateScene(scene)].filter(({ severity }) => severity === 'error'),
      what,
    ).toEqual([]);
  }
  expect(undeclared(issues), what).toEqual([]);
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1000, what).toBeLessThan(MAX_TIME);
  return scenes;
}
