import { type Issue, issue, issueKinds } from '../../issue.ts';
import { fieldOf, type Rsd } from './rsd.ts';

export const issues = issueKinds('rsd', {
  'no-mesh': {
    severity: 'warning',
    rule: 'RSD-SIG',
    means: 'The resource names no mesh.',
    remedy: 'Add a line `PLY=NAME.PLY`.',
  },
  'texture-count': {
    severity: 'warning',
    means: 'The resource announces another number of textures than it names.',
    remedy: 'Correct the number behind `NTEX=`.',
  },
});

/** Yields what the game would stumble over (specification, section 16). */
export function* check(file: Rsd): Iterable<Issue> {
  if (fieldOf(file, 'PLY') === undefined) yield issue(issues['no-mesh'], "no line 'PLY='", ['lines']);
  const announced = Number(fieldOf(file, 'NTEX') ?? 0);
  const named = file.lines.filter((line) => /^TEX\[\d+\]=/.test(line)).length;
  if (announced !== named) {
    yield issue(issues['texture-count'], `${announced} textures announced, ${named} named`, ['lines']);
  }
}
