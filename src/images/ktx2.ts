import { createDefaultContainer, type KTX2Container, read, write } from 'ktx-parse';
import { CodecError } from '../issue.ts';
import { compressedSize } from './block-compression/blocks.ts';
import { AS_STORED, fullLevelCount, levelLength, type Surface } from './surface.ts';
import { type ChannelType, type SurfaceFormat, surfaceFormats } from './surface-formats.ts';

// KTX 2.0, the texture container of Khronos: the container is the library's, what the formats are called and described as is
// here. Khronos, "KTX File Format Specification 2.0" and "Data Format Specification 1.3".

/** Numbers of Vulkan's formats by name, each for these types. */
const VULKAN: Readonly<Record<string, Partial<Record<ChannelType, number>>>> = {
  BC1: { unorm: 133, srgb: 134 },
  BC2: { unorm: 135, srgb: 136 },
  BC3: { unorm: 137, srgb: 138 },
  BC4: { unorm: 139, snorm: 140 },
  BC5: { unorm: 141, snorm: 142 },
  BC6H: { float: 143 },
  'BC6H signed': { float: 144 },
  BC7: { unorm: 145, srgb: 146 },
  'ASTC 4x4': { unorm: 157, srgb: 158 },
  'ASTC 5x4': { unorm: 159, srgb: 160 },
  'ASTC 5x5': { unorm: 161, srgb: 162 },
  'ASTC 6x5': { unorm: 163, srgb: 164 },
  'ASTC 6x6': { unorm: 165, srgb: 166 },
  'ASTC 8x5': { unorm: 167, srgb: 168 },
  'ASTC 8x6': { unorm: 169, srgb: 170 },
  'ASTC 8x8': { unorm: 171, srgb: 172 },
  'ASTC 10x5': { unorm: 173, srgb: 174 },
  'ASTC 10x6': { unorm: 175, srgb: 176 },
  'ASTC 10x8': { unorm: 177, srgb: 178 },
  'ASTC 10x10': { unorm: 179, srgb: 180 },
  'ASTC 12x10': { unorm: 181, srgb: 182 },
  'ASTC 12x12': { unorm: 183, srgb: 184 },
  R8: { unorm: 9, snorm: 10, srgb: 15 },
  R8G8: { unorm: 16, snorm: 17, srgb: 22 },
  R8G8B8A8: { unorm: 37, snorm: 38, srgb: 43 },
  B8G8R8A8: { unorm: 44, snorm: 45, srgb: 50 },
  R16: { unorm: 70, snorm: 71, float: 76 },
  R16G16: { unorm: 77, snorm: 78, float: 83 },
  R16G16B16A16: { unorm: 91, snorm: 92, float: 97 },
  R32: { float: 100 },
  R32G32: { float: 103 },
  R32G32B32: { float: 106 },
  R32G32B32A32: { float: 109 },
};

/** The number of a format; undefined where Vulkan, or this table, has none. */
const vulkanFormat = ({ name }: SurfaceFormat, type: ChannelType): number | undefined => VULKAN[name]?.[type];

/** Whether a texture can be stored as it is. */
export const fitsKtx2 = ({ format, type }: Surface): boolean => vulkanFormat(format, type) !== undefined;

/** A file with all levels and layers as they are. Throws a `RangeError` where {@link fitsKtx2} denies it. */
export function encodeKtx2(surface: Surface): Uint8Array<ArrayBuffer> {
  const { format, type, width, height, layers, isCube, channels } = surface;
  const vkFormat = vulkanFormat(format, type);
  if (vkFormat === undefined) throw new RangeError(`KTX2 files do not hold ${format.name} of ${type}`);
  const faceCount = isCube ? 6 : 1;
  const layerCount = layers.length / faceCount;
  const container = createDefaultContainer();
  Object.assign(container, {
    vkFormat: vkFormat as KTX2Container['vkFormat'],
    typeSize: typeSize(format),
    pixelWidth: width,
    pixelHeight: height,
    layerCount: layerCount > 1 ? layerCount : 0,
    faceCount,
    levelCount: layers[0]!.length,
    levels: layers[0]!.map((_, level) => {
      const levelData = joined(layers.map((levels) => levels[level]!));
      return { levelData, uncompressedByteLength: levelData.length };
    }),
    dataFormatDescriptor: [descriptorOf(format, type)],
    keyValue: {
      KTXorientation: 'rd',
      KTXwriter: 'exhume',
      ...(channels.every((from, to) => from === to) ? {} : { KTXswizzle: swizzleOf(channels) }),
    },
  } satisfies Partial<KTX2Container>);
  return write(container, { keepWriter: true });
}

