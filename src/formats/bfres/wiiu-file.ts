import {
  countOf,
  filled,
  type Infer,
  i32,
  later,
  list,
  magic,
  oneOf,
  pointer,
  struct,
  u8,
  u16,
  u32,
  usually,
} from '../../binary/index.ts';
import { bytesOf } from './block.ts';
import {
  wiiuParamAnimation,
  wiiuPatternAnimation,
  wiiuShapeAnim,
  wiiuSkeletalAnim,
  wiiuVisibilityAnim,
} from './wiiu-animation.ts';
import { Magic4 } from './wiiu-block.ts';
import { wiiuVertexBuffer } from './wiiu-buffer.ts';
import { dictionaryOfElements, FROM_ITSELF, FROM_ITSELF_ALWAYS } from './wiiu-dictionary.ts';
import { wiiuMaterial } from './wiiu-material.ts';
import { wiiuSceneAnim } from './wiiu-scene-animation.ts';
import { wiiuShape } from './wiiu-shape.ts';
import { wiiuSkeleton } from './wiiu-skeleton.ts';
import { wiiuText } from './wiiu-text.ts';
import { wiiuTexture } from './wiiu-texture.ts';
import { wiiuUserDatum } from './wiiu-user-data.ts';

// The header of a Wii U file and what it leads to (specification, sections 16.1 and 16.3).

type Named = { names: string[] } | undefined;

/** How many elements a dictionary has, which usually is stored next to it. */
const countOfEntries = <K extends string>(name: K) =>
  usually(u16, (fields: { [key in K]?: Named }) => fields[name]?.names.length ?? 0);

export const wiiuEmbeddedFile = struct('EmbeddedFile', {
  data: later('bytes', i32, ({ size }: { size: number }) => bytesOf(size), { ...FROM_ITSELF, optional: true }),
  size: usually(u32, ({ data }: { data?: Uint8Array | undefined }) => data?.length ?? 0),
});
export type WiiuEmbeddedFile = Infer<typeof wiiuEmbeddedFile>;

const modelWith = (shape: ReturnType<typeof wiiuShape>, material: ReturnType<typeof wiiuMaterial>, early: boolean) =>
  struct('Model', {
    signature: new Magic4('FMDL'),
    name: wiiuText,
    path: wiiuText,
    skeleton: pointer(i32, wiiuSkeleton(early), FROM_ITSELF),
    vertexBuffers: pointer(i32, list(wiiuVertexBuffer), FROM_ITSELF_ALWAYS),
    shapes: dictionaryOfElements(shape),
    materials: dictionaryOfElements(material),
    userData: dictionaryOfElements(wiiuUserDatum),
    vertexBufferCount: countOf('vertexBuffers', u16),
    shapeCount: countOfEntries('shapes'),
    materialCount: countOfEntries('materials'),
    userDataCount: countOfEntries('userData'),
    totalProcessedVertices: u32,
    userPointer: usually(u32, () => 0),
  });
export type WiiuModel = Infer<ReturnType<typeof modelWith>>;

/** Version `a.b` as one number that can be compared: 3.4 is 0x304. */
export const minorVersion = ([a, b]: ArrayLike<number> & Iterable<number>): number => a! * 256 + b!;

/** All structures of a version that others need to know. */
export function wiiuSchema(version: number) {
  const early = version < 0x304;
  const shape = wiiuShape(version >= 0x405);
  const material = wiiuMaterial(early);
  const model = modelWith(shape, material, early);
  const elements = {
    models: model,
    textures: wiiuTexture,
    skeletalAnims: wiiuSkeletalAnim(!early),
    paramAnims: wiiuParamAnimation(!early),
    colorAnims: wiiuParamAnimation(!early),
    textureSrtAnims: wiiuParamAnimation(!early),
    patternAnims: wiiuPatternAnimation(!early),
    boneVisibilityAnims: wiiuVisibilityAnim(!early),
    materialVisibilityAnims: wiiuVisibilityAnim(!early),
    shapeAnims: wiiuShapeAnim(!early),
    sceneAnims: wiiuSceneAnim(!early),
    embeddedFiles: wiiuEmbeddedFile,
  };
  const header = struct('Bfres', {
    signature: magic('FRES'),
    version: u8.x(4),
    byteOrder: oneOf(u16, 0xfeff),
    headerSize: usually(u16, () => 0x10),
    fileSize: filled(u32),
    alignment: u32,
    name: wiiuText,
    stringPoolSize: filled(u32),
    stringPool: filled(u32),
    models: dictionaryOfElements(elements.models),
    textures: dictionaryOfElements(elements.textures),
    skeletalAnims: dictionaryOfElements(elements.skeletalAnims),
    paramAnims: dictionaryOfElements(elements.paramAnims),
    colorAnims: dictionaryOfElements(elements.colorAnims),
    textureSrtAnims: dictionaryOfElements(elements.textureSrtAnims),
    patternAnims: dictionaryOfElements(elements.patternAnims),
    boneVisibilityAnims: dictionaryOfElements(elements.boneVisibilityAnims),
    materialVisibilityAnims: dictionaryOfElements(elements.materialVisibilityAnims),
    shapeAnims: dictionaryOfElements(elements.shapeAnims),
    sceneAnims: dictionaryOfElements(elements.sceneAnims),
    embeddedFiles: dictionaryOfElements(elements.embeddedFiles),
    modelCount: countOfEntries('models'),
    textureCount: countOfEntries('textures'),
    skeletalAnimCount: countOfEntries('skeletalAnims'),
    paramAnimCount: countOfEntries('paramAnims'),
    colorAnimCount: countOfEntries('colorAnims'),
    textureSrtAnimCount: countOfEntries('textureSrtAnims'),
    patternAnimCount: countOfEntries('patternAnims'),
    boneVisibilityAnimCount: countOfEntries('boneVisibilityAnims'),
    materialVisibilityAnimCount: countOfEntries('materialVisibilityAnims'),
    shapeAnimCount: countOfEntries('shapeAnims'),
    sceneAnimCount: countOfEntries('sceneAnims'),
    embeddedFileCount: countOfEntries('embeddedFiles'),
    userPointer: usually(u32, () => 0),
  });
  return { header, elements, shape, material };
}
export type WiiuSchema = ReturnType<typeof wiiuSchema>;
export type WiiuHeader = Infer<WiiuSchema['header']>;
