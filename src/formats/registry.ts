import { fileName } from '../containers/source.ts';
import type { Verdict, Wrapper } from '../containers/wrapper.ts';
import { yaz0 } from '../containers/yaz0.ts';
import { zstd } from '../containers/zstd.ts';
import { ff7, lzs } from './ff7/index.ts';
import type { AnyFormat, Family } from './format.ts';
import { ddsFormat } from './images/dds.ts';
import { tga } from './images/tga.ts';
import { redFaction } from './red-faction/index.ts';

/** Every family there is. Adding one is its folder, and a name here. */
export const families: readonly Family[] = [redFaction, ff7];

/** Formats that belong to no game. */
const sharedFormats: readonly AnyFormat[] = [ddsFormat, tga];

/** Every format there is. */
export const formats: readonly AnyFormat[] = [...families.flatMap((family) => family.formats), ...sharedFormats];

/** Every compression that single files come in. */
export const wrappers: readonly Wrapper[] = [yaz0, zstd, lzs];

/** How many bytes `identify` needs to see. */
export const HEAD_SIZE = 4096;

/** The format of a file, by its first bytes; where they do not decide, by its name. */
export function identify(head: Uint8Array, name = ''): AnyFormat | undefined {
  return choose(formats, head, name);
}

/** The compression around a file, if any. */
export function identifyWrapper(head: Uint8Array, name = ''): Wrapper | undefined {
  return choose(wrappers, head, name);
}

interface Candidate {
  readonly extensions: readonly string[];
  readonly names?: RegExp;
  sniff(head: Uint8Array, name: string): Verdict;
}

function choose<T extends Candidate>(candidates: readonly T[], head: Uint8Array, name: string): T | undefined {
  const lowerCase = fileName(name).toLowerCase();
  const verdicts = candidates.map((candidate) => ({ candidate, verdict: candidate.sniff(head, name) }));
  const found =
    verdicts.find(({ verdict }) => verdict === 'yes') ??
    verdicts.find(({ candidate, verdict }) => verdict === 'maybe' && goesBy(candidate, lowerCase));
  return found?.candidate;
}

function goesBy({ extensions, names }: Candidate, lowerCase: string): boolean {
  return extensions.some((extension) => lowerCase.endsWith(extension)) || names?.test(lowerCase) === true;
}
