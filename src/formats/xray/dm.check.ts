import { type Issue, issue } from '../../issue.ts';
import type { DmFile } from './dm.ts';
import { textureExtension } from './names.ts';
import { issues } from './xray.issues.ts';

/** Yields what the game would stumble over. */
export function* check({ texture, vertices, indices }: DmFile): Iterable<Issue> {
  if (textureExtension(texture) !== '') yield issue(issues['texture-extension'], `'${texture}'`, ['texture']);
  const outside = indices.find((index) => index >= vertices.length);
  if (outside !== undefined) {
    yield issue(issues['index-out-of-range'], `vertex ${outside} of ${vertices.length}`, ['indices']);
  }
}
