import { type Issue, issue } from '../../issue.ts';
import { targetIssues } from './target.issues.ts';
import { encodeText } from './windows-1251.ts';

/** A text as codecs write it; characters outside the code page become `_`, which is reported. */
export function toText(text: string, issues: Issue[]): string {
  const clean = text.replaceAll('\0', '');
  const encoded = encodeText(clean);
  if (encoded !== undefined) return encoded;
  issues.push(issue(targetIssues['name-replaced'], `'${text}'`));
  return [...clean].map((character) => encodeText(character) ?? '_').join('');
}

/** Names, each different from the others whatever the case. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let distinct = name;
    for (let n = 2; taken.has(distinct.toLowerCase()); n++) distinct = `${name}_${n}`;
    taken.add(distinct.toLowerCase());
    return distinct;
  });
}

/** A number of extras, or a default where it is missing or no number. */
export function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback;
}

export function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' ? value : fallback;
}

/** An integer of extras within the range of a field, or a default. */
export function integerOr(value: unknown, fallback: number, max = 0xffffffff): number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max ? (value as number) : fallback;
}

/** Numbers of extras, or a default where there are not so many. */
export function numbersOr(value: unknown, fallback: readonly number[]): Float32Array {
  const isFine =
    Array.isArray(value) && value.length === fallback.length && value.every((each) => Number.isFinite(each));
  return Float32Array.from(isFine ? (value as number[]) : fallback);
}
