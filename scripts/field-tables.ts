import {
  bulkOf,
  type Codec,
  Counted,
  type Described,
  List,
  Prefixed,
  type Span,
  Struct,
  Table,
  UntilEnd,
} from '../src/binary/index.ts';
import type { AnyFormat } from '../src/formats/format.ts';

// The fields of a format as tables, from what reading its fixtures traces: declared and hand-written codecs alike leave
// names, kinds, units and meanings there. What no fixture reaches comes from the declarations.

type Fixtures = Readonly<Record<string, Uint8Array>>;
const modules = import.meta.glob<{ fixtures: Fixtures }>('../src/**/*.fixtures.ts', { eager: true });

interface Field {
  readonly kinds: Set<string>;
  unit: string;
  doc: string;
}

type Structures = Map<string, Map<string, Field>>;

/** A table for each structure of a format, in the order of the file. */
export function fieldTables(format: AnyFormat): string {
  const structures: Structures = new Map();
  if (format.codec instanceof Struct) declare(structures, 'File', format.codec);
  for (const bytes of fixturesOf(format)) {
    const { trace } = format.codec.inspect(bytes);
    for (const span of trace.spans) visit(structures, 'File', span);
  }
  if (structures.size === 0) return 'No fixed fields.';
  return [...structures].map(([name, fields]) => `**${name}**\n\n${fieldTable(fields)}`).join('\n\n');
}

function fixturesOf(format: AnyFormat): readonly Uint8Array[] {
  const found = Object.entries(modules).filter(([path]) => path.endsWith(`/${format.id}.fixtures.ts`));
  return found.flatMap(([, { fixtures }]) => Object.values(fixtures));
}

/** Notes a span as a field of the structure it lies in, and what lies in it. */
function visit(structures: Structures, owner: string, span: Span): void {
  const { name, codec, children } = span;
  if (typeof name === 'string' && name !== '*') note(structures, owner, name, kindOf(codec), codec);
  const inner = typeof name === 'number' || name === '*' || hasFields(children) ? structureName(codec) : owner;
  if (codec instanceof Struct) declare(structures, codec.kind, codec);
  for (const child of children) visit(structures, typeof child.name === 'number' ? owner : inner, child);
  const bulk = bulkOf(span);
  if (bulk === undefined || !(bulk.list instanceof Table)) return;
  for (const { name, codec } of bulk.list.columns) note(structures, bulk.list.kind, name, codec.kind, codec);
}

/** The kind of a value, without the count of a list that is longer in other files. */
function kindOf(codec: Codec<unknown>): string {
  const isList = codec instanceof Counted || codec instanceof Prefixed || codec instanceof UntilEnd;
  return isList ? `${codec.list.kind}[]` : codec.kind;
}

function hasFields(children: readonly Span[]): boolean {
  return children.some(({ name }) => typeof name === 'string');
}

/** `Bone` of `Bone`, `u32 -> Bone` and the like. */
function structureName({ kind }: Codec<unknown>): string {
  return kind.replace(/^.*-> /, '').replace(/\[[^\]]*\]$/, '');
}

/** Notes the fields of a declaration in their order. */
function declare(structures: Structures, name: string, { fields }: Struct<any>): void {
  for (const [field, entry] of Object.entries(fields as Record<string, Partial<Described> & { codec?: Described }>)) {
    const described = entry.codec ?? entry;
    const kind = described instanceof List ? `${described.kind}[]` : (described.kind ?? '');
    note(structures, name, field, kind, { unit: described.unit ?? '', doc: described.doc ?? '' });
  }
}

function note(
  structures: Structures,
  owner: string,
  name: string,
  kind: string,
  { unit, doc }: Pick<Described, 'unit' | 'doc'>,
): void {
  const fields = structures.get(owner) ?? new Map<string, Field>();
  structures.set(owner, fields);
  const field = fields.get(name) ?? { kinds: new Set(), unit: '', doc: '' };
  fields.set(name, field);
  if (kind !== '' && kind !== 'absent') field.kinds.add(kind);
  if (field.unit === '') field.unit = unit;
  if (field.doc === '') field.doc = doc;
}

function fieldTable(fields: ReadonlyMap<string, Field>): string {
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const rows = Array.from(fields, ([name, { kinds, unit, doc }]) => {
    const shown = [...kinds];
    const kind = shown.length > 4 ? `${shown.slice(0, 4).join(', ')}, …` : shown.join(', ');
    return `| \`${name}\` | ${cell(kind)} | ${cell(unit)} | ${cell(doc)} |`;
  });
  return ['| field | kind | unit | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
}
