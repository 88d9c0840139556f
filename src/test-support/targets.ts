import { formats, wrappers } from '../formats/registry.ts';
import { type Attempt, reached, reading, unwrapping } from './attack.ts';
import { fixturesOf } from './fixtures.ts';
import { seedsOf } from './seeds.ts';

/** Something that reads bytes which come from outside. */
export interface Target {
  readonly id: string;
  readonly attempt: Attempt;
  /** Where bytes lead it, as a text that is the same for the same place. */
  reaches(bytes: Uint8Array): string;
  seeds(): readonly Uint8Array[];
}

/** All of them: formats and wrappers. */
export const targets: readonly Target[] = [
  ...formats.map((format) => ({
    id: format.id,
    attempt: reading(format),
    reaches: (bytes: Uint8Array) => reached(format, bytes),
    seeds: () => seedsOf(format.id),
  })),
  ...wrappers.map((wrapper) => ({
    id: wrapper.id,
    attempt: unwrapping(wrapper),
    reaches: () => '',
    seeds: () => Object.values(fixturesOf(wrapper.id)),
  })),
];
