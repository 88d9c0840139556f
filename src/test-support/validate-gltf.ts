import { validateBytes } from 'gltf-validator';

const severities = ['error', 'warning', 'information', 'hint'];

/**
 * What the Khronos validator has against a `.glb` or `.gltf` file: one line for each error and warning, none for the file
 * that we want. `files` are those beside a `.gltf`.
 */
export async function complaints(
  bytes: Uint8Array,
  files: ReadonlyMap<string, Uint8Array> = new Map(),
): Promise<string[]> {
  const report = await validateBytes(bytes, {
    maxIssues: 0,
    externalResourceFunction: async (uri) => {
      const file = files.get(decodeURIComponent(uri));
      if (file === undefined) throw new Error(`no file ${uri}`);
      return file;
    },
  });
  return report.issues.messages
    .filter(({ severity }) => severity <= 1)
    .map(({ severity, code, pointer, message }) => `${severities[severity]} ${code} at ${pointer ?? '?'}: ${message}`);
}
