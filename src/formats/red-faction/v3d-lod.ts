import {
  Codec,
  CodecError,
  cstring,
  Damaged,
  f32,
  fixedText,
  type Infer,
  i16,
  i32,
  list,
  type Reader,
  rest,
  struct,
  type TableOf,
  table,
  u8,
  u16,
  u32,
  type Writer,
} from '../../binary/index.ts';
import { issue } from '../../issue.ts';
import { codecIssues } from './v3d.issues.ts';

// A level of detail of a submesh (specification, sections 6.4 to 6.7). Written by hand: how a data block is divided
// stands behind it, and its streams have stored sizes that differ between the tools that wrote them.

/** Bits of `flags` of a level. */
export const lodFlags = { morphMaps: 0x01, character: 0x02, planes: 0x20 } as const;
/** Triangle flag: seen from both sides. */
export const DOUBLE_SIDED = 0x20;
/** Every stream begins on a multiple of this, counted from the start of the data block. */
const STREAM_ALIGNMENT = 16;

const batchHeader = struct('BatchHeader', {
  scratch00: u8.x(32).is('overwritten by the game'),
  textureIndex: i32.is('into the textures of the level'),
  scratch24: u8.x(20).is('overwritten by the game'),
});

/** Counts and stream sizes of a batch. The sizes are data: tools round them differently (section 6.6). */
const batchInfo = struct('BatchInfo', {
  vertexCount: u16,
  faceCount: u16,
  positionsSize: u16.is('of positions, and of normals').in('bytes'),
  trianglesSize: u16.in('bytes'),
  samePosSize: u16.in('bytes'),
  linksSize: u16.is('0: no links').in('bytes'),
  uvsSize: u16.in('bytes'),
  renderMode: u32.is('bit field of section 6.7'),
});

const propPoint = struct('PropPoint', {
  name: fixedText(68),
  orientation: f32.x(4).is('x y z w, point to bone, conjugated'),
  position: f32.x(3).is('in the frame of the bone').in('m'),
  parentBone: i32.is('-1: model space'),
});

const lodTexture = struct('LodTexture', {
  materialIndex: u8,
  filename: cstring.is('same as the material says'),
});

const floats = list(f32);
const shorts = list(i16);
const triangleColumns = { indices: u16.x(3), flags: u16.is('0x20: double-sided') };
const planeColumns = { normal: f32.x(3), d: f32.is('normal · p + d = 0') };
const linkColumns = { weights: u8.x(4), bones: u8.x(4).is('255: unused') };
const triangles = table('Triangle', triangleColumns);
const planes = table('Plane', planeColumns);
const links = table('Link', linkColumns);

export type BatchHeader = Infer<typeof batchHeader>;
export type BatchInfo = Infer<typeof batchInfo>;
export type PropPoint = Infer<typeof propPoint>;
export type LodTexture = Infer<typeof lodTexture>;
export type Triangles = TableOf<typeof triangleColumns>;
export type Planes = TableOf<typeof planeColumns>;
export type Links = TableOf<typeof linkColumns>;

/** The streams of a batch. Those that its level does not have are undefined. */
export interface Batch {
  positions: Float32Array;
  /** x y z each; not a number where the compiler had no normal. */
  normals: Float32Array;
  /** u v each, from the top left. */
  uvs: Float32Array;
  triangles: Triangles;
  planes: Planes | undefined;
  /** How many vertices before this one is the first at the same position; 0: none. */
  samePos: Int16Array;
  links: Links | undefined;
  /** The vertex that stands for each original vertex of the level, or -1. */
  morphMap: Int16Array | undefined;
  /** Bytes behind a stream that are not zero, by the name of the stream. */
  slack: Partial<Record<StreamName, Uint8Array>>;
}

export type StreamName = 'positions' | 'normals' | 'uvs' | 'triangles' | 'planes' | 'samePos' | 'links' | 'morphMap';

/** The content of the data block of a level. */
export interface LodData {
  headers: BatchHeader[];
  batches: Batch[];
  propPoints: PropPoint[];
  /** Bytes behind the headers and behind the batches that are not zero. */
  headerSlack: Uint8Array | undefined;
  batchSlack: Uint8Array | undefined;
  /** Bytes of the block that its counts do not explain. */
  extra: Uint8Array | undefined;
}

export interface Lod {
  flags: number;
  /** How many vertices the level had before they were split at seams: the length of its morph maps. */
  vertexCount: number;
  /** Bytes, where the counts and sizes do not fit them. */
  data: LodData | Damaged;
  unknown: number;
  infos: BatchInfo[];
  propPointCount: number;
  textures: LodTexture[];
}

