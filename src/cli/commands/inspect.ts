import { formatPath, hex, type Path } from '../../issue.ts';
import type { Explanation, InspectedFile, Row } from '../../operations/inspect.ts';
import type { OpenedFile } from '../../operations/open.ts';
import { type Context, collect, command, offset, positive, runCommand } from '../command.ts';
import type { Session } from '../session.ts';
import { bytesText, counted, shortList } from '../text.ts';
import { UsageError } from '../usage-error.ts';

const BYTES_PER_LINE = 8;
/** Rows shown of a list when not told. */
const PAGE = 20;
/** Names of parts listed where a path leads nowhere. */
const MAX_PARTS = 30;

/** `exhume inspect` */
export const inspect = (context: Context) =>
  command({
    name: 'inspect',
    summary: 'show what every byte of a file means',
    description: 'Shows a file from top to bottom: offset, bytes, name, value, unit and meaning of everything in it.',
    examples: [
      ['inspect run.rfa', 'the whole file, long lists cut'],
      ['inspect run.rfa --at 0x72', 'what one byte is'],
      ['inspect run.rfa --path tracks[3].rotationKeys --rows 20-39', 'some rows of a table'],
      ['inspect meshes.vpp/door.v3m --depth 1', 'the outline of an archive member'],
      ['inspect run.rfa --json', 'everything the file says, as JSON'],
      ["inspect gamemtl.xr --material 'materials\\wood'", 'one material, in words'],
    ],
  })
    .argument('<file>', 'a file, an archive member, or - for standard input')
    .option('--at <offset>', 'tell what the byte at an offset is', offset)
    .option('--path <path>', 'show only this value')
    .option('--depth <n>', 'show only so many levels', positive)
    .option('--rows <from-to>', 'which items of a list to show: 20-39, or 20- for all from 20')
    .option('--material <name>', 'of a library of materials: tell about one, and where it meets others')
    .option('--format <id>', 'take the file for this format')
    .option('--zstd-dict <file>', 'dictionary of Zstandard frames (can be repeated)', collect)
    .action((path, options) =>
      runCommand(context, options, async (session) => {
        const { openSingle } = await import('../single.ts');
        const file = await openSingle(session, path, options);
        if (file === undefined) return;
        const operations = await import('../../operations/inspect.ts');
        const inspected = operations.inspect(file);
        session.count(inspected.issues);
        if (options.material !== undefined) return describe(session, inspected, 'material', options.material);
        const steps = options.path === undefined ? [] : operations.parsePath(options.path);
        if (steps === undefined)
          throw new UsageError(`--path ${options.path} is no path such as tracks[3].rotationKeys`);
        if (session.json && options.at === undefined) {
          return session.printJson({
            ...jsonOf(inspected),
            value: operations.toJson(valueAt(inspected.value, steps, options.path)),
          });
        }
        if (inspected.trace === undefined) return complain(session, inspected);
        if (options.at !== undefined)
          return explain(session, inspected, options.at, operations.explainByte(inspected, options.at));
        const rows = [
          ...operations.rows(inspected, steps, { depth: options.depth, rows: rowRange(options.rows), page: PAGE }),
        ];
        if (rows.length === 0 && steps.length > 0) {
          throw new UsageError(nothingAt(file.name, steps, (path) => operations.partsOf(inspected, path)));
        }
        printHead(session, file);
        for (const row of rows) printRow(session, file.bytes, row);
        if (steps.length === 0) printGaps(session, inspected);
        complain(session, inspected);
      }),
    );

/** What a library says about one of its items. */
function describe(session: Session, { file, value }: InspectedFile, item: string, name: string): void {
  const library = file.format?.library;
  if (library?.item !== item || value === undefined) throw new UsageError(`${file.name} is no library of ${item}s`);
  const facts = library.describe(value, name);
  if (facts === undefined) {
    const names = library.names(value);
    const alike = names.filter((each) => each.toLowerCase().includes(name.toLowerCase()));
    const some = shortList(alike.length > 0 ? alike : names, 12);
    throw new UsageError(`${file.name} has no ${item} ${name}; it has ${some}`);
  }
  if (session.json) return session.printJson({ file: file.name, [item]: name, facts });
  const width = Math.max(...facts.map(({ label }) => label.length));
  for (const { label, text } of facts) session.print(`${session.color.bold(label.padEnd(width))}  ${text}`.trimEnd());
}

function jsonOf({ file, issues, gaps }: InspectedFile) {
  return {
    file: file.name,
    format: file.format?.id,
    wrappers: file.wrappers.map(({ wrapper }) => wrapper.id),
    size: file.bytes.length,
    issues,
    gaps,
  };
}

