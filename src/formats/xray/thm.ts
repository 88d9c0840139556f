import {
  Codec,
  cstring,
  f32,
  type Infer,
  list,
  type Reader,
  struct,
  u8,
  u16,
  u32,
  type Writer,
} from '../../binary/index.ts';
import { COMPRESSED, xrayChunks } from './chunk.ts';

// `.thm`: what the SDK knows about a texture, an object, a sound or a group beside its file (specification, section 17).

export const THM_ID = 0x0810;
const TEXTURE_ID = 0x0812;
const GROUP_ID = 0x0001;

/** Width and height of the picture in pixels. */
export const PICTURE_SIZE = 128;

/** Names of the pixel formats a texture is compiled to. */
export const textureFormats: Readonly<Record<number, string>> = {
  0: 'DXT1',
  1: 'DXT1 with alpha',
  2: 'DXT3',
  3: 'DXT5',
  4: '4444',
  5: '1555',
  6: '565',
  7: 'RGB',
  8: 'RGBA',
  9: 'NVHS',
  10: 'NVHU',
  11: 'A8',
  12: 'L8',
  13: 'A8L8',
};
const mipFilters = {
  0: 'box',
  1: 'cubic',
  2: 'point',
  3: 'triangle',
  4: 'quadratic',
  5: 'advanced',
  6: 'Catmull-Rom',
  7: 'Mitchell',
  8: 'Gauss',
  9: 'sinc',
  10: 'Bessel',
  11: 'Hanning',
  12: 'Hamming',
  13: 'Blackman',
  14: 'Kaiser',
};

const shared = {
  version: [THM_ID, u16],
  picture: [
    0x0811,
    list(u8)
      .is('b g r a, bottom row first')
      .times(PICTURE_SIZE * PICTURE_SIZE * 4),
  ],
  type: [0x0813, u32.named({ 0: 'object', 1: 'texture', 2: 'sound', 3: 'group' })],
} as const;

const texture = xrayChunks('TextureThumbnail', {
  ...shared,
  texture: [
    TEXTURE_ID,
    struct('TextureSettings', {
      format: u32.named(textureFormats),
      flags: u32.is('1 generate mips, 2 binary alpha, 0x10 alpha border, 0x20 colour border, 0x40 fade to colour …'),
      borderColor: u32,
      fadeColor: u32,
      fadeAmount: u32,
      mipFilter: u32.named(mipFilters),
      width: u32.in('pixels'),
      height: u32.in('pixels'),
    }),
  ],
  textureType: [0x0814, u32.named({ 0: 'image', 1: 'cube map', 2: 'bump map', 3: 'normal map', 4: 'terrain' })],
  detail: [0x0815, struct('Detail', { texture: cstring, scale: f32 })],
  material: [
    0x0816,
    struct('MaterialBlend', {
      material: u32.named({
        0: 'Oren-Nayar to Blin',
        1: 'Blin to Phong',
        2: 'Phong to metal',
        3: 'metal to Oren-Nayar',
      }),
      weight: f32,
    }),
  ],
  bump: [
    0x0817,
    struct('Bump', {
      virtualHeight: f32.in('m'),
      mode: u32.named({ 1: 'none', 2: 'use', 3: 'parallax' }),
      texture: cstring.is('bump texture'),
    }),
    'self-delimiting',
  ],
  normalMap: [0x0818, cstring.is('external normal map')],
  fadeDelay: [0x0819, u8],
  unknown0820: [0x0820, u8],
});

const object = xrayChunks('ObjectThumbnail', {
  ...shared,
  counts: [0x0816, struct('Counts', { faces: u32, vertices: u32 })],
});

const group = xrayChunks('GroupThumbnail', { ...shared, members: [GROUP_ID, list(cstring).prefixed(u32)] });

export type TextureThumbnail = Infer<typeof texture>;
export type ObjectThumbnail = Infer<typeof object>;
export type GroupThumbnail = Infer<typeof group>;
export type ThmFile =
  | { readonly kind: 'texture'; readonly chunks: TextureThumbnail }
  | { readonly kind: 'object'; readonly chunks: ObjectThumbnail }
  | { readonly kind: 'group'; readonly chunks: GroupThumbnail };

const codecs = { texture, object, group } as const;

/** The chunks decide what a thumbnail is of: the type they state is wrong in real files. */
export const thmFile: Codec<ThmFile> = new (class extends Codec<ThmFile> {
  readonly kind = 'Thumbnail';
  readonly minSize = 0;

  read(r: Reader): ThmFile {
    const ids = topIds(r);
    const kind = ids.has(TEXTURE_ID) ? 'texture' : ids.has(GROUP_ID) ? 'group' : 'object';
    return { kind, chunks: codecs[kind].read(r) } as ThmFile;
  }

  write(w: Writer, { kind, chunks }: ThmFile): void {
    (codecs[kind] as Codec<any>).write(w, chunks);
  }
})();

/** The ids of all chunks, as far as their sizes lead. */
function topIds(r: Reader): ReadonlySet<number> {
  const ids = new Set<number>();
  for (let at = r.pos; at + 8 <= r.end; at += 8 + r.view.getUint32(at + 4, true)) {
    ids.add(r.view.getUint32(at, true) % COMPRESSED);
  }
  return ids;
}