/** Zero bytes up to a place in the data block; undefined, or the bytes where they are not zero. */
class Slack extends Codec<Uint8Array | undefined> {
  readonly kind = 'padding';
  readonly minSize = 0;
  private readonly size: number;

  constructor(size: number) {
    super();
    this.size = size;
  }

  read(r: Reader): Uint8Array | undefined {
    const at = r.take(this.size);
    const bytes = r.bytes.slice(at, r.pos);
    return bytes.some((byte) => byte !== 0) ? bytes : undefined;
  }

  write(w: Writer, value: Uint8Array | undefined): void {
    const at = w.take(this.size);
    if (value?.length === this.size) w.bytes.set(value, at);
  }
}

const aligned = (position: number) => Math.ceil(position / STREAM_ALIGNMENT) * STREAM_ALIGNMENT;

/** What the layout of a data block depends on. */
interface Layout {
  readonly flags: number;
  readonly vertexCount: number;
  readonly infos: readonly BatchInfo[];
  readonly propPointCount: number;
}

interface Stream {
  readonly name: StreamName;
  readonly codec: Codec<any>;
  /** Reserved bytes. */
  readonly size: number;
}

/** The streams of a batch, in the order of the file. */
function* streamsOf({ flags, vertexCount }: Layout, info: BatchInfo): Generator<Stream> {
  const { vertexCount: nv, faceCount: nf, positionsSize } = info;
  yield { name: 'positions', codec: floats.times(3 * nv), size: positionsSize };
  yield { name: 'normals', codec: floats.times(3 * nv), size: positionsSize };
  yield { name: 'uvs', codec: floats.times(2 * nv), size: info.uvsSize };
  yield { name: 'triangles', codec: triangles.times(nf), size: info.trianglesSize };
  if ((flags & lodFlags.planes) !== 0) yield { name: 'planes', codec: planes.times(nf), size: 16 * nf };
  yield { name: 'samePos', codec: shorts.times(nv), size: info.samePosSize };
  if (info.linksSize > 0) yield { name: 'links', codec: links.times(nv), size: info.linksSize };
  if ((flags & lodFlags.morphMaps) !== 0) {
    yield { name: 'morphMap', codec: shorts.times(vertexCount), size: 2 * vertexCount };
  }
}

class LodDataCodec extends Codec<LodData> {
  readonly kind = 'LodData';
  readonly minSize = 0;
  private readonly layout: Layout;

  constructor(layout: Layout) {
    super();
    this.layout = layout;
  }

  read(r: Reader): LodData {
    const start = r.pos;
    const { infos, propPointCount } = this.layout;
    const headers = r.field('headers', list(batchHeader).times(infos.length));
    const skip = (to: number) => {
      const size = start + aligned(to - start) - r.pos;
      return size === 0 ? undefined : r.field('padding', new Slack(size));
    };
    const headerSlack = skip(r.pos);
    const batches = infos.map((info, i) => r.field(i, new BatchCodec(this.layout, info, start)));
    const batchSlack = skip(r.pos);
    const propPoints = r.field('propPoints', list(propPoint).times(propPointCount));
    let extra: Uint8Array | undefined;
    if (r.left > 0) {
      r.issues.push(
        issue(codecIssues['data-size'], `${r.left} bytes behind the last prop point`, [...r.path, 'extra'], r.pos),
      );
      extra = r.field('extra', list(u8).times(r.left));
    }
    return { headers, batches, propPoints, headerSlack, batchSlack, extra };
  }

  write(w: Writer, value: LodData): void {
    const start = w.pos;
    const { infos, propPointCount } = this.layout;
    w.field('headers', list(batchHeader).times(infos.length), value.headers);
    new Slack(start + aligned(w.pos - start) - w.pos).write(w, value.headerSlack);
    if (value.batches.length !== infos.length) {
      w.fail('out-of-range', `${value.batches.length} batches where there are ${infos.length} infos`);
    }
    for (const [i, info] of infos.entries()) {
      w.field(i, new BatchCodec(this.layout, info, start), value.batches[i]!);
    }
    new Slack(start + aligned(w.pos - start) - w.pos).write(w, value.batchSlack);
    w.field('propPoints', list(propPoint).times(propPointCount), value.propPoints);
    if (value.extra !== undefined) w.field('extra', rest, value.extra);
  }
}

class BatchCodec extends Codec<Batch> {
  readonly kind = 'Batch';
  readonly minSize = 0;
  private readonly layout: Layout;
  private readonly info: BatchInfo;
  /** Where the data block begins. */
  private readonly start: number;

  constructor(layout: Layout, info: BatchInfo, start: number) {
    super();
    this.layout = layout;
    this.info = info;
    this.start = start;
  }

