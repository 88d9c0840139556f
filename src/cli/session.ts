import pc from 'picocolors';
import { formatIssue, type Issue, type Severity } from '../issue.ts';
import type { Io } from './io.ts';
import { codeCounts, severityCounts } from './text.ts';

/** Options that every command has. */
export interface CommonOptions {
  readonly json?: true | undefined;
  readonly quiet?: true | undefined;
  readonly color: boolean;
  readonly debug?: true | undefined;
}

type Colors = ReturnType<typeof pc.createColors>;

/** One run of a command: where its output goes, and what went wrong so far. */
export class Session {
  readonly io: Io;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly debug: boolean;
  readonly color: Colors;
  readonly issues: Issue[] = [];
  /** Called before anything is printed, to take a progress bar off the screen. */
  beforePrint: () => void = () => {};
  private foundBug = false;
  private failed = false;
  private answered = false;

  constructor(io: Io, options: CommonOptions) {
    this.io = io;
    this.json = options.json === true;
    this.quiet = options.quiet === true;
    this.debug = options.debug === true;
    this.color = pc.createColors(options.color && wantsColor(io));
  }

  /** A line of data. */
  print(line = ''): void {
    this.beforePrint();
    this.io.stdout.write(`${line}\n`);
  }

  /** The answer for programs: one JSON document. */
  printJson(value: unknown): void {
    this.answered = true;
    this.print(JSON.stringify(value, undefined, 2));
  }

  /** The answer of a run that ended early: with `--json` there is one in any case. */
  finish(): void {
    if (this.json && !this.answered) this.printJson({ issues: this.issues });
  }

  /** A line for people that is no data. */
  note(line: string): void {
    if (this.quiet) return;
    this.beforePrint();
    this.io.stderr.write(`${line}\n`);
  }

  /** Something wrong that has to be said, however quiet. */
  complain(line: string): void {
    this.beforePrint();
    this.io.stderr.write(`${line}\n`);
  }

  /** Remembers issues for the summary and the exit code. */
  count(issues: readonly Issue[]): void {
    this.issues.push(...issues);
    if (issues.some(({ severity }) => severity === 'error')) this.failed = true;
    if (issues.some(({ code }) => code === 'unexpected')) this.foundBug = true;
  }

  /** Remembers issues and tells the errors at once: for what is wrong before there is any output. */
  fail(issues: readonly Issue[]): void {
    this.count(issues);
    for (const issue of issues) this.complain(`exhume: ${this.issueText(issue)}`);
  }

  /** Makes the exit code 1 without an issue. */
  setFailed(): void {
    this.failed = true;
  }

  /** 0 fine, 1 something is wrong with a file, 70 a fault of exhume. */
  get exitCode(): number {
    if (this.foundBug) return 70;
    return this.failed ? 1 : 0;
  }

  /** `box.v3m: bones[3] at 0x004c: … (code)` */
  issueText(issue: Issue, { withFile = true } = {}): string {
    const file = withFile && issue.file !== undefined ? `${issue.file}: ` : '';
    return `${file}${formatIssue(issue)} ${this.color.dim(`(${issue.code})`)}`;
  }

  severityText(severity: Severity): string {
    if (severity === 'error') return this.color.red('error');
    return severity === 'warning' ? this.color.yellow('warning') : this.color.cyan('note');
  }

  /** What went wrong in all, by code. */
  summarize(): void {
    const [only, ...more] = this.issues;
    if (only === undefined) return;
    if (more.length === 0) return this.note(`\`exhume check --explain ${only.code}\` tells what that means.`);
    this.note('');
    this.note(`${severityCounts(this.issues)} in all:`);
    for (const { code, severity, count } of codeCounts(this.issues)) {
      this.note(
        `  ${`${count}`.padStart(5)} x ${code}${severity === 'info' ? '' : ` (${this.severityText(severity)})`}`,
      );
    }
    this.note(`\`exhume check --explain CODE\` tells what a code means.`);
  }
}

function wantsColor({ env, stdout }: Io): boolean {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0') return true;
  return stdout.isTerminal && env.TERM !== 'dumb';
}
