import { unsafeBecause } from '../../containers/safe-name.ts';
import { nameHash, nameOf, type Sarc } from '../../containers/sarc.ts';
import { hex, type Issue, issue, issueKinds } from '../../issue.ts';

export const issues = issueKinds('sarc', {
  'file-size': {
    severity: 'warning',
    means: 'The size that the header states is not that of the archive.',
    remedy: 'The archive was cut off, or something was added to it. Pack it again.',
  },
  'outside-data': {
    severity: 'error',
    means: 'A file lies outside the archive, or ends before it begins.',
    remedy: 'The archive was cut off or is damaged. Copy it again from its source.',
  },
  'wrong-hash': {
    severity: 'warning',
    means: 'The hash of a file is not that of its name: the game does not find it.',
    remedy: 'Pack the archive again.',
  },
  unsorted: {
    severity: 'error',
    means: 'The files are not sorted by hash: the game, which searches by halves, misses some.',
    remedy: 'Pack the archive again.',
  },
  'unsafe-name': {
    severity: 'error',
    means: 'A name that could lead out of the folder it is extracted to.',
    remedy: 'The file is not extracted. Real archives have no such names: distrust this one.',
  },
});

/** Yields what is odd about an archive (BFRES specification, section 2.3). */
export function* check(file: Sarc): Iterable<Issue> {
  const { nodes, dataStart, data, fileSize, hashMultiplier } = file;
  if (fileSize !== dataStart + data.length) {
    yield issue(issues['file-size'], `the header says ${fileSize} bytes, there are ${dataStart + data.length}`, [
      'fileSize',
    ]);
  }
  for (let i = 0; i < nodes.length; i++) {
    const path = ['nodes', i];
    const [start, end] = [nodes.start[i]!, nodes.end[i]!];
    if (start > end || end > data.length) {
      yield issue(issues['outside-data'], `from ${start} to ${end} of ${data.length} bytes`, [...path, 'end']);
    }
    if (i > 0 && nodes.nameHash[i]! < nodes.nameHash[i - 1]!) {
      const hashes = `${hex(nodes.nameHash[i]!, 8)} follows ${hex(nodes.nameHash[i - 1]!, 8)}`;
      yield issue(issues.unsorted, hashes, [...path, 'nameHash']);
    }
    const name = nameOf(file, i);
    if (name === undefined) continue;
    const hash = nameHash(new TextEncoder().encode(name), hashMultiplier);
    if (hash !== nodes.nameHash[i]!) {
      const reason = `'${name}' hashes to ${hex(hash, 8)}, stored is ${hex(nodes.nameHash[i]!, 8)}`;
      yield issue(issues['wrong-hash'], reason, [...path, 'nameHash']);
    }
    for (const part of name.split('/')) {
      const reason = unsafeBecause(part);
      if (reason !== undefined) yield issue(issues['unsafe-name'], `'${name}' ${reason}`, [...path, 'attributes']);
    }
  }
}
