import { Codec, fixedText, type Infer, list, type Reader, rest, struct, u32, type Writer } from '../../binary/index.ts';

// VPP is the archive of Red Faction: files one behind the other in blocks. Specification, section 10.

export const BLOCK = 2048;
/** More files than any packfile of the game can have. */
const MAX_FILES = 65_536;
export const MAGIC = 0x51890ace;

const header = struct('Header', {
  magic: u32,
  version: u32.is('later games have others'),
  fileCount: u32,
  totalSize: u32.in('bytes').is('size of the archive'),
});

export const entry = struct('Entry', {
  name: fixedText(60).is('ends at its first zero'),
  size: u32.in('bytes'),
});

/** Zeros up to the end of a block. Undefined when it is just that; else the bytes, which may end early. */
class Slack extends Codec<Uint8Array | undefined> {
  readonly kind = 'slack';
  readonly minSize = 0;

  read(r: Reader): Uint8Array | undefined {
    const size = -r.pos & (BLOCK - 1);
    const at = r.take(Math.min(size, r.left));
    const bytes = r.bytes.subarray(at, r.pos);
    return bytes.length === size && bytes.every((byte) => byte === 0) ? undefined : bytes;
  }

  write(w: Writer, value: Uint8Array | undefined): void {
    if (value !== undefined) rest.write(w, value);
    else w.take(-w.pos & (BLOCK - 1));
  }
}

const slack = new Slack();

/** As many bytes as the entry says or are left, without a copy. */
class FileBytes extends Codec<Uint8Array> {
  readonly kind: string;
  readonly minSize = 0;
  private readonly size: number;

  constructor(size: number) {
    super();
    this.kind = `u8[${size}]`;
    this.size = size;
  }

  read(r: Reader): Uint8Array {
    const at = r.take(Math.min(this.size, r.left));
    return r.bytes.subarray(at, r.pos);
  }

  write(w: Writer, value: Uint8Array): void {
    rest.write(w, value);
  }
}

/** The files that the entries tell of. */
class Files extends Codec<StoredFile[]> {
  readonly kind = 'StoredFile[]';
  readonly minSize = 0;
  private readonly entries: readonly Entry[];

  constructor(entries: readonly Entry[]) {
    super();
    this.entries = entries;
  }

  read(r: Reader): StoredFile[] {
    return this.entries.map(({ size }, i) => r.field(i, storedFile(size)));
  }

  write(w: Writer, files: StoredFile[]): void {
    for (const [i, file] of files.entries()) w.field(i, storedFile(file.bytes.length), file);
  }
}

const storedFile = (size: number) =>
  struct('StoredFile', {
    bytes: new FileBytes(size),
    slack: slack.is('bytes up to the next block'),
  }) as Codec<StoredFile>;

export type Entry = Infer<typeof entry>;

export interface StoredFile {
  /** As many as the entry says, less where the archive was cut off. A view of the archive's bytes. */
  bytes: Uint8Array;
  /** Bytes up to the next block, where they are not the usual zeros. */
  slack: Uint8Array | undefined;
}

export interface Packfile {
  version: 1;
  /** What the header says the whole file takes, bytes. */
  totalSize: number;
  /** Bytes behind the header, where they are not the usual zeros. */
  headerSlack: Uint8Array | undefined;
  entries: Entry[];
  directorySlack: Uint8Array | undefined;
  /** What each entry holds. */
  files: StoredFile[];
  /** Bytes behind the last block. */
  trailing: Uint8Array | undefined;
}

class PackfileCodec extends Codec<Packfile> {
  readonly kind = 'Packfile';
  readonly minSize = BLOCK;

  read(r: Reader): Packfile {
    const { magic, version, fileCount, totalSize } = header.read(r);
    if (magic !== MAGIC) r.fail('bad-magic', `0x51890ace expected, 0x${magic.toString(16).padStart(8, '0')} found`, 0);
    if (version !== 1) r.fail('vpp/unknown-version', `version ${version}${gameOf(version)}, only version 1 is read`, 4);
    if (fileCount > MAX_FILES)
      r.fail('vpp/too-many-files', `${fileCount} files, an archive has at most ${MAX_FILES}`, 8);
    const headerSlack = r.field('headerSlack', slack);
    if (fileCount * entry.minSize > r.left) {
      r.fail(
        'vpp/directory-cut-off',
        `${fileCount} entries take ${fileCount * entry.minSize} bytes, ${r.left} left`,
        8,
      );
    }
    const entries = r.field('entries', list(entry).times(fileCount));
    const directorySlack = r.field('directorySlack', slack);
    const files = r.field('files', new Files(entries));
    const trailing = r.left > 0 ? r.field('trailing', rest) : undefined;
    return { version, totalSize, headerSlack, entries, directorySlack, files, trailing };
  }

  write(w: Writer, file: Packfile): void {
    const { version, totalSize, headerSlack, entries, directorySlack, files, trailing } = file;
    header.write(w, { magic: MAGIC, version, fileCount: entries.length, totalSize });
    w.field('headerSlack', slack, headerSlack);
    w.field('entries', list(entry).times(entries.length), entries);
    w.field('directorySlack', slack, directorySlack);
    w.field('files', new Files(entries), files);
    if (trailing !== undefined) rest.write(w, trailing);
  }
}

export const packfile: Codec<Packfile> = new PackfileCodec();

function gameOf(version: number): string {
  if (version === 2) return ' (Red Faction II)';
  return version === 3 ? ' (The Punisher)' : '';
}
