import { CodecError } from '../../binary/index.ts';
import { bfres } from './bfres.ts';
import { decodeTexture } from './bntx.images.ts';
import { surfaceOf } from './bntx.surface.ts';
import { bntx, type Texture } from './bntx.ts';
import type { FileView, TextureView } from './file-view.ts';
import { materialAnimJson } from './material-animation.scene.ts';
import { switchModel } from './switch-view.ts';

const BNTX_MAGIC = 'BNTX';

/** What a Switch file has for scenes. */
export function switchFile(bytes: Uint8Array): FileView {
  const file = bfres.decode(bytes);
  return {
    format: 'bfres-switch',
    models: file.models.map(switchModel),
    skeletalAnims: file.skeletalAnims.map((anim) => ({ ...anim, name: anim.name ?? '' })),
    visibilityAnims: file.visibilityAnims.map((anim) => ({ ...anim, name: anim.name ?? '' })),
    shapeAnims: file.shapeAnims.map((anim) => ({ ...anim, name: anim.name ?? '' })),
    otherAnims: {
      materialAnims: file.materialAnims.map(materialAnimJson),
      sceneAnims: file.sceneAnims.map(({ name = '' }) => ({ name })),
    },
    textures: file.embeddedFiles.flatMap(({ data }) => (data !== undefined && isBntx(data) ? bntxTextures(data) : [])),
  };
}

export const isSwitchFile = (head: Uint8Array): boolean => String.fromCharCode(...head.subarray(0, 8)) === 'FRES    ';

export const isBntx = (bytes: Uint8Array): boolean =>
  String.fromCharCode(...bytes.subarray(0, BNTX_MAGIC.length)) === BNTX_MAGIC;

/** The textures of a BNTX, decoded when asked for; none where it can't be read. */
export function bntxTextures(bytes: Uint8Array): TextureView[] {
  try {
    return bntx
      .decode(bytes)
      .textures.filter((texture): texture is Texture => texture !== undefined)
      .map((texture) => ({
        name: texture.name ?? '',
        decode: () => decodeTexture(texture)?.[0],
        surface: () => surfaceOf(texture),
      }));
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    return [];
  }
}
