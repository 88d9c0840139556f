import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeGlb } from '../../src/formats/gltf/index.ts';
import type { Scene } from '../../src/scene/scene.ts';

/** Whether there is a command `blender`. */
export const hasBlender = spawnSync('blender', ['--version']).status === 0;

/** Behind the title of tests that need it. */
export const skipped = hasBlender ? '' : ' (skipped: there is no command blender)';

/** A scene as Blender exports it, with edits of `edit.py`: the bytes of a .glb. */
export async function throughBlender(scene: Scene, edits: object): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'blender-'));
  try {
    const [from, to] = [join(folder, 'from.glb'), join(folder, 'to.glb')];
    writeFileSync(from, (await writeGlb(scene)).value);
    const script = new URL('edit.py', import.meta.url).pathname;
    const run = spawnSync('blender', ['-b', '--factory-startup', '-P', script, '--', from, to, JSON.stringify(edits)]);
    if (run.status !== 0) throw new Error(run.stderr.toString());
    return new Uint8Array(readFileSync(to));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
