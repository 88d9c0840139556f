// Every file of the fixtures, found by where it lies, so that no test keeps a list.

export type Fixtures = Readonly<Record<string, Uint8Array>>;

export interface FixtureSet {
  /** Folder of the format, as modules of `src/formats` see it: `./red-faction`. */
  readonly folder: string;
  readonly fixtures: Fixtures;
}

/** The fixtures of each format, by its id: those of `<family>/<id>.fixtures.ts`. */
export const formatFixtures = collect(
  import.meta.glob<{ fixtures: Fixtures }>('../formats/*/*.fixtures.ts', { eager: true }),
);

/** The fixtures of each wrapper, and of each format that belongs to no game, by its id. */
export const containerFixtures = collect(
  import.meta.glob<{ fixtures: Fixtures }>(['../containers/**/*.fixtures.ts', '../images/**/*.fixtures.ts'], {
    eager: true,
  }),
);

/** The fixtures of a format; none where there are none. */
export function fixturesOf(id: string): Fixtures {
  return (formatFixtures.get(id) ?? containerFixtures.get(id))?.fixtures ?? {};
}

function collect(modules: Readonly<Record<string, { fixtures: Fixtures }>>): ReadonlyMap<string, FixtureSet> {
  return new Map(
    Object.entries(modules).map(([path, { fixtures }]) => {
      const [, folder, id] = path.match(/^(.*)\/([^/]+)\.fixtures\.ts$/)!;
      return [id!, { folder: folder!.replace('../formats', '.'), fixtures }];
    }),
  );
}
