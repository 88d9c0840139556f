import { CodecError, type Issue, issue } from '../../issue.ts';
import { parse } from './document.ts';
import { checkExtensions } from './extensions.ts';
import type { Glb } from './glb.ts';
import { gltfIssues } from './gltf.check.ts';
import { readNodes } from './read-nodes.ts';
import { Tally } from './tally.ts';

/** What is wrong with the container, or with the document in it as far as that can be told without its buffers. */
export function* checkGlb({ length, chunks }: Glb): Iterable<Issue> {
  const size = chunks.reduce((sum, { chunkData }) => sum + 8 + chunkData.length, 12);
  if (length !== size) {
    yield issue(gltfIssues['bad-length-field'], `${length} bytes stated, ${size} there`, ['length']);
  }
  const first = chunks[0];
  if (first?.chunkType === 'JSON') yield* checkGltf({ json: first.chunkData });
  else yield issue(gltfIssues['no-json-chunk'], `the first chunk is '${first?.chunkType ?? ''}'`, ['chunks']);
}

/** What is wrong with a document, as far as that can be told without its buffers. */
export function* checkGltf({ json }: { json: Uint8Array }): Iterable<Issue> {
  const tally = new Tally();
  try {
    const { document } = parse(json);
    checkExtensions(document, tally);
    readNodes(document, document.list('meshes').length, document.list('skins').length);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    yield { severity: 'error', code: error.code, reason: error.reason, path: error.path };
  }
  yield* tally.issues;
}
