import { encodePng } from '../../images/png.ts';
import type { EncodedImage, Material, Scene, SceneImage, Texture, TextureUse } from '../../scene/scene.ts';
import { gltfIssues } from './gltf.check.ts';
import type { Tally } from './tally.ts';

interface Extensions {
  readonly used: Set<string>;
  readonly required: Set<string>;
}

export function writeMaterials({ materials }: Scene, extensions: Extensions): object[] {
  return materials.map((material) => {
    const { name, alphaMode, alphaCutoff, doubleSided, emissiveFactor, unlit, extras } = material;
    if (unlit) extensions.used.add('KHR_materials_unlit');
    return {
      ...(name === '' ? {} : { name }),
      pbrMetallicRoughness: writeSurface(material, extensions),
      ...slot('normalTexture', material.normalTexture, extensions, 'scale'),
      ...slot('occlusionTexture', material.occlusionTexture, extensions, 'strength'),
      ...slot('emissiveTexture', material.emissiveTexture, extensions),
      ...(emissiveFactor === undefined ? {} : { emissiveFactor }),
      ...(alphaMode === 'opaque' ? {} : { alphaMode: alphaMode.toUpperCase() }),
      ...(alphaMode !== 'mask' || alphaCutoff === undefined ? {} : { alphaCutoff }),
      ...(doubleSided ? { doubleSided } : {}),
      ...(unlit ? { extensions: { KHR_materials_unlit: {} } } : {}),
      ...(extras === undefined || Object.keys(extras).length === 0 ? {} : { extras }),
    };
  });
}

function writeSurface(material: Material, extensions: Extensions): object {
  const { baseColorFactor, metallicFactor, roughnessFactor } = material;
  return {
    ...(baseColorFactor === undefined ? {} : { baseColorFactor }),
    ...slot('baseColorTexture', material.baseColorTexture, extensions),
    ...(metallicFactor === 1 ? {} : { metallicFactor }),
    ...(roughnessFactor === 1 ? {} : { roughnessFactor }),
    ...slot('metallicRoughnessTexture', material.metallicRoughnessTexture, extensions),
  };
}

function slot(name: string, use: TextureUse | undefined, extensions: Extensions, scaleName?: string): object {
  if (use === undefined) return {};
  const { texture, uvSet, scale, transform } = use;
  if (transform !== undefined) extensions.used.add('KHR_texture_transform');
  return {
    [name]: {
      index: texture,
      ...(uvSet === undefined || uvSet === 0 ? {} : { texCoord: uvSet }),
      ...(scale === undefined || scaleName === undefined ? {} : { [scaleName]: scale }),
      ...(transform === undefined ? {} : { extensions: { KHR_texture_transform: transform } }),
    },
  };
}

const wraps = { repeat: 10497, clamp: 33071, mirror: 33648 } as const;
const filters = {
  linear: { magFilter: 9729, minFilter: 9987 },
  nearest: { magFilter: 9728, minFilter: 9984 },
} as const;

/** Textures, and the samplers that several have in common. `types` are the media types of the images. */
export function writeTextures(textures: readonly Texture[], types: readonly string[], extensions: Extensions) {
  const samplers = new Map<string, number>();
  const written = textures.map(({ name, image, wrapS, wrapT, filter, extras }) => {
    const sampler = JSON.stringify({
      ...(filter === undefined ? {} : filters[filter]),
      wrapS: wraps[wrapS],
      wrapT: wraps[wrapT],
    });
    if (!samplers.has(sampler)) samplers.set(sampler, samplers.size);
    const isWebp = types[image] === 'image/webp';
    if (isWebp) {
      extensions.used.add('EXT_texture_webp');
      extensions.required.add('EXT_texture_webp');
    }
    return {
      ...(name === '' ? {} : { name }),
      sampler: samplers.get(sampler)!,
      ...(isWebp ? { extensions: { EXT_texture_webp: { source: image } } } : { source: image }),
      ...(extras === undefined || Object.keys(extras).length === 0 ? {} : { extras }),
    };
  });
  return { textures: written, samplers: [...samplers.keys()].map((sampler) => JSON.parse(sampler) as object) };
}

/** The bytes that an image is stored as: PNG where it is pixels, its own where glTF allows their format. */
export function encodeImages(images: readonly SceneImage[], tally: Tally): EncodedImage[] {
  return images.map(({ data }, i) => {
    if ('rgba' in data && data.rgba.length > 0) return { mimeType: 'image/png', bytes: encodePng(data) };
    const mimeType = 'bytes' in data ? imageType(data.bytes) : undefined;
    if ('bytes' in data && mimeType !== undefined) return { mimeType, bytes: data.bytes };
    tally.add(gltfIssues['image-replaced'], 'images in a format that glTF does not allow', ['images', i]);
    return whitePixel();
  });
}

/** What stands in for an image that cannot be had. */
export function whitePixel(): EncodedImage {
  const rgba = new Uint8Array(4).fill(255);
  return { mimeType: 'image/png', bytes: encodePng({ width: 1, height: 1, rgba }) };
}

/** The media type of image bytes that glTF allows, by their signature. */
export function imageType(bytes: Uint8Array): string | undefined {
  const starts = (at: number, ...values: number[]) => values.every((value, i) => bytes[at + i] === value);
  if (starts(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (starts(0, 0xff, 0xd8, 0xff)) return 'image/jpeg';
  return starts(0, 0x52, 0x49, 0x46, 0x46) && starts(8, 0x57, 0x45, 0x42, 0x50) ? 'image/webp' : undefined;
}
