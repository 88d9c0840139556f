import { isSharedMaterial, type Material, type Model } from './model.ts';
import { switchModel } from './switch-view.ts';
import type { MaterialDraft } from './target.materials.ts';
import { textureRole } from './texture-role.ts';
import type { SamplerView } from './view.ts';

// Materials of a game lent to those that are made anew: shader, parameters and options are theirs, textures are new
// (specification, section 15.7).

export interface Loan {
  readonly material: Material;
  /** Name of the material that it was taken from. */
  readonly from: string;
  /** Roles of textures that the lender has no sampler for. */
  readonly unused: readonly string[];
}

const roleOf = (sampler: Pick<SamplerView, 'role' | 'texture'>) => textureRole(sampler as SamplerView) ?? sampler.role;

/** A copy of the material of a model whose samplers are most alike, with the textures of the draft. */
export function borrowed(lender: Model, draft: MaterialDraft, index: number): Loan | undefined {
  const wanted = new Map(draft.samplers.map((sampler) => [roleOf(sampler), sampler.texture]));
  const { materials } = switchModel(lender, 0);
  let best = -1;
  let most = -Infinity;
  for (const [m, { samplers }] of materials.entries()) {
    const roles = samplers.map(roleOf);
    const alike = roles.filter((role) => wanted.has(role)).length;
    const score = alike - (roles.length - alike) / 16;
    if (score > most) [best, most] = [m, score];
  }
  const old = lender.materials[best];
  if (old === undefined) return undefined;
  const roles = materials[best]!.samplers.map(roleOf);
  const textureNames = old.textureNames.map((name, i) => wanted.get(roles[i] ?? '') ?? name);
  const common = { name: draft.name, index, textureNames };
  const material: Material = isSharedMaterial(old)
    ? { ...old, ...common, shaderInfo: old.shaderInfo && { ...old.shaderInfo } }
    : { ...old, ...common };
  return {
    material,
    from: old.name ?? '',
    unused: [...wanted.keys()].filter((role) => !roles.includes(role)),
  };
}

/** The shader assignments of materials, each once, as version 10 has them. */
export function assignsOf(materials: readonly Material[]): Model['shaderAssigns'] {
  const assigns = materials.flatMap((material) =>
    isSharedMaterial(material) && material.shaderInfo?.shaderAssign !== undefined
      ? [material.shaderInfo.shaderAssign]
      : [],
  );
  return [...new Set(assigns)];
}
