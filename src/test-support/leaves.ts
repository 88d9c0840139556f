import { CodecError } from '../binary/index.ts';
import type { Wrapper } from '../containers/wrapper.ts';
import type { AnyFormat, Archive, Member } from '../formats/format.ts';
import { HEAD_SIZE, identify, identifyWrapper, wrappers } from '../formats/registry.ts';
import { withoutExtension } from '../operations/open.ts';

await Promise.all(wrappers.map(({ ready }) => ready?.()));

/** A file as it is once compressions are taken off it. */
export interface Leaf {
  /** Path with the archives it lies in: `a.vpp/b.rfa`. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly format: AnyFormat | undefined;
  /** Why a compression could not be taken off: for want of a dictionary. */
  readonly sealed?: CodecError;
}

/** More than any real file holds. */
const LIMIT = 2 ** 28;

/** A file and, where it is an archive, everything in it; wrappers are peeled off. */
export function* leaves(path: string, bytes: Uint8Array): Iterable<Leaf> {
  const head = bytes.subarray(0, HEAD_SIZE);
  const wrapper = identifyWrapper(head, path);
  if (wrapper !== undefined) {
    const content = unwrapped(wrapper, bytes);
    if (content instanceof CodecError) yield { path, bytes, format: undefined, sealed: content };
    else yield* leaves(withoutExtension(path, wrapper), content);
    return;
  }
  const format = identify(head, path);
  yield { path, bytes, format };
  if (format === undefined || !isArchive(format)) return;
  for (const member of readableMembers(format, bytes)) yield* leaves(`${path}/${member.name}`, member.bytes);
}

function unwrapped(wrapper: Wrapper, bytes: Uint8Array): Uint8Array | CodecError {
  try {
    return wrapper.unwrap(bytes, LIMIT);
  } catch (error) {
    if (error instanceof CodecError) return error;
    throw error;
  }
}

export function isArchive(format: AnyFormat): format is Archive<any> {
  return 'members' in format;
}

/** Nothing where the archive cannot be read, which is for the test of the archive itself to say. */
function readableMembers(format: Archive<any>, bytes: Uint8Array): Iterable<Member> {
  const { value } = format.codec.inspect(bytes);
  return value === undefined ? [] : format.members(value);
}
