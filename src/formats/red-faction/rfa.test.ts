import { expect, test } from 'vitest';
import { CodecError, explain, patch } from '../../binary/index.ts';
import { corpus, corpusFile, filesBelow } from '../../test-support/corpus.ts';
import { integer, random, sample } from '../../test-support/sample.ts';
import { check } from './rfa.check.ts';
import { fixtures } from './rfa.fixtures.ts';
import { type Animation, animation, boneTrack, header, morphKeyframes7, morphKeyframes8 } from './rfa.ts';

const version8 = fixtures['morph, version 8']!;
const codes = (file: Animation) => [...check(file)].map(({ code }) => code);

test('reads keys as columns', () => {
  const { tracks, morphKeyframes, layout } = animation.decode(version8);
  expect(tracks).toHaveLength(1);
  expect(tracks[0]!.rotationKeys).toEqual({
    length: 2,
    time: Int32Array.of(160, 480),
    rotation: Int16Array.of(0, 0, 0, 16383, 0, 11584, 0, 11584),
    easeIn: Int8Array.of(0, 127),
    easeOut: Int8Array.of(1, 0),
    pad: Int16Array.of(0, 0),
  });
  expect(tracks[0]!.positionKeys.outControl).toEqual(Float32Array.of(1, 2.5, 3, 2, 2, 3));
  expect(morphKeyframes).toMatchObject({ times: Int32Array.of(160, 480), box: { min: Float32Array.of(-1, -1, -1) } });
  expect(layout).toBeUndefined();
});

test('every byte has a name', () => {
  const { trace } = animation.inspect(version8);
  expect(explain(trace, 0x10)).toBe('startTime');
  expect(explain(trace, 0x3b)).toBe('totalRotation[3]');
  expect(explain(trace, 0x51)).toBe('boneOffsets[0]');
  expect(explain(trace, 0x72)).toBe('tracks[0].rotationKeys[1].rotation[1]');
  expect(explain(trace, 0xce)).toBe('padding[0]');
  expect(explain(trace, 0xf5)).toBe('morphKeyframes.positions[5]');
  expect(explain(trace, 0xf6)).toBeUndefined();
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
});

test('finds mistakes', () => {
  const file = animation.decode(version8);
  file.endTime = -1;
  file.tracks[0]!.rotationKeys.time[1] = 0;
  const found = [...check(file)];
  expect(found).toContainEqual(expect.objectContaining({ code: 'rfa/ends-before-start', path: ['endTime'] }));
  expect(found).toContainEqual(
    expect.objectContaining({
      code: 'rfa/keys-out-of-order',
      path: ['tracks', 0, 'rotationKeys', 1, 'time'],
      reason: 'key at 0 follows one at 160',
    }),
  );
});

test('tells exactly what an edit did wrong', () => {
  const edits: [string, (file: Animation) => void][] = [
    ['rfa/no-duration', (file) => Object.assign(file, { startTime: 480, rampInTime: 0, rampOutTime: 0 })],
    ['rfa/odd-ramps', (file) => Object.assign(file, { rampInTime: 481 })],
    ['rfa/odd-weight', ({ tracks }) => Object.assign(tracks[0]!, { weight: 10.5 })],
    ['rfa/not-finite', ({ tracks }) => Object.assign(tracks[0]!, { weight: Number.NaN })],
    ['rfa/keys-outside-clip', (file) => Object.assign(file, { endTime: 479 })],
    ['rfa/zero-rotation', ({ tracks }) => tracks[0]!.rotationKeys.rotation.fill(0, 0, 4)],
    ['rfa/rotation-length', ({ tracks }) => tracks[0]!.rotationKeys.rotation.fill(8200, 0, 4)],
    ['rfa/negative-ease', ({ tracks }) => tracks[0]!.rotationKeys.easeIn.fill(-1)],
    ['rfa/pad-not-zero', ({ tracks }) => tracks[0]!.rotationKeys.pad.fill(7)],
    ['rfa/opposite-hemispheres', ({ tracks }) => tracks[0]!.rotationKeys.rotation.set([0, 0, 0, -16383])],
    ['rfa/zero-controls', ({ tracks }) => tracks[0]!.positionKeys.outControl.fill(0)],
    ['rfa/bad-morph', (file) => Object.assign(file.morphKeyframes, { times: Int32Array.of(480, 160) })],
    ['rfa/bone-count', (file) => Object.assign(file, { tracks: [] })],
  ];
  for (const [code, edit] of edits) {
    const file = animation.decode(version8);
    edit(file);
    expect(new Set(codes(file)), code).toContain(code);
  }
});

