// Weights of vertices as a scene has them: four joints, strongest first, no joint twice, the rest 0 (specification,
// sections 9 and 20.3).

/** Weights below this are rounding noise: a last weight is stored as what the others leave. */
const NOISE = 1e-6;
export const SLOTS = 4;

/** Collects the influences of one vertex at a time, without garbage. */
export class Influences {
  private readonly joints: number[] = [];
  private readonly weights: number[] = [];
  private count = 0;

  clear(): void {
    this.count = 0;
  }

  /** Adds a weight; those of the same joint add up. */
  add(joint: number, weight: number): void {
    if (!(weight > NOISE)) return;
    for (let i = 0; i < this.count; i++) {
      if (this.joints[i] === joint) {
        this.weights[i]! += weight;
        return;
      }
    }
    this.joints[this.count] = joint;
    this.weights[this.count++] = weight;
  }

  /** How many joints there are. */
  get length(): number {
    return this.count;
  }

  /** Writes the strongest `limit` joints, with weights that sum to 1. Without any, `fallback` gets all. */
  write(joints: Uint8Array | Uint16Array, weights: Float32Array, at: number, limit: number, fallback: number): void {
    if (this.count === 0) this.add(fallback, 1);
    this.sort();
    const kept = Math.min(this.count, limit, SLOTS);
    let sum = 0;
    for (let i = 0; i < kept; i++) sum += this.weights[i]!;
    for (let i = 0; i < kept; i++) {
      joints[at + i] = this.joints[i]!;
      weights[at + i] = this.weights[i]! / sum;
    }
  }

  /** Strongest first; equal ones stay in order. There are few, so that insertion is quickest. */
  private sort(): void {
    for (let i = 1; i < this.count; i++) {
      const [joint, weight] = [this.joints[i]!, this.weights[i]!];
      let to = i;
      for (; to > 0 && this.weights[to - 1]! < weight; to--) {
        this.joints[to] = this.joints[to - 1]!;
        this.weights[to] = this.weights[to - 1]!;
      }
      this.joints[to] = joint;
      this.weights[to] = weight;
    }
  }
}
