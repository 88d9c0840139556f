import { describe, expect, test } from 'vitest';
import type { Source } from '../../containers/source.ts';
import { validateScene } from '../../scene/validation.ts';
import { corpus, corpusFile, filesBelow } from '../../test-support/corpus.ts';
import { complaints } from '../../test-support/validate-gltf.ts';
import { writeGlb } from '../gltf/index.ts';
import { models } from './model.ts';

const folder = corpus('xray');
const paths = folder === undefined ? [] : filesBelow(folder);

/** The real files below a folder as a source, read when they are opened. */
function corpusSource(below: string): Source {
  const files = paths.filter((path) => path.startsWith(below)).map((path) => path.slice(below.length));
  return {
    name: below,
    entries: () => files.map((name) => ({ name, size: 0 })),
    open: (name) => (files.includes(name) ? corpusFile('xray', below + name) : undefined),
  };
}

describe.skipIf(folder === undefined)('real files', () => {
  const all = folder === undefined ? [] : [...models(corpusSource(''))];

  test.each(all.map((model) => [model.name, model] as const))(
    '%s becomes a scene and a file that the validator has nothing against',
    async (_, model) => {
      const { value: scene } = await model.toScene({});
      expect([...validateScene(scene)]).toEqual([]);
      const { value: glb } = await writeGlb(scene);
      expect(await complaints(glb)).toEqual([]);
    },
  );
});
