import {
  absent,
  Codec,
  cstring,
  f32,
  given,
  type Infer,
  list,
  type Reader,
  rest,
  struct,
  table,
  u8,
  u16,
  u32,
  type Writer,
} from '../../binary/index.ts';
import { joint, shape } from './bone.ts';
import { startsWith, xrayChunks } from './chunk.ts';
import { DEFINITIONS_ID, definitionsChunk, MOTIONS_ID, motionsChunk } from './motions.ts';
import { asManyAsFit, line, openText, time32, time64, vec2, vec3 } from './values.ts';

// `.ogf`: the model as the game uses it (specification, section 14).

export const OGF_VERSION = 4;
export const HEADER_ID = 1;

export const MODEL_TYPE = {
  static: 0,
  hierarchy: 1,
  progressive: 2,
  animated: 3,
  skinnedProgressive: 4,
  skinned: 5,
  rigid: 10,
} as const;

const header = struct('Header', {
  version: u8.is('4'),
  type: u8.named({
    0: 'static mesh',
    1: 'hierarchy',
    2: 'progressive static mesh',
    3: 'animated skeleton',
    4: 'skinned progressive part',
    5: 'skinned part',
    6: 'LOD',
    7: 'tree',
    8: 'particle effect',
    9: 'particle group',
    10: 'rigid skeleton',
    11: 'progressive tree',
    12: '3D fluid volume',
  }),
  shader: u16,
  boundsMin: vec3.in('m'),
  boundsMax: vec3.in('m'),
  sphereCenter: vec3.in('m'),
  sphereRadius: f32.in('m'),
});

const surface = { position: vec3.in('m'), normal: vec3, tangent: vec3.is('along u'), bitangent: vec3.is('along v') };

const vertexTables = {
  1: table('Vertex1', { ...surface, uv: vec2, bone: u32 }),
  short: table('ShortVertex1', { position: vec3.in('m'), normal: vec3, uv: vec2, bone: u32 }),
  2: table('Vertex2', { bones: u16.x(2), ...surface, weights: f32.x(1).is('of the second bone'), uv: vec2 }),
  3: table('Vertex3', { bones: u16.x(3), ...surface, weights: f32.x(2).is('of all bones but the last'), uv: vec2 }),
  4: table('Vertex4', { bones: u16.x(4), ...surface, weights: f32.x(3).is('of all bones but the last'), uv: vec2 }),
  static: table('StaticVertex', { position: vec3.in('m'), normal: vec3, uv: vec2 }),
};

/** Vertices as they are stored: columns that a format lacks are missing. */
export interface Vertices {
  readonly length: number;
  readonly position: Float32Array;
  readonly normal: Float32Array;
  readonly tangent?: Float32Array;
  readonly bitangent?: Float32Array;
  readonly uv: Float32Array;
  /** Of vertices with one bone. */
  readonly bone?: Uint32Array;
  /** Two to four per vertex. */
  readonly bones?: Uint16Array;
  /** Of two bones the weight of the second; otherwise of all but the last. */
  readonly weights?: Float32Array;
}

/** Bones per vertex by vertex format; 0 where vertices follow no bone. */
export const linksOf: ReadonlyMap<number, 0 | 1 | 2 | 3 | 4> = new Map([
  [1, 1],
  [0x12071980, 1],
  [2, 2],
  [0x240e3300, 2],
  [3, 3],
  [0x481c6600, 3],
  [4, 4],
  [0x5a237f80, 4],
  [0x112, 0],
]);

const formatNames = Object.fromEntries([...linksOf].map(([format, links]) => [format, `${links} bones`]));

/** Vertices of one bone: old builds leave the tangents out, which only the size tells. */
class OneBoneVertices extends Codec<Vertices> {
  readonly kind: string;
  readonly minSize: number;
  private readonly count: number;

  constructor(count: number) {
    super();
    this.count = count;
    this.kind = `Vertex1[${count}]`;
    this.minSize = vertexTables.short.stride * count;
  }

  read(r: Reader): Vertices {
    return (r.left === this.minSize ? vertexTables.short : vertexTables[1]).times(this.count).read(r);
  }

  write(w: Writer, value: Vertices): void {
    const codec: Codec<any> = (value.tangent === undefined ? vertexTables.short : vertexTables[1]).times(this.count);
    codec.write(w, value);
  }
}

function verticesOf({ format, vertexCount }: { format: number; vertexCount: number }): Codec<Vertices | undefined> {
  const links = linksOf.get(format);
  if (links === undefined) return absent;
  if (links === 1) return new OneBoneVertices(vertexCount);
  const codec: Codec<any> = (links === 0 ? vertexTables.static : vertexTables[links]).times(vertexCount);
  return codec;
}

