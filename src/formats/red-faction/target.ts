import { type Issue, issue } from '../../issue.ts';
import type { Target } from '../format.ts';
import { rfaTarget } from './target.clips.ts';
import { targetIssues } from './target.issues.ts';
import type { ChangeLog } from './target.level.ts';
import { fromScene } from './target.mesh.ts';
import { fileStem } from './target.names.ts';
import { findOriginalMesh } from './target.originals.ts';
import { textureFiles } from './target.textures.ts';
import { mesh } from './v3d.ts';

// What a scene can be written as.

function meshTarget(id: 'v3c' | 'v3m', title: string): Target {
  return {
    id,
    title,
    write(scene, { base }) {
      const issues: Issue[] = [];
      const original = findOriginalMesh(scene, base, id, issues);
      if (original === undefined) issues.push(issue(targetIssues['made-anew'], `no .${id} of '${scene.name}'`));
      const { value, issues: found } = fromScene(scene, id, original?.file);
      issues.push(...found);
      if (value === undefined) return { value: [], issues };
      const isUnchanged = original !== undefined && value.changes.size === 0;
      const name = original?.name ?? `${fileStem(scene.name)}.${id}`;
      if (original !== undefined) issues.push(...changeIssues(name, value.changes));
      const bytes = isUnchanged ? original.bytes : mesh.encode(value.file);
      return { value: [{ name, bytes }, ...textureFiles(scene, base, issues)], issues };
    },
  };
}

function changeIssues(name: string, changes: ChangeLog): Issue[] {
  if (changes.size === 0) return [issue(targetIssues.unchanged, `'${name}'`)];
  const edits = [...changes].map(([what, count]) => `${count} ${what}`).join(', ');
  return [issue(targetIssues.edited, `'${name}': ${edits}`)];
}

export const targets: readonly Target[] = [
  meshTarget('v3c', 'Red Faction character mesh'),
  meshTarget('v3m', 'Red Faction static mesh'),
  rfaTarget,
];
