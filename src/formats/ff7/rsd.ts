import { Codec, type Reader, rest, type Writer } from '../../binary/index.ts';
import { latin1, writeText } from './text-lines.ts';

// RSD, a resource of a field model as text: which mesh and which textures (specification, section 7.2). Comments, blank
// lines and unknown keys stay where they are.

export interface Rsd {
  lines: string[];
  newline: '\r\n' | '\n';
}

export const SIGNATURE = '@RSD940102';

class RsdCodec extends Codec<Rsd> {
  readonly kind = 'Rsd';
  readonly minSize = 0;

  /** The last line is empty where the text ends with an end of line. */
  read(r: Reader): Rsd {
    const text = latin1.decode(r.field('text', rest));
    const raw = text.split('\n');
    const isWindows = raw.length > 1 && raw.slice(0, -1).every((line) => line.endsWith('\r'));
    const lines = isWindows ? raw.map((line, i) => (i < raw.length - 1 ? line.slice(0, -1) : line)) : raw;
    const first = lines.find((line) => line.trim() !== '' && !line.startsWith('#'));
    if (!first?.startsWith(SIGNATURE))
      r.fail('bad-magic', `'${SIGNATURE}' expected, '${first?.slice(0, 20) ?? ''}' found`, 0);
    return { lines, newline: isWindows ? '\r\n' : '\n' };
  }

  write(w: Writer, { lines, newline }: Rsd): void {
    writeText(w, lines.join(newline));
  }
}

export const rsd: Codec<Rsd> = new RsdCodec();

/** What stands behind `KEY=`; undefined where there is no such line. */
export function fieldOf({ lines }: Rsd, key: string): string | undefined {
  const line = lines.find((text) => text.startsWith(`${key}=`));
  return line?.slice(key.length + 1).trim();
}

/** Name of the P file, and of the TEX files by number. In the text they have the extensions of development. */
export function filesOf(file: Rsd): { mesh: string | undefined; textures: string[] } {
  const mesh = fieldOf(file, 'PLY');
  const textures: string[] = [];
  for (let i = 0; i < Number(fieldOf(file, 'NTEX') ?? 0); i++) {
    const name = fieldOf(file, `TEX[${i}]`);
    if (name === undefined) break;
    textures.push(renamed(name, 'tex'));
  }
  return { mesh: mesh === undefined ? undefined : renamed(mesh, 'p'), textures };
}

const renamed = (name: string, extension: string): string => `${name.replace(/\.[^.]*$/, '')}.${extension}`;

/** A resource as the game's own tools wrote them. */
export function newRsd(name: string, textures: readonly string[]): Rsd {
  const lines = [SIGNATURE, `PLY=${name}.PLY`, `MAT=${name}.MAT`, `GRP=${name}.GRP`, `NTEX=${textures.length}`];
  return { lines: [...lines, ...textures.map((texture, i) => `TEX[${i}]=${texture}.TIM`), ''], newline: '\r\n' };
}

/** The resource with other textures; all other lines stay as they are. */
export function withTextures(file: Rsd, textures: readonly string[]): Rsd {
  const isTexture = (line: string) => /^(NTEX|TEX\[\d+\])=/.test(line);
  const first = file.lines.findIndex(isTexture);
  const others = file.lines.filter((line) => !isTexture(line));
  const end = others.at(-1) === '' ? others.length - 1 : others.length;
  const at = first < 0 ? end : file.lines.slice(0, first).filter((line) => !isTexture(line)).length;
  const named = textures.map((texture, i) => `TEX[${i}]=${texture}.TIM`);
  return { ...file, lines: [...others.slice(0, at), `NTEX=${textures.length}`, ...named, ...others.slice(at)] };
}
