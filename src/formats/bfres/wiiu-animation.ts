import {
  Codec,
  countOf,
  f32,
  type Infer,
  i8,
  i32,
  later,
  list,
  littleEndian,
  pointer,
  type Reader,
  struct,
  table,
  u8,
  u16,
  u32,
  usually,
  type Writer,
} from '../../binary/index.ts';
import { baseCountOf } from './skeletal-animation.ts';
import { Magic4 } from './wiiu-block.ts';
import { wiiuCurve } from './wiiu-curve.ts';
import { dictionaryOfElements, FROM_ITSELF, FROM_ITSELF_ALWAYS } from './wiiu-dictionary.ts';
import { textureReference } from './wiiu-material.ts';
import { wiiuText } from './wiiu-text.ts';
import { wiiuUserDatum } from './wiiu-user-data.ts';

// Animations of Wii U files (specification, section 16.8): FSKA of skeletons, FSHU of shader parameters, FTXP of texture
// patterns, FVIS of visibility.

const floats = list(f32);
const indices = list(u16).is('0xffff: not bound yet');

const boneAnimWith = (hasDelta: boolean, isEmpty: boolean) =>
  struct('BoneAnim', {
    flags: u32,
    name: wiiuText,
    beginRotate: u8,
    beginTranslate: u8,
    curveCount: countOf('curves', u8),
    beginBaseTranslate: u8,
    // Found in clips of more than 256 curves: the one number of the file with its least significant byte first.
    firstCurve: littleEndian(u32).is('index of the first curve among those of the animation'),
    curves: pointer(i32, list(wiiuCurve(hasDelta)), isEmpty ? FROM_ITSELF : FROM_ITSELF_ALWAYS),
    base: later('base values', i32, ({ flags }: { flags: number }) => floats.times(baseCountOf(flags)), {
      ...FROM_ITSELF,
      optional: true,
    }),
  });
export type WiiuBoneAnim = Infer<ReturnType<typeof boneAnimWith>>;

/** Those with neither base values nor curves have no offsets at all (section 16.9). */
class BoneAnimCodec extends Codec<WiiuBoneAnim> {
  readonly kind = 'BoneAnim';
  readonly minSize: number;
  private readonly full: ReturnType<typeof boneAnimWith>;
  private readonly empty: ReturnType<typeof boneAnimWith>;

  constructor(hasDelta: boolean) {
    super();
    this.full = boneAnimWith(hasDelta, false);
    this.empty = boneAnimWith(hasDelta, true);
    this.minSize = this.full.minSize;
  }

  read(r: Reader): WiiuBoneAnim {
    return this.full.read(r);
  }

  write(w: Writer, value: WiiuBoneAnim): void {
    (value.base === undefined ? this.empty : this.full).write(w, value);
  }
}

export const wiiuSkeletalAnim = (hasDelta: boolean) =>
  struct('SkeletalAnim', {
    signature: new Magic4('FSKA'),
    name: wiiuText,
    path: wiiuText,
    flags: u32.is('4 loop, scaling mode in bits 8 and 9, rotation mode in bits 12 to 14'),
    frameCount: i32.is('number of the last frame'),
    boneAnimCount: usually(u16, ({ boneAnims }: { boneAnims: unknown[] }) => boneAnims.length),
    userDataCount: u16,
    curveTotal: i32,
    bakedSize: u32,
    boneAnims: later(
      'BoneAnim[]',
      i32,
      ({ boneAnimCount }: { boneAnimCount: number }) => boneAnimLists[Number(hasDelta)]!.times(boneAnimCount),
      FROM_ITSELF,
    ),
    boundSkeleton: usually(i32, () => 0),
    bindIndices: later(
      'u16[]',
      i32,
      ({ boneAnimCount }: { boneAnimCount: number }) => indices.times(boneAnimCount),
      FROM_ITSELF,
    ),
    userData: dictionaryOfElements(wiiuUserDatum),
  });
const boneAnimLists = [list(new BoneAnimCodec(false)), list(new BoneAnimCodec(true))] as const;
export type WiiuSkeletalAnim = Infer<ReturnType<typeof wiiuSkeletalAnim>>;

