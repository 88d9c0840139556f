export { gltfIssues } from './gltf.check.ts';
export { readGltf } from './read.ts';
export type { Related } from './uri.ts';
export { writeGlb, writeGltf } from './write.ts';
