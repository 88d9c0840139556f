import type { Clip, Quaternion, Track, Vector3 } from '../../src/scene/scene.ts';
import { boneIndex, boneOffset, boneRest } from './pip-skeleton.ts';
import { multiply, rounded, turn } from './rotation.ts';

// How Pip moves. A clip is a function from the phase, 0 to 1, to a pose; keys are taken from it at even steps.

/** Turns of bones on top of their turn at rest, degrees about x, y and z; `hips` also moves, in metres. */
interface Pose {
  turns: Readonly<Record<string, readonly [x: number, y?: number, z?: number]>>;
  hips?: Vector3;
  /** Weights of the morph targets. */
  weights?: readonly number[];
}

const wave = (phase: number, turns = 1, shift = 0) => Math.sin((phase * turns + shift) * 2 * Math.PI);

/** Shifts weight, looks around and breathes. */
function idle(phase: number): Pose {
  const breath = wave(phase, 2);
  return {
    hips: [0.012 * wave(phase), -0.004 + 0.004 * breath, 0],
    turns: {
      hips: [0, 0, 1.5 * wave(phase)],
      body: [1.5 * breath, 0, -2.5 * wave(phase)],
      head: [3 * wave(phase, 1, 0.3), 16 * wave(phase), 2 * wave(phase, 1, 0.1)],
      lamp: [4 * wave(phase, 2)],
      aerial: [0, 0, 6 * wave(phase, 2, 0.2)],
      'aerial tip': [0, 0, 12 * wave(phase, 2, 0.1)],
      'left upper arm': [2 * breath, 0, 4 + 3 * breath],
      'right upper arm': [2 * breath, 0, -4 - 3 * breath],
      'left thigh': [0, 0, -1.5 * wave(phase)],
      'right thigh': [0, 0, -1.5 * wave(phase)],
    },
  };
}

/** Two steps of a brisk, bouncing walk on the spot. */
function walk(phase: number): Pose {
  const leg = (shift: number) => {
    const swing = wave(phase, 1, shift);
    const lift = Math.max(0, wave(phase, 1, shift + 0.25));
    const [thigh, shin] = [-4 - 30 * swing, 6 + 46 * lift];
    return { thigh, shin, foot: -(thigh + shin) * 0.6 - 8 * swing };
  };
  const [left, right] = [leg(0), leg(0.5)];
  const swing = wave(phase);
  return {
    hips: [0.012 * wave(phase, 1, 0.25), 0.012 - 0.022 * Math.abs(swing), 0],
    turns: {
      hips: [0, 7 * swing, 3 * wave(phase, 1, 0.25)],
      body: [6, -12 * swing, -4 * wave(phase, 1, 0.25)],
      head: [-4 + 3 * wave(phase, 2, 0.1), 5 * swing, 2 * wave(phase, 1, 0.1)],
      lamp: [6 * wave(phase, 2)],
      aerial: [10 * wave(phase, 2, 0.15), 0, 0],
      'aerial tip': [18 * wave(phase, 2, 0.05), 0, 0],
      'left upper arm': [34 * swing, 0, -6],
      'left forearm': [-22 - 14 * swing],
      'right upper arm': [-34 * swing, 0, 6],
      'right forearm': [-22 + 14 * swing],
      'left thigh': [left.thigh],
      'left shin': [left.shin],
      'left foot': [left.foot],
      'right thigh': [right.thigh],
      'right shin': [right.shin],
      'right foot': [right.foot],
    },
  };
}

/** Raises the right arm, waves three times and lowers it. */
function greet(phase: number): Pose {
  const ease = (from: number, to: number) => {
    const t = Math.max(0, Math.min(1, (phase - from) / (to - from)));
    return t * t * (3 - 2 * t);
  };
  const raised = ease(0, 0.2) * (1 - ease(0.8, 1));
  const waving = raised * wave(phase, 4);
  return {
    hips: [-0.02 * raised, 0, 0],
    turns: {
      hips: [0, 0, -2 * raised],
      body: [-2 * raised, 0, 6 * raised + 2 * waving],
      head: [-6 * raised, -8 * raised, 10 * raised + 3 * waving],
      aerial: [0, 0, 8 * waving],
      'aerial tip': [0, 0, 16 * waving],
      'right upper arm': [-10 * raised, 0, -98 * raised + 6 * waving],
      'right forearm': [-20 * raised, 0, -28 * raised + 26 * waving],
      'right hand': [0, 0, 16 * waving],
      'left upper arm': [4 * raised, 0, 8 * raised],
    },
  };
}

/** Blinks twice while the chest rises: the clip of the morph targets. */
function breathe(phase: number): Pose {
  const closed = [0.3, 0.42].includes(phase) ? 1 : 0;
  return { turns: { head: [2 * wave(phase)] }, weights: [closed, 0.5 - 0.5 * wave(phase, 1, 0.25)] };
}

/** All clips of Pip: three that move bones and one that moves morph targets. */
export function clips(meshNode: number): Clip[] {
  return [
    clip('idle', 3, evenPhases(24), idle, meshNode),
    clip('walk', 0.8, evenPhases(16), walk, meshNode),
    clip('wave', 2, evenPhases(32), greet, meshNode),
    clip('breathe', 2, [0, 0.1, 0.2, 0.26, 0.3, 0.34, 0.38, 0.42, 0.46, 0.6, 0.7, 0.8, 0.9, 1], breathe, meshNode),
  ];
}

function evenPhases(steps: number): number[] {
  return Array.from({ length: steps + 1 }, (_, i) => i / steps);
}

function clip(
  name: string,
  seconds: number,
  phases: number[],
  poseAt: (phase: number) => Pose,
  meshNode: number,
): Clip {
  const poses = phases.map(poseAt);
  // Whole ticks of 1/4800 s, which is as fine as the games go.
  const times = Float32Array.from(phases, (phase) => Math.round(phase * seconds * 4800) / 4800);
  const first = poses[0]!;
  const tracks: Track[] = Object.keys(first.turns).map((bone) => ({
    node: boneIndex(bone),
    path: 'rotation',
    interpolation: 'linear',
    times,
    values: Float32Array.from(
      poses.flatMap(({ turns }) => turned(bone, turns[bone]!)),
      rounded,
    ),
  }));
  if (first.hips !== undefined) {
    const rest = boneOffset('hips');
    const values = poses.flatMap(({ hips }) => hips!.map((value, i) => value + rest[i]!));
    tracks.push(track(boneIndex('hips'), 'translation', times, values));
  }
  if (first.weights !== undefined) {
    tracks.push(
      track(
        meshNode,
        'weights',
        times,
        poses.flatMap(({ weights }) => weights!),
      ),
    );
  }
  return { name, tracks };
}

function track(node: number, path: Track['path'], times: Float32Array, values: number[]): Track {
  return { node, path, interpolation: 'linear', times, values: Float32Array.from(values, rounded) };
}

function turned(bone: string, [x, y = 0, z = 0]: readonly [number, number?, number?]): Quaternion {
  return multiply(boneRest(bone), turn(x, y, z));
}