const vertices = struct('Vertices', {
  format: u32.named(formatNames),
  vertexCount: u32,
  vertices: given(verticesOf),
  unknownVertices: given((v: { format: number }) => (linksOf.has(v.format) ? absent : rest)),
});

const windows = struct('SlidingWindows', {
  reserved: u32.x(4),
  windows: table('Window', {
    firstIndex: u32.is('in the index list'),
    triangleCount: u16,
    vertexCount: u16,
  }).prefixed(u32),
});

const bone = struct('CompiledBone', {
  name: cstring,
  parent: cstring.is('empty for the root'),
  boxRotation: f32.x(9).is("rows: the box's axes in bone space"),
  boxCenter: vec3.in('m'),
  boxHalfSize: vec3.in('m'),
});

const bonePhysics = struct('BonePhysics', {
  version: u32.is('0: without friction'),
  material: cstring.is('game material'),
  shape,
  joint: joint.is('limits with the opposite sign of .object files'),
  flags: u32.is('1: breakable'),
  breakForce: f32,
  breakTorque: f32,
  friction: given((b: { version: number }) => (b.version > 0 ? f32 : absent)),
  rotation: vec3.in('radians').is('about x y z, from the parent'),
  offset: vec3.in('m').is('from the parent'),
  mass: f32.in('kg?'),
  centerOfMass: vec3.in('m').is('in bone space'),
});
export type BonePhysics = Infer<typeof bonePhysics>;

const description = struct('Description', {
  source: cstring.is('file it was compiled from'),
  tool: cstring,
  compiled: time32,
  creator: cstring,
  created: time32,
  modifier: cstring,
  modified: time32,
});
const description64 = struct('Description64', {
  source: cstring.is('file it was compiled from'),
  tool: cstring,
  compiled: time64,
  creator: cstring,
  created: time64,
  modifier: cstring,
  modified: time64,
});

const partKinds = {
  header: [HEADER_ID, header],
  texture: [2, struct('Texture', { texture: cstring.is('without extension'), shader: cstring.is('engine shader') })],
  vertices: [3, vertices],
  indices: [4, list(u16).is('triangles').prefixed(u32)],
  windows: [6, windows],
} as const;

/** Chunks whose compression mark is a trick of mod tools, never true. */
const NEVER_COMPRESSED = [HEADER_ID, 18];

const part = xrayChunks('Part', partKinds, undefined, NEVER_COMPRESSED);
export type OgfPart = Infer<typeof part>;

const model = xrayChunks(
  'CompiledModel',
  {
    ...partKinds,
    children: [9, xrayChunks('Parts', {}, { part })],
    bones: [13, list(bone).prefixed(u32)],
    motions: [MOTIONS_ID, motionsChunk],
    definitions: [DEFINITIONS_ID, definitionsChunk],
    physics: [16, asManyAsFit(bonePhysics)],
    userData: [17, cstring.is('text of an ini file')],
    openUserData: [17, openText.is('text of an ini file')],
    description: [18, description],
    description64: [18, description64],
    motionReferences: [19, cstring.is('names of .omf files, separated by commas')],
    lod: [23, line.is('name of the LOD model')],
    lodModel: [23, part],
    motionReferenceList: [24, list(cstring).is('names of .omf files').prefixed(u32)],
  },
  undefined,
  NEVER_COMPRESSED,
);

/** Models of builds before Shadow of Chernobyl: other ids, other layouts. Only their header is read. */
const oldModel = xrayChunks('OldModel', {
  oldHeader: [HEADER_ID, struct('OldHeader', { version: u8, type: u8, shader: u16 })],
});

export type OgfFile = Infer<typeof model> | Infer<typeof oldModel>;

export const ogfFile: Codec<OgfFile> = startsWith(
  HEADER_ID,
  new (class extends Codec<OgfFile> {
    readonly kind = model.kind;
    readonly minSize = 8;

    read(r: Reader): OgfFile {
      const version = r.bytes[r.pos + 8];
      if (version === OGF_VERSION || r.left < 9) return model.read(r);
      r.warn('ogf/old-version', `version ${version}, only version ${OGF_VERSION} is understood`);
      return oldModel.read(r);
    }

    write(w: Writer, value: OgfFile): void {
      const codec: Codec<any> = value.some((chunk) => chunk.name === 'oldHeader') ? oldModel : model;
      codec.write(w, value);
    }
  })(),
);
export type Ogf = Infer<typeof model>;