const constants = table('Constant', {
  target: u32.is('byte offset in the parameter'),
  value: u32.is('bits of an f32 or s32'),
});

const wiiuParamAnim = struct('ParamAnim', {
  firstCurve: u16.is('among the curves of the material'),
  floatCurveCount: u16,
  intCurveCount: u16,
  firstConstant: u16,
  constantCount: u16,
  subBindIndex: u16,
  name: wiiuText,
});

const paramMaterialAnim = (hasDelta: boolean) =>
  struct('ParamMaterialAnim', {
    paramAnimCount: countOf('paramAnims', u16),
    curveCount: countOf('curves', u16),
    constantCount: countOf('constants', u16),
    padding: usually(u16, () => 0),
    firstCurve: i32,
    firstParam: i32,
    name: wiiuText,
    paramAnims: pointer(i32, list(wiiuParamAnim), FROM_ITSELF),
    curves: pointer(i32, list(wiiuCurve(hasDelta)), FROM_ITSELF_ALWAYS),
    constants: pointer(i32, constants, FROM_ITSELF),
  });

export interface MaterialAnimFields {
  materialAnimCount: number;
}

export const wiiuParamAnimation = (hasDelta: boolean) => {
  const materialAnims = list(paramMaterialAnim(hasDelta));
  return struct('ParamAnimation', {
    signature: new Magic4('FSHU'),
    name: wiiuText,
    path: wiiuText,
    flags: u32.is('4 loop'),
    frameCount: i32.is('number of the last frame'),
    materialAnimCount: usually(u16, ({ materialAnims }: { materialAnims: unknown[] }) => materialAnims.length),
    userDataCount: u16,
    paramTotal: i32,
    curveTotal: i32,
    bakedSize: u32,
    boundModel: usually(i32, () => 0),
    bindIndices: later(
      'u16[]',
      i32,
      ({ materialAnimCount }: MaterialAnimFields) => indices.times(materialAnimCount),
      FROM_ITSELF,
    ),
    materialAnims: later(
      'ParamMaterialAnim[]',
      i32,
      ({ materialAnimCount }: MaterialAnimFields) => materialAnims.times(materialAnimCount),
      FROM_ITSELF,
    ),
    userData: dictionaryOfElements(wiiuUserDatum),
  });
};
export type WiiuParamAnimation = Infer<ReturnType<typeof wiiuParamAnimation>>;

const wiiuPatternAnim = struct('PatternAnim', {
  curve: i8.is('among the curves of the material, -1 for a constant'),
  subBindIndex: i8,
  padding: usually(u16, () => 0),
  name: wiiuText.is('sampler'),
});

const shorts = list(u16);

const patternMaterialAnim = (hasDelta: boolean) =>
  struct('PatternMaterialAnim', {
    patternAnimCount: countOf('patternAnims', u16),
    curveCount: countOf('curves', u16),
    firstCurve: i32,
    firstPattern: i32,
    name: wiiuText,
    patternAnims: pointer(i32, list(wiiuPatternAnim), FROM_ITSELF),
    curves: pointer(i32, list(wiiuCurve(hasDelta)), FROM_ITSELF_ALWAYS),
    base: later('u16[]', i32, ({ patternAnims }: { patternAnims: unknown[] }) => shorts.times(patternAnims.length), {
      ...FROM_ITSELF,
      optional: true,
    }),
  });

export const wiiuPatternAnimation = (hasDelta: boolean) => {
  const materialAnims = list(patternMaterialAnim(hasDelta));
  return struct('PatternAnimation', {
    signature: new Magic4('FTXP'),
    name: wiiuText,
    path: wiiuText,
    flags: u16.is('4 loop'),
    userDataCount: u16,
    frameCount: i32.is('number of the last frame'),
    textureCount: usually(u16, ({ textures }: { textures?: { names: string[] } }) => textures?.names.length ?? 0),
    materialAnimCount: usually(u16, ({ materialAnims }: { materialAnims: unknown[] }) => materialAnims.length),
    patternTotal: i32,
    curveTotal: i32,
    bakedSize: u32,
    boundModel: usually(i32, () => 0),
    bindIndices: later(
      'u16[]',
      i32,
      ({ materialAnimCount }: MaterialAnimFields) => indices.times(materialAnimCount),
      FROM_ITSELF,
    ),
    materialAnims: later(
      'PatternMaterialAnim[]',
      i32,
      ({ materialAnimCount }: MaterialAnimFields) => materialAnims.times(materialAnimCount),
      FROM_ITSELF,
    ),
    textures: dictionaryOfElements(textureReference),
    userData: dictionaryOfElements(wiiuUserDatum),
  });
};
export type WiiuPatternAnimation = Infer<ReturnType<typeof wiiuPatternAnimation>>;

