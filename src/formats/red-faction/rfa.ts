import {
  absent,
  Codec,
  countOf,
  f32,
  given,
  hex,
  type Infer,
  i8,
  i16,
  i32,
  list,
  magic,
  type Reader,
  rest,
  struct,
  table,
  u8,
  u16,
  Writer,
} from '../../binary/index.ts';
import { gapsBetween, type Piece, type RfaLayout, sameRanges } from './rfa.layout.ts';

// RFA holds a clip of Red Faction: keys for the bones of a character, and vertices that morph. Specification, section 4.

const TICK = '1/4800 s';

const vec3 = f32.x(3);

/** How one bone moves: specification, sections 4.2 to 4.4. */
export const boneTrack = struct('BoneTrack', {
  weight: f32.is('share of the pose when clips are mixed, 0 to 10'),
  rotationKeyCount: countOf('rotationKeys', i16),
  positionKeyCount: countOf('positionKeys', i16),
  rotationKeys: table('RotationKey', {
    time: i32.in(TICK),
    rotation: i16.x(4).is('quaternion x y z w times 16383, the conjugate of the rotation from bone to parent'),
    easeIn: i8.is('shapes the segment that ends here, 0 to 127'),
    easeOut: i8.is('shapes the segment that starts here, 0 to 127'),
    pad: i16,
  }),
  positionKeys: table('PositionKey', {
    time: i32.in(TICK),
    position: vec3.in('m').is("in the parent bone's frame"),
    inControl: vec3.in('m').is('Bézier control point of the segment that ends here, absolute'),
    outControl: vec3.in('m').is('Bézier control point of the segment that starts here, absolute'),
  }),
});

/** Specification, section 4.1. */
export const header = struct('Header', {
  magic: magic('VMVF'),
  version: i32.is('7 or 8, which differ in how they store morph keyframes'),
  posReduction: f32.in('m').is('tolerance of the exporter when it left out position keys'),
  rotReduction: f32.is('tolerance of the exporter when it left out rotation keys'),
  startTime: i32.in(TICK).is('where playing starts, 160 in most clips'),
  endTime: i32.in(TICK).is('where playing ends'),
  boneCount: i32.is('number of tracks'),
  morphVertexCount: i32.is('how many vertices move one by one'),
  morphKeyframeCount: i32,
  rampInTime: i32.in(TICK).is('how long an action fades in'),
  rampOutTime: i32.in(TICK).is('how long an action fades out'),
  totalRotation: f32.x(4).is("the exporter's summary of the root's rotation, unused by the game"),
  totalTranslation: vec3.in('m').is("the exporter's summary of the root's motion, unused by the game"),
  morphVerticesOffset: i32.is('the end of the tracks, or 0, where nothing morphs'),
  morphKeyframesOffset: i32.is('the end of the tracks, or 0, where nothing morphs'),
});

/** Morph keyframes of version 7, whose times follow from those of the clip: specification, section 4.5. */
export const morphKeyframes7 = (keyframes: number, vertices: number) =>
  struct('MorphKeyframes7', {
    positions: list(f32)
      .in('m')
      .is('x y z of every morphed vertex, keyframe after keyframe')
      .times(3 * keyframes * vertices),
  });

/** Morph keyframes of version 8: specification, section 4.5. */
export const morphKeyframes8 = (keyframes: number, vertices: number) =>
  struct('MorphKeyframes8', {
    times: list(i32).in(TICK).times(keyframes),
    box: given(() => (keyframes * vertices > 0 ? morphBox : absent)),
    positions: list(u8)
      .is('x y z of every morphed vertex, keyframe after keyframe: 0 is the minimum of the box, 255 its maximum')
      .times(3 * keyframes * vertices),
  });

const morphBox = struct('MorphBox', { min: vec3.in('m'), max: vec3.in('m') });

export type BoneTrack = Infer<typeof boneTrack>;
export type RotationKeys = BoneTrack['rotationKeys'];
export type PositionKeys = BoneTrack['positionKeys'];
export type MorphKeyframes7 = Infer<ReturnType<typeof morphKeyframes7>>;
export type MorphKeyframes8 = Infer<ReturnType<typeof morphKeyframes8>>;

/** What the header says of itself; counts and offsets follow from the rest. */
type Head = Omit<
  Infer<typeof header>,
  'version' | 'boneCount' | 'morphVertexCount' | 'morphVerticesOffset' | 'morphKeyframesOffset'
>;

