import { type Issue, issue } from '../../issue.ts';
import { issues } from './bfres.issues.ts';
import { type Bfres, rebuild } from './bfres.ts';
import { checkLayout } from './layout.check.ts';

/** Yields what the game would stumble over, and what is not as Nintendo's tools leave it (section 22). */
export function* check(file: Bfres): Iterable<Issue> {
  if (file.lacksBuffers === true) yield* tellMeshCodec(file);
  else yield* checkLayout(file, rebuild);
}

function* tellMeshCodec({ models }: Bfres): Iterable<Issue> {
  const count = models.reduce((sum, { shapes }) => sum + shapes.length, 0);
  if (count > 0) yield issue(issues['mesh-codec'], `geometry of ${count} shapes is missing`, ['models']);
}