export interface TargetFields {
  targetCount: number;
}

const texts = list(wiiuText);
const bits = list(u32).is('visibility of the targets that no curve drives, a bit each');

export const wiiuVisibilityAnim = (hasDelta: boolean) =>
  struct('VisibilityAnim', {
    signature: new Magic4('FVIS'),
    name: wiiuText,
    path: wiiuText,
    flags: u16.is('4 loop, 0x100 of materials'),
    userDataCount: u16,
    frameCount: i32.is('number of the last frame'),
    targetCount: usually(u16, ({ names }: { names: unknown[] }) => names.length),
    curveCount: countOf('curves', u16),
    bakedSize: u32,
    boundModel: usually(i32, () => 0),
    bindIndices: later('u16[]', i32, ({ targetCount }: TargetFields) => indices.times(targetCount), FROM_ITSELF),
    names: later('strings', i32, ({ targetCount }: TargetFields) => texts.times(targetCount), FROM_ITSELF),
    curves: pointer(i32, list(wiiuCurve(hasDelta)), FROM_ITSELF_ALWAYS),
    base: later('bits', i32, ({ targetCount }: TargetFields) => bits.times(Math.ceil(targetCount / 32)), FROM_ITSELF),
    userData: dictionaryOfElements(wiiuUserDatum),
  });
export type WiiuVisibilityAnim = Infer<ReturnType<typeof wiiuVisibilityAnim>>;

const wiiuKeyShapeAnim = struct('KeyShapeAnim', {
  curve: i8.is('-1 for none'),
  subBindIndex: i8,
  padding: usually(u16, () => 0),
  name: wiiuText,
});

const vertexShapeAnim = (hasDelta: boolean) =>
  struct('VertexShapeAnim', {
    curveCount: countOf('curves', u16),
    keyShapeCount: countOf('keyShapes', u16),
    firstCurve: i32,
    firstKeyShape: i32,
    name: wiiuText,
    keyShapes: pointer(i32, list(wiiuKeyShapeAnim), FROM_ITSELF),
    curves: pointer(i32, list(wiiuCurve(hasDelta)), FROM_ITSELF),
    base: later(
      'f32[]',
      i32,
      ({ keyShapes }: { keyShapes: unknown[] }) => floats.times(Math.max(0, keyShapes.length - 1)),
      { ...FROM_ITSELF, optional: true },
    ),
  });

/** Known from descriptions alone. */
export const wiiuShapeAnim = (hasDelta: boolean) => {
  const shapes = list(vertexShapeAnim(hasDelta));
  return struct('ShapeAnim', {
    signature: new Magic4('FSHA'),
    name: wiiuText,
    path: wiiuText,
    flags: u16.is('4 loop'),
    userDataCount: u16,
    frameCount: i32.is('number of the last frame'),
    shapeCount: usually(u16, ({ shapes }: { shapes: unknown[] }) => shapes.length),
    keyShapeTotal: u16,
    curveTotal: u16,
    padding: usually(u16, () => 0),
    bakedSize: u32,
    boundModel: usually(i32, () => 0),
    bindIndices: later(
      'u16[]',
      i32,
      ({ shapeCount }: { shapeCount: number }) => indices.times(shapeCount),
      FROM_ITSELF,
    ),
    shapes: later(
      'VertexShapeAnim[]',
      i32,
      ({ shapeCount }: { shapeCount: number }) => shapes.times(shapeCount),
      FROM_ITSELF,
    ),
    userData: dictionaryOfElements(wiiuUserDatum),
  });
};
export type WiiuShapeAnim = Infer<ReturnType<typeof wiiuShapeAnim>>;
