import {
  countOf,
  f32,
  type Infer,
  i8,
  i32,
  later,
  list,
  pointer,
  struct,
  u8,
  u16,
  u32,
  u64,
  usually,
} from '../../binary/index.ts';
import { Block, commonDictionary } from './block.ts';
import { curve } from './curve.ts';
import { userDataNames } from './skeleton.ts';
import { text } from './text.ts';
import { userDatum } from './user-data.ts';
import { type Layout, when } from './version.ts';

// FSHA, the weights of key shapes over time (specification, section 13.4). Known from descriptions alone.

export const keyShapeAnim = struct('KeyShapeAnim', {
  name: text,
  curve: i8.is('-1 for none'),
  subBindIndex: i8,
  padding: usually(u8.x(6), () => NO_PADDING_6),
});
const NO_PADDING_6 = new Uint8Array(6);

const floats = list(f32);

export const vertexShapeAnim = struct('VertexShapeAnim', {
  name: text,
  curves: pointer(u64, list(curve)),
  base: later(
    'f32[]',
    u64,
    ({ keyShapes }: { keyShapes: unknown[] }) => floats.times(Math.max(0, keyShapes.length - 1)),
    {
      last: true,
      optional: true,
    },
  ),
  keyShapes: pointer(u64, list(keyShapeAnim)),
  curveCount: countOf('curves', u16),
  keyShapeCount: countOf('keyShapes', u16),
  firstCurve: i32,
  firstKeyShape: i32,
  padding: usually(u32, () => 0),
});
export type VertexShapeAnim = Infer<typeof vertexShapeAnim>;

const indices = list(u16).is('0xffff: not bound yet');

export const shapeAnim = (layout: Layout) => {
  const counts = {
    userDataCount: countOf('userData', u16),
    shapeCount: usually(u16, ({ shapes }: { shapes: unknown[] }) => shapes.length),
    keyShapeTotal: u16,
  };
  const time = { frameCount: i32.is('number of the last frame'), bakedSize: u32 };
  return struct('ShapeAnim', {
    block: new Block('FSHA', layout),
    ...when(layout >= 9, { flags: u32.is('4 loop') }),
    name: text,
    path: text,
    boundModel: usually(u64, () => 0),
    bindIndices: later('u16[]', u64, ({ shapeCount }: { shapeCount: number }) => indices.times(shapeCount)),
    shapes: later('VertexShapeAnim[]', u64, ({ shapeCount }: { shapeCount: number }) =>
      vertexShapeAnims.times(shapeCount),
    ),
    userData: pointer(u64, list(userDatum)),
    userDataDictionary: usually(commonDictionary(layout), userDataNames),
    ...when(layout < 9, { flags: u16.is('4 loop'), ...counts, ...time }),
    ...when(layout >= 9, { ...time, ...counts }),
    curveTotal: u16,
    ...when(layout < 9, { padding: usually(u8.x(6), () => NO_PADDING_6) }),
  });
};
const vertexShapeAnims = list(vertexShapeAnim);
export type ShapeAnim = Infer<ReturnType<typeof shapeAnim>>;
