import type { Scene } from 'exhume';
import type { Path } from 'exhume/binary';
import type { Link } from './protocol.ts';

/** Where the nodes of the scene that is shown come from. */
export interface Origins {
  /** Name of the file, in the source; undefined where it is none that can be looked at. */
  readonly file: string | undefined;
  /** Where in it each node comes from. */
  readonly paths: readonly (Path | undefined)[];
}

export const noOrigins: Origins = { file: undefined, paths: [] };

/** Of a model whose parts are these files: nodes come from the first of the scene's sources. */
export function originsOf({ nodes, sources }: Scene, parts: readonly string[]): Origins {
  const [first] = sources;
  const file = parts.find((name) => name.slice(name.lastIndexOf('/') + 1) === first?.name);
  return { file, paths: nodes.map(({ origin }) => origin) };
}

/** The values that nodes come from, by the way that a path is found in the file. */
export function linksOf({ paths }: Origins, refOf: (path: Path) => string | undefined): readonly Link[] {
  return paths.flatMap((path, node) => {
    const ref = path && refOf(path);
    return ref === undefined ? [] : [{ node, ref }];
  });
}
