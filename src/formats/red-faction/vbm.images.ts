import { decode16, encode16, type PixelFormat16, pixelFormats16 } from '../../images/pixel-formats.ts';
import { halve } from '../../images/resize.ts';
import { type Issue, issue } from '../../issue.ts';
import type { Conversion } from '../../scene/scene.ts';
import type { NamedImage } from '../format.ts';
import { issues } from './vbm.check.ts';
import { type Bitmap, levelSize } from './vbm.ts';

/**
 * The frames at full size, named `frame-0` and so on where there are several. Frame n shows from n / fps seconds on; a
 * picture with one frame has no name of its own.
 */
export function toImages(file: Bitmap): Conversion<NamedImage[]> {
  const { width, height, frames } = file;
  const format = pixelFormat(file);
  const digits = String(frames.length - 1).length;
  const value = frames.map((levels, i) => ({
    name: frames.length === 1 ? '' : `frame-${String(i).padStart(digits, '0')}`,
    width,
    height,
    rgba: decode16(format, levels[0]!),
  }));
  return { value, issues: [] };
}

/**
 * A bitmap of these frames. With `base` its version, colour format, speed and number of levels stay, and so do the frames
 * that show the same as before. Without: version 1, the format that alpha asks for, no mip levels, 15 frames a second.
 */
export function fromImages(images: readonly NamedImage[], base?: Bitmap): Conversion<Bitmap> {
  const first = images[0];
  if (first === undefined) throw new TypeError('a bitmap takes at least one picture');
  const found: Issue[] = [];
  const { width, height } = first;
  const fitting = images.filter((image) => image.width === width && image.height === height);
  if (fitting.length < images.length) {
    const odd = images.find((image) => !fitting.includes(image))!;
    const reason = `'${odd.name}' has ${odd.width} by ${odd.height} pixels, the first ${width} by ${height}`;
    found.push(issue(issues['frames-differ'], reason));
  }
  const isSameSize = base?.width === width && base.height === height;
  const head = {
    magic: '.vbm' as const,
    version: base?.version ?? 1,
    width,
    height,
    format: base?.format ?? formatFor(fitting),
    fps: base?.fps ?? (fitting.length > 1 ? 15 : 0),
    frameCount: base !== undefined && fitting.length === base.frames.length ? base.frameCount : fitting.length,
    mipmapCount: isSameSize ? base.mipmapCount : Math.min(base?.mipmapCount ?? 0, mostLevels(width, height)),
  };
  let rounded = 0;
  const frames = fitting.map(({ rgba }, i) => {
    const format = pixelFormat(head);
    const kept = isSameSize ? base.frames[i] : undefined;
    const level = encode16(format, rgba);
    if (kept !== undefined && isSame(kept[0]!, level)) return kept;
    if (!isSame(decode16(format, level), rgba)) rounded++;
    return withLevels(head, format, rgba, level);
  });
  if (rounded > 0) found.push(issue(issues.quantized, `${rounded} of ${frames.length} pictures`));
  const extra = isSameSize && frames.length === base.frames.length ? base.extra : undefined;
  return { value: { ...head, frames, ...(extra && { extra }) }, issues: found };
}

/** Frame `floor(seconds * fps) mod frames`: what the game shows at a time. */
export function frameAt({ fps, frames }: Bitmap, seconds: number): number {
  return frames.length < 2 || fps <= 0 ? 0 : Math.floor(seconds * fps) % frames.length;
}

/** The alpha bit of format 1555 is inverted in version 1 (specification, section 8). */
function pixelFormat({ version, format }: Pick<Bitmap, 'version' | 'format'>): PixelFormat16 {
  if (format === 2) return pixelFormats16.rgb565;
  if (format === 1) return pixelFormats16.argb4444;
  return version === 1 ? pixelFormats16.trgb1555 : pixelFormats16.argb1555;
}

/** 565 for opaque pictures, 1555 where alpha is all or nothing, else 4444. */
function formatFor(images: readonly NamedImage[]): 0 | 1 | 2 {
  let format: 0 | 2 = 2;
  for (const { rgba } of images) {
    for (let at = 3; at < rgba.length; at += 4) {
      const alpha = rgba[at]!;
      if (alpha !== 0 && alpha !== 255) return 1;
      if (alpha === 0) format = 0;
    }
  }
  return format;
}

function withLevels(
  head: Pick<Bitmap, 'width' | 'height' | 'mipmapCount'>,
  format: PixelFormat16,
  rgba: Uint8Array,
  full: Uint16Array<ArrayBuffer>,
): Uint16Array<ArrayBuffer>[] {
  const levels = [full];
  let picture = { width: head.width, height: head.height, rgba };
  for (let level = 1; level <= head.mipmapCount; level++) {
    const [width, height] = levelSize(head, level);
    picture = halve(picture, width, height);
    levels.push(encode16(format, picture.rgba));
  }
  return levels;
}

const mostLevels = (width: number, height: number) => Math.floor(Math.log2(Math.max(width, height)));

function isSame(a: Uint16Array | Uint8Array, b: Uint16Array | Uint8Array): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
