import { describe, expect, test } from 'vitest';
import { Curve, decodeQ16, encodeQ16 } from './envelope.curve.ts';
import { type Envelope1, PARAMETERS } from './envelope.ts';

interface Key {
  readonly time: number;
  readonly value: number;
  readonly shape: number;
  /** tension, continuity, bias, p0, p1, p2, p3 */
  readonly parameters?: Readonly<Record<number, number>>;
}

const key = (time: number, value: number, shape: number, parameters: Key['parameters'] = {}): Key => ({
  time,
  value,
  shape,
  parameters,
});

function envelope(keys: readonly Key[], behaviour = 1): Envelope1 {
  const parameters = new Float32Array(keys.length * PARAMETERS);
  for (const [i, { parameters: given = {} }] of keys.entries()) {
    for (const [place, number] of Object.entries(given)) parameters[i * PARAMETERS + Number(place)] = number;
  }
  return {
    before: behaviour,
    after: behaviour,
    keys: {
      length: keys.length,
      time: Float32Array.from(keys, ({ time }) => time),
      value: Float32Array.from(keys, ({ value }) => value),
      shape: Uint32Array.from(keys, ({ shape }) => shape),
      parameters,
    },
  };
}

const [T, C, B, P0, P1, P2, P3] = [0, 1, 2, 3, 4, 5, 6];

// The test values of the specification, section 12.5.
const tables: readonly (readonly [
  name: string,
  curve: Envelope1,
  values: Readonly<Record<number, number>>,
  off?: number,
])[] = [
  [
    'TCB',
    envelope([key(0, 0, 0), key(1, 10, 0, { [T]: 0.5, [C]: 0.25, [B]: -0.2 }), key(3, 4, 0)]),
    { 0.25: 2.992188, 0.5: 6.3125, 1: 10, 2: 7.941667, 2.5: 5.853125 },
  ],
  [
    'Hermite',
    envelope([key(0, 0, 1, { [P1]: 6 }), key(1, 10, 1, { [P0]: 3, [P1]: 3 }), key(3, 4, 1, { [P0]: -6 })]),
    { 0.25: 2.359375, 0.5: 5.625, 2: 8, 2.5: 5.875 },
  ],
  [
    'linear and stepped',
    envelope([key(0, 0, 3), key(1, 10, 3), key(3, 4, 4), key(4, 5, 3)]),
    { 0.25: 2.5, 1: 10, 2: 10, 3: 4, 3.5: 4.5 },
  ],
  [
    'Bezier 2D',
    envelope([
      key(0, 0, 5, { [P2]: 0.5, [P3]: 1 }),
      key(1, 10, 5, { [P0]: -0.5, [P1]: -1, [P2]: 0.5, [P3]: 1 }),
      key(3, 4, 5, { [P0]: -0.5, [P1]: 2 }),
    ]),
    { 0.25: 1.346555, 0.5: 5, 2: 8.125, 2.5: 6.121932 },
    1e-3,
  ],
  [
    'TCB between linear keys',
    envelope([key(0, 0, 3), key(1, 2, 3), key(2, 2, 0), key(3, 0, 3)]),
    { 0.5: 1, 1.25: 2.1875, 1.5: 2.25, 1.75: 2.1875, 2.5: 1 },
  ],
  ['repeating', envelope([key(0, 1, 3), key(2, 5, 3)], 2), { [-1]: 3, [-0.5]: 4, 2.5: 2, 3: 3, 5: 3 }],
  ['oscillating', envelope([key(0, 1, 3), key(2, 5, 3)], 3), { [-1]: 3, [-0.5]: 2, 2.5: 4, 3: 3 }],
  ['offset', envelope([key(0, 1, 3), key(2, 5, 3)], 4), { [-1]: -1, [-0.5]: 0, 2.5: 6, 3: 7, 5: 11 }],
  ['going on', envelope([key(0, 1, 3), key(2, 5, 3)], 5), { [-1]: -1, [-0.5]: 0, 2.5: 6, 3: 7, 5: 11 }],
  ['resetting', envelope([key(0, 1, 3), key(2, 5, 3)], 0), { [-1]: 0, 1: 3, 3: 0 }],
  ['repeating from a later start, shifted', envelope([key(1, 1, 3), key(3, 5, 3)], 2), { 0: 1, 0.5: 2, 3.5: 4, 4: 1 }],
];

describe.each(tables.map(([name, ...rest]) => ({ name, rest })))('$name keys', ({ rest }) => {
  const [curve, values, off = 1e-5] = rest;
  test.each(Object.entries(values))('at %s s', (time, value) => {
    expect(Math.abs(new Curve(curve).at(Number(time)) - value)).toBeLessThan(off);
  });
});

test('times may come in any order', () => {
  const curve = new Curve(tables[2]![1]);
  expect([3.5, 0.25, 2, 1, 0].map((time) => curve.at(time))).toEqual([4.5, 2.5, 10, 10, 0]);
});

test('one key holds for ever, and no key is zero', () => {
  expect(new Curve(envelope([key(5, 7, 0)], 0)).at(-3)).toBe(7);
  expect(new Curve(envelope([])).at(1)).toBe(0);
});

test('parameters of 16 bits are rounded as the engine rounds them', () => {
  expect([0, 1, -1, 0.5, 0.25].map(encodeQ16)).toEqual([32768, 33791, 31744, 33279, 33023]);
  expect(decodeQ16(32768)).toBeCloseTo(0.000488, 6);
});
