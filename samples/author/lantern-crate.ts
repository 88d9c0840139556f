import { emptyScene, type Material, type Scene, type Vector3 } from '../../src/scene/scene.ts';
import { Canvas, type Color, grain, patches, shade } from './paint.ts';
import { type Area, Shape, type Surface, solid } from './shape.ts';

// A lantern on a crate of ore: our own static prop. Two materials, one of them glass.

/** The prop as a scene: one node, one mesh of two primitives, `crate` (opaque) and `glass` (blended, textured with alpha). */
export function authorProp(): Scene {
  return {
    ...emptyScene('lantern crate'),
    nodes: [{ name: 'lantern crate', mesh: 0 }],
    meshes: [{ name: 'lantern crate', primitives: [crateAndLantern().primitive(0), glass().primitive(1)] }],
    materials: [material('crate', 0), { ...material('glass', 1), alphaMode: 'blend', doubleSided: true }],
    textures: ['crate', 'glass'].map((name, image) => ({
      name,
      image,
      wrapS: 'repeat',
      wrapT: 'repeat',
      filter: 'linear',
    })),
    images: [
      { name: 'crate', data: crateTexture().pixels },
      { name: 'glass', data: glassTexture().pixels },
    ],
  };
}

function material(name: string, texture: number): Material {
  return {
    name,
    baseColorTexture: { texture },
    metallicFactor: 0,
    roughnessFactor: 0.9,
    alphaMode: 'opaque',
    doubleSided: false,
  };
}

const planks: Area = [0.008, 0.008, 0.992, 0.742];
const metal: Area = [0.02, 0.77, 0.48, 0.98];
const flame: Area = [0.52, 0.77, 0.98, 0.98];

function crateAndLantern(): Shape {
  const half = 0.28;
  const shape = new Shape();
  for (let side = 0; side < 4; side++) shape.add(wall(side, half));
  shape.add(lid(half, 2 * half, 1)).add(lid(half, 0, -1));
  const lantern: [Vector3, Vector3, number, Area][] = [
    [[0.06, 0.58, 0.02], [0.1, 0.025, 0.1], 0.15, metal],
    [[0.06, 0.69, 0.02], [0.026, 0.06, 0.026], 1, flame],
    [[0.06, 0.8, 0.02], [0.1, 0.035, 0.1], 0.5, metal],
    [[0.06, 0.85, 0.02], [0.03, 0.03, 0.03], 1, metal],
  ];
  for (const [center, radii, along, area] of lantern) {
    shape.add({ steps: [10, 6], area, at: solid(center, radii, 1, along) });
  }
  return shape.add({ steps: [14, 4], area: metal, at: ring([0.06, 0.92, 0.02], 0.06, 0.008) });
}

function glass(): Shape {
  return new Shape().add({
    steps: [14, 4],
    area: [0, 0, 2, 1],
    at: solid([0.06, 0.69, 0.02], [0.085, 0.1, 0.085], 1, 0.4),
  });
}

/** One of the four sides of a cube on the ground, counted from the front. */
function wall(side: number, half: number): Surface {
  const angle = (side * Math.PI) / 2;
  const [s, c] = [Math.round(Math.sin(angle)), Math.round(Math.cos(angle))];
  return {
    steps: [1, 1],
    area: planks,
    at: (u, v) => {
      const [across, up] = [(u - 0.5) * 2 * half, (1 - v) * 2 * half];
      return { position: [c * across + s * half, up, c * half - s * across], normal: [s, 0, c] };
    },
  };
}

function lid(half: number, height: number, facing: 1 | -1): Surface {
  return {
    steps: [1, 1],
    area: planks,
    at: (u, v) => ({
      position: [(u - 0.5) * 2 * half, height, (v - 0.5) * 2 * half * facing],
      normal: [0, facing, 0],
    }),
  };
}

/** A standing ring: the lantern's handle. */
function ring([x, y, z]: Vector3, radius: number, thickness: number): Surface['at'] {
  return (u, v) => {
    const [a, b] = [u * 2 * Math.PI, (1 - v) * 2 * Math.PI];
    const [out, ahead] = [Math.cos(b), Math.sin(b)];
    const normal: Vector3 = [Math.cos(a) * out, Math.sin(a) * out, ahead];
    const center: Vector3 = [x + radius * Math.cos(a), y + radius * Math.sin(a), z];
    return { position: center.map((value, i) => value + normal[i]! * thickness) as Vector3, normal };
  };
}

function crateTexture(): Canvas {
  const canvas = new Canvas(64, 64);
  canvas.paint(0, 0, 64, 48, (x, y) => {
    const isFrame = x < 5 || x > 57 || y < 4 || y > 43;
    const isBolt = isFrame && (x === 2 || x === 60) && (y === 2 || y === 45);
    if (isBolt) return [200, 196, 180];
    if (isFrame) return iron(x, y);
    const plank = Math.floor(y / 10);
    const isGap = y % 10 === 3;
    const wood: Color = [150 + 14 * grain(plank, 7), 104 + 10 * grain(plank, 8), 62];
    const streak = 0.78 + 0.3 * patches(x + plank * 31, y * 5, 7) + 0.08 * grain(x, y);
    return shade(wood, isGap ? 0.45 : streak);
  });
  canvas.paint(0, 48, 32, 16, iron);
  canvas.paint(32, 48, 32, 16, (_, y) => [255, 214 - y * 5, 96 - y * 4]);
  return canvas;
}

function iron(x: number, y: number): Color {
  return shade([92, 90, 94], 0.75 + 0.4 * patches(x, y, 5) + 0.15 * grain(x, y));
}

function glassTexture(): Canvas {
  const canvas = new Canvas(32, 32);
  return canvas.paint(0, 0, 32, 32, (x, y) => {
    const isBar = x % 16 < 2;
    return isBar ? [70, 66, 60, 255] : [255, 226, 150, 70 + 4 * Math.abs(y - 16)];
  });
}
