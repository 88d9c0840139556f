import type { SourceFile } from '../../scene/scene.ts';
import type { BattleModel, NamedTexture } from './battle-model.ts';
import type { Bank } from './ff7-bank.ts';
import type { PolygonModel } from './ff7-p.ts';
import type { Pack } from './ff7-pack.ts';
import type { Skeleton } from './ff7-skeleton.ts';
import type { Texture } from './ff7-tex.ts';
import { newTexture } from './new-texture.ts';
import { buildP, type Corner, groupOf, type PGroup } from './p-build.ts';
import type { PsxMesh, PsxModel, Tim } from './psx-model.ts';

// The files of the PC from a battle pack of the PlayStation (specification, sections 10.2 to 10.4).

const isTim = (part: Pack['rest'][number]): part is Tim => 'image' in part;
const isModel = (part: Pack['rest'][number]): part is PsxModel => 'entries' in part;

export function battleModelOf(pack: Pack, name: string, sources: readonly SourceFile[]): BattleModel {
  const tim = pack.rest.find(isTim);
  const size = tim === undefined ? { width: 1, height: 1 } : paddedSize(tim);
  const parts = new Map<number, PolygonModel>();
  for (const [entry, { mesh }] of pack.model.entries.entries()) {
    if (entry > 0 && mesh !== undefined) parts.set(entry - 1, meshOf(mesh, size));
  }
  const weapons = new Map<number, PolygonModel>();
  for (const { entries } of pack.rest.filter(isModel)) {
    const [root] = entries;
    if (root?.mesh !== undefined) weapons.set(weapons.size, meshOf(root.mesh, size));
  }
  const textures = new Map<number, NamedTexture>();
  for (const [id, texture] of texturesOf(tim).entries()) textures.set(id, { name: `${name}_${id}`, texture });
  return {
    name,
    skeleton: skeletonOf(pack),
    // The first entry is the root.
    pathOfBone: (bone) => ['model', 'entries', bone + 1],
    bank: bankOf(pack),
    parts,
    weapons,
    textures,
    sources,
  };
}

/** Records as the PC has them: the joint and frame counts that the pack leaves out, and the blocks as they are. */
export function bankOf({ animations }: Pack): Bank {
  return { records: [...animations] };
}

/** How many of the animations move the body: those before the first of the weapon. */
export function bodyAnimations({ animations, model }: Pack): number {
  const jointCount = model.entries.length;
  if (jointCount === 1) return animations.length;
  const first = animations.findIndex((record) => record.jointCount === 1);
  return first < 0 ? animations.length : first;
}

const PLAYER_WEAPONS = 16;

export function skeletonOf(pack: Pack): Skeleton {
  const bones = pack.model.entries.slice(1);
  const bodyAnimCount = bodyAnimations(pack);
  const weaponCount = pack.rest.filter(isModel).length;
  return {
    kind: weaponCount === PLAYER_WEAPONS ? 2 : 0,
    unknown04: 1,
    unknown08: 1,
    unknown10: 0,
    pieceCount: 0,
    textureCount: texturesOf(pack.rest.find(isTim)).length,
    bodyAnimCount,
    weaponAnimStart: bodyAnimCount + 2,
    weaponCount,
    weaponAnimCount: pack.animations.length - bodyAnimCount,
    unknown2c: 0,
    bonePtr: 0,
    bones: {
      length: bones.length,
      parent: Int32Array.from(bones, ({ parent }) => parent - 1),
      boneLength: Float32Array.from(bones, ({ length }) => length),
      hasModel: Uint32Array.from(bones, ({ mesh }) => (mesh === undefined ? 0 : 1)),
    },
  };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const PIXELS_PER_HALFWORD = 4;
const powerOfTwo = (size: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, size)));

function paddedSize({ image }: Tim): Size {
  return { width: powerOfTwo(image.width * PIXELS_PER_HALFWORD), height: powerOfTwo(image.height) };
}

const WHITE = [255, 255, 255, 255] as const;
const BYTES_PER_VERTEX = 8;
/** The row of video memory that palettes begin in. */
const PALETTE_ROW = 480;