/** A clip. Track i moves bone i of the mesh. */
export type Animation = Head & {
  tracks: BoneTrack[];
  /** Indices of the vertices that morph. */
  morphVertices: Uint16Array<ArrayBuffer>;
  /** Where the parts lie, of files that do not have them in the usual order. */
  layout?: RfaLayout;
} & ({ version: 7; morphKeyframes: MorphKeyframes7 } | { version: 8; morphKeyframes: MorphKeyframes8 });

/** Bytes before the offsets of the tracks. */
export const HEADER_SIZE = header.minSize;

/**
 * The codec of whole files. Tracks are found through their offsets, as the game does. Files in the usual order have no
 * `layout` and are written in that order; any other keeps its layout for as long as the parts keep their sizes
 * (specification, section 4.6).
 */
class AnimationCodec extends Codec<Animation> {
  readonly kind = 'Animation';
  readonly minSize = HEADER_SIZE;

  read(r: Reader): Animation {
    const { boneCount, morphVertexCount, morphVerticesOffset, morphKeyframesOffset, ...head } = header.read(r);
    const { version, morphKeyframeCount } = head;
    if (version !== 7 && version !== 8) r.fail('rfa/unknown-version', `version ${version}, the game plays 7 and 8`, 4);
    if (boneCount < 0) r.fail('rfa/negative-count', `${boneCount} bones`, 24);
    if (boneCount * 4 > r.left)
      r.fail('rfa/no-room', `${boneCount} bones need ${boneCount * 4} bytes, ${r.left} left`, 24);
    const boneOffsets = r.field('boneOffsets', list(i32).times(boneCount));
    const sizes = measureTracks(r, boneOffsets);

    const isMorphing = morphVertexCount !== 0 || morphKeyframeCount !== 0;
    if (isMorphing)
      limitMorph(r, version, morphVertexCount, morphKeyframeCount, morphVerticesOffset, morphKeyframesOffset);
    const tracks = r.field('tracks', new Tracks(boneOffsets));
    if (isMorphing) r.pos = morphVerticesOffset;
    const morphVertices = r.field('morphVertices', vertexIndices(morphVertexCount));
    const layout: RfaLayout = {
      boneOffsets,
      morphVerticesOffset,
      morphKeyframesOffset,
      size: r.bytes.length,
      unused: [],
    };
    const pieces = piecesOf(layout, sizes, version, morphVertexCount, morphKeyframeCount);
    if (isMorphing) r.pos = morphKeyframesOffset;
    const morphKeyframes = r.field('morphKeyframes', keyframesOf(version, morphKeyframeCount, morphVertexCount));
    const file = { ...head, version, tracks, morphVertices, morphKeyframes } as Animation;
    const gaps = gapsBetween(pieces, layout.size);
    if (
      isCanonical(layout, file) &&
      gaps.every(({ start, end }) => r.bytes.subarray(start, end).every((b) => b === 0))
    ) {
      for (const { start, end } of gaps) {
        r.pos = start;
        r.field('padding', list(u8).times(end - start));
      }
    } else {
      layout.unused = r.field('unused', new Unused(gaps));
      file.layout = layout;
    }
    r.pos = r.end;
    return file;
  }

  write(w: Writer, file: Animation): void {
    const laidOut = file.layout === undefined ? undefined : encodeInLayout(file, file.layout);
    if (laidOut === undefined) this.writeCanonical(w, file);
    else rest.write(w, laidOut);
  }

  private writeCanonical(w: Writer, file: Animation): void {
    const layout = canonicalLayout(file);
    writeHead(w, file, layout);
    for (const [i, track] of file.tracks.entries()) w.field(i, boneTrack, track);
    w.field('morphVertices', vertexIndices(file.morphVertices.length), file.morphVertices);
    w.take(layout.morphKeyframesOffset - w.pos);
    w.field('morphKeyframes', keyframesCodec(file), file.morphKeyframes);
  }
}

export const animation: Codec<Animation> = new AnimationCodec();

function writeHead(w: Writer, file: Animation, layout: RfaLayout): void {
  const { tracks, morphVertices, layout: _, morphKeyframes: __, ...head } = file;
  const { boneOffsets, morphVerticesOffset, morphKeyframesOffset } = layout;
  header.write(w, {
    ...head,
    boneCount: tracks.length,
    morphVertexCount: morphVertices.length,
    morphVerticesOffset,
    morphKeyframesOffset,
  });
  list(i32).times(tracks.length).write(w, boneOffsets);
}