/** Three tracks, the last first, 4 stray bytes between, and no morph offsets. */
function oddLayout(): Uint8Array {
  const one = animation.decode(fixtures['no morph']!);
  const [track] = one.tracks;
  const tracks = [10, 5, 2].map((weight) => ({ ...track!, weight }));
  const unused = [{ start: 212, bytes: Uint8Array.of(1, 2, 3, 4) }];
  const boneOffsets = Int32Array.of(336, 216, 92);
  return animation.encode({
    ...one,
    tracks,
    layout: { boneOffsets, morphVerticesOffset: 0, morphKeyframesOffset: 0, size: 456, unused },
  });
}

test('an unusual layout is kept while sizes stay, and given up with a word when they change', () => {
  const bytes = oddLayout();
  const file = animation.decode(bytes);
  expect(file.tracks.map(({ weight }) => weight)).toEqual([10, 5, 2]);
  expect(file.layout?.unused).toEqual([{ start: 212, bytes: Uint8Array.of(1, 2, 3, 4) }]);
  expect(animation.encode(file)).toEqual(bytes);
  expect(codes(file)).toEqual(['rfa/unusual-layout', 'rfa/unusual-layout']);
  expect(animation.inspect(bytes).trace.gaps(bytes.length)).toEqual([]);

  file.tracks[1]!.weight = 7;
  expect([...animation.encode(file)].filter((byte, i) => byte !== bytes[i])).toHaveLength(1);

  file.tracks.pop();
  expect(codes(file)).toEqual(['rfa/layout-given-up']);
  const again = animation.decode(animation.encode(file));
  expect(again.layout).toBeUndefined();
  expect(again.tracks).toEqual(file.tracks);
});

test('tracks may share bytes, but not to make a small file large', () => {
  const one = animation.decode(fixtures['no morph']!);
  const shared = (count: number, size: number) => ({
    ...one,
    tracks: Array.from({ length: count }, () => one.tracks[0]!),
    layout: {
      boneOffsets: new Int32Array(count).fill(size - 120),
      morphVerticesOffset: 0,
      morphKeyframesOffset: 0,
      size,
      unused: [],
    },
  });
  const bytes = animation.encode(shared(1, 204));
  expect(animation.decode(bytes).tracks[0]).toEqual(one.tracks[0]);
  const bomb = animation.encode(shared(20, 80 + 80 + 120));
  expect(() => animation.decode(bomb)).toThrow('tracks of 360 bytes in a file of 280');
});

test('the bits of NaN and of minus zero survive', () => {
  const bytes = version8.slice();
  const view = new DataView(bytes.buffer);
  for (const at of [0x08, 0x2c, 0x54, 0x80]) view.setUint32(at, 0xffc01234, true);
  view.setUint32(0x0c, 0x80000000, true);
  expect(animation.encode(animation.decode(bytes))).toEqual(bytes);
});

test('any animation survives being written and read', () => {
  const next = random(7);
  for (let i = 0; i < 300; i++) {
    const { boneCount, morphVertexCount, morphVerticesOffset, morphKeyframesOffset, ...head } = sample(header, next);
    const keyframes = integer(next, 0, 3);
    const morphVertices = Uint16Array.from({ length: integer(next, 0, 3) }, () => integer(next, 0, 65535));
    const version = integer(next, 7, 8);
    const file = {
      ...head,
      version,
      morphKeyframeCount: keyframes,
      tracks: Array.from({ length: integer(next, 0, 4) }, () => sample(boneTrack, next)),
      morphVertices,
      morphKeyframes: sample(
        (version === 7 ? morphKeyframes7 : morphKeyframes8)(keyframes, morphVertices.length),
        next,
      ),
    };
    expect(animation.decode(animation.encode(file))).toEqual(file);
  }
});

const folder = corpus('red-faction');
const isFault = (path: string) => path.startsWith('synthetic/faults/');

test.skipIf(folder === undefined)('real clips are read to the last byte and written as they were', () => {
  const clips = filesBelow(folder!).filter((path) => path.endsWith('.rfa') && !isFault(path));
  expect(clips.length).toBeGreaterThanOrEqual(7);
  for (const path of clips) {
    const bytes = corpusFile('red-faction', path);
    const { value, issues, trace } = animation.inspect(bytes);
    expect(issues, path).toEqual([]);
    expect(trace.gaps(bytes.length), path).toEqual([]);
    expect(value!.layout, path).toBeUndefined();
    expect(animation.encode(value!), path).toEqual(bytes);
    expect(
      [...check(value!)].filter(({ severity }) => severity === 'error'),
      path,
    ).toEqual([]);
  }
});
