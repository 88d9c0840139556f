import {
  absent,
  Codec,
  countOf,
  f32,
  given,
  type Infer,
  list,
  oneOf,
  type Reader,
  struct,
  table,
  trailing,
  u8,
  u16,
  u32,
  type Writer,
} from '../../binary/index.ts';

// One rigid mesh: the part of a battle model on one bone (`rtam`, `name.p00`), or of a field model (`aaac.p`)
// (specification, section 5). Every block is an array whose count stands in the header; they follow without padding.

const vec3 = f32.x(3);
/** 8-bit display values. */
const color = u8.x(4);

const polygon = table('Polygon', {
  tag: u16.is('0'),
  vertices: u16.x(3).is('+ group.vertexStart; clockwise seen from the front'),
  normals: u16.x(3),
  edges: u16.x(3).is('+ group.edgeStart; from corner k to corner k + 1'),
  pointer: u32.is('left over from memory'),
});

const hundred = table('Hundred', {
  unknown00: u32.is('1'),
  unknown04: u32.is('1; bits'),
  options: u32.is('render states; count where the same bit of features is set'),
  features: u32,
  textureId: u32.is('as in the group'),
  textureSetPointer: u32.is('left over from memory'),
  unknown18: u32,
  unknown1c: u32,
  unknown20: u32,
  shadeMode: u32.named({ 1: 'flat', 2: 'gouraud' }),
  ambient: u32,
  unknown2c: u32,
  unknown30: u32,
  srcBlend: u32,
  destBlend: u32,
  unknown3c: u32.is('2'),
  alphaRef: u32,
  blendMode: u32.named({ 0: 'average', 1: 'additive', 2: 'subtractive', 3: 'a quarter additive', 4: 'opaque' }),
  zSort: u32,
  unknown4c: u32,
  unknown50: u32,
  unknown54: u32,
  unknown58: u32,
  vertexAlpha: u32.is('replaces the alpha of the vertices while blending'),
  unknown60: u32,
});

const group = table('Group', {
  primitiveType: u32.is('1 untextured, 2 textured, others elsewhere'),
  polygonStart: u32,
  polygonCount: u32,
  vertexStart: u32,
  vertexCount: u32,
  edgeStart: u32,
  edgeCount: u32.is("0 in the game's own files although there are edges"),
  unknown1c: u32,
  unknown20: u32,
  unknown24: u32,
  unknown28: u32,
  texCoordStart: u32.is('texture coordinates of the vertices of the group begin here'),
  textured: u32,
  textureId: u32.is("index into the model's textures"),
});

const boundingBox = table('BoundingBox', { unknown00: u32.is('0'), max: vec3, min: vec3 });

/** Kimera writes the normal index table, but says in the header that there is none. */
class UnannouncedTable extends Codec<Uint32Array | undefined> {
  readonly kind = 'u32[]';
  override readonly doc = 'the normal index table, where the header says that there is none';
  readonly minSize = 0;
  private readonly count: number;

  constructor(count: number) {
    super();
    this.count = count;
  }

  read(r: Reader): Uint32Array | undefined {
    return this.count > 0 && r.left === 4 * this.count ? list(u32).times(this.count).read(r) : undefined;
  }

  write(w: Writer, value: Uint32Array | undefined): void {
    if (value !== undefined) list(u32).times(value.length).write(w, Uint32Array.from(value));
  }
}

interface Earlier {
  polygonColors: { length: number };
  normalIndexTableFlag: number;
  vertices: { length: number };
}

export const mesh = struct('PolygonModel', {
  version: oneOf(u32, 1),
  unknown04: u32.is('1'),
  vertexType: u32.is('1; 0 from some tools'),
  numVertices: countOf('vertices', u32),
  numNormals: countOf('normals', u32),
  numUnknown1: countOf('unknown1', u32),
  numTexCoords: countOf('texCoords', u32),
  numVertexColors: countOf('vertexColors', u32),
  numEdges: countOf('edges', u32),
  numPolygons: countOf('polygonColors', u32),
  numUnknown2: countOf('unknown2', u32),
  numUnknown3: countOf('unknown3', u32),
  numHundreds: countOf('hundreds', u32),
  numGroups: countOf('groups', u32),
  numBoundingBoxes: countOf('boundingBoxes', u32),
  normalIndexTableFlag: u32.is('1; 0 from Kimera, which writes the table all the same'),
  pointers: u32.x(16).is('left over from memory'),
  vertices: table('Vertex', { position: vec3.in('model units') }),
  normals: table('Normal', { normal: vec3 }),
  unknown1: table('Unknown1', { unknown: vec3 }),
  texCoords: table('TexCoord', { uv: f32.x(2).is('from the top left; repeats outside 0 to 1') }),
  vertexColors: table('VertexColor', { bgra: color }),
  polygonColors: table('PolygonColor', { bgra: color }),
  edges: table('Edge', { vertices: u16.x(2).is('numbers in the whole file') }),
  polygons: given(({ polygonColors }: Earlier) => polygon.times(polygonColors.length)),
  unknown2: table('Unknown2', { unknown: u8.x(24) }),
  unknown3: table('Unknown3', { unknown: u8.x(3) }),
  hundreds: hundred,
  groups: group,
  boundingBoxes: boundingBox,
  normalIndexTable: given(({ normalIndexTableFlag, vertices }: Earlier) =>
    normalIndexTableFlag === 0 ? absent : list(u32).is('normal of each vertex').times(vertices.length),
  ),
  unannouncedTable: given(({ normalIndexTableFlag, vertices }: Earlier) =>
    normalIndexTableFlag === 0 ? new UnannouncedTable(vertices.length) : absent,
  ),
  trailing,
});
export type PolygonModel = Infer<typeof mesh>;