/** Where the parts of a file lie when it is made anew. */
export function canonicalLayout(file: Animation): RfaLayout {
  const boneOffsets = new Int32Array(file.tracks.length);
  let offset = HEADER_SIZE + 4 * file.tracks.length;
  for (const [i, { rotationKeys, positionKeys }] of file.tracks.entries()) {
    boneOffsets[i] = offset;
    offset += trackSize(rotationKeys.length, positionKeys.length);
  }
  const morphVerticesOffset = offset;
  const morphKeyframesOffset = align4(offset + 2 * file.morphVertices.length);
  const size = morphKeyframesOffset + keyframesSize(file.version, file.morphKeyframeCount, file.morphVertices.length);
  return { boneOffsets, morphVerticesOffset, morphKeyframesOffset, size, unused: [] };
}

/** The file with every part where it was. Undefined when parts changed size, or when two that overlap no longer agree. */
function encodeInLayout(file: Animation, layout: RfaLayout): Uint8Array | undefined {
  const { tracks, morphVertices } = file;
  const pieces = piecesInLayout(file, layout);
  if (pieces === undefined) return undefined;
  const head = new Writer();
  writeHead(head, file, layout);
  const parts = [
    head.finish(),
    ...tracks.map((track) => boneTrack.encode(track)),
    vertexIndices(morphVertices.length).encode(morphVertices),
    keyframesCodec(file).encode(file.morphKeyframes),
  ];
  const bytes = new Uint8Array(layout.size);
  for (const { start, bytes: kept } of layout.unused) bytes.set(kept, start);
  for (const [i, part] of parts.entries()) bytes.set(part, pieces[i]!.start);
  return parts.every((part, i) => part.every((byte, k) => bytes[pieces[i]!.start + k] === byte)) ? bytes : undefined;
}

/** Whether the parts of an edited file still have the sizes that its kept layout has room for. */
export function fitsLayout(file: Animation, layout: RfaLayout): boolean {
  return piecesInLayout(file, layout) !== undefined;
}

function piecesInLayout(file: Animation, layout: RfaLayout): Piece[] | undefined {
  const { tracks, morphVertices, version, morphKeyframeCount } = file;
  if (layout.boneOffsets.length !== tracks.length) return undefined;
  const sizes = tracks.map(({ rotationKeys, positionKeys }) => trackSize(rotationKeys.length, positionKeys.length));
  const pieces = piecesOf(layout, sizes, version, morphVertices.length, morphKeyframeCount);
  const isInside = pieces.every(({ start, end }) => start >= 0 && end <= layout.size);
  return isInside && sameRanges(gapsBetween(pieces, layout.size), layout.unused) ? pieces : undefined;
}

/** Header with offsets, tracks, morph vertices, morph keyframes: the parts in the order that they are written in. */
function piecesOf(
  layout: RfaLayout,
  trackSizes: readonly number[],
  version: 7 | 8,
  vertices: number,
  keyframes: number,
): Piece[] {
  const piece = (start: number, size: number) => ({ start, end: start + size });
  const headSize = HEADER_SIZE + 4 * trackSizes.length;
  const keyframeBytes = keyframesSize(version, keyframes, vertices);
  return [
    piece(0, headSize),
    ...trackSizes.map((size, i) => piece(layout.boneOffsets[i]!, size)),
    // Parts without a byte may have any offset: zero is usual.
    piece(vertices === 0 ? headSize : layout.morphVerticesOffset, 2 * vertices),
    piece(keyframeBytes === 0 ? headSize : layout.morphKeyframesOffset, keyframeBytes),
  ];
}

function isCanonical(layout: RfaLayout, file: Animation): boolean {
  const canonical = canonicalLayout(file);
  return (
    layout.size === canonical.size &&
    layout.morphVerticesOffset === canonical.morphVerticesOffset &&
    layout.morphKeyframesOffset === canonical.morphKeyframesOffset &&
    layout.boneOffsets.every((offset, i) => offset === canonical.boneOffsets[i])
  );
}

