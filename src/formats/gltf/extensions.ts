import { CodecError } from '../../issue.ts';
import { gltfIssues } from './gltf.check.ts';
import type { Json } from './json.ts';
import type { Tally } from './tally.ts';

const DRACO = 'KHR_draco_mesh_compression';

/** Extensions whose meaning reaches the scene. */
const understood = new Set([
  'EXT_meshopt_compression',
  'EXT_texture_webp',
  'KHR_materials_unlit',
  'KHR_mesh_quantization',
  'KHR_texture_transform',
]);

/**
 * Tallies the extensions that a document uses and we do not know.
 *
 * @throws CodecError where it cannot be read without one of them.
 */
export function checkExtensions(document: Json, tally: Tally): void {
  for (const extension of document.list('extensionsRequired')) {
    if (extension.value === DRACO) {
      throw new CodecError(gltfIssues.draco.code, 'the meshes are compressed with Draco', 0, extension.path);
    }
    if (!understood.has(extension.value as string) && !isAppearance(extension.value)) {
      throw new CodecError(gltfIssues['required-extension'].code, `needs ${extension.value}`, 0, extension.path);
    }
  }
  for (const extension of document.list('extensionsUsed')) {
    if (!understood.has(extension.value as string)) {
      tally.add(gltfIssues.unsupported, `the extension ${extension.value}`, extension.path);
    }
  }
}

/** Extensions that only change how light meets a surface: without them a model is the same, seen more plainly. */
const isAppearance = (name: unknown) => typeof name === 'string' && name.startsWith('KHR_materials_');
