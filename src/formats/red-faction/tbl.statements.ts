import type { TextTable } from './tbl.ts';

/** A key and what stands behind it. */
export interface Statement {
  /** With its sign, lower case, without colon: `$v3d filename`, `+state`, `#end`. */
  readonly key: string;
  /** What stands behind the colon, without comments; lists that go on over several lines are joined. */
  readonly value: string;
  /** Index of the line. */
  readonly line: number;
}

export interface Statements {
  readonly statements: readonly Statement[];
  /** Index of the line where a block comment begins that nothing ends. */
  readonly openComment?: number;
}

/** The statements of a table, outside comments. Anything else is passed over: tables are written by hand. */
export function statementsOf({ lines }: TextTable): Statements {
  const statements: { key: string; value: string; line: number }[] = [];
  let commentFrom: number | undefined;
  for (const [line, raw] of lines.entries()) {
    const { text, isInComment } = withoutComments(raw, commentFrom !== undefined);
    commentFrom = isInComment ? (commentFrom ?? line) : undefined;
    const match = /^\s*([$+#])([^:]*)(:?)(.*)$/s.exec(text);
    const last = statements.at(-1);
    if (match !== null) {
      const [, sign, key, , value] = match;
      statements.push({ key: `${sign}${key!.trim().toLowerCase()}`, value: value!.trim(), line });
    } else if (last !== undefined && isOpen(last.value)) {
      last.value = `${last.value} ${text.trim()}`;
    }
  }
  return { statements, ...(commentFrom !== undefined && { openComment: commentFrom }) };
}

/** The texts in quotes. */
export function textsOf(value: string): string[] {
  return Array.from(value.matchAll(/"([^"]*)"/g), ([, text]) => text!);
}

/** The numbers outside quotes. */
export function numbersOf(value: string): number[] {
  return Array.from(value.replace(/"[^"]*"/g, ' ').matchAll(/[-+]?(\d+\.?\d*|\.\d+)/g), ([number]) => Number(number));
}

function isOpen(value: string): boolean {
  const bare = value.replace(/"[^"]*"/g, '');
  return /[({][^)}]*$/.test(bare);
}

function withoutComments(line: string, startsInComment: boolean): { text: string; isInComment: boolean } {
  if (!startsInComment && !line.includes('//') && !line.includes('/*')) return { text: line, isInComment: false };
  let text = '';
  let isInComment = startsInComment;
  let isQuoted = false;
  for (let i = 0; i < line.length; i++) {
    const two = line.slice(i, i + 2);
    if (isInComment) {
      if (two !== '*/') continue;
      isInComment = false;
      i++;
    } else if (!isQuoted && two === '//') {
      break;
    } else if (!isQuoted && two === '/*') {
      isInComment = true;
      i++;
    } else {
      if (line[i] === '"') isQuoted = !isQuoted;
      text += line[i];
    }
  }
  return { text, isInComment };
}
