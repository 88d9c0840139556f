import { emptyScene, type Scene } from '../../src/scene/scene.ts';

const BONES = 40;
const HEIGHT = 2;

/** A tube that a row of bones sways, of as many vertices as are wanted. */
export function tube(rows: number, columns: number): Scene {
  const scene = emptyScene('tube');
  const inverseBindMatrices = new Float32Array(16 * BONES);
  for (let bone = 0; bone < BONES; bone++) {
    const above = { parent: bone - 1, translation: [0, HEIGHT / BONES, 0] as [number, number, number] };
    scene.nodes.push({ name: `bone ${bone}`, ...(bone > 0 ? above : {}) });
    inverseBindMatrices.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, (-bone * HEIGHT) / BONES, 0, 1], 16 * bone);
  }
  scene.skins.push({ name: 'bones', joints: [...scene.nodes.keys()], inverseBindMatrices });
  scene.meshes.push({ name: 'tube', primitives: [surface(rows, columns)] });
  scene.nodes.push({ name: 'tube', mesh: 0, skin: 0 });
  const times = Float32Array.from({ length: 61 }, (_, frame) => frame / 30);
  const values = Float32Array.from(times).reduce<number[]>((all, seconds) => {
    const angle = 0.02 * Math.sin(seconds * Math.PI);
    all.push(0, 0, Math.sin(angle), Math.cos(angle));
    return all;
  }, []);
  const sway = {
    path: 'rotation' as const,
    interpolation: 'linear' as const,
    times,
    values: Float32Array.from(values),
  };
  scene.clips.push({ name: 'sway', tracks: Array.from({ length: BONES }, (_, node) => ({ node, ...sway })) });
  return scene;
}

function surface(rows: number, columns: number) {
  const count = rows * columns;
  const positions = new Float32Array(3 * count);
  const normals = new Float32Array(3 * count);
  const uvs = new Float32Array(2 * count);
  const joints = new Uint8Array(4 * count);
  const weights = new Float32Array(4 * count);
  for (let v = 0; v < count; v++) {
    const [row, column] = [Math.floor(v / columns), v % columns];
    const angle = (column / (columns - 1)) * 2 * Math.PI;
    const place = (row / rows) * (BONES - 1);
    const bone = Math.floor(place);
    positions.set([0.3 * Math.cos(angle), (row / rows) * HEIGHT, 0.3 * Math.sin(angle)], 3 * v);
    normals.set([Math.cos(angle), 0, Math.sin(angle)], 3 * v);
    uvs.set([column / columns, row / rows], 2 * v);
    joints.set([bone, Math.min(BONES - 1, bone + 1)], 4 * v);
    weights.set([1 - (place - bone), place - bone], 4 * v);
  }
  const indices = new Uint32Array(6 * (rows - 1) * (columns - 1));
  for (let row = 0, at = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++, at += 6) {
      const v = row * columns + column;
      indices.set([v, v + columns, v + 1, v + 1, v + columns, v + columns + 1], at);
    }
  }
  return { indices, positions, normals, uvs: [uvs], colors: [], joints: [joints], weights: [weights], targets: [] };
}
