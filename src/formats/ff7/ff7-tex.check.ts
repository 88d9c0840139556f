import { type Issue, issue, issueKinds } from '../../issue.ts';
import type { Texture } from './ff7-tex.ts';

export const issues = issueKinds('ff7-tex', {
  size: {
    severity: 'error',
    rule: 'TEX-DIM',
    means: 'A texture of no width or height, or larger than 4096 pixels.',
    remedy: 'The header is damaged, or the picture has to be made smaller.',
  },
  'pixel-size': {
    severity: 'error',
    rule: 'TEX-SIZE',
    means: 'A pixel takes another number of bytes than 1 with a palette, or 2 to 4 without.',
    remedy: 'The header is damaged. Take the texture from another copy.',
  },
  'palette-index': {
    severity: 'error',
    rule: 'TEX-PAL',
    means: 'A pixel uses a colour that the palette does not have.',
    remedy: 'Make the texture again from its picture.',
  },
  'many-palettes': {
    severity: 'info',
    means: 'The texture has so many palettes that a picture of each would be too much; the first ones have theirs.',
    remedy: 'The header is damaged, if the game did not come with this texture.',
  },
  'colors-reduced': {
    severity: 'info',
    means: 'A picture has more colours than a palette; near ones became one.',
    remedy: 'Bring the picture down to 256 colours yourself, for better choices.',
  },
  'unusual-size': {
    severity: 'warning',
    rule: 'TEX-POW2',
    means: "Width or height is no power of two, or more than 256: the game's own driver does not take it.",
    remedy: 'Scale the picture, unless the game runs with another driver.',
  },
});

/** Yields what the game would stumble over (specification, section 16). */
export function* check(file: Texture): Iterable<Issue> {
  const { width, height, bytesPerPixel, palette, pixels, paletteIndex, colorsPerPalette } = file;
  if (width === 0 || height === 0 || width > 4096 || height > 4096) {
    yield issue(issues.size, `${width} x ${height} pixels`, ['width']);
  } else if (![width, height].every((size) => size <= 256 && (size & (size - 1)) === 0)) {
    yield issue(issues['unusual-size'], `${width} x ${height} pixels`, ['width']);
  }
  const isIndexed = palette !== undefined;
  if (isIndexed ? bytesPerPixel !== 1 : bytesPerPixel < 2 || bytesPerPixel > 4) {
    const reason = `${bytesPerPixel} bytes a pixel ${isIndexed ? 'with' : 'without'} a palette`;
    yield issue(issues['pixel-size'], reason, ['bytesPerPixel']);
  } else if (palette !== undefined) {
    const colors = palette.length / 4 - paletteIndex * colorsPerPalette;
    const bad = pixels.findIndex((pixel) => pixel >= colors);
    if (bad >= 0) yield issue(issues['palette-index'], `colour ${pixels[bad]} of ${colors}`, ['pixels', bad]);
  }
}
