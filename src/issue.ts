/** Steps from the root of a file to one of its values: field names and list indices, outermost first. */
export type Path = readonly (string | number)[];

/**
 * - `error`: the game or we cannot use it
 * - `warning`: doubtful, or will not be written the same
 * - `info`: a fact, or something a conversion could not keep
 */
export type Severity = 'error' | 'warning' | 'info';

/** Something to know about a file: what, where in its structure and, if it comes from bytes, where in them. */
export interface Issue {
  readonly severity: Severity;
  /** Stable name for programs, such as `truncated` or `rfa/keys-out-of-order`. `docs/issues.md` explains each. */
  readonly code: string;
  /** One sentence for people, with the values that are at odds. */
  readonly reason: string;
  readonly path: Path;
  readonly offset?: number;
  /** Name of the file, where several are at work. */
  readonly file?: string;
}

/** What is known about all issues of one code: an entry of `docs/issues.md`. */
export interface IssueKind {
  readonly code: string;
  readonly severity: Severity;
  /** What the code means, for people who meet it for the first time. */
  readonly means: string;
  /** What to try. */
  readonly remedy: string;
  /** The rule of the format's specification that it checks, such as `A06`. */
  readonly rule?: string;
}

type IssueTexts = Readonly<Record<string, Omit<IssueKind, 'code'>>>;
export type IssueKinds<T extends IssueTexts> = { readonly [K in keyof T]: IssueKind };

/** Declares the issues of a part of the product. Their codes get `prefix/` in front, unless it is empty. */
export function issueKinds<const T extends IssueTexts>(prefix: string, texts: T): IssueKinds<T> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, { code: prefix === '' ? name : `${prefix}/${name}`, ...text }]),
  ) as unknown as IssueKinds<T>;
}

/** An issue of a declared kind. */
export function issue({ severity, code }: IssueKind, reason: string, path: Path = [], offset?: number): Issue {
  return { severity, code, reason, path, ...(offset === undefined ? {} : { offset }) };
}

/** The issues that any codec can meet. Codecs of formats declare more. */
export const codecIssues = issueKinds('', {
  truncated: {
    severity: 'error',
    means: 'The bytes end inside a value.',
    remedy: 'The file was cut off, or a count before the place is wrong. Copy it again from its source.',
  },
  'bad-magic': {
    severity: 'error',
    means: 'The signature is not the one of the format.',
    remedy: 'The file is of another kind than its name says. `exhume inspect` without `--format` tells which.',
  },
  'bad-value': {
    severity: 'error',
    means: 'A value that the format does not allow.',
    remedy: 'Compare with a file that the game accepts. `exhume inspect --at OFFSET` shows the place.',
  },
  'bad-count': {
    severity: 'error',
    means: 'A count that the remaining bytes cannot hold.',
    remedy: 'The file is damaged at the count or cut off behind it.',
  },
  'bad-offset': {
    severity: 'error',
    means: 'An offset that points outside the bytes, or not to where the value is.',
    remedy: 'The file is damaged, or was cut out of a larger one: offsets count from the start of the file.',
  },
  trailing: {
    severity: 'warning',
    means: 'Bytes that nothing explains behind the end of a value.',
    remedy: 'They are kept and written back. Usually a tool left them behind.',
  },
  damaged: {
    severity: 'warning',
    means: 'A part could not be read; it is kept as bytes and written back unchanged.',
    remedy: 'The rest of the file is usable. Replace the part from another copy of the file.',
  },
  'bad-size': {
    severity: 'warning',
    means: 'The stored size of a part is not the size that the part has.',
    remedy: 'The part is read as far as it goes and written back unchanged. Saving it in an editor mends the size.',
  },
  'not-compressed': {
    severity: 'warning',
    means: 'A part is marked as compressed, but its bytes are not.',
    remedy: 'It is read as it is and written back unchanged. Protected game files are marked so on purpose.',
  },
  'too-large': {
    severity: 'error',
    means: 'Reading would take far more memory than the size of the file justifies.',
    remedy: 'The same bytes are claimed again and again: the file is damaged or was made to do harm.',
  },
  'too-deep': {
    severity: 'error',
    means: 'Parts or pointers are nested deeper than any real file nests them.',
    remedy: 'The pointers of the file lead in circles: it is damaged.',
  },
  'out-of-range': {
    severity: 'error',
    means: 'A value that does not fit the field it is written to.',
    remedy: 'Make the value smaller: the format has no room for it.',
  },
});

export type CodecErrorCode = keyof typeof codecIssues;

/**
 * Bytes that do not follow their format, or a value that cannot be written in it. Codecs throw nothing else on bad
 * input.
 */
export class CodecError extends Error implements Issue {
  override readonly name = 'CodecError';
  readonly severity = 'error';
  readonly code: string;
  readonly reason: string;
  /** The byte the problem was met at. */
  readonly offset: number;
  readonly path: Path;

  constructor(code: string, reason: string, offset: number, path: Path) {
    super(formatIssue({ reason, offset, path }));
    this.code = code;
    this.reason = reason;
    this.offset = offset;
    this.path = path;
  }
}

/** `bones[3].rotKeys at 0x004c: 80 bytes needed, 12 left` */
export function formatIssue({ path, offset, reason }: Pick<Issue, 'path' | 'offset' | 'reason'>): string {
  const where = [formatPath(path), offset === undefined ? '' : `at ${hex(offset)}`].filter((part) => part !== '');
  return [where.join(' '), reason].filter((part) => part !== '').join(': ');
}

/** `bones[3].rotKeys` */
export function formatPath(path: Path): string {
  let text = '';
  for (const step of path) text += typeof step === 'number' ? `[${step}]` : text === '' ? step : `.${step}`;
  return text;
}

/** `0x004c` */
export function hex(value: number, digits = 4): string {
  return `${value < 0 ? '-' : ''}0x${Math.abs(value).toString(16).padStart(digits, '0')}`;
}
