import type { Image } from '../../images/image.ts';

// glTF wants in one picture what the games have in several.

/** A channel of a picture (0 to 3 for r g b a) and the channel it becomes. */
export interface ChannelSource {
  readonly image: Image;
  readonly from: number;
  readonly to: number;
}

/** A picture of the size of the largest, opaque white where no channel goes to. */
export function combine(sources: readonly ChannelSource[]): Image {
  const width = Math.max(...sources.map(({ image }) => image.width));
  const height = Math.max(...sources.map(({ image }) => image.height));
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (const { image, from, to } of sources) {
    for (let y = 0; y < height; y++) {
      const row = Math.floor((y * image.height) / height) * image.width;
      for (let x = 0; x < width; x++) {
        const pixel = row + Math.floor((x * image.width) / width);
        rgba[4 * (y * width + x) + to] = image.rgba[4 * pixel + from]!;
      }
    }
  }
  return { width, height, rgba };
}

/** Whether the picture has no blue to speak of: normals of which only x and y are stored. */
export function isFlatBlue({ rgba }: Image): boolean {
  for (let i = 2; i < rgba.length; i += 4) if (rgba[i] !== rgba[2]) return false;
  return true;
}

/** The same normals with z, which follows from x and y (specification, section 19). */
export function withBlueOfNormals({ width, height, rgba }: Image): Image {
  const whole = rgba.slice();
  for (let i = 0; i < whole.length; i += 4) {
    const x = (whole[i]! / 255) * 2 - 1;
    const y = (whole[i + 1]! / 255) * 2 - 1;
    whole[i + 2] = Math.round((Math.sqrt(Math.max(0, 1 - x * x - y * y)) * 0.5 + 0.5) * 255);
  }
  return { width, height, rgba: whole };
}

export function hasTransparency({ rgba }: Image): boolean {
  for (let i = 3; i < rgba.length; i += 4) if (rgba[i] !== 255) return true;
  return false;
}
