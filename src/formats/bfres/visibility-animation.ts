import { countOf, type Infer, i32, later, list, pointer, struct, u16, u32, u64, usually } from '../../binary/index.ts';
import { Block, commonDictionary, listedSince } from './block.ts';
import { curve } from './curve.ts';
import { userDataNames } from './skeleton.ts';
import { text } from './text.ts';
import { userDatum } from './user-data.ts';
import { type Layout, when } from './version.ts';

// FBVS, which bones are visible when (specification, section 13.3).

export interface TargetFields {
  targetCount: number;
}

const indices = list(u16).is('0xffff: not bound yet');
const bits = list(u32).is('visibility of the targets that no curve drives, a bit each');
const texts = list(text);

export const visibilityAnim = (layout: Layout) => {
  const listed = listedSince(10, layout);
  const userDataCount = { userDataCount: countOf('userData', u16) };
  const frameCount = { frameCount: i32.is('number of the last frame') };
  const bakedSize = { bakedSize: u32 };
  const counts = {
    targetCount: usually(u16, ({ names }: { names: unknown[] }) => names.length),
    curveCount: countOf('curves', u16),
  };
  return struct('VisibilityAnim', {
    block: new Block('FBVS', layout),
    ...when(layout >= 9, { flags: u32.is('4 loop') }),
    name: text,
    path: text,
    boundModel: usually(u64, () => 0),
    bindIndices: later('u16[]', u64, ({ targetCount }: TargetFields) => indices.times(targetCount), listed),
    curves: pointer(u64, list(curve), listed),
    base: later('bits', u64, ({ targetCount }: TargetFields) => bits.times(Math.ceil(targetCount / 32)), listed),
    names: later('strings', u64, ({ targetCount }: TargetFields) => texts.times(targetCount), listed),
    userData: pointer(u64, list(userDatum), listed),
    userDataDictionary: usually(commonDictionary(layout, listed), userDataNames),
    ...when(layout < 9, { flags: u16.is('4 loop'), ...userDataCount, ...frameCount, ...counts, ...bakedSize }),
    ...when(layout >= 9, { ...frameCount, ...bakedSize, ...counts, ...userDataCount, padding: usually(u16, () => 0) }),
  });
};
export type VisibilityAnim = Infer<ReturnType<typeof visibilityAnim>>;
