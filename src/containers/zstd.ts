import { CodecError, issueKinds } from '../issue.ts';
import type { Wrapper } from './wrapper.ts';

// Zstandard frames (RFC 8878). The compression itself is the reference implementation's, in WebAssembly.

export const issues = issueKinds('zstd', {
  'missing-dictionary': {
    severity: 'error',
    means: 'The frame was compressed with a dictionary that is not at hand.',
    remedy:
      'Give the dictionary with `--zstd-dict FILE`. Tears of the Kingdom ships its own inside `Pack/ZsDic.pack.zs`, which needs none: extract that archive first.',
  },
  'bad-data': {
    severity: 'error',
    means: 'The compressed data is damaged.',
    remedy: 'Copy the file again from its source.',
  },
  'too-large': {
    severity: 'error',
    means: 'The frame claims to hold more than the limit allows.',
    remedy: 'The frame is damaged, or was made to fill the memory.',
  },
});

const FRAME_MAGIC = 0xfd2fb528;
const DICTIONARY_MAGIC = 0xec30a437;
const MOST_BYTES_OF_A_BLOCK = 2 ** 17;
const LEVEL = 12;

const dictionaries = new Map<number, Uint8Array>();

/** Makes a dictionary known to all frames that ask for its id. Gives the id; undefined where the bytes are no dictionary. */
export function addZstdDictionary(bytes: Uint8Array): number | undefined {
  if (bytes.length < 8 || u32(bytes, 0) !== DICTIONARY_MAGIC) return undefined;
  const id = u32(bytes, 4);
  dictionaries.set(id, bytes);
  return id;
}

type Library = typeof import('@bokuweb/zstd-wasm');

let library: Library | undefined;
let loading: Promise<void> | undefined;

/**
 * Loads the WebAssembly module, once. Browsers fetch it from `url`, by default from beside the script.
 */
export function loadZstd(url?: string): Promise<void> {
  loading ??= load(url);
  return loading;
}

async function load(url: string | undefined): Promise<void> {
  const loaded = await import('@bokuweb/zstd-wasm');
  await (loaded.init as (url?: string) => Promise<void>)(url);
  library = loaded;
}

function loadedLibrary(): Library {
  if (library === undefined) throw new Error('loadZstd() has not resolved yet');
  return library;
}

export const zstd: Wrapper = {
  id: 'zstd',
  title: 'Zstandard compression',
  extensions: ['.zs', '.zst'],
  issues: Object.values(issues),
  sniff: (head) => (head.length >= 6 && u32(head, 0) === FRAME_MAGIC ? 'yes' : 'no'),
  ready: loadZstd,
  unwrap,
  wrap(bytes, original) {
    const { compress, compressUsingDict, createCCtx, freeCCtx } = loadedLibrary();
    const id = original === undefined ? 0 : readFrameHeader(original).dictionaryId;
    if (id === 0) return compress(bytes, LEVEL);
    const context = createCCtx();
    try {
      return compressUsingDict(context, bytes, dictionaryOf(id), LEVEL);
    } finally {
      freeCCtx(context);
    }
  },
};

function unwrap(bytes: Uint8Array, limit: number): Uint8Array {
  const { createDCtx, decompress, decompressUsingDict, freeDCtx } = loadedLibrary();
  const header = readFrameHeader(bytes);
  const size = header.contentSize ?? Math.min(limit, mostBytesOf(bytes, header.size));
  if (size > limit) throw new CodecError('zstd/too-large', `${size} bytes claimed, ${limit} allowed`, 0, []);
  const dictionary = header.dictionaryId === 0 ? undefined : dictionaryOf(header.dictionaryId);
  const content = attempt(() => {
    if (dictionary === undefined) return decompress(bytes, { defaultHeapSize: size });
    const context = createDCtx();
    try {
      return decompressUsingDict(context, bytes, dictionary, { defaultHeapSize: size });
    } finally {
      freeDCtx(context);
    }
  });
  if (header.contentSize !== undefined && content.length < header.contentSize) {
    throw new CodecError('zstd/bad-data', `${content.length} bytes found, ${header.contentSize} announced`, 0, []);
  }
  return content;
}

/** The library throws plain errors that hold nothing but a number. */
function attempt(work: () => Uint8Array): Uint8Array {
  try {
    return work();
  } catch (error) {
    if (error instanceof CodecError) throw error;
    const number = /-?\d+/.exec(error instanceof Error ? error.message : '')?.[0];
    throw new CodecError('zstd/bad-data', `the data does not decompress (zstd error ${number ?? 'unknown'})`, 0, []);
  }
}

function dictionaryOf(id: number): Uint8Array {
  const dictionary = dictionaries.get(id);
  if (dictionary !== undefined) return dictionary;
  throw new CodecError(
    'zstd/missing-dictionary',
    `needs the dictionary with id ${id}: --zstd-dict FILE gives it`,
    0,
    [],
  );
}

interface FrameHeader {
  /** Bytes of the header itself. */
  readonly size: number;
  /** 0 where the frame needs no dictionary. */
  readonly dictionaryId: number;
  /** Undefined where the frame does not say. */
  readonly contentSize: number | undefined;
}

/** RFC 8878, section 3.1.1.1. */
function readFrameHeader(bytes: Uint8Array): FrameHeader {
  const descriptor = bytes[4] ?? 0;
  const isSingleSegment = (descriptor & 32) !== 0;
  const idSize = [0, 1, 2, 4][descriptor & 3]!;
  const sizeSize = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6]!;
  const idAt = isSingleSegment ? 5 : 6;
  const sizeAt = idAt + idSize;
  const size = sizeAt + sizeSize;
  if (bytes.length < size) {
    throw new CodecError('truncated', `a zstd frame header takes ${size} bytes, ${bytes.length} left`, 0, []);
  }
  const stored = sizeSize === 0 ? undefined : number(bytes, sizeAt, sizeSize);
  const contentSize = sizeSize === 2 ? stored! + 256 : stored;
  return { size, dictionaryId: number(bytes, idAt, idSize), contentSize };
}

/** What the blocks of a frame can hold at the most. */
function mostBytesOf(bytes: Uint8Array, headerSize: number): number {
  return walkBlocks(bytes, headerSize).count * MOST_BYTES_OF_A_BLOCK;
}

/** Where the last block of a frame ends, and how many there are. */
function walkBlocks(bytes: Uint8Array, headerSize: number): { end: number; count: number } {
  let count = 0;
  let end = headerSize;
  for (let isLast = false; !isLast && end + 3 <= bytes.length; count++) {
    const header = number(bytes, end, 3);
    isLast = (header & 1) === 1;
    const isRepeated = ((header >> 1) & 3) === 1;
    end += 3 + (isRepeated ? 1 : header >> 3);
  }
  return { end, count };
}

const CHECKSUM_SIZE = 4;

/** How many bytes of these a frame takes that other data follows; no more than there are. */
export function zstdFrameLength(bytes: Uint8Array): number {
  const { end } = walkBlocks(bytes, readFrameHeader(bytes).size);
  const hasChecksum = (bytes[4]! & 4) !== 0;
  return Math.min(bytes.length, end + (hasChecksum ? CHECKSUM_SIZE : 0));
}

/** A little-endian number of any size. */
function number(bytes: Uint8Array, at: number, size: number): number {
  let value = 0;
  for (let i = size - 1; i >= 0; i--) value = value * 256 + bytes[at + i]!;
  return value;
}

function u32(bytes: Uint8Array, at: number): number {
  return number(bytes, at, 4);
}