  read(r: Reader): Batch {
    const batch = { planes: undefined, links: undefined, morphMap: undefined, slack: {} } as unknown as Batch;
    for (const { name, codec, size } of streamsOf(this.layout, this.info)) {
      const at = r.pos;
      if (size < codec.minSize) {
        r.path.push(name);
        r.fail('v3d/stream-size', `${codec.minSize} bytes needed, ${size} reserved`);
      }
      (batch as unknown as Record<string, unknown>)[name] = r.field(name, codec);
      const padding = this.slackBehind(at, size, r.pos);
      const slack = padding === 0 ? undefined : r.field('padding', new Slack(padding));
      if (slack !== undefined) batch.slack[name] = slack;
    }
    return batch;
  }

  write(w: Writer, batch: Batch): void {
    for (const { name, codec, size } of streamsOf(this.layout, this.info)) {
      const at = w.pos;
      if (size < codec.minSize) w.fail('v3d/stream-size', `${name} take ${codec.minSize} bytes, ${size} reserved`);
      const value = batch[name];
      if (value === undefined) w.fail('out-of-range', `no ${name} where the level has them`);
      w.field(name, codec, value);
      new Slack(this.slackBehind(at, size, w.pos)).write(w, batch.slack[name]);
    }
  }

  private slackBehind(at: number, size: number, end: number): number {
    return this.start + aligned(at + size - this.start) - end;
  }
}

class LodCodec extends Codec<Lod> {
  readonly kind = 'Lod';
  readonly minSize = 26;

  read(r: Reader): Lod {
    const flags = r.field('flags', u32.is('1: morph maps, 2: character, 32: planes'));
    const vertexCount = r.field('vertexCount', i32.is('before splitting at seams'));
    const batchCount = r.field('batchCount', u16);
    const dataSize = r.field('dataSize', u32.in('bytes'));
    const layout = { flags, vertexCount, ...lookAhead(r, dataSize, batchCount) };
    const data = readData(r, dataSize, layout);
    const unknown = r.field('unknown', i32.is('-1'));
    const infos = r.field('infos', list(batchInfo).times(batchCount));
    const propPointCount = r.field('propPointCount', i32);
    const textures = r.field('textures', list(lodTexture).prefixed(i32));
    return { flags, vertexCount, data, unknown, infos, propPointCount, textures };
  }

  write(w: Writer, lod: Lod): void {
    w.field('flags', u32, lod.flags);
    w.field('vertexCount', i32, lod.vertexCount);
    w.field('batchCount', u16, lod.infos.length);
    const size = w.take(4);
    const start = w.pos;
    if (lod.data instanceof Damaged) w.field('data', rest, lod.data.bytes);
    else w.field('data', new LodDataCodec(lod), lod.data);
    w.fill(size, u32, w.pos - start);
    w.field('unknown', i32, lod.unknown);
    w.field('infos', list(batchInfo).times(lod.infos.length), lod.infos);
    w.field('propPointCount', i32, lod.propPointCount);
    w.field('textures', list(lodTexture).prefixed(i32), lod.textures);
  }
}

/** What stands behind the data block and tells how it is divided. */
function lookAhead(r: Reader, dataSize: number, batchCount: number) {
  const size = dataSize + 4 + batchInfo.minSize * batchCount + 4;
  if (size > r.left)
    r.fail('v3d/bad-count', `${batchCount} batches and ${dataSize} bytes of data need ${size} bytes, ${r.left} left`);
  const at = r.pos + dataSize + 4;
  const codec = struct('Ahead', { infos: list(batchInfo).times(batchCount), propPointCount: i32 });
  return codec.decode(r.bytes.subarray(at, at + codec.minSize));
}

/** The data block, or its bytes with an error where the counts do not fit them. */
function readData(r: Reader, size: number, layout: Layout): LodData | Damaged {
  const value = r.attempt(new Block(size, new LodDataCodec(layout)));
  if (!(value instanceof CodecError)) return value;
  const isKnown = value.code === codecIssues['stream-size'].code;
  const kind = codecIssues[isKnown ? 'stream-size' : 'data-size'];
  r.issues.push(issue(kind, value.reason, value.path, value.offset));
  return new Damaged(r.field('data', list(u8).times(size)), value.reason);
}

/** The field `data`, from so many bytes. */
class Block extends Codec<LodData> {
  readonly kind = 'LodData';
  readonly minSize: number;
  private readonly codec: LodDataCodec;

  constructor(size: number, codec: LodDataCodec) {
    super();
    this.minSize = size;
    this.codec = codec;
  }

  read(r: Reader): LodData {
    const { end } = r;
    r.end = r.pos + this.minSize;
    const value = r.field('data', this.codec);
    r.end = end;
    return value;
  }

  write(w: Writer, value: LodData): void {
    w.field('data', this.codec, value);
  }
}

export const lod: Codec<Lod> = new LodCodec();
