import { type Clip, emptyScene, type Mesh, type Scene, type Vector3 } from '../../src/scene/scene.ts';
import { clips } from './pip-clips.ts';
import { boneIndex, boneNodes, bonePosition, skin } from './pip-skeleton.ts';
import { area, pipTexture } from './pip-texture.ts';
import { type Influences, pipe, Shape, type Surface, solid } from './shape.ts';

// Pip, a small miner robot: our own character, from which the samples of all families are made. A barrel for a body, a dome
// with a lamp for a head, hoses for limbs.

/**
 * Pip as a scene: one skinned mesh of one primitive with two morph targets (`blink`, `breathe`), 18 joints, one texture,
 * and the clips `idle`, `walk`, `wave` and `breathe` (the one that moves the morph targets).
 */
export function authorCharacter(): Scene {
  const nodes = boneNodes();
  const meshNode = nodes.length;
  return {
    ...emptyScene('pip'),
    nodes: [...nodes, { name: 'pip', mesh: 0, skin: 0 }],
    meshes: [pipMesh()],
    skins: [skin()],
    clips: clips(meshNode) satisfies Clip[],
    materials: [
      {
        name: 'pip',
        baseColorTexture: { texture: 0 },
        metallicFactor: 0,
        roughnessFactor: 0.8,
        alphaMode: 'opaque',
        doubleSided: false,
      },
    ],
    textures: [{ name: 'pip', image: 0, wrapS: 'repeat', wrapT: 'repeat', filter: 'linear' }],
    images: [{ name: 'pip', data: pipTexture() }],
  };
}

function pipMesh(): Mesh {
  const shape = new Shape(2);
  for (const surface of [...trunk(), ...head(), ...limbs('left'), ...limbs('right')]) shape.add(surface);
  return { name: 'pip', primitives: [shape.primitive(0)], targetNames: ['blink', 'breathe'] };
}

const by = (bone: string) => (): Influences => [[boneIndex(bone), 1]];

/** Soft transition between two bones, around the height `middle` of a surface. */
function between(above: string, below: string, middle: number, width: number): (position: Vector3) => Influences {
  return ([, y]) => {
    const weight = Math.max(0, Math.min(1, (y - middle) / width + 0.5));
    if (weight === 0 || weight === 1) return [[boneIndex(weight === 1 ? above : below), 1]];
    return [
      [boneIndex(above), weight],
      [boneIndex(below), 1 - weight],
    ];
  };
}

function trunk(): Surface[] {
  const center: Vector3 = [0, 0.6, 0];
  const swell = ([x, y, z]: Vector3): Vector3[] => {
    const strength = Math.max(0, 1 - Math.abs(y - 0.63) / 0.16) * (z > 0 ? 0.03 : 0.01);
    return [
      [0, 0, 0],
      [x * strength, 0, strength * (z > 0 ? 1 : -1)],
    ];
  };
  return [
    {
      steps: [16, 8],
      area: area('body'),
      at: solid(center, [0.22, 0.23, 0.18], 0.8, 0.6),
      influences: between('body', 'hips', 0.47, 0.12),
      morphs: swell,
    },
    {
      steps: [8, 1],
      area: area('metal'),
      at: pipe([0, 0.86, 0.01], [0, 0.78, 0.01], () => 0.07),
      influences: by('body'),
    },
  ];
}

function head(): Surface[] {
  const [, y, z] = bonePosition('head');
  const lamp = bonePosition('lamp');
  const aerial = bonePosition('aerial');
  const tip = bonePosition('aerial tip');
  return [
    {
      steps: [16, 5],
      area: area('helmet'),
      at: capped(solid([0, y + 0.21, z], [0.22, 0.19, 0.2]), 0.58),
      influences: by('head'),
    },
    {
      steps: [16, 2],
      area: area('metal'),
      at: brim([0, y + 0.175, z], 0.205, 0.262),
      influences: by('head'),
    },
    {
      steps: [10, 6],
      area: area('screen'),
      at: front(solid([0, y + 0.11, z + 0.005], [0.185, 0.15, 0.175], 0.7, 0.7), 0.36),
      influences: by('head'),
    },
    {
      steps: [6, 4],
      area: area('metal'),
      at: back(solid([0, y + 0.11, z + 0.005], [0.186, 0.151, 0.175], 0.7, 0.7), 0.34),
      influences: by('head'),
    },
    eye(-1),
    eye(1),
    {
      steps: [8, 2],
      area: area('metal'),
      at: pipe(
        [lamp[0], lamp[1] - 0.01, lamp[2] - 0.06],
        [lamp[0], lamp[1] - 0.025, lamp[2] + 0.04],
        (t) => 0.04 + 0.012 * t,
      ),
      influences: by('lamp'),
    },
    {
      steps: [8, 3],
      area: area('light'),
      at: solid([lamp[0], lamp[1] - 0.024, lamp[2] + 0.035], [0.048, 0.048, 0.022]),
      influences: by('lamp'),
    },
    {
      steps: [4, 2],
      area: area('hose'),
      at: pipe(tip, aerial, (t) => 0.008 + 0.008 * t),
      influences: between('aerial tip', 'aerial', (tip[1] + aerial[1]) / 2 + 0.03, 0.06),
    },
    { steps: [5, 4], area: area('boot'), at: solid(tip, [0.026, 0.026, 0.026]), influences: by('aerial tip') },
  ];
}

