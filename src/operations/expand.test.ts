import { describe, expect, test } from 'vitest';
import { memorySource, type Source } from '../containers/source.ts';
import { yaz0 } from '../containers/yaz0.ts';
import { fixtures as clips } from '../formats/red-faction/rfa.fixtures.ts';
import { formatOf, isArchive } from '../formats/registry.ts';
import { expand, freeName } from './expand.ts';

const clip = clips['morph, version 8']!;

function packfile(...files: readonly (readonly [string, Uint8Array])[]): Uint8Array {
  const vpp = formatOf('vpp')!;
  if (!isArchive(vpp)) throw new Error('vpp is an archive');
  return vpp.codec.encode(vpp.pack(files.map(([name, bytes]) => ({ name, bytes }))).value);
}

const names = (source: Source) => Array.from(source.entries(), ({ name }) => name);
const sourceOf = (files: Readonly<Record<string, Uint8Array>>) => memorySource('test', new Map(Object.entries(files)));

describe('expand', () => {
  test('lists the members of archives in archives, and opens them by path', () => {
    const inner = packfile(['run.rfa', clip]);
    const source = expand(sourceOf({ 'a.rfa': clip, 'box.vpp': packfile(['inner.vpp', inner]) }));
    expect(names(source)).toEqual(['a.rfa', 'box.vpp', 'box.vpp/inner.vpp', 'box.vpp/inner.vpp/run.rfa']);
    expect(source.open('box.vpp/inner.vpp/run.rfa')).toEqual(clip);
    expect(source.openFile('box.vpp/inner.vpp/run.rfa')?.format?.id).toBe('rfa');
    expect(source.head('box.vpp/inner.vpp/run.rfa', 4)).toEqual(clip.subarray(0, 4));
    expect(source.open('box.vpp/inner.vpp/walk.rfa')).toBeUndefined();
    expect(source.open('a.rfa/walk.rfa')).toBeUndefined();
  });

  test('a member can be opened before anything is listed', () => {
    const source = expand(sourceOf({ 'box.vpp': packfile(['run.rfa', clip]) }));
    expect(source.open('box.vpp/run.rfa')).toEqual(clip);
  });

  test('later members of the same name get a number, always the same', () => {
    const archive = packfile(['a.rfa', clip], ['b.rfa', clip.slice(0, 40)]);
    archive[Buffer.from(archive).indexOf('b.rfa')] = 'a'.charCodeAt(0);
    const source = expand(sourceOf({ 'box.vpp': archive }));
    expect(names(source)).toEqual(['box.vpp', 'box.vpp/a.rfa', 'box.vpp/a~2.rfa']);
    expect(source.open('box.vpp/a~2.rfa')).toHaveLength(40);
    expect(source.issues.map(({ code, file, reason }) => ({ code, file, reason }))).toEqual([
      { code: 'renamed-member', file: 'box.vpp', reason: "another 'a.rfa', here called 'a~2.rfa'" },
    ]);
  });

  test('compressions are taken off, around members too', () => {
    const source = expand(
      sourceOf({ 'run.rfa.yaz0': yaz0.wrap(clip), 'box.vpp': packfile(['a.bin', yaz0.wrap(clip)]) }),
    );
    expect(source.open('run.rfa.yaz0')).toEqual(clip);
    expect(source.head('box.vpp/a.bin', 4)).toEqual(clip.subarray(0, 4));
    expect(source.openFile('box.vpp/a.bin')).toMatchObject({
      format: { id: 'rfa' },
      wrappers: [{ wrapper: { id: 'yaz0' } }],
    });
  });

  test('a compressed file that becomes too large is an issue, not a full memory', () => {
    const bomb = yaz0.wrap(new Uint8Array(100_000));
    const file = expand(sourceOf({ 'bomb.yaz0': bomb }), { limit: 50_000 }).openFile('bomb.yaz0')!;
    expect(file.format).toBeUndefined();
    expect(file.sealed?.id).toBe('yaz0');
    expect(file.issues).toMatchObject([{ severity: 'error', file: 'bomb.yaz0' }]);
  });

  test('archives are not opened deeper than asked for', () => {
    let archive = packfile(['run.rfa', clip]);
    for (let i = 0; i < 3; i++) archive = packfile(['in.vpp', archive]);
    const source = expand(sourceOf({ 'box.vpp': archive }), { depth: 2 });
    expect(names(source)).toEqual(['box.vpp', 'box.vpp/in.vpp', 'box.vpp/in.vpp/in.vpp']);
    expect(source.issues).toMatchObject([{ code: 'too-nested', file: 'box.vpp/in.vpp/in.vpp' }]);
    expect(names(expand(sourceOf({ 'box.vpp': archive }), { depth: 0 }))).toEqual(['box.vpp']);
  });

  test('an archive that can not be read keeps its entry and gives an issue', () => {
    const source = expand(sourceOf({ 'box.vpp': packfile(['run.rfa', clip]).subarray(0, 10), 'a.rfa': clip }));
    expect(names(source)).toEqual(['box.vpp', 'a.rfa']);
    expect(source.issues).toMatchObject([{ severity: 'error', file: 'box.vpp' }]);
  });
});

test('free names keep folder and extension', () => {
  const taken = new Set(['a/x.tga', 'a/x~2.tga', 'plain']);
  expect(freeName(taken, 'a/x.tga')).toBe('a/x~3.tga');
  expect(freeName(taken, 'b/x.tga')).toBe('b/x.tga');
  expect(freeName(taken, 'plain')).toBe('plain~2');
});
