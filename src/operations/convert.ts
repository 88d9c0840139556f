import { CodecError } from '../binary/index.ts';
import { fileName, type Source, stem } from '../containers/source.ts';
import type { AnyFormat, Family, NamedImage, Options, OutputFile, Target } from '../formats/format.ts';
import { families, formats } from '../formats/registry.ts';
import { decodeSurface, encodeSurface, fullLevelCount, type Surface } from '../images/surface.ts';
import { surfaceFormats } from '../images/surface-formats.ts';
import { type Issue, issue } from '../issue.ts';
import { clipDuration } from '../scene/sampling.ts';
import type { Scene } from '../scene/scene.ts';
import { type ExpandedSource, expand } from './expand.ts';
import { inFile, operationIssues } from './issues.ts';
import { type FoundModel, findModels, modelScene, optionsOf } from './models.ts';
import { type OpenedFile, read } from './open.ts';
import { prepare } from './prepare.ts';
import { expanded, rewrap, sealedOriginals } from './rewrap.ts';
import type { TextureFile } from './texture-files.ts';
import { safeName, texturesOf, type WrittenTextures, writeTextures } from './textures.ts';

// The one road of all conversions: files give a scene or pictures, and these are written as what was asked for.

export interface ConvertOptions {
  /** `glb`, `gltf`, `png`, the id of a target of a family, or that of a format that holds pictures. */
  readonly to: string;
  /** Settings of the families. */
  readonly options?: Options;
  /** Original files, which supply what a scene or a picture can't say. Archives among them are opened. */
  readonly base?: Source;
  /**
   * Name of the file that the result is to be. Where it has the extension of the archive or compressed file in which an
   * original lies, the result is that, with the original in it replaced: see {@link rewrap}.
   */
  readonly outputName?: string;
  /** Has the textures of models written beside them, as they are stored. */
  readonly textures?: TextureFile;
}

/** What a conversion made of one model or file. */
export interface Converted {
  readonly name: string;
  readonly outputs: readonly OutputFile[];
  readonly contents?: SceneContents;
  /** What was lost, missing or wrong. */
  readonly issues: readonly Issue[];
}

/** What is in a scene, in numbers and names. */
export interface SceneContents {
  readonly meshes: number;
  readonly vertices: number;
  readonly triangles: number;
  readonly joints: number;
  readonly textures: number;
  readonly clips: readonly ClipContents[];
}

export interface ClipContents {
  readonly name: string;
  /** Seconds. */
  readonly duration: number;
}

/** Everything that can be written: what `to` may be. */
export function outputFormats(): readonly OutputFormat[] {
  return [
    { id: 'glb', title: 'binary glTF, all in one file', from: 'scene' },
    { id: 'gltf', title: 'glTF as JSON, with its data and pictures beside it', from: 'scene' },
    { id: 'png', title: 'PNG pictures', from: 'pictures' },
    { id: 'ktx2', title: 'KTX 2.0 textures, with their blocks and levels as they are stored', from: 'pictures' },
    ...families.flatMap((family) =>
      family.targets.map(
        (target): OutputFormat => ({ id: target.id, title: target.title, from: 'scene', family, target }),
      ),
    ),
    ...formats
      .filter((format) => format.fromImages !== undefined && format.id !== 'png')
      .map((format): OutputFormat => ({ id: format.id, title: format.title, from: 'pictures', format })),
  ];
}

export interface OutputFormat {
  readonly id: string;
  readonly title: string;
  readonly from: 'scene' | 'pictures';
  readonly family?: Family;
  readonly target?: Target;
  readonly format?: AnyFormat;
}

/**
 * Converts every model that the files of a source make up, members of archives included, one after the other. Pictures and
 * glTF files are no models: see {@link convertPictures} and {@link convertGltf}.
 */
export async function* convert(source: Source, options: ConvertOptions): AsyncIterable<Converted> {
  await prepare();
  for (const found of findModels(expand(source)).models) yield await convertModel(found, options);
}

/** Converts a model that was found in a source. */
export async function convertModel(found: FoundModel, options: ConvertOptions): Promise<Converted> {
  const { value: scene, issues } = await modelScene(found, options.options);
  if (scene === undefined) return { name: found.name, outputs: [], issues };
  if (isEmpty(scene)) {
    const empty = issue(operationIssues['no-scene'], 'there is no mesh, no skeleton and no clip in it');
    return { name: found.name, outputs: [], issues: [...issues, ...inFile([empty], found.name)] };
  }
  const written = await writeScene(scene, found.name, options);
  const textures = options.textures === undefined ? NOTHING : await texturesBeside(found, scene, options.textures);
  return {
    ...written,
    outputs: [...written.outputs, ...textures.outputs],
    issues: [...issues, ...written.issues, ...inFile(textures.issues, found.name)],
  };
}

const NOTHING: WrittenTextures = { outputs: [], issues: [] };

