import type { Image } from '../../images/image.ts';
import { type Issue, issue } from '../../issue.ts';
import type { Material, Scene, TextureUse } from '../../scene/scene.ts';
import { freeName } from './skeleton.scene.ts';
import { targetIssues } from './target.issues.ts';
import { grey, opaque, pixelsOf } from './target.textures.ts';
import { hasTransparency } from './texture-mixing.ts';
import { type TextureRole, textureRole } from './texture-role.ts';
import type { SamplerView, WrapView } from './view.ts';

// Materials of a scene as both consoles have them: samplers by what they are for, each with a texture of one meaning,
// where glTF mixes several in one picture (specification, sections 20.3 and 21.1).

export interface MaterialDraft {
  readonly name: string;
  readonly samplers: readonly SamplerDraft[];
  readonly doubleSided: boolean;
  readonly mode: 'opaque' | 'mask' | 'blend';
  readonly alphaCutoff: number;
  /** Of texture coordinates; undefined for none. */
  readonly transform: { readonly offset: readonly number[]; readonly scale: readonly number[] } | undefined;
}

export interface SamplerDraft {
  /** What shaders call it: `_a0`. */
  readonly role: string;
  readonly texture: string;
  readonly wrapU: WrapView;
  readonly wrapV: WrapView;
  readonly magnify: 'nearest' | 'linear';
}

/** What the pixels of a texture are, which tells the format that suits them. */
export type TextureKind = 'color' | 'transparent color' | 'normal' | 'grey';

export interface TextureDraft extends Image {
  readonly name: string;
  readonly kind: TextureKind;
}

/** Names of samplers and ends of texture names by what they are for. */
const ROLES: Readonly<Record<TextureRole, readonly [sampler: string, suffix: string]>> = {
  albedo: ['_a0', '_Alb'],
  opacity: ['_op0', '_Opa'],
  normal: ['_n0', '_Nrm'],
  roughness: ['_r0', '_Rgh'],
  metalness: ['_m0', '_Mtl'],
  occlusion: ['_ao0', '_AO'],
  emission: ['_e0', '_Emm'],
};

export class MaterialWorks {
  readonly textures: TextureDraft[] = [];
  private readonly scene: Scene;
  private readonly issues: Issue[];
  private readonly images = new Map<number, Image | undefined>();
  private readonly made = new Map<string, string>();

  constructor(scene: Scene, issues: Issue[]) {
    this.scene = scene;
    this.issues = issues;
  }

  /** Drafts of all materials, with names of their own, and one more where meshes have none. */
  drafts(hasBare: boolean): MaterialDraft[] {
    const taken = new Set<string>();
    return [...this.scene.materials, ...(hasBare ? [PLAIN] : [])].map((material) => {
      const name = freeName(material.name || 'material', taken);
      taken.add(name);
      return this.draft({ ...material, name });
    });
  }

  private draft(material: Material): MaterialDraft {
    const samplers = [
      ...this.baseColor(material),
      ...this.normal(material),
      ...this.surface(material),
      ...this.emission(material),
    ];
    const transform = material.baseColorTexture?.transform;
    const isRepresentable = transform !== undefined && (transform.rotation ?? 0) === 0;
    return {
      name: material.name,
      samplers,
      doubleSided: material.doubleSided,
      mode: material.alphaMode,
      alphaCutoff: material.alphaCutoff ?? 0.5,
      transform: isRepresentable ? { offset: transform.offset ?? [0, 0], scale: transform.scale ?? [1, 1] } : undefined,
    };
  }

  /** The picture with the factor in it: shaders have factors under names of their own. */
  private baseColor({ name, baseColorTexture, baseColorFactor = [1, 1, 1, 1], alphaMode }: Material): SamplerDraft[] {
    const isSeeThrough = alphaMode !== 'opaque';
    const alpha = isSeeThrough ? baseColorFactor[3] : 1;
    const isWhite = alpha === 1 && baseColorFactor.slice(0, 3).every((factor) => factor === 1);
    if (baseColorTexture === undefined && isWhite) return [];
    if (baseColorTexture === undefined) {
      return [this.plain('albedo', name, [...baseColorFactor.slice(0, 3).map(toSrgb), alpha])];
    }
    const image = this.pixels(baseColorTexture);
    const key = `albedo ${baseColorFactor} ${isSeeThrough}`;
    return [
      this.sampler('albedo', baseColorTexture, key, isWhite ? undefined : name, () => {
        const tinted = isWhite ? image! : timesColor(image!, baseColorFactor);
        return isSeeThrough ? tinted : opaque(tinted);
      }),
    ];
  }

  private normal({ normalTexture }: Material): SamplerDraft[] {
    return normalTexture === undefined ? [] : [this.sampler('normal', normalTexture, 'normal')];
  }

  /** Roughness, metalness and occlusion, each a texture of its own here. */
  private surface(material: Material): SamplerDraft[] {
    const { name, roughnessFactor, metallicFactor, metallicRoughnessTexture, occlusionTexture } = material;
    const samplers: SamplerDraft[] = [];
    const add = (role: TextureRole, use: TextureUse | undefined, channel: number, factor: number, usual: number) => {
      if (use === undefined && factor !== usual) samplers.push(this.plain(role, name, [factor, factor, factor, 1]));
      if (use === undefined || factor === 0) return;
      const image = this.pixels(use);
      const make = () => times(grey(image!, channel), factor);
      samplers.push(this.sampler(role, use, `${role} ${factor}`, factor === 1 ? undefined : name, make));
    };
    add('roughness', metallicRoughnessTexture, 1, roughnessFactor, 1);
    add('metalness', metallicRoughnessTexture, 2, metallicFactor, 0);
    add('occlusion', occlusionTexture, 0, 1, 1);
    return samplers;
  }

