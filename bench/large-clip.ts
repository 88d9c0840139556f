import { fixtures } from '../src/formats/red-faction/rfa.fixtures.ts';
import { type Animation, animation, type BoneTrack } from '../src/formats/red-faction/rfa.ts';

/** Bytes of a rotation key and a position key. */
const KEY_PAIR = 16 + 40;
const BONES = 60;

/** A clip of 60 bones that takes about `bytes`, nearly all of them keys: as long clips are. */
export function largeClip(bytes: number): Animation {
  const length = Math.round(bytes / KEY_PAIR / BONES);
  const track: BoneTrack = {
    weight: 1,
    rotationKeys: {
      length,
      time: Int32Array.from({ length }, (_, i) => i * 160),
      rotation: Int16Array.from({ length: length * 4 }, (_, i) => i % 16384),
      easeIn: new Int8Array(length),
      easeOut: new Int8Array(length),
      pad: new Int16Array(length),
    },
    positionKeys: {
      length,
      time: Int32Array.from({ length }, (_, i) => i * 160),
      position: Float32Array.from({ length: length * 3 }, (_, i) => i / 64),
      inControl: new Float32Array(length * 3),
      outControl: new Float32Array(length * 3),
    },
  };
  const clip = animation.decode(fixtures['no morph']!);
  return { ...clip, tracks: Array.from({ length: BONES }, () => track) };
}
