import { gltfIssues } from '../formats/gltf/gltf.check.ts';
import { families, formats, wrappers } from '../formats/registry.ts';
import { codecIssues, type IssueKind } from '../issue.ts';
import { sceneIssues } from '../scene/validation.ts';
import { operationIssues } from './issues.ts';

/** Every kind of issue there is, each once: those of all files first, then those of the formats in their order. */
export function catalogue(): readonly IssueKind[] {
  const kinds = [
    ...Object.values(codecIssues),
    ...Object.values(operationIssues),
    ...Object.values(sceneIssues),
    ...Object.values(gltfIssues),
    ...wrappers.flatMap((wrapper) => wrapper.issues),
    ...families.flatMap((family) => [...family.formats.flatMap((format) => format.issues), ...family.issues]),
    ...formats.flatMap((format) => format.issues),
  ];
  return [...new Map(kinds.map((kind) => [kind.code, kind])).values()];
}
