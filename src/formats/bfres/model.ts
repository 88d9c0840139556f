import {
  type Codec,
  countOf,
  type Infer,
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
import { Block, commonDictionary, listedSince, ownDictionary, pointedAtWhenEmpty } from './block.ts';
import { dictionaryOf } from './dictionary.ts';
import { type ClassicMaterial, material } from './material.ts';
import { type SharedMaterial, sharedMaterial, sharedShaderAssign } from './material-v10.ts';
import { shape } from './shape.ts';
import { skeleton, userDataNames } from './skeleton.ts';
import { text } from './text.ts';
import { userDatum } from './user-data.ts';
import { type Layout, when } from './version.ts';
import { vertexBuffer } from './vertex-buffer.ts';

// FMDL, a model (specification, section 5).

export type Material = ClassicMaterial | SharedMaterial;

/** Whether a material is one of version 10, with a shader assignment that it shares. */
export const isSharedMaterial = (material: Material): material is SharedMaterial => 'shaderInfo' in material;

const materialOf = (layout: Layout): Codec<Material> =>
  (layout >= 10 ? sharedMaterial : material(layout)) as Codec<Material>;

export interface ModelFields {
  vertexBufferCount: number;
}
type Named = { name?: string | undefined }[];

export const model = (layout: Layout) => {
  const vertices = vertexBuffer(layout);
  const vertexBuffers = list(vertices);
  return struct('Model', {
    block: new Block('FMDL', layout),
    ...when(layout >= 9, { flags: usually(u32, () => 0) }),
    name: text,
    path: text,
    skeleton: pointer(u64, skeleton(layout)),
    vertexBuffers: later('VertexBuffer[]', u64, (_: ModelFields, count) => vertexBuffers.times(count)),
    shapes: pointer(u64, list(shape(layout, vertices))),
    shapeDictionary: usually(ownDictionary(), ({ shapes }: { shapes: Named }) => dictionaryOf(shapes)),
    materials: pointer(u64, list(materialOf(layout))),
    ...when(layout === 9, { unknown40: usually(u64, () => 0) }),
    materialDictionary: usually(ownDictionary(), ({ materials }: { materials: Named }) => dictionaryOf(materials)),
    ...when(layout >= 10, { shaderAssigns: pointer(u64, list(sharedShaderAssign)) }),
    userData: pointer(u64, list(userDatum), pointedAtWhenEmpty(listedSince(10, layout))),
    userDataDictionary: usually(commonDictionary(layout, listedSince(8, layout)), userDataNames),
    userPointer: usually(u64, () => 0),
    vertexBufferCount: countOf('vertexBuffers', u16),
    shapeCount: countOf('shapes', u16),
    materialCount: countOf('materials', u16),
    ...when(layout === 9, { shaderAssignCount9: usually(u16, () => 0) }),
    ...when(layout >= 10, { shaderAssignCount: countOf('shaderAssigns', u16) }),
    userDataCount: countOf('userData', u16),
    ...when(layout < 9, { totalProcessedVertices: u32 }),
    padding: usually(u8.x(layout < 9 ? 4 : 6), () => (layout < 9 ? NO_PADDING_4 : NO_PADDING_6)),
  });
};
const NO_PADDING_4 = new Uint8Array(4);
const NO_PADDING_6 = new Uint8Array(6);

export type Model = Infer<ReturnType<typeof model>>;