/** For r g b a, which of these is shown. */
const SWIZZLE = 'rgba01';
const swizzleOf = (channels: readonly number[]): string => channels.map((from) => SWIZZLE[from]!).join('');

const isCompressed = ({ shape }: SurfaceFormat): boolean => shape.width > 1 || shape.height > 1;

/** Bytes of the numbers that pixels are made of; 1 for blocks. */
const typeSize = (format: SurfaceFormat): number =>
  isCompressed(format) ? 1 : Math.max(...fieldsOf(format).map(({ width }) => width)) / 8;

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

type Descriptor = KTX2Container['dataFormatDescriptor'][number];
type Sample = Descriptor['samples'][number];

const MODELS: Readonly<Record<string, number>> = { BC1: 128, BC2: 129, BC3: 130, BC4: 131, BC5: 132, BC7: 134 };
const RGB_MODEL = 1;
const BC6H_MODEL = 133;
const ASTC_MODEL = 162;
const BT709 = 1;
const LINEAR = 1;
const SRGB = 2;
/** Bits of a sample's channel. */
const ALPHA = 15;
const NOT_CURVED = 0x10;
const SIGNED = 0x40;
const FLOAT = 0x80;
const WHOLE = 0xffffffff;
const FLOAT_ONE = 0x3f800000;
const FLOAT_MINUS_ONE = 0xbf800000;

/** Describes a format to programs that do not know its number. */
function descriptorOf(format: SurfaceFormat, type: ChannelType): Descriptor {
  const { name, shape } = format;
  const isBc6h = name.startsWith('BC6H');
  return {
    vendorId: 0,
    descriptorType: 0,
    versionNumber: 2,
    colorModel: isBc6h ? BC6H_MODEL : name.startsWith('ASTC') ? ASTC_MODEL : (MODELS[name] ?? RGB_MODEL),
    colorPrimaries: BT709,
    transferFunction: type === 'srgb' ? SRGB : LINEAR,
    flags: 0,
    texelBlockDimension: [shape.width - 1, shape.height - 1, 0, 0],
    bytesPlane: [shape.bytes, 0, 0, 0, 0, 0, 0, 0],
    samples: samplesOf(format, type),
  };
}

function samplesOf(format: SurfaceFormat, type: ChannelType): Sample[] {
  const { name, shape } = format;
  const curved = type === 'srgb' ? NOT_CURVED : 0;
  const block = (channelType: number, at: number, bits: number): Sample => ({
    ...{ channelType, bitOffset: at, bitLength: bits - 1, samplePosition: [0, 0, 0, 0] },
    ...(type === 'snorm'
      ? { sampleLower: 0x80000000, sampleUpper: 0x7fffffff }
      : { sampleLower: 0, sampleUpper: WHOLE }),
  });
  const sign = type === 'snorm' ? SIGNED : 0;
  if (name === 'BC2' || name === 'BC3') return [block(ALPHA | curved, 0, 64), block(0, 64, 64)];
  if (name === 'BC5') return [block(sign, 0, 64), block(1 | sign, 64, 64)];
  if (name.startsWith('BC6H')) {
    const isSigned = name !== 'BC6H';
    const limits = { sampleLower: isSigned ? FLOAT_MINUS_ONE : 0, sampleUpper: FLOAT_ONE };
    return [{ ...block(FLOAT | (isSigned ? SIGNED : 0), 0, 128), ...limits }];
  }
  if (isCompressed(format)) return [block(sign, 0, shape.bytes * 8)];
  return fieldsOf(format).map(({ channel, at, width }) => {
    const isAlpha = channel === ALPHA;
    return {
      channelType: channel | (isAlpha ? curved : 0) | sign | (type === 'float' ? FLOAT | SIGNED : 0),
      bitOffset: at,
      bitLength: width - 1,
      samplePosition: [0, 0, 0, 0],
      ...limitsOf(type, width),
    };
  });
}

