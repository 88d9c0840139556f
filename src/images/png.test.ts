import { describe, expect, test } from 'vitest';
import { CodecError } from '../issue.ts';
import { random } from '../test-support/sample.ts';
import { compress } from './deflate.ts';
import { decodePng, encodePng, fromPng, type PngHeader, png, pngCrc, pngHeader } from './png.ts';

/** A picture of noise, so that every channel and filter counts. */
function noise(width: number, height: number, isOpaque: boolean) {
  const next = random(width * height);
  const rgba = Uint8Array.from({ length: width * height * 4 }, (_, i) =>
    isOpaque && i % 4 === 3 ? 255 : Math.floor(next() * 256),
  );
  return { width, height, rgba };
}

/** A file of a header and rows, each with its filter number. */
function file(header: Partial<PngHeader>, rows: readonly number[], extra: { type: string; data: Uint8Array }[] = []) {
  const head = { width: 1, height: 1, bitDepth: 8, colorType: 0, compression: 0, filter: 0, interlace: 0, ...header };
  const parts = [...extra, { type: 'IDAT', data: compress(Uint8Array.from(rows)) }];
  const chunks = [{ type: 'IHDR', data: head, crc: 0 }, ...parts.map((part) => ({ ...part, crc: 0 }))];
  return {
    signature: '\x89PNG\r\n\x1a\n' as const,
    chunks: [...chunks, { type: 'IEND', data: new Uint8Array(), crc: 0 }],
  };
}

describe('own encoder', () => {
  test.each([
    [1, 1],
    [3, 5],
    [64, 33],
  ])('%i x %i pixels come back as they were', (width, height) => {
    for (const isOpaque of [true, false]) {
      const image = noise(width, height, isOpaque);
      expect(decodePng(encodePng(image))).toEqual(image);
    }
  });

  test('alpha takes room only where there is some', () => {
    expect(pngHeader(png.decode(encodePng(noise(4, 4, true))))!.colorType).toBe(2);
    expect(pngHeader(png.decode(encodePng(noise(4, 4, false))))!.colorType).toBe(6);
  });

  test('pixels without alpha keep their colours', () => {
    const image = { width: 1, height: 1, rgba: Uint8Array.of(10, 20, 30, 0) };
    expect(decodePng(encodePng(image))).toEqual(image);
  });

  test('the checksum is the one of the specification', () => {
    expect(pngCrc('IEND', new Uint8Array())).toBe(0xae426082);
  });
});

