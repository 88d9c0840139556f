import { CodecError, hex } from '../../binary/index.ts';
import { type Issue, issue, type Path } from '../../issue.ts';
import { issues } from './bfres.issues.ts';
import { type Bfres, rebuild } from './bfres.ts';

/** Yields what the game would stumble over, and what is not as Nintendo's tools leave it (section 22). */
export function* check(file: Bfres): Iterable<Issue> {
  yield* checkLayout(file);
}

function* checkLayout(file: Bfres): Iterable<Issue> {
  if (file.source === undefined) return;
  const at = differenceFromAnew(file, file.source);
  if (at === undefined) return;
  yield issue(issues['layout-kept'], `laid out anew, the file would differ from ${hex(at)} on`, NO_PATH, at);
}
const NO_PATH: Path = [];

/** The first byte that laying the file out anew would change; 0 where that is impossible, undefined for none. */
function differenceFromAnew(file: Bfres, source: Uint8Array): number | undefined {
  let anew: Uint8Array;
  try {
    anew = rebuild(file);
  } catch (error) {
    if (error instanceof CodecError) return 0;
    throw error;
  }
  const at = anew.findIndex((byte, i) => byte !== source[i]);
  if (at >= 0) return at;
  return anew.length === source.length ? undefined : anew.length;
}
