import { expect, test } from 'vitest';
import { check as checkA } from './ff7-a.check.ts';
import { fixtures as aFixtures } from './ff7-a.fixtures.ts';
import { fieldAnimation } from './ff7-a.ts';
import { check as checkPack } from './ff7-pack.check.ts';
import { fixtures as packFixtures } from './ff7-pack.fixtures.ts';
import { pack } from './ff7-pack.ts';
import { check as checkSkeleton } from './ff7-skeleton.check.ts';
import { fixtures as skeletonFixtures } from './ff7-skeleton.fixtures.ts';
import { skeleton } from './ff7-skeleton.ts';
import { check as checkHrc } from './hrc.check.ts';
import { fixtures as hrcFixtures } from './hrc.fixtures.ts';
import { type Hrc, hrc, parentsOf } from './hrc.ts';
import { check as checkRsd } from './rsd.check.ts';
import { fixtures as rsdFixtures } from './rsd.fixtures.ts';
import { filesOf, rsd } from './rsd.ts';
import { latin1 } from './text-lines.ts';

test('skeletons: parents after their children, lengths that are none', () => {
  const file = skeleton.decode(skeletonFixtures['a player of two bones']!);
  expect(file.bones).toMatchObject({ parent: Int32Array.of(-1, 0), boneLength: Float32Array.of(-39, -160) });
  file.bones.parent[0] = 1;
  file.bones.boneLength[1] = Number.NaN;
  expect([...checkSkeleton(file)].map(({ code }) => code)).toEqual([
    'ff7-skeleton/parent',
    'ff7-skeleton/length-not-finite',
  ]);
  file.bones.boneLength[1] = 5;
  expect([...checkSkeleton(file)].map(({ code }) => code)).toContain('ff7-skeleton/unusual-length');
});

test('field animations: the order of rotations, numbers that are none', () => {
  const file = fieldAnimation.decode(aFixtures['two frames of one bone']!);
  expect([...file.frames.rootRotation]).toEqual([0, 90, 0, 0, 90, 0]);
  file.rotationOrder[0] = 2;
  file.frames.rotations[1] = Number.NaN;
  expect([...checkA(file)].map(({ code, path }) => [code, path.join('.')])).toEqual([
    ['ff7-a/rotation-order', 'rotationOrder'],
    ['ff7-a/not-finite', 'frames.0.rotations'],
  ]);
});

const cloud = (): Hrc => hrc.decode(hrcFixtures['two bones']!);

test('field skeletons: what the text says', () => {
  expect(cloud()).toEqual({
    headerBlock: '2',
    skeleton: 'pip_sk',
    boneCount: 2,
    newline: '\r\n',
    bones: [
      { name: 'hip', parent: 'root', length: '1.7457236', resources: ['AAAB'] },
      { name: 'chest', parent: 'hip', length: '5.181539', resources: [] },
    ],
  });
  expect(parentsOf(cloud())).toEqual([-1, 0]);
  expect(hrc.decode(hrcFixtures['comments, unix line ends']!).bones[0]!.resources).toEqual(['x.1', 'x.2', 'x.3']);
});

test('field skeletons: comments stay until a value changes', () => {
  const bytes = hrcFixtures['comments, unix line ends']!;
  const file = hrc.decode(bytes);
  expect(file.original).toContain('# made by a tool');
  file.bones[0]!.length = '3';
  expect(latin1.decode(hrc.encode(file))).toBe(
    ':HEADER_BLOCK 2\n:SKELETON t\n:BONES 1\n\na.b\nroot\n3\n3 x.1 x.2 x.3\n',
  );
});

test('field skeletons: counts, parents, numbers', () => {
  const file = cloud();
  file.boneCount = 3;
  file.bones[1]!.parent = 'neck';
  expect([...checkHrc(file)].map(({ code, reason }) => [code, reason])).toEqual([
    ['hrc/bone-count', '3 bones announced, 2 follow'],
    ['hrc/parent', "'chest' hangs from 'neck'"],
  ]);
  const text = latin1.decode(hrcFixtures['two bones']!);
  expect(hrc.inspect(latin1.encode(text.replace('5.181539', 'long'))).issues).toMatchObject([{ code: 'hrc/number' }]);
  expect(hrc.inspect(latin1.encode(text.replace(':BONES', 'BONES'))).issues).toMatchObject([{ code: 'hrc/head' }]);
  expect(hrc.inspect(latin1.encode(text.replace('1 AAAB', '2 AAAB'))).issues).toMatchObject([
    { code: 'hrc/resource-count', severity: 'warning' },
  ]);
});

test('resources: the files they name, in the extensions of the game', () => {
  const file = rsd.decode(rsdFixtures['as the game has them']!);
  expect(filesOf(file)).toEqual({ mesh: 'AAAC.p', textures: ['AABC.tex'] });
  file.lines = file.lines.filter((line) => !/PLY|TEX\[/.test(line));
  expect([...checkRsd(file)].map(({ code }) => code)).toEqual(['rsd/no-mesh', 'rsd/texture-count']);
});

test('packs: parents, sizes of pictures', () => {
  const file = pack.decode(packFixtures['one bone, one weapon']!);
  expect(file.animations.map(({ jointCount, frameCount }) => [jointCount, frameCount])).toEqual([
    [2, 1],
    [1, 1],
  ]);
  file.model.entries[1]!.parent = 1;
  const [tim] = file.rest;
  if (tim === undefined || !('image' in tim)) throw new Error('no picture');
  tim.image.size = 99;
  expect([...checkPack(file)].map(({ code }) => code)).toEqual(['ff7-pack/parent', 'ff7-pack/tim-size']);
});
