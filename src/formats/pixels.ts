import { decodePng } from '../images/png.ts';
import { CodecError } from '../issue.ts';
import type { Pixels, SceneImage } from '../scene/scene.ts';

/** The pixels of an image of a scene: its own, or those in its PNG file. Undefined for what we cannot unpack, such as JPEG. */
export function pixelsOf({ data }: SceneImage): Pixels | undefined {
  if ('rgba' in data) return data;
  if (data.mimeType !== 'image/png') return undefined;
  try {
    return decodePng(data.bytes);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    return undefined;
  }
}