describe('any colour type', () => {
  const pixels = (...args: Parameters<typeof file>) => [...fromPng(file(...args)).rgba];

  test('grey of 1, 2 and 4 bits is stretched to 8', () => {
    expect(pixels({ width: 2, bitDepth: 1 }, [0, 0b01_000000])).toEqual([0, 0, 0, 255, 255, 255, 255, 255]);
    expect(pixels({ width: 2, bitDepth: 2 }, [0, 0b0110_0000])).toEqual([85, 85, 85, 255, 170, 170, 170, 255]);
    expect(pixels({ width: 2, bitDepth: 4 }, [0, 0x1f])).toEqual([17, 17, 17, 255, 255, 255, 255, 255]);
  });

  test('16 bits are reduced to 8, by rounding', () => {
    expect(pixels({ bitDepth: 16, colorType: 2 }, [0, 0xff, 0xff, 0x80, 0x00, 0x00, 0x81])).toEqual([255, 128, 1, 255]);
  });

  test('grey with alpha', () => {
    expect(pixels({ colorType: 4 }, [0, 7, 99])).toEqual([7, 7, 7, 99]);
  });

  test('a palette with transparent entries', () => {
    const extra = [
      { type: 'PLTE', data: Uint8Array.of(1, 2, 3, 4, 5, 6) },
      { type: 'tRNS', data: Uint8Array.of(9) },
    ];
    expect(pixels({ width: 2, colorType: 3 }, [0, 0, 1], extra)).toEqual([1, 2, 3, 9, 4, 5, 6, 255]);
  });

  test('colours of a palette are 8 bits, however few its indices have', () => {
    const extra = [{ type: 'PLTE', data: Uint8Array.of(1, 2, 3, 173, 145, 0) }];
    expect(pixels({ width: 2, bitDepth: 4, colorType: 3 }, [0, 0x10], extra)).toEqual([173, 145, 0, 255, 1, 2, 3, 255]);
  });

  test('one colour that is transparent', () => {
    const extra = [{ type: 'tRNS', data: Uint8Array.of(0, 1, 0, 2, 0, 3) }];
    expect(pixels({ width: 2, colorType: 2 }, [0, 1, 2, 3, 1, 2, 4], extra)).toEqual([1, 2, 3, 0, 1, 2, 4, 255]);
  });

  test('a transparent grey of 2 bits is compared before it is stretched', () => {
    const extra = [{ type: 'tRNS', data: Uint8Array.of(0, 1) }];
    expect(pixels({ width: 2, bitDepth: 2 }, [0, 0b0110_0000], extra)).toEqual([85, 85, 85, 0, 170, 170, 170, 255]);
  });

  test('a palette that only suggests colours changes nothing', () => {
    const extra = [{ type: 'PLTE', data: Uint8Array.of(1, 2, 3) }];
    expect(pixels({ colorType: 2 }, [0, 7, 8, 9], extra)).toEqual([7, 8, 9, 255]);
  });

  test('interlaced', () => {
    // 2 x 2 in Adam7: pass 1 has the first pixel, pass 6 the second, pass 7 the second row.
    expect(pixels({ width: 2, height: 2, interlace: 1 }, [0, 10, 0, 20, 0, 30, 40])).toEqual([
      ...[10, 10, 10, 255, 20, 20, 20, 255],
      ...[30, 30, 30, 255, 40, 40, 40, 255],
    ]);
  });
});

describe('hostile files', () => {
  const refused = (attempt: () => unknown) => {
    try {
      attempt();
    } catch (error) {
      if (error instanceof CodecError) return error.code;
      throw error;
    }
    return 'accepted';
  };

  test('more pixels than the limit are refused before they are unpacked', () => {
    expect(refused(() => fromPng(file({ width: 100, height: 100 }, [0]), { pixelLimit: 9999 }))).toBe('too-large');
    expect(refused(() => fromPng(file({ width: 60_000, height: 60_000 }, [0])))).toBe('too-large');
  });

  test('few bytes that claim to be many pixels are refused', () => {
    expect(refused(() => fromPng(file({ width: 8000, height: 8000 }, [0])))).toBe('truncated');
  });

  test('few pixels that unpack to many bytes are refused', () => {
    expect(refused(() => fromPng(file({}, new Array(2_000_000).fill(0))))).toBe('too-large');
  });

  test('rows with an unknown filter, missing chunks and other data are refused', () => {
    expect(refused(() => fromPng(file({}, [9, 0])))).toBe('bad-value');
    expect(refused(() => fromPng({ signature: '\x89PNG\r\n\x1a\n', chunks: [] }))).toBe('truncated');
    expect(refused(() => fromPng(file({ width: 0 }, [0])))).toBe('bad-value');
    expect(refused(() => decodePng(Uint8Array.of(1, 2, 3)))).toBe('truncated');
  });

  test('mutated files give pixels or a CodecError', () => {
    const next = random(3);
    const original = encodePng(noise(16, 16, false));
    let accepted = 0;
    for (let i = 0; i < 3000; i++) {
      const bytes = original.slice();
      for (let n = 0; n < 3; n++) bytes[Math.floor(next() * bytes.length)] = Math.floor(next() * 256);
      if (refused(() => expect(decodePng(bytes).rgba.length % 4).toBe(0)) === 'accepted') accepted++;
    }
    expect(accepted).toBeGreaterThan(100);
  });
});
