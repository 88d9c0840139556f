import type { Image } from '../../images/image.ts';
import { quantize } from '../../images/quantize.ts';
import { CodecError, type Issue, issue } from '../../issue.ts';
import type { Conversion } from '../../scene/scene.ts';
import type { NamedImage } from '../format.ts';
import { issues } from './ff7-tex.check.ts';
import type { Texture } from './ff7-tex.ts';
import { newTexture } from './new-texture.ts';
import { paletteCount, pixelsOf } from './tex-pixels.ts';

// Textures as pictures, one a palette, and back (specification, sections 6.2 and 6.4).

/** Pixels of all pictures together: those of 64 palettes for the largest texture that the game takes. */
const MAX_PIXELS = 64 * 256 * 256;
/** However small they are. */
const MAX_PICTURES = 1024;

export function toImages(file: Texture): Conversion<NamedImage[]> {
  const { width, height, pixels, bytesPerPixel } = file;
  if (width * height > pixels.length) {
    return { value: [], issues: [issue(issues['pixel-size'], `${bytesPerPixel} bytes a pixel`, ['bytesPerPixel'])] };
  }
  const count = paletteCount(file);
  const shown = Math.min(count, MAX_PICTURES, Math.max(1, Math.floor(MAX_PIXELS / (width * height || 1))));
  const value = Array.from({ length: shown }, (_, palette) => ({
    name: count === 1 ? 'texture' : `palette${palette}`,
    ...pixelsOf(file, palette),
  }));
  const left = count - shown;
  return { value, issues: left === 0 ? [] : [issue(issues['many-palettes'], `${left} of ${count} palettes left out`)] };
}

/**
 * A texture of at most 256 colours, with as many palettes as there are pictures. Where the pictures are those of `base`, it
 * is `base`; else `base` gives the words of the header that pictures do not.
 *
 * @throws CodecError where there is no picture, or they differ in size.
 */
export function fromImages(images: readonly NamedImage[], base?: Texture): Conversion<Texture> {
  const [first] = images;
  if (first === undefined) throw new CodecError('out-of-range', '0 pictures, a texture has at least one', 0, []);
  const odd = images.find(({ width, height }) => width !== first.width || height !== first.height);
  if (odd !== undefined) {
    const reason = `${odd.name} has ${odd.width} x ${odd.height} pixels, ${first.name} ${first.width} x ${first.height}`;
    throw new CodecError('out-of-range', reason, 0, []);
  }
  if (base !== undefined && shows(base, images)) return { value: base, issues: [] };
  const { width, height } = first;
  const found: Issue[] = [];
  const { palettes, pixels, colorCount } = reduce(images);
  const colors = palettes.length / 4 / images.length;
  if (colorCount > colors) found.push(issue(issues['colors-reduced'], `${colorCount} colours became ${colors}`));
  const made = newTexture({ width, height, palette: palettes, pixels, paletteCount: images.length });
  if (base === undefined) return { value: made, issues: found };
  const {
    unknown0c,
    unknown10,
    minAlphaBits,
    maxAlphaBits,
    referenceAlpha,
    blendMode,
    palettePosition,
    imagePosition,
  } = base;
  return {
    value: {
      ...made,
      unknown0c,
      unknown10,
      minAlphaBits,
      maxAlphaBits,
      referenceAlpha,
      blendMode,
      palettePosition,
      imagePosition,
    },
    issues: found,
  };
}

function shows(file: Texture, images: readonly Image[]): boolean {
  if (images.length !== paletteCount(file) || file.width !== images[0]!.width || file.height !== images[0]!.height) {
    return false;
  }
  return images.every(({ rgba }, palette) => {
    const own = pixelsOf(file, palette).rgba;
    return own.every((byte, i) => byte === rgba[i]);
  });
}

const MAX_COLORS = 256;
/** Stands for `referenceAlpha` in a palette, so that the alpha itself has to make way. */
const REFERENCE_ALPHA = 0xfe;

/**
 * Colours that go together in all pictures. What is clear in all of them is colour 0: where one picture has a colour key,
 * all have.
 */
function reduce(images: readonly Image[]) {
  const width = 4 * images.length;
  const count = images[0]!.rgba.length / 4;
  const joint = new Uint8Array(width * count);
  for (const [palette, { rgba }] of images.entries()) {
    for (let i = 0; i < count; i++) {
      const alpha = rgba[4 * i + 3]!;
      if (alpha === 0) continue;
      joint.set(rgba.subarray(4 * i, 4 * i + 3), width * i + 4 * palette);
      joint[width * i + 4 * palette + 3] = alpha === REFERENCE_ALPHA ? 0xff : alpha;
    }
  }
  const isClear = (i: number) => joint.subarray(width * i, width * (i + 1)).every((byte) => byte === 0);
  const opaque: number[] = [];
  for (let i = 0; i < count; i++) if (!isClear(i)) opaque.push(i);
  const key = opaque.length < count ? 1 : 0;
  const visible = new Uint8Array(width * opaque.length);
  for (const [k, i] of opaque.entries()) visible.set(joint.subarray(width * i, width * (i + 1)), width * k);
  const { palette, indices, colorCount } = quantize(visible, width, MAX_COLORS - key);
  const used = palette.length / width + key;
  const colors = used <= 16 ? 16 : MAX_COLORS;
  const palettes = new Uint8Array(4 * colors * images.length);
  for (let p = 0; p < images.length; p++) {
    for (let c = key; c < used; c++) {
      const [r, g, b, a] = palette.subarray(width * (c - key) + 4 * p, width * (c - key) + 4 * p + 4);
      palettes.set([b!, g!, r!, a!], 4 * (colors * p + c));
    }
    for (let c = used; c < colors; c++) palettes[4 * (colors * p + c) + 3] = 0xff;
    if (key === 0 && palettes[4 * colors * p + 3] === 0) palettes[4 * colors * p + 3] = 1;
  }
  const pixels = new Uint8Array(count);
  for (const [k, i] of opaque.entries()) pixels[i] = indices[k]! + key;
  return { palettes, pixels, colorCount: colorCount + key };
}