/** Textures of a model in a folder of its name; pictures where its game has no more than these. */
async function texturesBeside({ name, model }: FoundModel, scene: Scene, kind: TextureFile): Promise<WrittenTextures> {
  if (model.textures !== undefined) return writeTextures(model.textures(), kind, `${name}/`);
  if (scene.images.length === 0) return NOTHING;
  if (kind !== 'png') {
    const reason = `no blocks in the game's files, but pictures: ${scene.images.length}`;
    return { outputs: [], issues: [issue(operationIssues['no-stored-textures'], reason)] };
  }
  const { encodePng } = await import('../images/png.ts');
  const outputs = scene.images.flatMap(({ name: image, data }): OutputFile[] => {
    const file = `${name}/${safeName(stem(image))}.png`;
    if (!('bytes' in data)) return [{ name: file, bytes: encodePng(data) }];
    return data.mimeType === 'image/png' ? [{ name: file, bytes: data.bytes }] : [];
  });
  return { outputs, issues: [] };
}

function isEmpty({ meshes, skins, clips, nodes }: Scene): boolean {
  return meshes.length + skins.length + clips.length === 0 && nodes.length < 2;
}

/** Converts a `.glb` or `.gltf`, named as in `source`, where the files it names lie beside it. */
export async function convertGltf(
  bytes: Uint8Array,
  name: string,
  source: Source,
  options: ConvertOptions,
): Promise<Converted> {
  const { readGltf } = await import('../formats/gltf/index.ts');
  const folder = name.slice(0, name.length - fileName(name).length);
  try {
    const { value: scene, issues } = await readGltf(bytes, fileName(name), (uri) => source.open(`${folder}${uri}`));
    const written = await writeScene(scene, stem(name), options);
    return { ...written, issues: [...inFile(issues, name), ...written.issues] };
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    return { name, outputs: [], issues: inFile([error], name) };
  }
}

/** Converts the pictures in a file to PNG, or pictures to a format that holds them. */
export async function convertPictures(file: OpenedFile, { to, base, outputName }: ConvertOptions): Promise<Converted> {
  const { name } = file;
  if (to === 'ktx2' || (to === 'dds' && file.format?.toSurfaces !== undefined && file.format.id !== 'dds')) {
    const textures = await texturesOf(file, to);
    if (textures.outputs.length > 0) return { name, ...textures };
  }
  const { value: images, issues } = await picturesOf(file);
  if (images === undefined) return { name, outputs: [], issues };
  const target = outputFormats().find(({ id, from }) => id === to && from === 'pictures');
  if (to === 'ktx2') {
    const textures = images.map((image) => ({
      name: pngName(image, images, name).slice(0, -'.png'.length),
      surface: plainSurface(image),
    }));
    const made = await writeTextures(textures, to, '');
    return { name, outputs: made.outputs, issues: [...issues, ...made.issues] };
  }
  if (target?.format === undefined) {
    const { encodePng } = await import('../images/png.ts');
    const outputs = images.map((image) => ({ name: pngName(image, images, name), bytes: encodePng(image) }));
    return { name, outputs, issues };
  }
  return { name, ...writePictures(images, target.format, name, issues, base && expanded(base), outputName) };
}

/** Whether a file is a glTF model, by its bytes. */
export function isGltf(bytes: Uint8Array, name: string): boolean {
  const isBinary = bytes[0] === 0x67 && bytes[1] === 0x6c && bytes[2] === 0x54 && bytes[3] === 0x46;
  return isBinary || name.toLowerCase().endsWith('.gltf');
}

/** Whether a file is a KTX 2.0 texture, by its bytes. */
export function isKtx2(bytes: Uint8Array): boolean {
  return [0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb].every((byte, i) => bytes[i] === byte);
}

export function isPng(bytes: Uint8Array): boolean {
  return bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47;
}

/** What is in a scene. */
export function contentsOf(scene: Scene): SceneContents {
  const primitives = scene.meshes.flatMap((mesh) => mesh.primitives);
  const arrays = new Set(primitives.map(({ positions }) => positions));
  return {
    meshes: scene.meshes.length,
    vertices: [...arrays].reduce((sum, positions) => sum + positions.length / 3, 0),
    triangles: primitives.reduce((sum, { indices }) => sum + indices.length / 3, 0),
    joints: new Set(scene.skins.flatMap((skin) => skin.joints)).size,
    textures: scene.images.length,
    clips: scene.clips.map((clip) => ({ name: clip.name, duration: clipDuration(clip) })),
  };
}

