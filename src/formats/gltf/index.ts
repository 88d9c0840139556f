import { rest, struct } from '../../binary/index.ts';
import { sceneIssues } from '../../scene/validation.ts';
import type { Format } from '../format.ts';
import { checkGlb, checkGltf } from './glb.check.ts';
import { glb as codec, type Glb } from './glb.ts';
import { gltfIssues } from './gltf.check.ts';

export { gltfIssues } from './gltf.check.ts';
export { readGltf } from './read.ts';
export type { Related } from './uri.ts';
export { writeGlb, writeGltf } from './write.ts';

/** Reading a document ends in a scene, which is checked as every scene is. */
const issues = [...Object.values(gltfIssues), ...Object.values(sceneIssues)];

export const glb: Format<Glb> = {
  id: 'glb',
  title: 'glTF 2.0 binary',
  extensions: ['.glb'],
  sniff: (head) => (startsWith(head, 'glTF') ? 'yes' : 'no'),
  codec,
  check: checkGlb,
  issues,
};

/** The JSON stays text: a document that is looked at is written back as it is, spaces included. */
const document = struct('glTF', { json: rest.is('the document, in UTF-8') });

export const gltf: Format<{ json: Uint8Array }> = {
  id: 'gltf',
  title: 'glTF 2.0 document',
  extensions: ['.gltf'],
  sniff(head) {
    const text = new TextDecoder('latin1').decode(head);
    if (!/^(ï»¿)?\s*\{/.test(text)) return 'no';
    return /"asset"\s*:\s*\{/.test(text) ? 'yes' : 'maybe';
  },
  codec: document,
  check: checkGltf,
  issues,
};

function startsWith(bytes: Uint8Array, text: string): boolean {
  return [...text].every((character, i) => bytes[i] === character.charCodeAt(0));
}
