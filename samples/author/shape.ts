import type { MorphTarget, Primitive, Vector3 } from '../../src/scene/scene.ts';
import { rounded } from './rotation.ts';

// Building a mesh from curved surfaces: each is a grid of points, wrapped into an area of the texture.

/** A part of the texture: left, top, right, bottom; 0 to 1 from the top left. */
export type Area = readonly [left: number, top: number, right: number, bottom: number];

/** Up to four joints that move a vertex, with weights that sum to 1. */
export type Influences = readonly (readonly [joint: number, weight: number])[];

export interface SurfacePoint {
  position: Vector3;
  normal: Vector3;
}

export interface Surface {
  /** Steps around (u) and down (v). */
  steps: readonly [around: number, down: number];
  area: Area;
  /** A point for u and v from 0 to 1; its front is where u runs to the right and v down. */
  at(u: number, v: number): SurfacePoint;
  /** What moves a point of the surface; nothing in a static mesh. */
  influences?(position: Vector3): Influences;
  /** How far morph targets move a point, one vector each. */
  morphs?(position: Vector3): readonly Vector3[];
}

/** Collects surfaces and gives the primitive they make. */
export class Shape {
  private readonly positions: number[] = [];
  private readonly normals: number[] = [];
  private readonly uvs: number[] = [];
  private readonly joints: number[] = [];
  private readonly weights: number[] = [];
  private readonly indices: number[] = [];
  private readonly targets: number[][];

  constructor(targetCount = 0) {
    this.targets = Array.from({ length: targetCount }, () => []);
  }

  add(surface: Surface): this {
    const [around, down] = surface.steps;
    const first = this.positions.length / 3;
    for (let row = 0; row <= down; row++) {
      for (let column = 0; column <= around; column++) this.addVertex(surface, column / around, row / down);
    }
    for (let row = 0; row < down; row++) {
      for (let column = 0; column < around; column++) {
        const a = first + row * (around + 1) + column;
        const b = a + around + 1;
        this.addTriangle(a, b, a + 1);
        this.addTriangle(a + 1, b, b + 1);
      }
    }
    return this;
  }

  primitive(material: number): Primitive {
    const isSkinned = this.joints.length > 0;
    return {
      material,
      indices: Uint16Array.from(this.indices),
      positions: Float32Array.from(this.positions),
      normals: Float32Array.from(this.normals),
      uvs: [Float32Array.from(this.uvs)],
      colors: [],
      joints: isSkinned ? [Uint8Array.from(this.joints)] : [],
      weights: isSkinned ? [Float32Array.from(this.weights)] : [],
      targets: this.targets.map((target): MorphTarget => ({ positions: Float32Array.from(target) })),
    };
  }

  private addVertex({ area, at, influences, morphs }: Surface, u: number, v: number): void {
    const { position, normal } = at(u, v);
    const length = Math.hypot(...normal) || 1;
    this.positions.push(...position.map(rounded));
    this.normals.push(...normal.map((part) => rounded(part / length)));
    this.uvs.push(rounded(area[0] + (area[2] - area[0]) * u), rounded(area[1] + (area[3] - area[1]) * v));
    if (influences !== undefined) this.addInfluences(influences(position));
    const moved = morphs?.(position) ?? [];
    for (const [i, target] of this.targets.entries()) target.push(...(moved[i] ?? [0, 0, 0]).map(rounded));
  }

  private addInfluences(influences: Influences): void {
    // In 255 parts, as games store them, so that nothing is lost on the way there.
    const parts = influences.map(([, weight]) => Math.round(weight * 255));
    parts[0]! += 255 - parts.reduce((sum, part) => sum + part, 0);
    for (let i = 0; i < 4; i++) {
      this.joints.push(parts[i] ? influences[i]![0] : 0);
      this.weights.push((parts[i] ?? 0) / 255);
    }
  }

  /** Leaves out triangles without area, which poles and closed ends make. */
  private addTriangle(a: number, b: number, c: number): void {
    const corner = (i: number) => this.positions.slice(i * 3, i * 3 + 3).join();
    if (new Set([corner(a), corner(b), corner(c)]).size === 3) this.indices.push(a, b, c);
  }
}

/**
 * A rounded solid between ball (1, 1), box (near 0) and cylinder (across 1, along near 0). The seam is at the back, u 0.5 at
 * the front (+z).
 */
export function solid(center: Vector3, radii: Vector3, across = 1, along = 1): Surface['at'] {
  const bent = (value: number, exponent: number) => Math.sign(value) * Math.abs(value) ** exponent;
  return (u, v) => {
    const around = (u - 0.5) * 2 * Math.PI;
    const up = (0.5 - v) * Math.PI;
    const [s, c, h, r] = [Math.sin(around), Math.cos(around), Math.sin(up), v === 0 || v === 1 ? 0 : Math.cos(up)];
    const position: Vector3 = [
      center[0] + radii[0] * bent(r, along) * bent(s, across),
      center[1] + radii[1] * bent(h, along),
      center[2] + radii[2] * bent(r, along) * bent(c, across),
    ];
    const normal: Vector3 = [
      (bent(r, 2 - along) * bent(s, 2 - across)) / radii[0],
      bent(h, 2 - along) / radii[1],
      (bent(r, 2 - along) * bent(c, 2 - across)) / radii[2],
    ];
    return { position, normal };
  };
}

/** A pipe from `from` to `to`, open at both ends; `radius` for 0 (start) to 1 (end). */
export function pipe(from: Vector3, to: Vector3, radius: (along: number) => number): Surface['at'] {
  const axis = to.map((value, i) => value - from[i]!) as Vector3;
  const length = Math.hypot(...axis);
  const [x, y, z] = axis.map((value) => value / length) as Vector3;
  // Two directions across, one of them as near to the front as can be.
  const front: Vector3 = Math.abs(z) > 0.9 ? [0, 1, 0] : [0, 0, 1];
  const dot = front[0] * x + front[1] * y + front[2] * z;
  const ahead = front.map((value, i) => value - dot * [x, y, z][i]!) as Vector3;
  const aheadLength = Math.hypot(...ahead);
  const [fx, fy, fz] = ahead.map((value) => value / aheadLength) as Vector3;
  const [sx, sy, sz] = [fy * z - fz * y, fz * x - fx * z, fx * y - fy * x];
  return (u, v) => {
    const angle = (u - 0.5) * 2 * Math.PI;
    const [s, c] = [Math.sin(angle), Math.cos(angle)];
    const normal: Vector3 = [fx * c + sx * s, fy * c + sy * s, fz * c + sz * s];
    const position = from.map((value, i) => value + axis[i]! * v + normal[i]! * radius(v)) as Vector3;
    return { position, normal };
  };
}
