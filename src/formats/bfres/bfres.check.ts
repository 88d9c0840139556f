import { CodecError, hex, Reader } from '../../binary/index.ts';
import { type Issue, issue } from '../../issue.ts';
import { issues } from './bfres.issues.ts';
import { type Bfres, bfres, rebuild } from './bfres.ts';
import { checkCurves } from './curve.check.ts';
import type { Dictionary } from './dictionary.ts';
import { checkLayout } from './layout.check.ts';
import { checkModel } from './model.check.ts';
import { pointersOf, relocationTable } from './relocation.ts';
import { switchModel } from './switch-view.ts';

/** Yields what the game would stumble over, and what is not as Nintendo's tools leave it (section 22). */
export function* check(file: Bfres): Iterable<Issue> {
  yield* checkAnimations(file);
  yield* checkDictionaries(file);
  if (file.lacksBuffers === true) {
    yield* tellMeshCodec(file);
    return;
  }
  for (const [m, model] of file.models.entries()) yield* checkModel(switchModel(model, m), ['models', m]);
  yield* checkRelocations(file);
  yield* checkLayout(file, rebuild);
}

function* tellMeshCodec({ models }: Bfres): Iterable<Issue> {
  const count = models.reduce((sum, { shapes }) => sum + shapes.length, 0);
  if (count > 0) yield issue(issues['mesh-codec'], `geometry of ${count} shapes is missing`, ['models']);
}

function* checkAnimations(file: Bfres): Iterable<Issue> {
  for (const [a, { name = '', boneAnims }] of file.skeletalAnims.entries()) {
    yield* checkCurves(
      name,
      boneAnims.flatMap(({ curves }) => curves),
      ['skeletalAnims', a],
    );
  }
  for (const [a, { name = '', materialAnims }] of file.materialAnims.entries()) {
    yield* checkCurves(
      name,
      materialAnims.flatMap(({ curves }) => curves),
      ['materialAnims', a],
    );
  }
  for (const [a, { name = '', curves }] of file.visibilityAnims.entries()) {
    yield* checkCurves(name, curves, ['visibilityAnims', a]);
  }
}

/** Dictionaries are in a value only where they do not follow from the names of their array. */
function* checkDictionaries(file: Bfres): Iterable<Issue> {
  const found: [string, Dictionary | undefined][] = [
    ['models', file.modelDictionary],
    ['skeletalAnims', file.skeletalAnimDictionary],
    ['materialAnims', file.materialAnimDictionary],
    ['visibilityAnims', file.visibilityAnimDictionary],
    ...file.models.flatMap((model): [string, Dictionary | undefined][] => [
      [`bones of ${model.name}`, model.skeleton?.boneDictionary],
      [`shapes of ${model.name}`, model.shapeDictionary],
      [`materials of ${model.name}`, model.materialDictionary],
    ]),
  ];
  for (const [what, dictionary] of found) {
    if (dictionary === undefined || dictionary.keys.length === 0) continue;
    yield issue(issues['dictionary-differs'], `of the ${what}`);
  }
}

/** Pointers that we followed and the table's are the same places, unless a structure is not what we take it for. */
function* checkRelocations({ source }: Bfres): Iterable<Issue> {
  if (source === undefined) return;
  const listed = listedPointers(source);
  if (listed === undefined) return;
  const followed = followedPointers(source);
  const missing = [...followed].filter((at) => !listed.has(at)).sort((a, b) => a - b);
  const view = new DataView(source.buffer, source.byteOffset, source.byteLength);
  const isPointer = (at: number) =>
    at + 8 <= source.length && (view.getUint32(at, true) !== 0 || view.getUint32(at + 4, true) !== 0);
  const extra = [...listed].filter((at) => !followed.has(at) && isPointer(at)).sort((a, b) => a - b);
  if (missing.length > 0) {
    yield issue(
      issues['missing-relocation'],
      `${missing.length} pointers, the first at ${hex(missing[0]!)}`,
      [],
      missing[0],
    );
  }
  if (extra.length > 0) {
    yield issue(issues['extra-relocation'], `${extra.length} places, the first at ${hex(extra[0]!)}`, [], extra[0]);
  }
}

/** Places that the relocation table lists; undefined where there is no table that can be read. */
function listedPointers(source: Uint8Array): Set<number> | undefined {
  const r = new Reader(source);
  r.pos = r.view.getUint32(0x18, true);
  if (r.pos === 0 || r.pos >= source.length) return undefined;
  const table = r.attempt(relocationTable);
  if (table instanceof CodecError) return undefined;
  const total = table.entries.structCount.reduce((sum, count, e) => sum + count * table.entries.pointerCount[e]!, 0);
  return total > source.length / 8 ? undefined : new Set(pointersOf(table).flat());
}

function followedPointers(source: Uint8Array): Set<number> {
  const r = new Reader(source);
  const followed = new Set<number>();
  r.followed = followed;
  bfres.read(r);
  return followed;
}
