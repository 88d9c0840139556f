import { read } from 'ktx-parse';
import { KTX2Loader } from 'three/addons/loaders/KTX2Loader.js';
import { describe, expect, test } from 'vitest';
import { CodecError } from '../issue.ts';
import { integer, random } from '../test-support/sample.ts';
import { compressedSize } from './block-compression/blocks.ts';
import { dds } from './dds.ts';
import { decodeSurface as decodeDds } from './dds-pixels.ts';
import { ddsOfSurface, fitsDds, surfaceOfDds } from './dds-surface.ts';
import { decodeKtx2, encodeKtx2, fitsKtx2 } from './ktx2.ts';
import { AS_STORED, decodeSurface, fullLevelCount, levelLength, type Surface } from './surface.ts';
import { type ChannelType, surfaceFormats } from './surface-formats.ts';

const next = random(3);
const TYPES: readonly ChannelType[] = ['unorm', 'srgb', 'snorm', 'float'];

/** A texture of random blocks: any bytes are a texture in these formats. */
function randomSurface(name: string, type: ChannelType, count: number, isCube = false): Surface {
  const format = surfaceFormats.get(name)!;
  const width = integer(next, 1, 40);
  const height = isCube ? width : integer(next, 1, 40);
  const levels = fullLevelCount(width, height);
  const layers = Array.from({ length: count }, () =>
    Array.from({ length: levels }, (_, level) => {
      const size = compressedSize(levelLength(width, level), levelLength(height, level), format.shape);
      return Uint8Array.from({ length: size }, () => integer(next, 0, 255));
    }),
  );
  return { format, type, width, height, layers, isCube, channels: AS_STORED };
}

const all = [...surfaceFormats.keys()].flatMap((name) => TYPES.map((type) => ({ name, type })));
const shapes = [
  [1, false],
  [3, false],
  [6, true],
  [12, true],
] as const;

test.each(all)('$name of $type comes back from a KTX2 and a DDS file as it was', ({ name, type }) => {
  for (const [count, isCube] of shapes) {
    const surface = randomSurface(name, type, count, isCube);
    if (fitsKtx2(surface)) expect(decodeKtx2(encodeKtx2(surface))).toEqual(surface);
    else expect(() => encodeKtx2(surface)).toThrow(`do not hold ${name} of ${type}`);
    if (!fitsDds(surface)) {
      expect(() => ddsOfSurface(surface)).toThrow(`do not hold ${name} of ${type}`);
      continue;
    }
    const back = surfaceOfDds(dds.decode(dds.encode(ddsOfSurface(surface))))!;
    // The older header does not tell the curve.
    expect({ ...back, type }).toEqual(surface);
    expect([type, type === 'srgb' ? 'unorm' : type]).toContain(back.type);
    const shown = decodeDds(ddsOfSurface(surface), 0)!;
    if (name !== 'R8G8B8A8' || type === 'unorm') expect(shown).toEqual(decodeSurface({ ...surface, type: back.type }));
  }
});

test('every block-compressed format of games fits KTX2, all of Direct3D DDS', () => {
  const fits = (fit: (surface: Surface) => boolean) =>
    [...surfaceFormats.values()]
      .filter(({ shape }) => shape.width > 1)
      .filter(({ name }) => !TYPES.some((type) => fit(randomSurface(name, type, 1))))
      .map(({ name }) => name.split(' ')[0]);
  expect(fits(fitsKtx2)).toEqual([]);
  expect(new Set(fits(fitsDds))).toEqual(new Set(['ASTC']));
});

test('what channels are shown is kept in KTX2 files', () => {
  const surface = { ...randomSurface('BC4', 'unorm', 1), channels: [0, 0, 0, 5] };
  expect(String(read(encodeKtx2(surface)).keyValue['KTXswizzle'])).toBe('rrr1');
  expect(decodeKtx2(encodeKtx2(surface)).channels).toEqual([0, 0, 0, 5]);
});

/** Written by hand from the header's description (KTX 2.0, section 3). */
test('the header of a KTX2 file says what the texture is', () => {
  const bytes = encodeKtx2(randomSurface('BC7', 'srgb', 6, true));
  const view = new DataView(bytes.buffer);
  const header = Array.from({ length: 9 }, (_, i) => view.getUint32(12 + 4 * i, true));
  const { width } = decodeKtx2(bytes);
  expect(header).toEqual([146, 1, width, width, 0, 0, 6, fullLevelCount(width, width), 0]);
  const [format] = read(bytes).dataFormatDescriptor;
  expect(format).toMatchObject({ colorModel: 134, transferFunction: 2, texelBlockDimension: [3, 3, 0, 0] });
});

describe("three's loader", () => {
  const allSupported = {
    extensions: { has: () => true, get: () => ({ getSupportedProfiles: () => [] }) },
    capabilities: { isWebGL2: true },
  };
  const loader = new KTX2Loader().detectSupport(allSupported as never);

  test.each(['BC1', 'BC3', 'BC5', 'BC7', 'R8G8B8A8'])('takes a KTX2 file of %s with all its levels', async (name) => {
    const surface = randomSurface(name, 'unorm', 1);
    const { buffer } = encodeKtx2(surface);
    const texture = await new Promise<{ mipmaps?: { data: Uint8Array; width: number }[]; image: { width: number } }>(
      (resolve, reject) => loader.parse(buffer, resolve as never, reject),
    );
    expect(texture.image.width).toBe(surface.width);
    const levels = texture.mipmaps ?? [];
    expect(levels.map(({ width }) => width)).toEqual(surface.layers[0]!.map((_, m) => levelLength(surface.width, m)));
    for (const [m, { data }] of levels.entries()) {
      expect(new Uint8Array(data.buffer, data.byteOffset, data.byteLength)).toEqual(surface.layers[0]![m]);
    }
  });
});

test('any bytes give a texture or a CodecError', () => {
  const valid = ['BC1', 'BC5', 'R8G8B8A8'].map((name) => encodeKtx2(randomSurface(name, 'unorm', 6, true)));
  let refused = 0;
  for (let i = 0; i < 3000; i++) {
    const bytes = valid[i % valid.length]!.slice(0, integer(next, 0, 9) === 0 ? integer(next, 0, 400) : undefined);
    for (let n = integer(next, 1, 4); n > 0 && bytes.length > 0; n--) {
      bytes[integer(next, 12, Math.min(bytes.length, 260) - 1)] = integer(next, 0, 255);
    }
    try {
      const { layers, width, height, format } = decodeKtx2(bytes);
      const size = compressedSize(width, height, format.shape);
      for (const levels of layers) expect(levels[0]!.length).toBe(size);
    } catch (error) {
      expect(error).toBeInstanceOf(CodecError);
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(300);
});
