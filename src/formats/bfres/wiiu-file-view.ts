import { LOOP } from './animation.scene.ts';
import { CurveEvaluator } from './curve-evaluation.ts';
import type { FileView } from './file-view.ts';
import { decodeFtex, ftexSurface } from './ftex.images.ts';
import type { WiiuParamAnimation, WiiuPatternAnimation, WiiuVisibilityAnim } from './wiiu-animation.ts';
import { wiiuBfres } from './wiiu-bfres.ts';
import type { WiiuCurve } from './wiiu-curve.ts';
import { wiiuModel } from './wiiu-view.ts';

/** What a Wii U file has for scenes. Textures of which it has coarser levels alone are none. */
export function wiiuFile(bytes: Uint8Array): FileView {
  const file = wiiuBfres.decode(bytes);
  const { paramAnims, colorAnims, textureSrtAnims, patternAnims, materialVisibilityAnims } = file;
  return {
    format: 'bfres-wiiu',
    models: (file.models?.values ?? []).map(wiiuModel),
    skeletalAnims: (file.skeletalAnims?.values ?? []).map((anim) => ({ ...anim, name: anim.name ?? '' })),
    visibilityAnims: (file.boneVisibilityAnims?.values ?? []).map((anim) => ({ ...anim, name: anim.name ?? '' })),
    shapeAnims: (file.shapeAnims?.values ?? []).map((anim) => ({ ...anim, name: anim.name ?? '' })),
    otherAnims: {
      parameterAnims: [paramAnims, colorAnims, textureSrtAnims].flatMap((anims) =>
        (anims?.values ?? []).map(paramAnimJson),
      ),
      patternAnims: (patternAnims?.values ?? []).map(patternAnimJson),
      materialVisibilityAnims: (materialVisibilityAnims?.values ?? []).map(visibilityAnimJson),
      sceneAnims: (file.sceneAnims?.values ?? []).map(({ name = '' }) => ({ name })),
    },
    textures: (file.textures?.values ?? [])
      .filter(({ data }) => data !== undefined)
      .map((texture) => ({
        name: texture.name ?? '',
        decode: () => decodeFtex(texture),
        surface: () => ftexSurface(texture),
      })),
  };
}

function curveJson(curve: WiiuCurve) {
  const evaluator = new CurveEvaluator(curve);
  const frames = [...evaluator.frames];
  return { target: curve.target, frames, values: frames.map((frame) => evaluator.at(frame)) };
}

const timeOf = ({ name, frameCount, flags }: { name?: string; frameCount: number; flags: number }) => ({
  name: name ?? '',
  frameCount,
  loop: (flags & LOOP) !== 0,
});

const paramAnimJson = (anim: WiiuParamAnimation) => ({
  ...timeOf(anim as never),
  materials: anim.materialAnims.map((material) => ({
    name: material.name ?? '',
    parameters: material.paramAnims.map(({ name = '', firstCurve, floatCurveCount, intCurveCount, ...param }) => ({
      name,
      curves: material.curves.slice(firstCurve, firstCurve + floatCurveCount + intCurveCount).map(curveJson),
      constants: Array.from({ length: Math.min(param.constantCount, material.constants.length) }, (_, i) => ({
        target: material.constants.target[param.firstConstant + i] ?? 0,
        bits: material.constants.value[param.firstConstant + i] ?? 0,
      })),
    })),
  })),
});

const patternAnimJson = (anim: WiiuPatternAnimation) => ({
  ...timeOf(anim as never),
  textures: anim.textures?.names ?? [],
  materials: anim.materialAnims.map((material) => ({
    name: material.name ?? '',
    patterns: material.patternAnims.map(({ name = '', curve }, i) => ({
      sampler: name,
      ...(material.curves[curve] === undefined
        ? { texture: material.base?.[i] ?? 0 }
        : { curve: curveJson(material.curves[curve]!) }),
    })),
  })),
});

const visibilityAnimJson = (anim: WiiuVisibilityAnim) => ({
  ...timeOf(anim as never),
  names: anim.names.map((name) => name ?? ''),
  base: [...anim.base],
  curves: anim.curves.map(curveJson),
});
