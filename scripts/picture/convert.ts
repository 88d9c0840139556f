import type { Source } from '../../src/containers/source.ts';
import { convertModel } from '../../src/operations/convert.ts';
import { expand } from '../../src/operations/expand.ts';
import { findModels } from '../../src/operations/models.ts';

/** Every model of a source as a `.glb`, by its name, made as `exhume convert` makes it. */
export async function convertAll(source: Source, wanted: (files: readonly string[]) => boolean = () => true) {
  const glbs = new Map<string, Uint8Array>();
  for (const found of findModels(expand(source)).models) {
    if (!wanted(found.model.parts.map(({ file }) => file))) continue;
    const { outputs } = await convertModel(found, { to: 'glb' });
    for (const { bytes } of outputs) glbs.set(found.name, bytes);
  }
  return glbs;
}