function limitsOf(type: ChannelType, width: number): Pick<Sample, 'sampleLower' | 'sampleUpper'> {
  if (type === 'float') return { sampleLower: FLOAT_MINUS_ONE, sampleUpper: FLOAT_ONE };
  if (type !== 'snorm') return { sampleLower: 0, sampleUpper: 2 ** width - 1 };
  const most = 2 ** (width - 1) - 1;
  return { sampleLower: -most >>> 0, sampleUpper: most };
}

/** The channels of an uncompressed format, lowest bits first: `R8G8B8A8` -> four of eight bits. */
function fieldsOf({ name }: SurfaceFormat): { channel: number; at: number; width: number }[] {
  let at = 0;
  return Array.from(name.matchAll(/([RGBA])(\d+)/g), ([, letter, digits]) => {
    const width = Number(digits);
    at += width;
    return { channel: letter === 'A' ? ALPHA : 'RGB'.indexOf(letter!), at: at - width, width };
  });
}

const byNumber = new Map(
  Object.entries(VULKAN).flatMap(([name, types]) =>
    Object.entries(types).map(([type, number]) => [number, { name, type: type as ChannelType }] as const),
  ),
);

/**
 * The texture in a file, of the formats that this module writes and without further compression. Throws a `CodecError`
 * for others, and for files that are cut off.
 */
export function decodeKtx2(bytes: Uint8Array): Surface {
  const fail = (reason: string): never => {
    throw new CodecError('ktx2/not-readable', reason, 0, []);
  };
  const container = attempt(() => read(bytes)) ?? fail('this is cut off or no KTX 2.0 file');
  const { vkFormat, pixelWidth: width, pixelHeight: height, pixelDepth, layerCount, faceCount, levels } = container;
  const known = byNumber.get(vkFormat) ?? fail(`Vulkan format ${vkFormat} is not known`);
  if (container.supercompressionScheme !== 0) fail(`supercompression ${container.supercompressionScheme} is not known`);
  if (pixelDepth > 1 || width === 0 || height === 0) fail(`${width} x ${height} x ${pixelDepth} pixels`);
  if (levels.length === 0) fail('it has no levels');
  const format = surfaceFormats.get(known.name)!;
  const count = Math.max(1, layerCount) * faceCount;
  const all = levels.slice(0, fullLevelCount(width, height)).map(({ levelData }, level) => {
    const size = compressedSize(levelLength(width, level), levelLength(height, level), format.shape);
    if (levelData.length < size * count) fail(`level ${level} has ${levelData.length} bytes, needs ${size * count}`);
    return { levelData, size };
  });
  const layers = Array.from({ length: count }, (_, layer) =>
    all.map(({ levelData, size }) => levelData.subarray(layer * size, (layer + 1) * size)),
  );
  const swizzle = String(container.keyValue['KTXswizzle'] ?? 'rgba').replace(/\0.*/, '');
  const channels = AS_STORED.map((usual) => {
    const from = SWIZZLE.indexOf(swizzle[usual] ?? '');
    return from < 0 ? usual : from;
  });
  return { format, type: known.type, width, height, layers, isCube: faceCount === 6, channels };
}

/** The library throws plain errors, or runs into the end of a view. */
function attempt(work: () => KTX2Container): KTX2Container | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
