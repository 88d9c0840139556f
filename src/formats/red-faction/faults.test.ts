import { expect, test } from 'vitest';
import type { Issue, IssueKind } from '../../issue.ts';
import { corpus, corpusFile, filesBelow } from '../../test-support/corpus.ts';
import { redFaction } from './index.ts';

// Malformed and borderline files, each with the rule of the specification's section 14 that has to be among the findings.

interface Expected {
  readonly severity: 'E' | 'W' | 'I' | '-' | 'sniff';
  readonly rule: string;
  readonly expect: string;
}

const SEVERITIES = { E: 'error', W: 'warning', I: 'info' } as const;

/** Rules that the codes of all codecs stand for: which one depends on the format and not on more. */
const CODEC_RULES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '.rfa': { truncated: 'A01', 'bad-magic': 'A01' },
  '.v3c': { truncated: 'M01', 'bad-magic': 'M01', 'bad-count': 'M01', 'bad-value': 'M01', damaged: 'M01' },
  '.vbm': { truncated: 'V03', 'bad-magic': 'V01' },
  '.vpp': { truncated: 'P02', 'bad-magic': 'P01' },
};

const kinds = new Map<string, IssueKind>();
for (const kind of [...redFaction.formats.flatMap(({ issues }) => issues), ...redFaction.issues])
  kinds.set(kind.code, kind);

const folder = corpus('red-faction');
const names =
  folder === undefined ? [] : filesBelow(`${folder}/synthetic/faults`).filter((name) => name !== 'EXPECTED.json');
const expected: Readonly<Record<string, Expected>> =
  folder === undefined
    ? {}
    : JSON.parse(new TextDecoder().decode(corpusFile('red-faction', 'synthetic/faults/EXPECTED.json')));

const extensionOf = (name: string) => name.slice(name.lastIndexOf('.'));

test.skipIf(folder === undefined)('there are 43 faulty files, each with an expectation', () => {
  expect(names).toHaveLength(43);
  expect(Object.keys(expected).sort()).toEqual(names);
});

test.skipIf(folder === undefined).each(names)('%s gives what the specification says', (name) => {
  const bytes = corpusFile('red-faction', `synthetic/faults/${name}`);
  const { severity, rule, expect: expectation } = expected[name]!;
  if (severity === 'sniff') {
    const titles = redFaction.strangers!.filter(({ matches }) => matches(bytes)).map(({ title }) => title);
    expect(titles).toHaveLength(1);
    expect(titles[0]).toContain(expectation.match(/Battlefield 1942 archive|OLE compound file/)![0]);
    return;
  }
  const format = redFaction.formats.find(({ extensions }) => extensions.includes(extensionOf(name)))!;
  const { value, issues, trace } = format.codec.inspect(bytes);
  const found: Issue[] = value === undefined ? [...issues] : [...issues, ...format.check(value)];
  if (value !== undefined) {
    expect(format.codec.encode(value)).toEqual(bytes);
    expect(trace.gaps(bytes.length)).toEqual([]);
  }
  const rules = found.map((issue) => [ruleOf(name, issue), issue.severity]);
  if (severity === '-') expect(found.filter((issue) => issue.severity !== 'info')).toEqual([]);
  else expect(rules).toContainEqual([rule, SEVERITIES[severity]]);
});

function ruleOf(name: string, { code }: Issue): string | undefined {
  return kinds.get(code)?.rule ?? CODEC_RULES[extensionOf(name)]?.[code];
}
