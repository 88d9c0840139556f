import { type Dds, pixelLayout, surfacesOf } from '../../images/dds.ts';
import { formatName } from '../../images/dds-pixels.ts';
import { type Issue, issue } from '../../issue.ts';
import { issues } from './dds.issues.ts';

/** Yields what readers of textures would stumble over. */
export function* check({ header, surfaces }: Dds): Iterable<Issue> {
  if (header.size !== 124) {
    yield issue(issues['bad-header-size'], `${header.size} bytes instead of 124`, ['header', 'size']);
  }
  if (header.pixelFormat.size !== 32) {
    const reason = `${header.pixelFormat.size} bytes instead of 32`;
    yield issue(issues['bad-header-size'], reason, ['header', 'pixelFormat', 'size']);
  }
  if (pixelLayout(header) === undefined) {
    yield issue(issues['unknown-pixels'], `pixels are ${formatName(header)}`, ['header', 'pixelFormat']);
    return;
  }
  const promised = surfacesOf(header).length;
  if (surfaces.length < promised) {
    yield issue(issues['missing-surfaces'], `${surfaces.length} of ${promised} levels and faces`, ['surfaces']);
  }
}
