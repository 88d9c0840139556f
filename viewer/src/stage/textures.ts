import type { Scene, TextureUse, Wrap } from 'exhume';
import {
  ClampToEdgeWrapping,
  type ColorSpace,
  DataTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  MirroredRepeatWrapping,
  NearestFilter,
  NearestMipmapLinearFilter,
  RepeatWrapping,
  Texture,
} from 'three';

const wrappings = { repeat: RepeatWrapping, clamp: ClampToEdgeWrapping, mirror: MirroredRepeatWrapping } as const;
const wrapping = (wrap: Wrap) => wrappings[wrap];

/** The pictures of a scene, ready for the graphics card. Pictures that the browser cannot read are left out. */
export async function picturesOf({ images }: Scene): Promise<readonly (ImageBitmap | ImageData | undefined)[]> {
  return Promise.all(
    images.map(async ({ data }) => {
      if ('rgba' in data) return new ImageData(new Uint8ClampedArray(data.rgba), data.width, data.height);
      const blob = new Blob([data.bytes as Uint8Array<ArrayBuffer>], { type: data.mimeType });
      // Alpha as it is: a browser that multiplies it in would change the colours of hidden pixels.
      const options: ImageBitmapOptions = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' };
      return createImageBitmap(blob, options).catch(() => undefined);
    }),
  );
}

/** A texture as a material uses it; undefined where there is none, or no picture for it. */
export function textureFor(
  scene: Scene,
  pictures: readonly (ImageBitmap | ImageData | undefined)[],
  use: TextureUse | undefined,
  colorSpace: ColorSpace,
): Texture | undefined {
  const description = use && scene.textures[use.texture];
  if (use === undefined || description === undefined) return undefined;
  const picture = pictures[description.image];
  if (picture === undefined) return undefined;
  const texture =
    picture instanceof ImageData
      ? new DataTexture(new Uint8Array(picture.data.buffer), picture.width, picture.height)
      : new Texture(picture);
  const isSharp = description.filter === 'nearest';
  texture.flipY = false;
  texture.colorSpace = colorSpace;
  texture.wrapS = wrapping(description.wrapS);
  texture.wrapT = wrapping(description.wrapT);
  texture.magFilter = isSharp ? NearestFilter : LinearFilter;
  texture.minFilter = isSharp ? NearestMipmapLinearFilter : LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.channel = use.uvSet ?? 0;
  const { offset, rotation, scale } = use.transform ?? {};
  if (offset !== undefined) texture.offset.fromArray(offset);
  if (rotation !== undefined) texture.rotation = rotation;
  if (scale !== undefined) texture.repeat.fromArray(scale);
  texture.needsUpdate = true;
  return texture;
}
