import { expect, test } from 'vitest';
import { CodecError, explain, patch } from '../../binary/index.ts';
import { integer, random, sample } from '../../test-support/sample.ts';
import { check } from './rfa.check.ts';
import { fixtures } from './rfa.fixtures.ts';
import { animation } from './rfa.ts';

const version8 = fixtures['one bone, version 8']!;

test('reads keys as columns', () => {
  const { bones, morphFrames } = animation.decode(version8);
  expect(bones).toHaveLength(1);
  expect(bones[0]!.rotKeys).toEqual({
    length: 2,
    time: Int32Array.of(0, 320),
    rotation: Int16Array.of(0, 0, 0, 16383, 0, 16384, 0, -16384),
    easeIn: Int8Array.of(0, 127),
    easeOut: Int8Array.of(0, -128),
    padding: Int16Array.of(0, 0),
  });
  expect(bones[0]!.posKeys.position).toEqual(Float32Array.of(1, 2, 3));
  expect(morphFrames).toMatchObject({ times: Int32Array.of(0, 320), bounds: { min: Float32Array.of(-1, -1, -1) } });
});

test('every byte has a name', () => {
  const { trace } = animation.inspect(version8);
  expect(explain(trace, 0x10)).toBe('startTime');
  expect(explain(trace, 0x3b)).toBe('totalRotation[3]');
  expect(explain(trace, 0x72)).toBe('bones[0].rotKeys[1].rotation[1]');
  expect(explain(trace, 0xcd)).toBe('morphFrames.positions[5]');
  expect(explain(trace, 0xce)).toBeUndefined();
});

test('no file is complete before its last byte', () => {
  for (let length = 0; length < version8.length; length++) {
    expect(() => animation.decode(version8.subarray(0, length)), `cut to ${length}`).toThrow(CodecError);
  }
});

test('one value can be replaced in place', () => {
  const { trace } = animation.inspect(version8);
  const edited = patch(version8, trace.find(0x14)!, 640);
  expect(animation.decode(edited).endTime).toBe(640);
  expect([...edited].filter((byte, i) => byte !== version8[i])).toHaveLength(2);
  expect(() => patch(version8, trace.find(0xc8)!, new Uint8Array(9))).toThrow('9 items where there are 6');
});

test('finds mistakes', () => {
  const file = animation.decode(version8);
  file.endTime = -1;
  file.bones[0]!.rotKeys.time[1] = 0;
  expect([...check(file)]).toMatchObject([
    { code: 'rfa/ends-before-start', path: ['endTime'] },
    { code: 'rfa/keys-out-of-order', path: ['bones', 0, 'rotKeys', 1, 'time'] },
  ]);
});

test('any animation survives being written and read', () => {
  const next = random(7);
  for (let i = 0; i < 300; i++) {
    const file = sample(animation, next, { morphFrameCount: () => integer(next, 0, 3) });
    expect(animation.decode(animation.encode(file))).toEqual(file);
  }
});
