import {
  countOf,
  f32,
  type Infer,
  i32,
  List,
  type Reader,
  struct,
  table,
  u8,
  u16,
  u32,
  type Writer,
} from '../../binary/index.ts';

// Curves of one number over time (specification, section 12). What they mean is in `envelope.curve.ts`.

export const SHAPE = { tcb: 0, hermite: 1, bezier: 2, linear: 3, stepped: 4, bezier2D: 5 } as const;

const shapeNames = { 0: 'TCB', 1: 'Hermite', 2: 'Bezier', 3: 'linear', 4: 'stepped', 5: 'Bezier 2D' };
const behaviours = { 0: 'reset', 1: 'constant', 2: 'repeat', 3: 'oscillate', 4: 'offset repeat', 5: 'linear' };

/** Numbers per key besides value and time: tension, continuity, bias, p0, p1, p2, p3. */
export const PARAMETERS = 7;

/** Keys of a version 2 envelope, as columns. */
export interface Keys {
  readonly length: number;
  readonly value: Float32Array;
  /** Seconds. */
  readonly time: Float32Array;
  readonly shape: Uint8Array;
  /** Seven a key, in 1/1024 from -32 (q16); not stored for stepped keys. */
  readonly parameters: Uint16Array;
}

const Q16 = '1/1024 - 32, as u16';

/** A key of a version 2 envelope, as it is stored; stepped keys end behind the shape. */
export const key2 = struct('Key', {
  value: f32,
  time: f32.in('s'),
  shape: u8.named(shapeNames),
  parameters: u16.x(PARAMETERS).in(Q16).is('tension, continuity, bias, p0 p1 p2 p3'),
});

const STEPPED_SIZE = 9;
const FULL_SIZE = key2.minSize;

class KeyList extends List<Keys> {
  readonly kind = 'Key';
  readonly minItemSize = STEPPED_SIZE;

  readItems(r: Reader, length: number): Keys {
    const keys = {
      length,
      value: new Float32Array(length),
      time: new Float32Array(length),
      shape: new Uint8Array(length),
      parameters: new Uint16Array(length * PARAMETERS),
    };
    const value = new Uint32Array(keys.value.buffer);
    const time = new Uint32Array(keys.time.buffer);
    for (let i = 0; i < length; i++) {
      const at = r.take(STEPPED_SIZE);
      value[i] = r.view.getUint32(at, true);
      time[i] = r.view.getUint32(at + 4, true);
      keys.shape[i] = r.bytes[at + 8]!;
      if (keys.shape[i] !== SHAPE.stepped) {
        const from = r.take(FULL_SIZE - STEPPED_SIZE);
        for (let p = 0; p < PARAMETERS; p++) {
          keys.parameters[i * PARAMETERS + p] = r.view.getUint16(from + p * 2, true);
        }
      }
      r.trace?.close(r.trace.open(i, key2, at, true), r.pos, undefined);
    }
    return keys;
  }

  writeItems(w: Writer, keys: Keys): void {
    const value = new Uint32Array(keys.value.buffer, keys.value.byteOffset, keys.length);
    const time = new Uint32Array(keys.time.buffer, keys.time.byteOffset, keys.length);
    for (let i = 0; i < keys.length; i++) {
      const at = w.take(keys.shape[i] === SHAPE.stepped ? STEPPED_SIZE : FULL_SIZE);
      w.view.setUint32(at, value[i]!, true);
      w.view.setUint32(at + 4, time[i]!, true);
      w.view.setUint8(at + 8, keys.shape[i]!);
      for (let from = at + STEPPED_SIZE, p = 0; from < w.pos; from += 2, p++) {
        w.view.setUint16(from, keys.parameters[i * PARAMETERS + p]!, true);
      }
    }
  }
}

const keys1 = table('OldKey', {
  value: f32,
  time: f32.in('s'),
  shape: u32.named(shapeNames).is('the low byte counts'),
  parameters: f32.x(PARAMETERS).is('tension, continuity, bias, p0 p1 p2 p3'),
});

/** Envelopes of motions 4 and 5 and of object motions 3. */
export const envelope1 = struct('OldEnvelope', {
  before: i32.named(behaviours),
  after: i32.named(behaviours),
  keyCount: countOf('keys', i32),
  keys: keys1,
});

/** Envelopes of motions 6 and 7 and of object motions 4 and 5. */
export const envelope2 = struct('Envelope', {
  before: u8.named(behaviours).is('what the curve does before the first key'),
  after: u8.named(behaviours).is('what it does behind the last'),
  keyCount: countOf('keys', u16),
  keys: new KeyList() as List<Keys>,
});

export type Envelope1 = Infer<typeof envelope1>;
export type Envelope2 = Infer<typeof envelope2>;
export type Envelope = Envelope1 | Envelope2;
