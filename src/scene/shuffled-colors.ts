import type { Primitive } from './scene.ts';

/** Colours that an editor stored in bytes are within this of what they were. */
const ROUNDED = 2 / 255;

/**
 * The primitives of a mesh with the colours of before, where an editor dealt those out anew: Blender 3 exports the colours of
 * corners in another order, across all materials of a mesh. Whoever paints a quarter of a mesh does not do so in the
 * colours that other vertices have already. The vertices of both are numbered alike.
 */
export function withoutShuffledColors(before: readonly Primitive[], now: readonly Primitive[]): readonly Primitive[] {
  const known = new Palette(before);
  let vertices = 0;
  let changed = 0;
  for (const [p, { colors }] of now.entries()) {
    for (const [s, set] of colors.entries()) {
      const old = before[p]?.colors[s];
      if (old?.length !== set.length) return now;
      for (let at = 0; at < set.length; at += 4) {
        vertices++;
        if (old === set || isNear(unit(old, at), unit(set, at))) continue;
        if (!known.has(unit(set, at))) return now;
        changed++;
      }
    }
  }
  if (4 * changed <= vertices) return now;
  return now.map((primitive, p) => ({ ...primitive, colors: before[p]!.colors }));
}

type Color = readonly [number, number, number, number];

function unit(set: Float32Array | Uint8Array, at: number): Color {
  const scale = set instanceof Uint8Array ? 1 / 255 : 1;
  return [set[at]! * scale, set[at + 1]! * scale, set[at + 2]! * scale, set[at + 3]! * scale];
}

const isNear = (a: Color, b: Color) => a.every((value, c) => Math.abs(value - b[c]!) <= ROUNDED);

/** The colours of a mesh, to be found by likeness. */
class Palette {
  private readonly colors = new Map<string, Color>();

  constructor(primitives: readonly Primitive[]) {
    for (const { colors } of primitives) {
      for (const set of colors) {
        for (let at = 0; at < set.length; at += 4) this.colors.set(unit(set, at).join(), unit(set, at));
      }
    }
  }

  has(color: Color): boolean {
    for (const known of this.colors.values()) if (isNear(known, color)) return true;
    return false;
  }
}
