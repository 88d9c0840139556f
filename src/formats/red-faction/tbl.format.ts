import { type Issue, issue, issueKinds } from '../../issue.ts';
import type { Format, Reference } from '../format.ts';
import { classesOf } from './tbl.classes.ts';
import { statementsOf } from './tbl.statements.ts';
import { type TextTable, textTable } from './tbl.ts';

export const issues = issueKinds('tbl', {
  'open-comment': {
    severity: 'warning',
    means: 'A block comment is never closed, so that the game sees nothing of what follows.',
    remedy: 'Add `*/` where the comment should end.',
  },
  'no-end': {
    severity: 'warning',
    means: 'A table has sections and none of them is ended.',
    remedy: 'Add a line `#End` behind the last entry.',
  },
  'duplicate-class': {
    severity: 'warning',
    means: 'Two classes of a table have the same name.',
    remedy: 'Rename or remove one.',
  },
  'no-clip-name': {
    severity: 'warning',
    means: 'A state or an action names no slot or no clip.',
    remedy: 'Write both in quotes: `+State: "stand" "miner_stand.mvf"`.',
  },
});

function* check(file: TextTable): Iterable<Issue> {
  const { statements, openComment } = statementsOf(file);
  const at = (line: number) => ['lines', line];
  if (openComment !== undefined) {
    yield issue(issues['open-comment'], `the comment of line ${openComment + 1} goes on to the end`, at(openComment));
  }
  const section = statements.find(({ key }) => key.startsWith('#'));
  if (section !== undefined && !statements.some(({ key }) => key.startsWith('#end'))) {
    yield issue(
      issues['no-end'],
      `section ${section.key} of line ${section.line + 1} goes on to the end`,
      at(section.line),
    );
  }
  const seen = new Map<string, number>();
  for (const { name, line, meshes } of classesOf(file)) {
    if (meshes.length === 0) continue; // other tables use `$Name` for what may be there twice
    const first = seen.get(name.toLowerCase());
    if (first === undefined) seen.set(name.toLowerCase(), line);
    else yield issue(issues['duplicate-class'], `'${name}' of line ${line + 1} is on line ${first + 1} too`, at(line));
  }
  for (const { key, value, line } of statements) {
    if ((key === '+state' || key === '+action') && !/"[^"]*"\s*"[^"]*"/.test(value)) {
      yield issue(
        issues['no-clip-name'],
        `line ${line + 1}: ${key} takes a slot and a clip, there is ${value || 'nothing'}`,
        at(line),
      );
    }
  }
}

function* references(file: TextTable): Iterable<Reference> {
  const seen = new Set<string>();
  for (const { meshes, skins } of classesOf(file)) {
    const all = [
      ...meshes.flatMap(({ file: name, clips }) => [
        { role: 'mesh', name },
        ...clips.map((clip) => ({ role: 'animation', name: clip.file })),
      ]),
      ...skins.flatMap(({ textures }) => textures.map((name) => ({ role: 'texture', name }))),
    ];
    for (const reference of all) {
      const key = reference.name.toLowerCase();
      if (!seen.has(key)) yield reference;
      seen.add(key);
    }
  }
}

export const tbl: Format<TextTable> = {
  id: 'tbl',
  title: 'Red Faction table',
  extensions: ['.tbl'],
  roles: ['table'],
  sniff: (head) => (head.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d)) ? 'maybe' : 'no'),
  codec: textTable,
  check,
  issues: Object.values(issues),
  references,
};