/** That a path leads nowhere, and what there is at the last step that led somewhere. */
function nothingAt(file: string, steps: Path, partsAt: (path: Path) => Path): string {
  let known = steps.length - 1;
  while (known > 0 && partsAt(steps.slice(0, known)).length === 0) known--;
  const place = known === 0 ? file : formatPath(steps.slice(0, known));
  return `there is no ${formatPath(steps)} in ${file}; ${partsText(place, partsAt(steps.slice(0, known)))}`;
}

function partsText(place: string, parts: Path): string {
  if (parts.length === 0) return `${place} has no parts`;
  if (typeof parts[0] === 'number') return `${place} has ${counted(parts.length, 'item')}, from [0] on`;
  return `the parts of ${place} are ${shortList(parts.map(String), MAX_PARTS)}`;
}

function valueAt(value: unknown, steps: readonly (string | number)[], path: string | undefined): unknown {
  let at = value;
  for (const step of steps) {
    at = (at as Record<string | number, unknown> | undefined)?.[step];
    if (at === undefined) throw new UsageError(`there is no ${path} in the file`);
  }
  return at;
}

/** `20-39`, `20-`, `20` */
function rowRange(text: string | undefined): { from: number; to: number } | undefined {
  if (text === undefined) return undefined;
  const match = /^(\d+)(-(\d*))?$/.exec(text);
  if (match === null) throw new UsageError(`--rows ${text} is no range such as 20-39`);
  const [, from, isRange, to] = match;
  return {
    from: Number(from),
    to: isRange === undefined ? Number(from) + 1 : to === '' ? Number.POSITIVE_INFINITY : Number(to) + 1,
  };
}

function printHead(session: Session, { name, format, bytes, wrappers }: OpenedFile): void {
  const inside = wrappers.map(({ wrapper }) => ` in ${wrapper.title}`).toReversed();
  session.print(
    session.color.bold(
      `${name}: ${format!.title}${inside.join('')}, ${bytesText(bytes.length)} (${bytes.length} bytes)`,
    ),
  );
}

function printRow(session: Session, bytes: Uint8Array, row: Row): void {
  const name = `${'  '.repeat(row.depth)}${typeof row.name === 'number' ? `[${row.name}]` : row.name}`;
  const value = row.complete
    ? [row.text, row.unit].filter((text) => text !== '').join(' ')
    : session.color.red('<-- reading stopped here');
  const doc = row.doc === '' ? '' : session.color.dim(`  ${row.doc}`);
  const { dim } = session.color;
  session.print(
    `${dim(hex(row.start, 6))}  ${dim(bytesOf(bytes, row.start, row.size))}  ${name.padEnd(26)} ${value}${doc}`.trimEnd(),
  );
  if (row.hidden !== undefined) {
    session.print(
      `${' '.repeat(BYTES_PER_LINE * 3 + 12)}${'  '.repeat(row.depth + 1)}${dim(`... ${counted(row.hidden, 'more part')}`)}`,
    );
  }
}

function bytesOf(bytes: Uint8Array, start: number, size: number): string {
  const shown = bytes.subarray(start, start + Math.min(size, BYTES_PER_LINE));
  const text = Array.from(shown, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
  return `${text}${shown.length < size ? '..' : ''}`.padEnd(BYTES_PER_LINE * 3 + 1);
}

function printGaps(session: Session, { file, gaps }: InspectedFile): void {
  for (const { start, end } of gaps) {
    session.print(
      `${hex(start, 6)}  ${bytesOf(file.bytes, start, end - start)}  ${counted(end - start, 'byte')} that nothing explains`,
    );
  }
}

function explain(session: Session, { file, issues }: InspectedFile, at: number, found: Explanation | undefined): void {
  if (at >= file.bytes.length)
    throw new UsageError(`--at ${hex(at)} lies behind the end: ${file.name} has ${file.bytes.length} bytes`);
  if (session.json) return session.printJson({ file: file.name, offset: at, byte: file.bytes[at], ...found, issues });
  if (found === undefined) return session.print(`${hex(at)} is ${hex(file.bytes[at]!, 2)}: nothing explains it`);
  const { path, start, row, around } = found;
  session.print(`${hex(at)} is ${hex(file.bytes[at]!, 2)}, byte ${at - start} of ${session.color.bold(path)}`);
  for (const [i, outer] of around.entries()) printRow(session, file.bytes, { ...outer, depth: i, size: 0 });
  printRow(session, file.bytes, { ...row, depth: around.length });
}

function complain(session: Session, { issues }: InspectedFile): void {
  for (const issue of issues) session.complain(`${session.severityText(issue.severity)}: ${session.issueText(issue)}`);
}
