import { CodecError, hex } from '../../binary/index.ts';
import { type Issue, type IssueKind, issue } from '../../issue.ts';
import { issues } from './bfres.issues.ts';

/** Tells where a file is not laid out as Nintendo's converter does. */
export function* checkLayout<F extends { source?: Uint8Array | undefined }>(
  file: F,
  rebuild: (file: F) => Uint8Array,
  kind: IssueKind = issues['layout-kept'],
): Iterable<Issue> {
  if (file.source === undefined) return;
  const at = firstDifference(file.source, () => rebuild(file));
  if (at === undefined) return;
  yield issue(kind, `laid out anew, the file would differ from ${hex(at)} on`, [], at);
}

/** The first byte that laying out anew would change; 0 where that is impossible, undefined for none. */
function firstDifference(source: Uint8Array, rebuild: () => Uint8Array): number | undefined {
  let anew: Uint8Array;
  try {
    anew = rebuild();
  } catch (error) {
    if (error instanceof CodecError) return 0;
    throw error;
  }
  const at = anew.findIndex((byte, i) => byte !== source[i]);
  if (at >= 0) return at;
  return anew.length === source.length ? undefined : anew.length;
}
