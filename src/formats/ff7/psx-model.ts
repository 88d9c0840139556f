import {
  Codec,
  countOf,
  given,
  type Infer,
  i16,
  list,
  oneOf,
  type Reader,
  sizeOf,
  struct,
  table,
  u8,
  u16,
  u32,
  type Writer,
} from '../../binary/index.ts';

// Skeletons, meshes and pictures inside the battle packs of the PlayStation (specification, sections 10.2 and 10.3).
// Corners of polygons are byte offsets into the vertices: 8 times an index.

const uv = u8.x(2).in('pixels');
const rgb = u8.x(4).is('r g b, unused');
const clut = u16.is('place of the palette in video memory');
const PAGE = 'place of the texture in video memory; ignored';

const texturedTriangles = struct('TexturedTriangles', {
  count: countOf('items', u16),
  texturePage: u16.is(PAGE),
  items: table('TexturedTriangle', {
    corners: u16.x(3),
    unknown06: u16.is('0x80'),
    uv0: uv,
    clut,
    uv1: uv,
    uv2: uv,
  }),
});

const texturedQuads = struct('TexturedQuads', {
  count: countOf('items', u16),
  texturePage: u16.is(PAGE),
  items: table('TexturedQuad', {
    corners: u16.x(4).is('triangles 0 1 2 and 1 3 2'),
    uv0: uv,
    clut,
    uv1: uv,
    uv2: uv,
    uv3: uv,
    unknown12: u16.is('0x80'),
  }),
});

const coloredTriangles = struct('ColoredTriangles', {
  count: countOf('items', u16),
  texturePage: u16.is(PAGE),
  items: table('ColoredTriangle', { corners: u16.x(3), unknown06: u16.is('0'), color0: rgb, color1: rgb, color2: rgb }),
});

const coloredQuads = struct('ColoredQuads', {
  count: countOf('items', u16),
  texturePage: u16.is(PAGE),
  items: table('ColoredQuad', {
    corners: u16.x(4).is('triangles 0 1 2 and 1 3 2'),
    color0: rgb,
    color1: rgb,
    color2: rgb,
    color3: rgb,
  }),
});

export const psxMesh = struct('PsxMesh', {
  vertexBytes: sizeOf('vertices', u32),
  vertices: table('PsxVertex', { position: i16.x(3), unused: i16 }).untilEnd(),
  texturedTriangles,
  texturedQuads,
  coloredTriangles,
  coloredQuads,
});
export type PsxMesh = Infer<typeof psxMesh>;

export interface PsxBone {
  /** An entry: 0 is the root, n the bone n - 1 of the PC. */
  parent: number;
  length: number;
  mesh?: PsxMesh;
}

export interface PsxModel {
  /** The root first. */
  entries: PsxBone[];
}

const boneTable = table('PsxBone', {
  parent: u16.is('an entry; 0 is the root'),
  boneLength: i16.in('model units'),
  meshOffset: u32.is('from the start of the section; 0: none'),
});
const BONE_SIZE = 8;

class PsxModelCodec extends Codec<PsxModel> {
  readonly kind = 'PsxModel';
  readonly minSize = 4 + BONE_SIZE;

  read(r: Reader): PsxModel {
    const start = r.pos;
    const boneCount = r.field('boneCount', u32);
    const bones = r.field('entries', boneTable.times(boneCount + 1));
    const entries: PsxBone[] = [];
    r.path.push('meshes');
    for (let i = 0; i < bones.length; i++) {
      const entry = { parent: bones.parent[i]!, length: bones.boneLength[i]! };
      const offset = bones.meshOffset[i]!;
      if (offset !== 0 && start + offset !== r.pos) {
        r.fail('bad-offset', `mesh of entry ${i} at ${offset}, the one before ends at ${r.pos - start}`);
      }
      entries.push(offset === 0 ? entry : { ...entry, mesh: r.field(i, psxMesh) });
    }
    r.path.pop();
    return { entries };
  }

  write(w: Writer, { entries }: PsxModel): void {
    const start = w.pos;
    w.field('boneCount', u32, entries.length - 1);
    const at = w.take(BONE_SIZE * entries.length);
    const meshOffset = new Uint32Array(entries.length);
    for (const [i, { mesh }] of entries.entries()) {
      if (mesh === undefined) continue;
      meshOffset[i] = w.pos - start;
      w.field(i, psxMesh, mesh);
    }
    w.fill(at, boneTable.times(entries.length), {
      length: entries.length,
      parent: Uint16Array.from(entries, ({ parent }) => parent),
      boneLength: Int16Array.from(entries, ({ length }) => length),
      meshOffset,
    });
  }
}

export const psxModel: Codec<PsxModel> = new PsxModelCodec();

interface TimSize {
  width: number;
  height: number;
}

const timBlock = struct('TimBlock', {
  size: u32.is('of the block, itself included'),
  x: u16,
  y: u16,
  width: u16.in('halfwords'),
  height: u16,
  data: given(({ width, height }: TimSize) => list(u16).times(width * height)),
});

/** A picture of 4 bits a pixel. */
export const tim = struct('Tim', {
  magic: oneOf(u32, 0x10),
  type: oneOf(u32, 8).is('4 bits a pixel, with palettes'),
  palettes: timBlock,
  image: timBlock,
});
export type Tim = Infer<typeof tim>;
