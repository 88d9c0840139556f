import {
  Codec,
  type Infer,
  i32,
  list,
  magic,
  type Reader,
  rest,
  struct,
  u16,
  type Writer,
} from '../../binary/index.ts';

// VBM holds a picture of 16-bit pixels, or the frames of an animated one. Specification, section 8.

export const COLOR_FORMATS = { 0: '1555', 1: '4444', 2: '565' } as const;

const header = struct('Header', {
  magic: magic('.vbm'),
  version: i32.is('1, or 2 where the alpha bit of format 1555 is the usual way round'),
  width: i32.in('pixels'),
  height: i32.in('pixels'),
  format: i32.named(COLOR_FORMATS).is('bits of the channels'),
  fps: i32.is('frames per second, of animated pictures'),
  frameCount: i32.is('0 is 1'),
  mipmapCount: i32.is('levels of detail besides the full-size one'),
});

type Head = Infer<typeof header>;

export type Bitmap = Head & {
  /** Frames of levels of pixels, the full-size level first; rows from top to bottom. Complete frames only. */
  frames: Uint16Array<ArrayBuffer>[][];
  /** Bytes behind the last complete frame. */
  extra?: Uint8Array;
};

/** Width and height of a level; 0 is the full-size one. */
export function levelSize({ width, height }: Pick<Bitmap, 'width' | 'height'>, level: number): [number, number] {
  return [Math.max(1, Math.floor(width / 2 ** level)), Math.max(1, Math.floor(height / 2 ** level))];
}

/** How many frames the header states: less than one is one. */
export const statedFrames = ({ frameCount }: Pick<Bitmap, 'frameCount'>): number => Math.max(1, frameCount);

class BitmapCodec extends Codec<Bitmap> {
  readonly kind = 'Bitmap';
  readonly minSize = header.minSize;

  read(r: Reader): Bitmap {
    const head = header.read(r);
    const { width, height, format, mipmapCount } = head;
    if (!(format in COLOR_FORMATS)) r.fail('vbm/unknown-format', `format ${format}, there are 0 to 2`, 16);
    if (width < 1 || height < 1 || mipmapCount < 0 || mipmapCount > 30) {
      r.fail('vbm/impossible-size', `${width} by ${height} pixels with ${mipmapCount} mip levels`, 8);
    }
    const frame = new Frame(head);
    if (frame.minSize > r.left) {
      r.fail('vbm/impossible-size', `one frame takes ${frame.minSize} bytes, ${r.left} are left`, 8);
    }
    const count = Math.min(statedFrames(head), Math.floor(r.left / frame.minSize));
    const frames = r.field('frames', list(frame).times(count));
    return r.left > 0 ? { ...head, frames, extra: r.field('extra', rest) } : { ...head, frames };
  }

  write(w: Writer, { frames, extra, ...head }: Bitmap): void {
    header.write(w, head);
    w.field('frames', list(new Frame(head)).times(frames.length), frames);
    if (extra !== undefined) w.field('extra', rest, extra);
  }
}

/** The levels of a frame. */
class Frame extends Codec<Uint16Array<ArrayBuffer>[]> {
  readonly kind = 'Frame';
  readonly minSize: number;
  private readonly levels: readonly Codec<Uint16Array<ArrayBuffer>>[];

  constructor(head: Head) {
    super();
    const sizes = Array.from({ length: head.mipmapCount + 1 }, (_, level) => {
      const [width, height] = levelSize(head, level);
      return width * height;
    });
    this.minSize = 2 * sizes.reduce((sum, size) => sum + size, 0);
    this.levels = sizes.map((size) => list(u16).times(size));
  }

  read(r: Reader): Uint16Array<ArrayBuffer>[] {
    return this.levels.map((level, i) => r.field(i, level));
  }

  write(w: Writer, value: Uint16Array<ArrayBuffer>[]): void {
    if (value.length !== this.levels.length) {
      w.fail('out-of-range', `${value.length} levels where there are ${this.levels.length}`);
    }
    for (const [i, level] of this.levels.entries()) w.field(i, level, value[i]!);
  }
}

export const bitmap: Codec<Bitmap> = new BitmapCodec();
