import type { Source } from 'exhume';
import type { NamedFile, ServedFile, SourceSpec } from './protocol.ts';

// Sources whose files are read when they are needed. In a worker both kinds of reading may block.

declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

/** The files of a specification as a source. `looked` is told of every file that is looked at. */
export function sourceOf(spec: SourceSpec, looked: () => void = () => {}): Source {
  return spec.kind === 'files'
    ? fileSource(spec.name, spec.files, looked)
    : servedSource(spec.name, spec.files, looked);
}

/** A source with another behind it, whose files come second. */
export function joined(first: Source, second: Source): Source {
  return {
    name: first.name,
    *entries() {
      const names = new Set<string>();
      for (const source of [first, second]) {
        for (const entry of source.entries()) {
          if (!names.has(entry.name)) yield entry;
          names.add(entry.name);
        }
      }
    },
    open: (name) => first.open(name) ?? second.open(name),
  };
}

function fileSource(name: string, files: readonly NamedFile[], looked: () => void): Source {
  const reader = new FileReaderSync();
  const byName = new Map(files.map(({ name, file }) => [name, file]));
  const read = (blob: Blob | undefined) => blob && new Uint8Array(reader.readAsArrayBuffer(blob));
  return {
    name,
    *entries() {
      for (const [name, { size }] of byName) yield { name, size };
    },
    open: (name) => read(byName.get(name)),
    head(name, length) {
      looked();
      return read(byName.get(name)?.slice(0, length));
    },
  };
}

function servedSource(name: string, files: readonly ServedFile[], looked: () => void): Source {
  const byName = new Map(files.map((file) => [file.name, file]));
  return {
    name,
    *entries() {
      for (const { name, size } of files) yield { name, size };
    },
    open(name) {
      const file = byName.get(name);
      return file && fetchNow(file.url);
    },
    head(name, length) {
      looked();
      const file = byName.get(name);
      return file && fetchNow(file.url, length)?.subarray(0, length);
    },
  };
}

/** The bytes at an address, or the first of them where the server can give a part. */
function fetchNow(url: string, length?: number): Uint8Array | undefined {
  const request = new XMLHttpRequest();
  request.open('GET', url, false);
  request.responseType = 'arraybuffer';
  if (length !== undefined) request.setRequestHeader('Range', `bytes=0-${length - 1}`);
  request.send();
  // Empty files have no range to give.
  if (request.status === 416) return new Uint8Array();
  return request.status === 200 || request.status === 206 ? new Uint8Array(request.response as ArrayBuffer) : undefined;
}
