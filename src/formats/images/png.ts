import type { Image } from '../../images/image.ts';
import { png as codec, fromPng, type Png, pngChunkBytes, pngCrc, pngHeader, toPng } from '../../images/png.ts';
import { CodecError, type Issue, issue, issueKinds } from '../../issue.ts';
import type { Conversion } from '../../scene/scene.ts';
import type { Format, NamedImage } from '../format.ts';

const issues = issueKinds('png', {
  'bad-crc': {
    severity: 'warning',
    means: 'The checksum of a chunk is not the one of its bytes.',
    remedy: 'The file was damaged or edited by hand. Save the picture again.',
  },
  'no-header': {
    severity: 'error',
    means: 'The picture does not begin with a header that can be read.',
    remedy: 'The file is damaged. Save the picture again.',
  },
  'no-end': {
    severity: 'warning',
    means: 'The picture does not end with the chunk that ends pictures.',
    remedy: 'The file was cut off, or something was added behind it.',
  },
  'one-picture': {
    severity: 'warning',
    means: 'PNG holds one picture; the others were left out.',
    remedy: 'Convert the pictures one by one.',
  },
});

export const png: Format<Png> = {
  id: 'png',
  title: 'Portable Network Graphics',
  extensions: ['.png'],
  sniff: (head) =>
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a].every((byte, i) => head[i] === byte) ? 'yes' : 'no',
  codec,
  check,
  issues: Object.values(issues),
  toImages,
  fromImages(images, base) {
    const [first] = images;
    if (first === undefined) throw new TypeError('a picture needs pixels');
    const isMore = images.length > 1;
    return {
      value: base !== undefined && toImages(base).value.some((image) => isSame(image, first)) ? base : toPng(first),
      issues: isMore ? [issue(issues['one-picture'], `${images.length} pictures, the first is kept`)] : [],
    };
  },
};

/** The picture; none, and why, where the pixels cannot be unpacked. */
function toImages(file: Png): Conversion<NamedImage[]> {
  try {
    return { value: [{ name: '', ...fromPng(file) }], issues: [] };
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    const { severity, code, reason, path } = error;
    return { value: [], issues: [{ severity, code, reason, path }] };
  }
}

function isSame(a: Image, b: Image): boolean {
  return a.width === b.width && a.height === b.height && a.rgba.every((byte, i) => byte === b.rgba[i]);
}

function* check(file: Png): Iterable<Issue> {
  if (file.chunks[0]?.type !== 'IHDR' || pngHeader(file) === undefined) {
    yield issue(issues['no-header'], `the first chunk is '${file.chunks[0]?.type ?? ''}'`, ['chunks']);
  }
  const last = file.chunks.at(-1)?.type ?? '';
  if (last !== 'IEND') yield issue(issues['no-end'], `the last chunk is '${last}'`, ['chunks']);
  for (const [i, chunk] of file.chunks.entries()) {
    const crc = pngCrc(chunk.type, pngChunkBytes(chunk));
    if (crc !== chunk.crc) {
      yield issue(issues['bad-crc'], `checksum ${chunk.crc} of '${chunk.type}', ${crc} expected`, ['chunks', i, 'crc']);
    }
  }
}
