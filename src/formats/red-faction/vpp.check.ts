import { textUntilZero } from '../../binary/index.ts';
import { unsafeBecause } from '../../containers/safe-name.ts';
import { type Issue, issue, issueKinds } from '../../issue.ts';
import { BLOCK, type Packfile } from './vpp.ts';

export const issues = issueKinds('vpp', {
  'unknown-version': {
    severity: 'error',
    rule: 'P01',
    means: 'The archive is of a later game: Red Faction II and The Punisher share the signature.',
    remedy: 'Unpack it with a tool for that game.',
  },
  'directory-cut-off': {
    severity: 'error',
    rule: 'P02',
    means: 'The file is too small for the number of files it states.',
    remedy: 'The archive is damaged or was cut off. Copy it again from its source.',
  },
  'file-cut-off': {
    severity: 'warning',
    rule: 'P03',
    means: 'The archive ends before the file in it does.',
    remedy: 'The archive was cut off: files before the place are whole. Copy it again from its source.',
  },
  'total-size': {
    severity: 'warning',
    rule: 'P04',
    means: 'The size that the header states is not that of the archive.',
    remedy: 'Pack the archive again.',
  },
  'duplicate-name': {
    severity: 'warning',
    rule: 'P05',
    means: 'Two files have the same name. The game finds the first.',
    remedy: 'Rename or remove the second.',
  },
  'unsafe-name': {
    severity: 'error',
    rule: 'P06',
    means: 'A name that could lead out of the folder it is extracted to, or that no file can have.',
    remedy: 'The file is not extracted. Real archives have no such names: distrust this one.',
  },
  'odd-slack': {
    severity: 'info',
    rule: 'P07',
    means: 'The unused bytes at the end of blocks are not the usual zeros.',
    remedy: 'Nothing to do: a packer left them behind, and they are kept.',
  },
  'too-many-files': {
    severity: 'error',
    rule: 'P08',
    means: 'The archive states more files than any can have.',
    remedy: 'The archive is damaged. Copy it again from its source.',
  },
  'name-does-not-fit': {
    severity: 'error',
    means: 'A file has a name that an archive has no room for, so it was left out.',
    remedy: 'Rename it: up to 59 characters of a Western alphabet.',
  },
});

/** Yields what is odd about an archive (specification, section 14, rules P01 to P08). */
export function* check(file: Packfile): Iterable<Issue> {
  yield* checkSizes(file);
  const seen = new Map<string, number>();
  for (const [i, entry] of file.entries.entries()) {
    const name = textUntilZero(entry.name);
    const path = ['entries', i, 'name'];
    const first = seen.get(name.toLowerCase());
    if (first === undefined) seen.set(name.toLowerCase(), i);
    else yield issue(issues['duplicate-name'], `'${name}' is the name of file ${first} too`, path);
    const reason = unsafeBecause(name);
    if (reason !== undefined) yield issue(issues['unsafe-name'], `'${name}' ${reason}`, path);
    if (name !== entry.name) yield issue(issues['odd-slack'], `the field holds more behind the name '${name}'`, path);
  }
  yield* checkSlack(file);
}

function* checkSizes(file: Packfile): Iterable<Issue> {
  const size = actualSize(file);
  if (file.totalSize !== size) {
    yield issue(issues['total-size'], `the header says ${file.totalSize} bytes, the archive has ${size}`, [
      'totalSize',
    ]);
  }
  for (const [i, { name, size }] of file.entries.entries()) {
    const { length } = file.files[i]!.bytes;
    if (length < size) {
      yield issue(issues['file-cut-off'], `'${textUntilZero(name)}' takes ${size} bytes, ${length} are left`, [
        'files',
        i,
      ]);
    }
  }
}

function* checkSlack({ headerSlack, directorySlack, files, trailing }: Packfile): Iterable<Issue> {
  const parts = [
    ['headerSlack', headerSlack] as const,
    ['directorySlack', directorySlack] as const,
    ['trailing', trailing] as const,
  ];
  for (const [name, bytes] of parts) {
    if (bytes !== undefined) yield issue(issues['odd-slack'], describe(bytes), [name]);
  }
  for (const [i, { slack: bytes }] of files.entries()) {
    if (bytes !== undefined && (i < files.length - 1 || bytes.some((byte) => byte !== 0))) {
      yield issue(issues['odd-slack'], describe(bytes), ['files', i, 'slack']);
    }
  }
}

const describe = (bytes: Uint8Array) =>
  `${bytes.filter((byte) => byte !== 0).length} of ${bytes.length} bytes are not zero`;

function actualSize({ headerSlack, entries, directorySlack, files, trailing }: Packfile): number {
  const padded = (at: number, bytes: Uint8Array | undefined) =>
    bytes === undefined ? Math.ceil(at / BLOCK) * BLOCK : at + bytes.length;
  let at = padded(padded(16, headerSlack) + 64 * entries.length, directorySlack);
  for (const { bytes, slack } of files) at = padded(at + bytes.length, slack);
  return at + (trailing?.length ?? 0);
}