/** Triangles by texture, plain ones first. */
function meshOf(mesh: PsxMesh, size: Size): PolygonModel {
  const plain: Corner[] = [];
  const textured = new Map<number, Corner[]>();
  const positionOf = (offset: number): [number, number, number] => {
    const at = 3 * Math.floor(offset / BYTES_PER_VERTEX);
    return [mesh.vertices.position[at] ?? 0, mesh.vertices.position[at + 1] ?? 0, mesh.vertices.position[at + 2] ?? 0];
  };
  const addTextured = (clut: number, corners: { offset: number; uv: ArrayLike<number> }[]) => {
    const palette = Math.max(0, ((clut >> 6) & 0x1ff) - PALETTE_ROW);
    const list = textured.get(palette) ?? [];
    textured.set(palette, list);
    for (const { offset, uv } of corners) {
      list.push({ position: positionOf(offset), color: WHITE, uv: [uv[0]! / size.width, uv[1]! / size.height] });
    }
  };
  const { texturedTriangles, texturedQuads, coloredTriangles, coloredQuads } = mesh;
  const strips = [
    { items: texturedTriangles.items, order: [0, 1, 2], uvs: ['uv0', 'uv1', 'uv2'] as const },
    { items: texturedQuads.items, order: [0, 1, 2, 1, 3, 2], uvs: ['uv0', 'uv1', 'uv2', 'uv3'] as const },
  ];
  for (const { items, order, uvs } of strips) {
    const width = uvs.length;
    const columns = items as unknown as Record<string, Uint8Array>;
    for (let i = 0; i < items.length; i++) {
      const corner = (k: number) => ({
        offset: items.corners[width * i + k]!,
        uv: columns[uvs[k]!]!.subarray(2 * i, 2 * i + 2),
      });
      addTextured(items.clut[i]!, order.map(corner));
    }
  }
  const shades = [
    { items: coloredTriangles.items, order: [0, 1, 2], colors: ['color0', 'color1', 'color2'] as const },
    { items: coloredQuads.items, order: [0, 1, 2, 1, 3, 2], colors: ['color0', 'color1', 'color2', 'color3'] as const },
  ];
  for (const { items, order, colors } of shades) {
    const width = colors.length;
    const columns = items as unknown as Record<string, Uint8Array>;
    for (let i = 0; i < items.length; i++) {
      for (const k of order) {
        const [r, g, b] = columns[colors[k]!]!.subarray(4 * i, 4 * i + 3) as unknown as [number, number, number];
        plain.push({ position: positionOf(items.corners[width * i + k]!), color: [b, g, r, 255] });
      }
    }
  }
  const groups: PGroup[] = plain.length === 0 ? [] : [groupOf(undefined, plain)];
  for (const [palette, corners] of [...textured].sort(([a], [b]) => a - b)) groups.push(groupOf(palette, corners));
  return buildP(groups);
}

/** One texture a palette; the picture is padded at the right and the bottom to powers of two. */
export function texturesOf(tim: Tim | undefined): Texture[] {
  if (tim === undefined || tim.image.width === 0 || tim.image.height === 0) return [];
  const { width, height } = paddedSize(tim);
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < tim.image.height; y++) {
    for (let x = 0; x < tim.image.width * PIXELS_PER_HALFWORD; x++) {
      const halfword = tim.image.data[y * tim.image.width + Math.floor(x / PIXELS_PER_HALFWORD)]!;
      pixels[y * width + x] = (halfword >> (4 * (x % PIXELS_PER_HALFWORD))) & 0xf;
    }
  }
  return Array.from({ length: tim.palettes.height }, (_, row) => {
    const colors = tim.palettes.data.subarray(row * tim.palettes.width, (row + 1) * tim.palettes.width);
    return newTexture({
      width,
      height,
      palette: paletteOf(colors),
      pixels,
      positions: [tim.palettes.x, tim.palettes.y + row, tim.image.x, tim.image.y],
    });
  });
}

/** b g r a from 5 bits each; the top bit makes it semi-transparent, and 0 is clear. */
function paletteOf(colors: Uint16Array): Uint8Array<ArrayBuffer> {
  const expand = (value: number) => Math.floor(((value & 31) * 255) / 31);
  const result = new Uint8Array(4 * colors.length);
  for (const [i, color] of colors.entries()) {
    const alpha = color === 0 ? 0 : (color & 0x8000) !== 0 ? 0xfe : 0xff;
    result.set([expand(color >> 10), expand(color >> 5), expand(color), alpha], 4 * i);
  }
  return result;
}
