import { chunkValue } from '../../binary/index.ts';
import { type Issue, issue, issueKinds } from '../../issue.ts';
import type { ThmFile } from './thm.ts';
import { issues as shared } from './xray.issues.ts';

export const issues = issueKinds('thm', {
  'wrong-type': {
    severity: 'info',
    rule: '17',
    means: 'The stated type is not the one that the chunks are of.',
    remedy: 'The SDK does not mind: it knows the type from the place of the file.',
  },
});

const TYPES = { object: 0, texture: 1, group: 3 } as const;
const VERSIONS = { object: 18, texture: 18, group: 1 } as const;

/** Yields what the SDK would stumble over (specification, section 17). */
export function* check({ kind, chunks }: ThmFile): Iterable<Issue> {
  const version = chunkValue<(typeof chunks)[number], 'version'>(chunks, 'version');
  if (version === undefined) yield issue(shared['missing-chunk'], 'no version');
  else if (version !== VERSIONS[kind]) {
    yield issue(shared['wrong-version'], `version ${version}, ${kind} thumbnails have ${VERSIONS[kind]}`, ['version']);
  }
  const type = chunkValue<(typeof chunks)[number], 'type'>(chunks, 'type');
  if (type !== undefined && type !== TYPES[kind]) {
    yield issue(issues['wrong-type'], `type ${type}, the chunks are of a ${kind}`, ['type']);
  }
}