async function writeScene(
  scene: Scene,
  name: string,
  { to, options = {}, base: originals, outputName }: ConvertOptions,
): Promise<Converted> {
  const base = originals && expanded(originals);
  const contents = contentsOf(scene);
  const { outputs, issues } = await write();
  return { name, outputs, contents, issues: inFile(issues, name) };

  async function write(): Promise<{ outputs: readonly OutputFile[]; issues: readonly Issue[] }> {
    if (to === 'glb' || to === 'gltf') {
      const { writeGlb, writeGltf } = await import('../formats/gltf/index.ts');
      if (to === 'glb') {
        const { value, issues } = await writeGlb(scene);
        return { outputs: [{ name: `${name}.glb`, bytes: value }], issues };
      }
      const { value, issues } = await writeGltf({ ...scene, name: fileName(name) });
      return { outputs: value, issues };
    }
    const output = outputFormats().find(({ id, target }) => id === to && target !== undefined);
    if (output === undefined) {
      return { outputs: [], issues: [issue(operationIssues['wrong-format'], `a model can not be written as ${to}`)] };
    }
    try {
      const context = { options: optionsOf(output.family!, options), ...(base === undefined ? {} : { base }) };
      const { value, issues } = await output.target!.write(scene, context);
      if (value.length === 0) {
        const nothing = issue(operationIssues['nothing-written'], `nothing in it that ${output.title} could say`);
        return { outputs: [], issues: [...issues, ...(base === undefined ? [] : sealedOriginals(base)), nothing] };
      }
      if (base === undefined) return { outputs: value, issues };
      const again = rewrap(value, base, outputName);
      return { outputs: again.outputs, issues: [...issues, ...again.issues] };
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
      return { outputs: [], issues: [error] };
    }
  }
}

async function picturesOf(
  file: OpenedFile,
): Promise<{ value: readonly NamedImage[] | undefined; issues: readonly Issue[] }> {
  const { name, bytes, format } = file;
  try {
    if (isPng(bytes)) {
      const { decodePng } = await import('../images/png.ts');
      return { value: [{ ...decodePng(bytes), name: stem(name) }], issues: [] };
    }
    if (isKtx2(bytes)) {
      const { decodeKtx2 } = await import('../images/ktx2.ts');
      const surface = decodeKtx2(bytes);
      const value = surface.layers.map((_, layer) => ({
        ...decodeSurface(surface, layer)!,
        name: layer === 0 ? stem(name) : `${stem(name)}.${layer}`,
      }));
      return { value, issues: [] };
    }
    if (format?.toImages === undefined) {
      const known =
        format === undefined
          ? file.issues
          : [issue(operationIssues['wrong-format'], `${format.title} holds no pictures`)];
      return { value: undefined, issues: inFile(known, name) };
    }
    const { value, issues } = read(file);
    if (value === undefined) return { value: undefined, issues };
    const images = format.toImages(value);
    return { value: images.value, issues: [...issues, ...inFile(images.issues, name)] };
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    return { value: undefined, issues: inFile([error], name) };
  }
}

/** A picture with all its levels, uncompressed. */
function plainSurface(image: NamedImage): Surface {
  const levelCount = fullLevelCount(image.width, image.height);
  return encodeSurface([image], { format: surfaceFormats.get('R8G8B8A8')!, type: 'srgb', levelCount });
}

function writePictures(
  images: readonly NamedImage[],
  format: AnyFormat,
  name: string,
  issues: readonly Issue[],
  base: ExpandedSource | undefined,
  outputName: string | undefined,
): { outputs: readonly OutputFile[]; issues: readonly Issue[] } {
  const ownName = `${stem(name)}${format.extensions[0]}`;
  try {
    const original = base && originalOf(base, ownName, format);
    const sealed = base === undefined || original !== undefined ? [] : sealedOriginals(base);
    if (sealed.length > 0) return { outputs: [], issues: [...issues, ...sealed] };
    const made = format.fromImages!(images, original && format.codec.decode(original.bytes));
    const bytes = format.codec.encode(made.value);
    const told = [...issues, ...inFile(made.issues, name)];
    if (base === undefined) return { outputs: [{ name: ownName, bytes }], issues: told };
    const output = { name: ownName, bytes, ...(original === undefined ? {} : { replaces: original.name }) };
    const again = rewrap([output], base, outputName);
    return { outputs: again.outputs, issues: [...told, ...again.issues] };
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    return { outputs: [], issues: [...issues, ...inFile([error], name)] };
  }
}

/** The original of a file: the entry of its name, or the only one there is of its format. */
function originalOf(base: ExpandedSource, name: string, format: AnyFormat): OpenedFile | undefined {
  const entries = [...base.entries()];
  const sameName = entries.find((entry) => fileName(entry.name).toLowerCase() === fileName(name).toLowerCase());
  if (sameName !== undefined) return base.openFile(sameName.name);
  const alike = entries.flatMap((entry) => base.openFile(entry.name) ?? []).filter((file) => file.format === format);
  return alike.length === 1 ? alike[0] : undefined;
}

/** `box.png` of the only picture in `box.tga`; `box-frame1.png` where there are several. */
function pngName(image: NamedImage, all: readonly NamedImage[], file: string): string {
  if (all.length === 1) return `${stem(file)}.png`;
  return image.name.startsWith(stem(file)) ? `${image.name}.png` : `${stem(file)}-${image.name}.png`;
}
