import type { Pixels } from '../../src/scene/scene.ts';

// A canvas to paint textures on, pixel by pixel, with brushes that are plain functions.

export type Color = readonly [r: number, g: number, b: number, a?: number];

/** What a brush gives for a pixel; nothing leaves it as it was. x and y count pixels from the area's top left. */
export type Brush = (x: number, y: number) => Color | undefined;

export class Canvas {
  readonly pixels: Pixels;

  constructor(width: number, height: number) {
    this.pixels = { width, height, rgba: new Uint8Array(width * height * 4).fill(255) };
  }

  paint(left: number, top: number, width: number, height: number, brush: Brush): this {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const color = brush(x, y);
        if (color !== undefined) this.set(left + x, top + y, color);
      }
    }
    return this;
  }

  private set(x: number, y: number, [r, g, b, a = 255]: Color): void {
    const bytes = [r, g, b, a].map((part) => Math.max(0, Math.min(255, Math.round(part))));
    this.pixels.rgba.set(bytes, (y * this.pixels.width + x) * 4);
  }
}

/** A color, lighter or darker. */
export function shade([r, g, b, a = 255]: Color, factor: number): Color {
  return [r * factor, g * factor, b * factor, a];
}

/** The same noise everywhere and each time: 0 to 1 for a pixel. */
export function grain(x: number, y: number): number {
  let h = Math.imul(x + 374761393, 668265263) ^ Math.imul(y + 974711, 2246822519);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
}

/** Noise in soft patches of `size` pixels. */
export function patches(x: number, y: number, size: number): number {
  const [cx, cy] = [Math.floor(x / size), Math.floor(y / size)];
  const [fx, fy] = [x / size - cx, y / size - cy];
  const top = grain(cx, cy) * (1 - fx) + grain(cx + 1, cy) * fx;
  const bottom = grain(cx, cy + 1) * (1 - fx) + grain(cx + 1, cy + 1) * fx;
  return top * (1 - fy) + bottom * fy;
}
