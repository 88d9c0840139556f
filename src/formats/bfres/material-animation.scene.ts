import { LOOP } from './animation.scene.ts';
import type { Curve } from './curve.ts';
import { CurveEvaluator } from './curve-evaluation.ts';
import type { MaterialAnim, MaterialAnimation } from './material-animation.ts';

// Animations of materials as JSON: glTF has no place for them (specification, sections 13.2 and 21.1).

/** Values at keys: what becomes of them in between, `step` or `linear`, depends on the kind of curve. */
export interface CurveJson {
  /** Byte offset in the parameter: 0 4 8 12 of colours r g b a; 4 8 scale, 12 rotation, 16 20 translation of textures. */
  readonly target?: number;
  readonly frames: readonly number[];
  readonly values: readonly number[];
}

export function materialAnimJson(anim: MaterialAnimation): Record<string, unknown> {
  return {
    name: anim.name ?? '',
    frameCount: anim.frameCount,
    loop: (anim.flags & LOOP) !== 0,
    materials: anim.materialAnims.map((material) => ({
      name: material.name ?? '',
      parameters: material.paramAnims.map((param) => {
        const count = param.floatCurveCount + param.intCurveCount;
        const curves = material.curves.slice(param.firstCurve, param.firstCurve + count);
        return { name: param.name ?? '', curves: curves.map(curveJson), constants: constantsOf(material, param) };
      }),
      patterns: material.patternAnims.map(({ name, curve, firstConstant }) => ({
        sampler: name ?? '',
        textures: texturesOf(anim, material.curves[curve], material.constants.value[firstConstant]),
      })),
    })),
  };
}

export function curveJson(curve: Curve): CurveJson {
  const evaluator = new CurveEvaluator(curve);
  const frames = [...evaluator.frames];
  return { target: curve.target, frames, values: frames.map((frame) => evaluator.at(frame)) };
}

interface ConstantRange {
  firstConstant: number;
  constantCount: number;
}

function constantsOf({ constants }: MaterialAnim, { firstConstant, constantCount }: ConstantRange) {
  const floats = new Float32Array(constants.value.buffer, constants.value.byteOffset, constants.length);
  const last = Math.min(constants.length, firstConstant + constantCount);
  const rows: { target: number; value: number }[] = [];
  for (let i = firstConstant; i < last; i++) {
    const target = constants.target[i]!;
    rows.push({ target, value: target === 0 && constants.value[i]! < 4 ? constants.value[i]! : floats[i]! });
  }
  return rows;
}

/** Names of textures by frame. */
function texturesOf({ textureNames }: MaterialAnimation, curve: Curve | undefined, constant: number | undefined) {
  const nameOf = (index: number | undefined) => textureNames[index ?? -1] ?? '';
  if (curve === undefined) return [{ frame: 0, texture: nameOf(constant) }];
  const { frames, values } = curveJson(curve);
  return frames.map((frame, i) => ({ frame, texture: nameOf(values[i]) }));
}
