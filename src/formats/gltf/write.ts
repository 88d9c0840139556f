import type { Conversion, EncodedImage, Scene } from '../../scene/scene.ts';
import { version } from '../../version.ts';
import type { OutputFile } from '../format.ts';
import { BufferBuilder } from './buffer.ts';
import { packGlb } from './glb.ts';
import { prepare } from './prepare.ts';
import { Tally } from './tally.ts';
import { writeAnimations } from './write-animations.ts';
import { encodeImages, writeMaterials, writeTextures } from './write-materials.ts';
import { writeMeshes, writeSkins } from './write-meshes.ts';
import { writeNodes } from './write-nodes.ts';

// Writing needs no library: it says exactly what the scene says, in one go. (glTF Transform drops names of textures,
// transforms within 1e-5 of the identity, and the difference between a texture and its image.) The Khronos validator is
// the judge in the tests.

/**
 * A scene as one `.glb` file with everything in it. The Khronos validator finds neither errors nor warnings in it: what
 * glTF does not allow is repaired or left out, and the issues say so.
 *
 * @throws Error where the scene refers to parts that do not exist or has arrays that do not fit; see `validateScene`.
 */
export async function writeGlb(scene: Scene): Promise<Conversion<Uint8Array>> {
  const { json, buffer, issues } = toDocument(scene, (image, buffer) => ({
    mimeType: image.mimeType,
    bufferView: buffer.addView(image.bytes),
  }));
  if (buffer.length > 0) json.buffers = [{ byteLength: buffer.length }];
  return { value: packGlb(toBytes(json), buffer.parts, buffer.length), issues };
}

/**
 * A scene as a `.gltf` file, named for the scene, with its `.bin` and its images beside it.
 *
 * @throws Error as {@link writeGlb}.
 */
export async function writeGltf(scene: Scene): Promise<Conversion<OutputFile[]>> {
  const names = new Set<string>();
  const name = safeName(scene.name, 'scene', '', names);
  const images: OutputFile[] = [];
  const { json, buffer, issues } = toDocument(scene, ({ bytes, mimeType }, _, i) => {
    const extension = mimeType === 'image/jpeg' ? '.jpg' : mimeType.replace('image/', '.');
    const uri = safeName(scene.images[i]!.name, 'image', extension, names);
    images.push({ name: uri, bytes });
    return { uri };
  });
  const files: OutputFile[] = [];
  if (buffer.length > 0) {
    json.buffers = [{ byteLength: buffer.length, uri: `${name}.bin` }];
    files.push({ name: `${name}.bin`, bytes: joined(buffer) });
  }
  return { value: [{ name: `${name}.gltf`, bytes: toBytes(json, 2) }, ...files, ...images], issues };
}

type Document = Record<string, unknown>;
type StoreImage = (image: EncodedImage, buffer: BufferBuilder, index: number) => object;

function toDocument(scene: Scene, storeImage: StoreImage) {
  const tally = new Tally();
  const prepared = prepare(scene, tally);
  const buffer = new BufferBuilder();
  const extensions = { used: new Set<string>(), required: new Set<string>() };
  const encoded = encodeImages(prepared.images, tally);
  const { nodes, scenes, meshNodes } = writeNodes(prepared);
  const types = encoded.map(({ mimeType }) => mimeType);
  const json: Document = {
    asset: { version: '2.0', generator: `exhume ${version}` },
    scene: 0,
    scenes,
    nodes,
    meshes: writeMeshes(prepared.meshes, buffer),
    skins: writeSkins(prepared, buffer),
    materials: writeMaterials(prepared, extensions),
    ...writeTextures(prepared.textures, types, extensions),
    images: encoded.map((image, i) => {
      const { name, extras } = prepared.images[i]!;
      return {
        ...(name === '' ? {} : { name }),
        ...storeImage(image, buffer, i),
        ...(extras === undefined || Object.keys(extras).length === 0 ? {} : { extras }),
      };
    }),
    animations: writeAnimations(prepared.clips, meshNodes, buffer),
  };
  if (scene.sources.length > 0)
    Object.assign(json.asset as object, { extras: { exhume: writeSources(scene, buffer) } });
  json.accessors = buffer.accessors;
  json.bufferViews = buffer.bufferViews;
  json.extensionsUsed = [...extensions.used];
  json.extensionsRequired = [...extensions.required];
  for (const [name, value] of Object.entries(json)) if (Array.isArray(value) && value.length === 0) delete json[name];
  return { json, buffer, issues: tally.issues };
}

/** The original files travel in the buffer. An empty one has no view, as glTF has no empty views. */
function writeSources({ sources }: Scene, buffer: BufferBuilder): object {
  return {
    sources: sources.map(({ name, format, bytes }) => ({
      name,
      format,
      ...(bytes.length === 0 ? {} : { bufferView: buffer.addView(bytes) }),
    })),
  };
}

const toBytes = (json: Document, indent?: number) => new TextEncoder().encode(JSON.stringify(json, undefined, indent));

function joined({ parts, length }: BufferBuilder): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** A file name that needs no escaping in a URI and that none of `taken` has. */
function safeName(name: string, otherwise: string, extension: string, taken: Set<string>): string {
  const base = name.replaceAll(/[^\w.-]+/g, '_').replace(/^\.+/, '') || otherwise;
  const stem = extension !== '' && base.toLowerCase().endsWith(extension) ? base.slice(0, -extension.length) : base;
  let result = stem + extension;
  for (let n = 2; taken.has(result.toLowerCase()); n++) result = `${stem}-${n}${extension}`;
  taken.add(result.toLowerCase());
  return result;
}
