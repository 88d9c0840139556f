/** Few colours for many pixels. */
export interface Quantized {
  /** The colours, as wide as the pixels. */
  readonly palette: Uint8Array<ArrayBuffer>;
  /** Index of each pixel's colour. */
  readonly indices: Uint8Array<ArrayBuffer>;
  /** How many colours there were. */
  readonly colorCount: number;
}

/**
 * Brings pixels of `width` bytes down to at most `limit` (1 to 256) colours. Where there are no more to begin with, all stay
 * as they are, in the order of their first use. Else boxes of colours are halved where they are widest, and each box
 * becomes its mean (median cut).
 */
export function quantize(pixels: Uint8Array, width: number, limit: number): Quantized {
  const count = pixels.length / width;
  const known = new Map<string, number>();
  const colors: number[][] = [];
  const weights: number[] = [];
  const colorOf = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const color = pixels.subarray(i * width, (i + 1) * width);
    const key = color.join();
    let index = known.get(key);
    if (index === undefined) {
      index = colors.push([...color]) - 1;
      known.set(key, index);
      weights.push(0);
    }
    weights[index]!++;
    colorOf[i] = index;
  }
  const boxes = colors.length <= limit ? colors.map((_, i) => [i]) : cut(colors, weights, limit);
  const boxOf = new Uint8Array(colors.length);
  for (const [b, box] of boxes.entries()) for (const color of box) boxOf[color] = b;
  const palette = Uint8Array.from(boxes.flatMap((box) => meanOf(box, colors, weights, width)));
  return { palette, indices: Uint8Array.from(colorOf, (color) => boxOf[color]!), colorCount: colors.length };
}

function cut(colors: readonly number[][], weights: readonly number[], limit: number): number[][] {
  const boxes = [widest([...colors.keys()], colors)];
  while (boxes.length < limit) {
    const next = boxes.reduce((a, b) => (b.extent > a.extent ? b : a));
    if (next.extent === 0) break;
    const sorted = next.members.toSorted((a, b) => colors[a]![next.axis]! - colors[b]![next.axis]!);
    const half = sorted.reduce((sum, color) => sum + weights[color]!, 0) / 2;
    let at = 0;
    for (let sum = 0; at < sorted.length - 1 && sum < half; at++) sum += weights[sorted[at]!]!;
    at = Math.max(1, at);
    boxes[boxes.indexOf(next)] = widest(sorted.slice(0, at), colors);
    boxes.push(widest(sorted.slice(at), colors));
  }
  return boxes.map(({ members }) => members);
}

/** A box with the axis it is longest along. */
function widest(members: readonly number[], colors: readonly number[][]) {
  let [axis, extent] = [0, 0];
  for (let c = 0; c < colors[members[0]!]!.length; c++) {
    let [min, max] = [255, 0];
    for (const member of members) {
      min = Math.min(min, colors[member]![c]!);
      max = Math.max(max, colors[member]![c]!);
    }
    if (max - min > extent) [axis, extent] = [c, max - min];
  }
  return { members: [...members], axis, extent };
}

function meanOf(
  box: readonly number[],
  colors: readonly number[][],
  weights: readonly number[],
  width: number,
): number[] {
  const total = box.reduce((sum, color) => sum + weights[color]!, 0);
  return Array.from({ length: width }, (_, c) =>
    Math.round(box.reduce((sum, color) => sum + colors[color]![c]! * weights[color]!, 0) / total),
  );
}