  private emission({ name, emissiveTexture, emissiveFactor = [0, 0, 0] }: Material): SamplerDraft[] {
    if (emissiveFactor.every((factor) => factor === 0)) return [];
    if (emissiveTexture === undefined) return [this.plain('emission', name, [...emissiveFactor.map(toSrgb), 1])];
    const isWhite = emissiveFactor.every((factor) => factor === 1);
    const image = this.pixels(emissiveTexture);
    const make = () => opaque(isWhite ? image! : timesColor(image!, [...emissiveFactor, 1]));
    return [this.sampler('emission', emissiveTexture, `emission ${emissiveFactor}`, isWhite ? undefined : name, make)];
  }

  /** A texture of one colour. */
  private plain(role: TextureRole, material: string, color: readonly number[]): SamplerDraft {
    const rgba = new Uint8Array(4 * PLAIN_SIZE ** 2).map((_, i) => Math.round(255 * Math.min(1, color[i % 4]!)));
    const image = { width: PLAIN_SIZE, height: PLAIN_SIZE, rgba };
    const texture = this.texture(role, `${role} of ${material}`, `${material}${ROLES[role][1]}`, () => image);
    return { role: ROLES[role][0], texture, wrapU: 'repeat', wrapV: 'repeat', magnify: 'linear' };
  }

  private sampler(role: TextureRole, use: TextureUse, key: string, tint?: string, make?: () => Image): SamplerDraft {
    const { image: index, wrapS, wrapT, filter = 'linear' } = this.scene.textures[use.texture]!;
    const image = this.pixels(use);
    const stem = nameFor(role, this.scene.images[index]!.name, tint);
    const texture = this.texture(role, `${key} of ${index}`, stem, image && (make ?? (() => image)));
    if ((use.uvSet ?? 0) !== 0) {
      this.issues.push(issue(targetIssues['not-written'], `set ${use.uvSet} of texture coordinates for '${texture}'`));
    }
    return { role: ROLES[role][0], texture, wrapU: wrapS, wrapV: wrapT, magnify: filter };
  }

  /** The name of the texture that is made once for a key. Without pixels it is a name alone, of a texture elsewhere. */
  private texture(role: TextureRole, key: string, stem: string, make: (() => Image) | undefined): string {
    const known = this.made.get(key);
    if (known !== undefined) return known;
    const name = freeName(stem, new Set(this.made.values()));
    this.made.set(key, name);
    if (make !== undefined) {
      const image = make();
      this.textures.push({ ...image, name, kind: kindOf(role, image) });
    }
    return name;
  }

  private pixels({ texture }: TextureUse): Image | undefined {
    const index = this.scene.textures[texture]!.image;
    if (!this.images.has(index)) {
      const image = this.scene.images[index]!;
      const pixels = pixelsOf(image);
      this.images.set(index, pixels);
      if (pixels === undefined) {
        const type = 'bytes' in image.data ? image.data.mimeType : 'unreadable';
        this.issues.push(issue(targetIssues['not-written'], `picture '${image.name}' is ${type}, only PNG is read`));
      }
    }
    return this.images.get(index);
  }
}

const PLAIN_SIZE = 8;
const PLAIN: Material = {
  name: 'material',
  metallicFactor: 0,
  roughnessFactor: 1,
  alphaMode: 'opaque',
  doubleSided: false,
};

/**
 * The name of a texture by what it is for: names of our own scenes tell of which textures a picture was mixed; others get an
 * end that says what it is, unless that is plain already.
 */
function nameFor(role: TextureRole, picture: string, tint: string | undefined): string {
  const stem = (picture || 'texture').replace(/ metalness$/, '');
  const [first, second] = stem.split('+') as [string, string?];
  const own = role === 'metalness' || role === 'opacity' ? (second ?? first) : first;
  const name = tint === undefined ? own : `${tint}${ROLES[role][1]}`;
  // A picture may hold several of these in its channels: only the end of a name tells them apart.
  const sampler = role === 'albedo' || role === 'normal' || role === 'emission' ? ROLES[role][0] : '';
  return textureRole({ role: sampler, texture: name } as SamplerView) === role ? name : `${name}${ROLES[role][1]}`;
}

function kindOf(role: TextureRole, image: Image): TextureKind {
  if (role === 'normal') return 'normal';
  if (role === 'albedo' && hasTransparency(image)) return 'transparent color';
  return role === 'albedo' || role === 'emission' ? 'color' : 'grey';
}

/** Factors are linear, pixels are not. */
const toSrgb = (value: number): number =>
  value <= 0.0031308 ? 12.92 * value : 1.055 * Math.min(1, value) ** (1 / 2.4) - 0.055;
const toLinear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

function timesColor({ width, height, rgba }: Image, factors: readonly number[]): Image {
  const tables = [0, 1, 2].map((c) =>
    Uint8Array.from({ length: 256 }, (_, value) => Math.round(255 * toSrgb(toLinear(value / 255) * factors[c]!))),
  );
  const pixels = rgba.map((value, i) =>
    i % 4 === 3 ? Math.round(value * Math.min(1, factors[3]!)) : tables[i % 4]![value]!,
  );
  return { width, height, rgba: pixels };
}

const times = (image: Image, factor: number): Image =>
  factor === 1
    ? image
    : { ...image, rgba: image.rgba.map((value, i) => (i % 4 === 3 ? value : Math.round(value * factor))) };
