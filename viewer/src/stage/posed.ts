import { type Box3, type BufferAttribute, type Mesh, type Ray, SkinnedMesh } from 'three';

// Where vertices are in a pose, as the graphics card has them. Tight loops over plain arrays: three.js goes vertex by vertex
// through objects, which stops the page for seconds where a mesh has hundreds of thousands of them.

/** x y z of each vertex of a mesh in the world, right now. `into` is used again where it has the length. */
export function posedPositions(mesh: Mesh, into?: Float32Array): Float32Array {
  const rest = mesh.geometry.getAttribute('position').array as Float32Array;
  const posed = into?.length === rest.length ? into : new Float32Array(rest.length);
  posed.set(rest);
  morph(mesh, posed);
  if (mesh instanceof SkinnedMesh) skin(mesh, posed);
  else transform(posed, mesh.matrixWorld.elements);
  return posed;
}

/** Makes a box hold vertices. */
export function expandByPositions(box: Box3, positions: Float32Array): void {
  const { min, max } = box;
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i]!;
    const y = positions[i + 1]!;
    const z = positions[i + 2]!;
    if (x < min.x) min.x = x;
    if (y < min.y) min.y = y;
    if (z < min.z) min.z = z;
    if (x > max.x) max.x = x;
    if (y > max.y) max.y = y;
    if (z > max.z) max.z = z;
  }
}

export interface Hit {
  readonly distance: number;
  /** The vertex of the triangle that is nearest to the place. */
  readonly vertex: number;
}

/** The nearest triangle that a ray meets, from either side. */
export function hitOf(
  { origin, direction }: Ray,
  positions: Float32Array,
  indices: ArrayLike<number>,
): Hit | undefined {
  const { x: ox, y: oy, z: oz } = origin;
  const { x: dx, y: dy, z: dz } = direction;
  let distance = Infinity;
  let vertex = -1;
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const a = indices[i]! * 3;
    const b = indices[i + 1]! * 3;
    const c = indices[i + 2]! * 3;
    const [ax, ay, az] = [positions[a]!, positions[a + 1]!, positions[a + 2]!];
    const [ex, ey, ez] = [positions[b]! - ax, positions[b + 1]! - ay, positions[b + 2]! - az];
    const [fx, fy, fz] = [positions[c]! - ax, positions[c + 1]! - ay, positions[c + 2]! - az];
    // Möller and Trumbore: where the ray meets the plane, in steps along two sides of the triangle.
    const [px, py, pz] = [dy * fz - dz * fy, dz * fx - dx * fz, dx * fy - dy * fx];
    const area = ex * px + ey * py + ez * pz;
    if (area === 0) continue;
    const [tx, ty, tz] = [ox - ax, oy - ay, oz - az];
    const u = (tx * px + ty * py + tz * pz) / area;
    if (u < 0 || u > 1) continue;
    const [qx, qy, qz] = [ty * ez - tz * ey, tz * ex - tx * ez, tx * ey - ty * ex];
    const v = (dx * qx + dy * qy + dz * qz) / area;
    if (v < 0 || u + v > 1) continue;
    const along = (fx * qx + fy * qy + fz * qz) / area;
    if (along <= 0 || along >= distance) continue;
    distance = along;
    const first = 1 - u - v;
    vertex = (first >= u && first >= v ? a : u >= v ? b : c) / 3;
  }
  return vertex < 0 ? undefined : { distance, vertex };
}

function morph({ geometry, morphTargetInfluences }: Mesh, posed: Float32Array): void {
  for (const [t, target] of (geometry.morphAttributes.position ?? []).entries()) {
    const weight = morphTargetInfluences?.[t] ?? 0;
    if (weight === 0) continue;
    const deltas = target.array;
    for (let i = 0; i < posed.length; i++) posed[i]! += weight * deltas[i]!;
  }
}

function transform(posed: Float32Array, m: ArrayLike<number>): void {
  for (let i = 0; i < posed.length; i += 3) {
    const x = posed[i]!;
    const y = posed[i + 1]!;
    const z = posed[i + 2]!;
    posed[i] = m[0]! * x + m[4]! * y + m[8]! * z + m[12]!;
    posed[i + 1] = m[1]! * x + m[5]! * y + m[9]! * z + m[13]!;
    posed[i + 2] = m[2]! * x + m[6]! * y + m[10]! * z + m[14]!;
  }
}

/** What moves the vertices of a skinned mesh are its bones alone. */
function skin({ skeleton, geometry }: SkinnedMesh, posed: Float32Array): void {
  skeleton.update();
  const m = skeleton.boneMatrices!;
  const joints = geometry.getAttribute('skinIndex').array;
  const weightAttribute = geometry.getAttribute('skinWeight') as BufferAttribute;
  const weights = weightAttribute.array;
  const unit = weightAttribute.normalized ? 1 / 255 : 1;
  for (let i = 0, v = 0; i < posed.length; i += 3, v += 4) {
    const px = posed[i]!;
    const py = posed[i + 1]!;
    const pz = posed[i + 2]!;
    let x = 0;
    let y = 0;
    let z = 0;
    for (let k = v; k < v + 4; k++) {
      const weight = weights[k]! * unit;
      if (weight === 0) continue;
      const j = joints[k]! * 16;
      x += weight * (m[j]! * px + m[j + 4]! * py + m[j + 8]! * pz + m[j + 12]!);
      y += weight * (m[j + 1]! * px + m[j + 5]! * py + m[j + 9]! * pz + m[j + 13]!);
      z += weight * (m[j + 2]! * px + m[j + 6]! * py + m[j + 10]! * pz + m[j + 14]!);
    }
    posed[i] = x;
    posed[i + 1] = y;
    posed[i + 2] = z;
  }
}
