import type { AnyFormat, Archive, Member } from '../formats/format.ts';
import { HEAD_SIZE, identify, identifyWrapper, wrappers } from '../formats/registry.ts';

await Promise.all(wrappers.map(({ ready }) => ready?.()));

/** A file as it is once compressions are taken off it. */
export interface Leaf {
  /** Path with the archives it lies in: `a.vpp/b.rfa`. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly format: AnyFormat | undefined;
}

/** More than any real file holds. */
const LIMIT = 2 ** 28;

/** A file and, where it is an archive, everything in it; wrappers are peeled off. */
export function* leaves(path: string, bytes: Uint8Array): Iterable<Leaf> {
  const head = bytes.subarray(0, HEAD_SIZE);
  const wrapper = identifyWrapper(head, path);
  if (wrapper !== undefined) {
    const name = wrapper.extensions.reduce(
      (rest, extension) => rest.replace(new RegExp(`\\${extension}$`, 'i'), ''),
      path,
    );
    yield* leaves(name, wrapper.unwrap(bytes, LIMIT));
    return;
  }
  const format = identify(head, path);
  yield { path, bytes, format };
  if (format === undefined || !isArchive(format)) return;
  for (const member of readableMembers(format, bytes)) yield* leaves(`${path}/${member.name}`, member.bytes);
}

export function isArchive(format: AnyFormat): format is Archive<any> {
  return 'members' in format;
}

/** Nothing where the archive cannot be read, which is for the test of the archive itself to say. */
function readableMembers(format: Archive<any>, bytes: Uint8Array): Iterable<Member> {
  const { value } = format.codec.inspect(bytes);
  return value === undefined ? [] : format.members(value);
}
