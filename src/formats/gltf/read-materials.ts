import type { Material, SceneImage, Texture, TextureUse, Vector3, Wrap } from '../../scene/scene.ts';
import type { Accessors } from './accessors.ts';
import { gltfIssues } from './gltf.check.ts';
import type { Json } from './json.ts';
import type { Tally } from './tally.ts';
import type { Related } from './uri.ts';
import { open } from './uri.ts';
import { imageType, whitePixel } from './write-materials.ts';

export function readMaterials(document: Json, textureCount: number): Material[] {
  const use = (json: Json, name: string, scaleName?: string) => readUse(json.get(name), textureCount, scaleName);
  return document.list('materials').map((json) => {
    const surface = json.get('pbrMetallicRoughness').exists ? json.get('pbrMetallicRoughness') : json;
    const alphaMode = json.text('alphaMode', 'OPAQUE').toLowerCase();
    if (alphaMode !== 'opaque' && alphaMode !== 'mask' && alphaMode !== 'blend') {
      json.get('alphaMode').fail(`'${alphaMode}' is none of opaque, mask, blend`);
    }
    const material: Material = {
      name: json.text('name'),
      metallicFactor: surface.number('metallicFactor', 1),
      roughnessFactor: surface.number('roughnessFactor', 1),
      alphaMode: alphaMode as Material['alphaMode'],
      doubleSided: json.flag('doubleSided'),
    };
    const baseColorFactor = surface.numbers('baseColorFactor', 4) as [number, number, number, number] | undefined;
    assign(material, {
      baseColorFactor,
      baseColorTexture: use(surface, 'baseColorTexture'),
      metallicRoughnessTexture: use(surface, 'metallicRoughnessTexture'),
      normalTexture: use(json, 'normalTexture', 'scale'),
      occlusionTexture: use(json, 'occlusionTexture', 'strength'),
      emissiveFactor: json.numbers('emissiveFactor', 3) as Vector3 | undefined,
      emissiveTexture: use(json, 'emissiveTexture'),
      alphaCutoff: json.get('alphaCutoff').exists && alphaMode === 'mask' ? json.number('alphaCutoff', 0.5) : undefined,
      unlit: json.extension('KHR_materials_unlit') === undefined ? undefined : true,
      extras: json.extras,
    });
    return material;
  });
}

/** Sets the properties that have a value. */
function assign<T extends object>(target: T, values: { [K in keyof T]?: T[K] | undefined }): void {
  for (const [name, value] of Object.entries(values)) if (value !== undefined) Object.assign(target, { [name]: value });
}

function readUse(json: Json, textureCount: number, scaleName = ''): TextureUse | undefined {
  if (!json.exists) return undefined;
  const use: TextureUse = { texture: json.index('index', textureCount) ?? json.fail('no texture') };
  const transform = json.extension('KHR_texture_transform');
  const uvSet = transform?.count('texCoord', json.count('texCoord', 0)) ?? json.count('texCoord', 0);
  if (uvSet !== 0) use.uvSet = uvSet;
  if (scaleName !== '' && json.get(scaleName).exists) use.scale = json.number(scaleName, 1);
  if (transform !== undefined) {
    use.transform = {};
    assign(use.transform, {
      offset: transform.numbers('offset', 2) as [number, number] | undefined,
      rotation: transform.get('rotation').exists ? transform.number('rotation', 0) : undefined,
      scale: transform.numbers('scale', 2) as [number, number] | undefined,
    });
  }
  return use;
}

const wraps: Readonly<Record<number, Wrap>> = { 10497: 'repeat', 33071: 'clamp', 33648: 'mirror' };
const filters: Readonly<Record<number, 'linear' | 'nearest'>> = { 9728: 'nearest', 9729: 'linear' };

/** Textures, and the images they show in their order. A texture without an image that we know gets `fallback`. */
export function readTextures(document: Json, imageCount: number, fallback: () => number): Texture[] {
  const samplers = document.list('samplers');
  return document.list('textures').map((json) => {
    const webp = json.extension('EXT_texture_webp')?.index('source', imageCount);
    const texture: Texture = {
      name: json.text('name'),
      image: webp ?? json.index('source', imageCount) ?? fallback(),
      wrapS: 'repeat',
      wrapT: 'repeat',
    };
    const index = json.index('sampler', samplers.length);
    if (index !== undefined) {
      const sampler = samplers[index]!;
      texture.wrapS = wraps[sampler.count('wrapS', 10497)] ?? sampler.get('wrapS').fail('no way to wrap');
      texture.wrapT = wraps[sampler.count('wrapT', 10497)] ?? sampler.get('wrapT').fail('no way to wrap');
      const filter = sampler.get('magFilter').exists ? filters[sampler.count('magFilter')] : undefined;
      if (filter !== undefined) texture.filter = filter;
    }
    if (json.extras !== undefined) texture.extras = json.extras;
    return texture;
  });
}

export function readImages(document: Json, accessors: Accessors, related: Related, tally: Tally): SceneImage[] {
  return document.list('images').map((json) => {
    const view = json.index('bufferView', accessors.viewCount);
    const uri = json.text('uri');
    const bytes = view === undefined ? open(uri, related) : accessors.bytes(view);
    if (bytes === undefined) tally.add(gltfIssues['missing-image'], `'${uri}' is not there`, json.path);
    const mimeType = json.text('mimeType');
    const image: SceneImage = {
      name: json.text('name'),
      data:
        bytes === undefined
          ? whitePixel()
          : { mimeType: imageType(bytes) ?? (mimeType || 'application/octet-stream'), bytes },
    };
    if (json.extras !== undefined) image.extras = json.extras;
    return image;
  });
}