/** An eye on the screen; blinking makes it flat. */
function eye(side: 1 | -1): Surface {
  const [, y, z] = bonePosition('head');
  const center: Vector3 = [side * 0.07, y + 0.12, z + 0.172];
  return {
    steps: [8, 4],
    area: area('eye'),
    at: solid(center, [0.028, 0.042, 0.016]),
    influences: by('head'),
    morphs: (position) => [
      [0, (center[1] - position[1]) * 0.88, 0],
      [0, 0, 0],
    ],
  };
}

function limbs(side: 'left' | 'right'): Surface[] {
  const s = side === 'left' ? 1 : -1;
  const [shoulder, elbow, hand] = [`${side} upper arm`, `${side} forearm`, `${side} hand`].map(bonePosition) as [
    Vector3,
    Vector3,
    Vector3,
  ];
  const [hip, knee, foot] = [`${side} thigh`, `${side} shin`, `${side} foot`].map(bonePosition) as [
    Vector3,
    Vector3,
    Vector3,
  ];
  return [
    {
      steps: [6, 4],
      area: area('boot'),
      at: solid(shoulder, [0.065, 0.065, 0.065]),
      influences: by(`${side} upper arm`),
    },
    {
      steps: [6, 2],
      area: area('hose'),
      at: pipe(shoulder, elbow, () => 0.04),
      influences: between(`${side} upper arm`, `${side} forearm`, elbow[1], 0.1),
    },
    {
      steps: [6, 2],
      area: area('hose'),
      at: pipe(elbow, hand, (t) => 0.04 + 0.012 * t),
      influences: between(`${side} upper arm`, `${side} forearm`, elbow[1], 0.1),
    },
    {
      steps: [7, 5],
      area: area('boot'),
      at: solid([hand[0] + s * 0.015, hand[1] - 0.03, hand[2] + 0.01], [0.055, 0.075, 0.065], 0.9, 0.8),
      influences: by(`${side} hand`),
    },
    {
      steps: [5, 3],
      area: area('boot'),
      at: solid([hand[0] - s * 0.035, hand[1] - 0.01, hand[2] + 0.05], [0.022, 0.04, 0.024]),
      influences: by(`${side} hand`),
    },
    {
      steps: [6, 2],
      area: area('hose'),
      at: pipe([hip[0], hip[1] + 0.05, hip[2]], knee, () => 0.055),
      influences: between(`${side} thigh`, `${side} shin`, knee[1], 0.1),
    },
    {
      steps: [6, 2],
      area: area('hose'),
      at: pipe(knee, foot, () => 0.055),
      influences: between(`${side} thigh`, `${side} shin`, knee[1], 0.1),
    },
    {
      steps: [9, 6],
      area: area('boot'),
      at: solid([foot[0] + s * 0.01, foot[1] - 0.01, foot[2] + 0.04], [0.085, 0.075, 0.135], 0.8, 0.75),
      influences: by(`${side} foot`),
    },
  ];
}

/** The upper part of a solid, down to `end`. */
function capped(at: Surface['at'], end: number): Surface['at'] {
  return (u, v) => at(u, v * end);
}

/** The part of a solid that faces the front, half its `width` to each side. */
function front(at: Surface['at'], width: number): Surface['at'] {
  return (u, v) => at(0.5 + (u - 0.5) * 2 * width, v);
}

/** The rest of what `front` leaves. */
function back(at: Surface['at'], width: number): Surface['at'] {
  return (u, v) => {
    const around = 0.5 + width + u * (1 - 2 * width);
    return at(around > 1 ? around - 1 : around, v);
  };
}

/** A flat ring with a bent edge around a helmet. */
function brim([x, y, z]: Vector3, inner: number, outer: number): Surface['at'] {
  return (u, v) => {
    const angle = (u - 0.5) * 2 * Math.PI;
    const [s, c] = [Math.sin(angle), Math.cos(angle)];
    // Longer at the front, as a miner's is.
    const reach = (outer - inner) * (1 + 0.5 * Math.max(0, c));
    const [radius, drop] = [
      [inner, 0.03],
      [inner + reach, -0.012],
      [inner, -0.012],
    ][Math.round(v * 2)] as [number, number];
    const normal: Vector3 = v < 0.25 ? [s * 0.4, 0.9, c * 0.4] : v < 0.75 ? [s, 0, c] : [0, -1, 0];
    return { position: [x + s * radius, y + drop, z + c * radius * 0.92], normal };
  };
}
