import {
  Codec,
  Counted,
  Items,
  List,
  OneOf,
  Prefixed,
  Scalar,
  Scalars,
  Struct,
  Table,
  Vector,
} from '../binary/index.ts';

export type Random = () => number;

/** A small fast generator, so that a failing test can be repeated from its seed (mulberry32). */
export function random(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const integer = (random: Random, min: number, max: number): number =>
  min + Math.floor(random() * (max - min + 1));

/**
 * A random value of a codec, made from its declaration. `choices` overrules fields by name where not every value makes
 * sense.
 */
export function sample(codec: Codec<any>, random: Random, choices: Readonly<Record<string, () => unknown>> = {}): any {
  if (codec instanceof Scalar) return sampleScalar(codec, random);
  if (codec instanceof Vector) return fill(codec.item, codec.width, random);
  if (codec instanceof OneOf) return codec.values[integer(random, 0, codec.values.length - 1)];
  if (codec instanceof Counted) return sampleList(codec.list, random, codec.count, choices);
  if (codec instanceof Prefixed) return sampleList(codec.list, random, integer(random, 0, 4), choices);
  if (codec instanceof Struct) {
    const value: Record<string, unknown> = {};
    for (const [name, entry] of Object.entries(codec.fields as Record<string, any>)) {
      if (choices[name] !== undefined) value[name] = choices[name]();
      else if (entry instanceof Codec) value[name] = sample(entry, random, choices);
      else if (entry instanceof List) value[name] = sampleList(entry, random, integer(random, 0, 4), choices);
      else if ('choose' in entry) value[name] = sample(entry.choose(value), random, choices);
    }
    return value;
  }
  return 'text' in codec ? codec.text : undefined;
}

function sampleList(
  list: List<any>,
  random: Random,
  count: number,
  choices: Readonly<Record<string, () => unknown>>,
): any {
  if (list instanceof Scalars) return fill(list.item, count, random);
  if (list instanceof Items) return Array.from({ length: count }, () => sample(list.item, random, choices));
  if (!(list instanceof Table)) throw new Error(`no samples for ${list.kind}`);
  const table: Record<string, unknown> = { length: count };
  for (const { name, scalar, width } of list.columns) table[name] = fill(scalar, count * width, random);
  return table;
}

function fill(scalar: Scalar<any>, length: number, random: Random): unknown {
  return new scalar.Array(length).map(() => sampleScalar(scalar, random));
}

/** Often an edge, else anything. */
function sampleScalar(scalar: Scalar<any>, random: Random): number {
  if (scalar.range === undefined) {
    return Math.fround([0, -0, 1, NaN, -Infinity, random() * 2e6 - 1e6][integer(random, 0, 5)]!);
  }
  const [min, max] = scalar.range;
  return [min, max, 0, integer(random, min, max)][integer(random, 0, 3)]!;
}
