import { type Issue, issue } from '../../issue.ts';
import { targetIssues } from './target.issues.ts';

/** A name that fits a field of `size` bytes with the zero at its end, in letters that the field can hold. */
export function fieldName(name: string, size: number, issues: Issue[]): string {
  const fitting = [...name]
    .map((letter) => (letter.codePointAt(0)! > 0xff || letter === '\0' ? '_' : letter))
    .join('')
    .slice(0, size - 1);
  if (fitting !== name) issues.push(issue(targetIssues['name-cut'], `'${name}' became '${fitting}'`));
  return fitting;
}

/** A texture's file name in a field of 32 bytes. Long stems are cut, the extension stays. */
export function textureFieldName(name: string, issues: Issue[]): string {
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '.tga'];
  const fitting = fieldName(stem, 32 - extension.length, []) + extension;
  if (fitting !== stem + extension) issues.push(issue(targetIssues['name-cut'], `'${name}' became '${fitting}'`));
  return fitting;
}

/** A name that no file system objects to. */
export function fileStem(name: string): string {
  const plain = name.replace(/[^\w .()-]/g, '_').replace(/^[. ]+|[. ]+$/g, '');
  return plain === '' ? 'model' : plain;
}
