import type { Path } from '../../issue.ts';
import type { AttributeData, AttributeFormat } from './attribute-format.ts';

// A model as both consoles have it: what conversion to a scene needs to know, whatever file it came from.

export interface ModelView {
  readonly name: string;
  /** Where in its file a bone or shape of the model is. */
  originOf(kind: 'bone' | 'shape', index: number): Path;
  readonly skeleton: SkeletonView;
  readonly shapes: readonly ShapeView[];
  readonly materials: readonly MaterialView[];
  readonly vertexBufferCount: number;
}

export interface SkeletonView {
  /** Scaling mode in bits 8 and 9, rotation mode in bits 12 to 14. */
  readonly flags: number;
  readonly bones: readonly BoneView[];
  /** Bones of the matrix palette: first those with an inverse matrix, then those whose vertices are in bone space. */
  readonly matrixToBone: ArrayLike<number>;
  readonly smoothMatrixCount: number;
  /** Three rows of four numbers a smooth matrix. */
  readonly inverseMatrices: ArrayLike<number>;
}

export interface BoneView {
  readonly name?: string | undefined;
  readonly parent: number;
  readonly flags: number;
  readonly billboard: number;
  readonly smoothMatrix: number;
  readonly rigidMatrix: number;
  readonly scale: ArrayLike<number>;
  readonly rotation: ArrayLike<number>;
  readonly translation: ArrayLike<number>;
}

export interface ShapeView {
  readonly name: string;
  readonly materialIndex: number;
  readonly boneIndex: number;
  /** Weights per vertex that count. */
  readonly skinCount: number;
  /** Bones with an influence on it, ascending. */
  readonly skinBones: ArrayLike<number>;
  readonly vertexBufferIndex: number;
  readonly vertexCount: number;
  /** Names of attributes that are in a buffer that is not there. */
  readonly lostAttributes: readonly string[];
  readonly attributes: ReadonlyMap<string, AttributeView>;
  /** Levels of detail, the finest first. */
  readonly meshes: readonly MeshView[];
  readonly keyShapeNames: readonly string[];
  /** Of the sub-meshes of each mesh one by one, then of the mesh. */
  readonly boxes: BoxesView;
}

export interface BoxesView {
  readonly length: number;
  /** Three numbers a box. */
  readonly center: ArrayLike<number>;
  /** Half sizes, three numbers a box. */
  readonly extent: ArrayLike<number>;
}

export interface AttributeView {
  /** Undefined for codes that nobody knows. */
  readonly format: AttributeFormat | undefined;
  readonly data: AttributeData;
  /** Index of the buffer it is in. */
  readonly buffer: number;
}

export interface MeshView {
  readonly primitive: 'triangles' | 'triangle strip' | 'other';
  readonly indices: Uint8Array | Uint16Array | Uint32Array;
  /** Added to every index. */
  readonly firstVertex: number;
  readonly subMeshCount: number;
}

export type ParameterValue = number[] | boolean[];

export interface MaterialView {
  readonly name: string;
  readonly isVisible: boolean;
  /** Names of textures by the name of the sampler, with the name that the shader knows it by. */
  readonly samplers: readonly SamplerView[];
  readonly doubleSided: boolean;
  /** How it is drawn; undefined where nothing says. */
  readonly drawMode: 'opaque' | 'mask' | 'blend' | undefined;
  readonly alphaTest: boolean;
  readonly alphaCutoff: number | undefined;
  /** Everything else, by the names of the file, for those who look. */
  readonly renderInfos: Readonly<Record<string, readonly (string | number)[]>>;
  readonly parameters: readonly ParameterView[];
  readonly options: Readonly<Record<string, string>>;
  readonly shader: { readonly archive: string; readonly model: string } | undefined;
}

export interface ParameterView {
  readonly name: string;
  /** The code of its type: see `parameterTypes`. */
  readonly type: number;
  readonly value: readonly number[];
}

export interface SamplerView {
  /** Name in the material. */
  readonly name: string;
  /** Name in the shader, such as `_a0`: what the texture is for. */
  readonly role: string;
  readonly texture: string;
  readonly wrapU: WrapView;
  readonly wrapV: WrapView;
  readonly magnify: 'nearest' | 'linear';
}

export type WrapView = 'repeat' | 'mirror' | 'clamp';
