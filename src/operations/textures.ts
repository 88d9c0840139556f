import { CodecError } from '../binary/index.ts';
import { fileName, stem } from '../containers/source.ts';
import type { NamedSurface, OutputFile } from '../formats/format.ts';
import type { Image } from '../images/image.ts';
import { decodeSurface, encodeSurface, type Surface } from '../images/surface.ts';
import { surfaceFormats } from '../images/surface-formats.ts';
import { type Issue, issue } from '../issue.ts';
import { inFile, operationIssues } from './issues.ts';
import { type OpenedFile, read } from './open.ts';
import type { TextureFile } from './texture-files.ts';

// Textures in files of their own, as games store them: blocks, levels and layers stay what they are.

export interface WrittenTextures {
  readonly outputs: readonly OutputFile[];
  readonly issues: readonly Issue[];
}

/** Writes textures as files in a folder; what a kind of file can't hold as it is stored is written as pixels, and told. */
export async function writeTextures(
  textures: readonly NamedSurface[],
  kind: TextureFile,
  folder: string,
): Promise<WrittenTextures> {
  const write = await writerOf(kind);
  const issues: Issue[] = [];
  const outputs = textures.flatMap(({ name, surface }) => {
    const { files, isDecoded } = write(surface);
    if (isDecoded) {
      const reason = `'${name}' is ${surface.format.name} of ${surface.type}`;
      issues.push(issue(operationIssues['texture-decoded'], reason));
    }
    return files.map(({ suffix, bytes }) => ({ name: `${folder}${safeName(name)}${suffix}.${kind}`, bytes }));
  });
  return { outputs, issues };
}

/** Texture names may hold what file names may not. */
export const safeName = (name: string): string => name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_');

interface Files {
  readonly files: readonly { readonly suffix: string; readonly bytes: Uint8Array }[];
  /** Whether blocks had to be decoded. */
  readonly isDecoded: boolean;
}

async function writerOf(kind: TextureFile): Promise<(surface: Surface) => Files> {
  if (kind === 'png') {
    const { encodePng } = await import('../images/png.ts');
    return (surface) => ({
      files: surface.layers.map((_, layer) => ({
        suffix: layer === 0 ? '' : `.${layer}`,
        bytes: encodePng(decodeSurface(surface, layer)!),
      })),
      isDecoded: false,
    });
  }
  if (kind === 'dds') {
    const [{ dds }, { ddsOfSurface, fitsDds }] = await Promise.all([
      import('../images/dds.ts'),
      import('../images/dds-surface.ts'),
    ]);
    return asStored(fitsDds, (surface) => dds.encode(ddsOfSurface(surface)));
  }
  const { encodeKtx2, fitsKtx2 } = await import('../images/ktx2.ts');
  return asStored(fitsKtx2, encodeKtx2);
}

function asStored(fits: (surface: Surface) => boolean, encode: (surface: Surface) => Uint8Array) {
  return (surface: Surface): Files => {
    const isDecoded = !fits(surface);
    return { files: [{ suffix: '', bytes: encode(isDecoded ? decoded(surface) : surface) }], isDecoded };
  };
}

/** The same texture, its levels and layers as bytes r g b a. */
function decoded(surface: Surface): Surface {
  const format = surfaceFormats.get('R8G8B8A8')!;
  const type = surface.type === 'unorm' ? 'unorm' : 'srgb';
  const layers = surface.layers.map((levels, layer) =>
    levels.map((_, level) => {
      const image: Image = decodeSurface({ ...surface, channels: [0, 1, 2, 3] }, layer, level)!;
      return encodeSurface([image], { format, type, levelCount: 1 }).layers[0]![0]!;
    }),
  );
  return { ...surface, format, type, layers };
}

/** The textures in an opened file, as files; none where it holds mere pictures or none at all. */
export async function texturesOf(file: OpenedFile, kind: TextureFile): Promise<WrittenTextures> {
  const { format, name } = file;
  if (format?.toSurfaces === undefined) return { outputs: [], issues: [] };
  const { value, issues } = read(file);
  if (value === undefined) return { outputs: [], issues };
  try {
    const textures = format.toSurfaces(value);
    const own = stem(fileName(name));
    // A file that is one texture has no name for it.
    const made =
      textures.length === 1 && textures[0]!.name === ''
        ? await writeTextures([{ ...textures[0]!, name: own }], kind, '')
        : await writeTextures(textures, kind, `${own}/`);
    return { outputs: made.outputs, issues: [...issues, ...inFile(made.issues, name)] };
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    return { outputs: [], issues: [...issues, ...inFile([error], name)] };
  }
}