/** The size of every track, now that all are known to lie in the file and not to claim more than it has. */
function measureTracks(r: Reader, boneOffsets: Int32Array): number[] {
  const { length } = r.bytes;
  const first = r.pos;
  let total = 0;
  return Array.from(boneOffsets, (offset, i) => {
    const at = HEADER_SIZE + 4 * i;
    if (offset < first || offset + boneTrack.minSize > length) {
      r.fail('rfa/bad-offset', `track ${i} at ${offset}, the tracks can lie from ${first} to ${length}`, at);
    }
    const rotations = r.view.getInt16(offset + 4, true);
    const positions = r.view.getInt16(offset + 6, true);
    if (rotations < 0) r.fail('rfa/negative-count', `track ${i} has ${rotations} rotation keys`, offset + 4);
    if (positions < 0) r.fail('rfa/negative-count', `track ${i} has ${positions} position keys`, offset + 6);
    const size = trackSize(rotations, positions);
    if (offset + size > length) {
      r.fail('rfa/track-cut-off', `track ${i} takes ${size} bytes, ${length - offset} are left`, offset);
    }
    total += size;
    if (total > length) r.fail('rfa/overlapping-tracks', `tracks of ${total} bytes in a file of ${length}`, at);
    return size;
  });
}

function limitMorph(
  r: Reader,
  version: 7 | 8,
  vertices: number,
  keyframes: number,
  verticesOffset: number,
  keyframesOffset: number,
): void {
  const counts = `${vertices} morph vertices in ${keyframes} keyframes`;
  if (vertices < 0 || keyframes < 0) r.fail('rfa/bad-morph', counts, 28);
  const first = r.pos;
  const parts = [
    ['vertices', verticesOffset, 2 * vertices, 72],
    ['keyframes', keyframesOffset, keyframesSize(version, keyframes, vertices), 76],
  ] as const;
  for (const [name, offset, size, at] of parts) {
    if (offset < first || offset + size > r.bytes.length) {
      r.fail(
        'rfa/bad-morph',
        `${counts}: morph ${name} take ${size} bytes from ${hex(offset)} in a file of ${r.bytes.length}`,
        at,
      );
    }
  }
}

const trackSize = (rotations: number, positions: number) => boneTrack.minSize + 16 * rotations + 40 * positions;

function keyframesSize(version: 7 | 8, keyframes: number, vertices: number): number {
  const values = 3 * keyframes * vertices;
  if (version === 7) return 4 * values;
  return 4 * keyframes + (values > 0 ? morphBox.minSize : 0) + values;
}

const align4 = (offset: number) => offset + (-offset & 3);

const vertexIndices = (count: number) => list(u16).is('indices of the vertices that morph').times(count);

const keyframesOf = (version: 7 | 8, keyframes: number, vertices: number): Codec<MorphKeyframes7 | MorphKeyframes8> =>
  version === 7
    ? (morphKeyframes7(keyframes, vertices) as Codec<any>)
    : (morphKeyframes8(keyframes, vertices) as Codec<any>);

const keyframesCodec = ({ version, morphKeyframeCount, morphVertices }: Animation) =>
  keyframesOf(version, morphKeyframeCount, morphVertices.length);

/** Tracks at their offsets. Those that share one are one object. */
class Tracks extends Codec<BoneTrack[]> {
  readonly kind = 'BoneTrack[]';
  readonly minSize = 0;
  private readonly offsets: Int32Array;

  constructor(offsets: Int32Array) {
    super();
    this.offsets = offsets;
  }

  read(r: Reader): BoneTrack[] {
    const shared = new Map<number, BoneTrack>();
    let end = r.pos;
    const tracks = Array.from(this.offsets, (offset, i) => {
      const known = shared.get(offset);
      if (known !== undefined) return known;
      r.pos = offset;
      const track = r.field(i, boneTrack);
      shared.set(offset, track);
      end = Math.max(end, r.pos);
      return track;
    });
    r.pos = end;
    return tracks;
  }

  write(w: Writer, tracks: BoneTrack[]): void {
    for (const [i, track] of tracks.entries()) w.field(i, boneTrack, track);
  }
}

/** Bytes that no part of the file covers. */
class Unused extends Codec<RfaLayout['unused']> {
  readonly kind = 'unused bytes';
  readonly minSize = 0;
  private readonly gaps: readonly Piece[];

  constructor(gaps: readonly Piece[]) {
    super();
    this.gaps = gaps;
  }

  read(r: Reader): RfaLayout['unused'] {
    return this.gaps.map(({ start, end }, i) => {
      r.pos = start;
      return { start, bytes: r.field(i, list(u8).times(end - start)) };
    });
  }

  write(w: Writer, unused: RfaLayout['unused']): void {
    for (const { start, bytes } of unused) w.bytes.set(bytes, start);
  }
}
