import { type Issue, issue, issueKinds } from '../../issue.ts';
import { type Lgp, PATCH_CREATOR, plainName, TRAILER } from './lgp.ts';
import { bucketOf, firstHidden } from './lgp-lookup.ts';

export const issues = issueKinds('lgp', {
  'no-record': {
    severity: 'error',
    rule: 'LGP-RANGE',
    means: 'A file of the table of contents lies outside the archive.',
    remedy: 'The archive was cut off. Copy it again from its source; the other files can be used.',
  },
  conflicts: {
    severity: 'warning',
    rule: 'LGP-LOOKUP',
    means: 'The table that tells the folders of equal names cannot be read. It is kept as bytes.',
    remedy: 'Files with equal names cannot be told apart. Copy the archive again from its source.',
  },
  patch: {
    severity: 'warning',
    rule: 'LGP-HEAD',
    means: 'A patch for an archive, and none that the game opens.',
    remedy: 'Apply it with the tool it was made for.',
  },
  'no-lookup': {
    severity: 'warning',
    rule: 'LGP-LOOKUP',
    means: 'The archive lacks the table by which the game finds files.',
    remedy: '`exhume pack --base ARCHIVE --repair` adds it.',
  },
  hidden: {
    severity: 'warning',
    rule: 'LGP-LOOKUP',
    means: 'The table by which the game finds files does not lead to one of them.',
    remedy: '`exhume pack --base ARCHIVE --repair` rebuilds the table.',
  },
  'no-bucket': {
    severity: 'warning',
    rule: 'LGP-LOOKUP',
    means: 'The game cannot find a file whose name begins with other characters than letters, digits, `_` and `-`.',
    remedy: 'Rename the file.',
  },
  overlap: {
    severity: 'warning',
    rule: 'LGP-RANGE',
    means: 'Two files share bytes.',
    remedy: 'They are kept as they are. Pack the archive anew to part them.',
  },
  gap: {
    severity: 'warning',
    rule: 'LGP-RANGE',
    means: 'Unused bytes between files, as editors leave them behind.',
    remedy: 'They are kept. Pack the archive anew to be rid of them.',
  },
  'record-name': {
    severity: 'warning',
    rule: 'LGP-NAME',
    means: 'A file has another name before its data than in the table of contents, which the game goes by.',
    remedy: 'Nothing needs to be done.',
  },
  'record-name-case': {
    severity: 'info',
    rule: 'LGP-NAME',
    means: 'A name before the data differs in upper and lower case from the table of contents, as in the game itself.',
    remedy: 'Nothing needs to be done.',
  },
  trailer: {
    severity: 'warning',
    rule: 'LGP-TRAILER',
    means: "The archive does not end with 'FINAL FANTASY7'.",
    remedy: 'Pack the archive anew, or copy it again if it was cut off.',
  },
  'conflict-index': {
    severity: 'warning',
    rule: 'LGP-LOOKUP',
    means: 'The folders of equal names refer to a file that does not exist, or that knows nothing of it.',
    remedy: 'Pack the archive anew from its extracted files.',
  },
  'name-refused': {
    severity: 'error',
    means: 'A file cannot be packed: its name is too long for the archive, or the game could not find it.',
    remedy: 'Use at most 19 characters, of which the first two are letters, digits, `_` or `-`.',
  },
  'lookup-rebuilt': {
    severity: 'info',
    means: 'The table by which the game finds files was made anew; the files themselves are as they were.',
    remedy: 'Nothing needs to be done.',
  },
  'folder-dropped': {
    severity: 'info',
    means: 'The archive keeps folders only where two files have the same name.',
    remedy: 'Nothing needs to be done.',
  },
});

/** Yields what the game would not find or not open (specification, section 16). */
export function* check(file: Lgp): Iterable<Issue> {
  if (file.creator.includes(PATCH_CREATOR)) {
    yield issue(issues.patch, `'${PATCH_CREATOR}' in place of 'SQUARESOFT'`, ['creator']);
  }
  yield* checkLookup(file);
  yield* checkConflicts(file);
  yield* checkRecords(file);
  const trailer = String.fromCharCode(...file.trailer.subarray(0, 64));
  if (trailer !== TRAILER) {
    const found = trailer === '' ? 'nothing' : `'${trailer}'`;
    yield issue(issues.trailer, `'${TRAILER}' expected, ${found} found`, ['trailer']);
  }
}

function* checkLookup({ entries, lookup }: Lgp): Iterable<Issue> {
  const names = entries.map(({ name }) => plainName(name));
  const bad = names.findIndex((name) => bucketOf(name) === undefined);
  if (bad >= 0) yield issue(issues['no-bucket'], `'${names[bad]}'`, ['toc', bad, 'name']);
  if (lookup === undefined) {
    if (entries.length > 0) yield issue(issues['no-lookup'], `${entries.length} files, no table`, ['lookup']);
    return;
  }
  const hidden = firstHidden(names, lookup);
  if (hidden !== undefined) {
    const bucket = bucketOf(names[hidden]!)!;
    const [first, count] = [lookup.first[bucket]!, lookup.count[bucket]!];
    const reason = `'${names[hidden]}' is file ${hidden + 1}, its bucket ${bucket} has ${count} from ${first} on`;
    yield issue(issues.hidden, reason, ['lookup', bucket]);
  }
}

function* checkConflicts({ entries, conflicts = [] }: Lgp): Iterable<Issue> {
  for (const [g, { members }] of conflicts.entries()) {
    for (const [m, { tocIndex }] of members.entries()) {
      const group = entries[tocIndex]?.conflictGroup;
      if (group === g + 1) continue;
      const reason =
        group === undefined ? `file ${tocIndex} of ${entries.length}` : `file ${tocIndex} is of group ${group}`;
      yield issue(issues['conflict-index'], reason, ['conflicts', g, 'members', m, 'tocIndex']);
    }
  }
}

function* checkRecords({ entries, records }: Lgp): Iterable<Issue> {
  for (const [i, { gap, overlap, name }] of records.entries()) {
    if (gap !== undefined) yield issue(issues.gap, `${gap.length} bytes before '${plainName(name)}'`, ['records', i]);
    if (overlap !== undefined)
      yield issue(issues.overlap, `'${plainName(name)}' begins ${overlap} bytes early`, ['records', i]);
  }
  for (const [i, { name, record }] of entries.entries()) {
    if (record === undefined) continue;
    const [inToc, inRecord] = [plainName(name), plainName(records[record]!.name)];
    if (inToc === inRecord) continue;
    const kind = inToc.toLowerCase() === inRecord.toLowerCase() ? 'record-name-case' : 'record-name';
    yield issue(issues[kind], `'${inRecord}', '${inToc}' in the table of contents`, ['records', record, 'name', i]);
  }
}
