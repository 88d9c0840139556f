import { mcpk } from '../containers/mcpk.ts';
import { fileName } from '../containers/source.ts';
import type { Verdict, Wrapper } from '../containers/wrapper.ts';
import { yaz0 } from '../containers/yaz0.ts';
import { zstd } from '../containers/zstd.ts';
import { bfres } from './bfres/index.ts';
import { ff7, lzs } from './ff7/index.ts';
import type { AnyFormat, Archive, Family } from './format.ts';
import { glb, gltf } from './gltf/index.ts';
import { ddsFormat } from './images/dds.ts';
import { png } from './images/png.ts';
import { tga } from './images/tga.ts';
import { redFaction } from './red-faction/index.ts';
import { xray } from './xray/index.ts';

/** Every family there is. Adding one is its folder, and a name here. */
export const families: readonly Family[] = [redFaction, ff7, bfres, xray];

/** Formats that belong to no game. */
const sharedFormats: readonly AnyFormat[] = [glb, gltf, ddsFormat, png, tga];

/** Every format there is. */
export const formats: readonly AnyFormat[] = [...families.flatMap((family) => family.formats), ...sharedFormats];

/** Every compression that single files come in. */
export const wrappers: readonly Wrapper[] = [yaz0, zstd, mcpk, lzs];

/** How many bytes `identify` needs to see. */
export const HEAD_SIZE = 4096;

/** The format of a file, by its first bytes; where they do not decide, by its name. */
export function identify(head: Uint8Array, name = ''): AnyFormat | undefined {
  return best(formats, head, name)?.candidate;
}

/** The compression around a file, if any. */
export function identifyWrapper(head: Uint8Array, name = ''): Wrapper | undefined {
  return best(wrappers, head, name)?.candidate;
}

/** What the outermost layer of a file is: a compression to peel off, or the format itself. The surer one wins. */
export function recognize(
  head: Uint8Array,
  name: string,
): { readonly wrapper: Wrapper; readonly sure: boolean } | { readonly format: AnyFormat } | undefined {
  const wrapper = best(wrappers, head, name);
  const format = best(formats, head, name);
  if (wrapper !== undefined && (wrapper.verdict === 'yes' || format?.verdict !== 'yes')) {
    return { wrapper: wrapper.candidate, sure: wrapper.verdict === 'yes' };
  }
  return format && { format: format.candidate };
}

/** The format of this id. */
export function formatOf(id: string): AnyFormat | undefined {
  return formats.find((format) => format.id === id);
}

/** The family that a format belongs to; undefined for formats that belong to no game. */
export function familyOf(format: AnyFormat): Family | undefined {
  return families.find((family) => family.formats.includes(format));
}

/** Whether files of a format hold other files. */
export function isArchive(format: AnyFormat): format is Archive<any> {
  return 'members' in format;
}

interface Candidate {
  readonly extensions: readonly string[];
  readonly names?: RegExp;
  sniff(head: Uint8Array, name: string): Verdict;
}

/** The surest candidate; one that leaves it to the name counts where the name is of its kind. */
function best<T extends Candidate>(
  candidates: readonly T[],
  head: Uint8Array,
  name: string,
): { readonly candidate: T; readonly verdict: Verdict } | undefined {
  const lowerCase = fileName(name).toLowerCase();
  const verdicts = candidates.map((candidate) => ({ candidate, verdict: candidate.sniff(head, name) }));
  return (
    verdicts.find(({ verdict }) => verdict === 'yes') ??
    verdicts.find(({ candidate, verdict }) => verdict === 'maybe' && goesBy(candidate, lowerCase))
  );
}

function goesBy({ extensions, names }: Candidate, lowerCase: string): boolean {
  return extensions.some((extension) => lowerCase.endsWith(extension)) || names?.test(lowerCase) === true;
}
