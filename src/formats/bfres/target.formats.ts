import { type AttributeFormat, switchFormat } from './attribute-format.ts';
import type { VertexDraft } from './target.vertices.ts';
import type { AttributeView } from './view.ts';

// The formats of vertex attributes that no original has: those that Nintendo's converter takes for the same values
// (specification, sections 7.3 and 16.5), wider where these would not hold what the scene has.

/** A format as both consoles call it. */
export interface FormatCode {
  /** Type and channel format of the Switch. */
  readonly type: number;
  readonly channels: number;
  /** `kind << 8 | layout` of the Wii U. */
  readonly wiiu: number;
}

const codes = {
  float3: { type: 5, channels: 0x18, wiiu: 0x811 },
  float2: { type: 5, channels: 0x17, wiiu: 0x80d },
  half4: { type: 5, channels: 0x15, wiiu: 0x80f },
  half2: { type: 5, channels: 0x12, wiiu: 0x808 },
  direction: { type: 2, channels: 0x0e, wiiu: 0x20b },
  tangent: { type: 2, channels: 0x0b, wiiu: 0x20a },
  fractions2: { type: 1, channels: 0x12, wiiu: 0x007 },
  bytes4: { type: 1, channels: 0x0b, wiiu: 0x00a },
  bytes2: { type: 1, channels: 0x09, wiiu: 0x004 },
  index1: { type: 3, channels: 0x02, wiiu: 0x100 },
  index2: { type: 3, channels: 0x09, wiiu: 0x104 },
  index4: { type: 3, channels: 0x0b, wiiu: 0x10a },
  wideIndex1: { type: 3, channels: 0x0a, wiiu: 0x102 },
  wideIndex2: { type: 3, channels: 0x12, wiiu: 0x107 },
  wideIndex4: { type: 3, channels: 0x15, wiiu: 0x10e },
} satisfies Record<string, FormatCode>;

/** An attribute to be: each has a buffer of its own. */
export interface AttributePlan {
  readonly name: string;
  readonly code: FormatCode;
}

/** The attributes that vertices need, in the order of their buffers. */
export function attributesFor(vertices: VertexDraft, skinCount: number, paletteSize: number): AttributePlan[] {
  const plans: AttributePlan[] = [
    { name: '_p0', code: codes.float3 },
    { name: '_n0', code: codes.direction },
  ];
  if (vertices.tangents !== undefined) plans.push({ name: '_t0', code: codes.tangent });
  for (let set = 0; set < skinCount / 4; set++) {
    const count = Math.min(4, skinCount - 4 * set);
    if (skinCount > 1) plans.push({ name: `_w${set}`, code: count > 2 || set > 0 ? codes.bytes4 : codes.bytes2 });
    plans.push({ name: `_i${set}`, code: indexCode(set > 0 ? 4 : count, paletteSize > 256) });
  }
  for (const [i, uvs] of vertices.uvs.entries()) plans.push({ name: `_u${i}`, code: textureCode(uvs) });
  for (const [i, colors] of vertices.colors.entries()) plans.push({ name: `_c${i}`, code: colorCode(colors) });
  for (const i of vertices.targets.keys()) plans.push({ name: `_p${i + 1}`, code: codes.float3 });
  return plans;
}

function indexCode(count: number, isWide: boolean): FormatCode {
  if (count === 1) return isWide ? codes.wideIndex1 : codes.index1;
  if (count === 2) return isWide ? codes.wideIndex2 : codes.index2;
  return isWide ? codes.wideIndex4 : codes.index4;
}

/** What a texture coordinate may be off: a quarter of a texel of 1024. */
const TEXTURE_TOLERANCE = 1 / 4096;

/** Fractions of one where they are, halves where these are fine enough. */
function textureCode(uvs: Float32Array): FormatCode {
  if (uvs.every((value) => value >= 0 && value <= 1)) return codes.fractions2;
  // A half has eleven digits: between 2 ** n and 2 ** (n + 1) it is off by 2 ** (n - 11) at most.
  const largest = uvs.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return 2 ** (Math.floor(Math.log2(largest)) - 11) <= TEXTURE_TOLERANCE ? codes.half2 : codes.float2;
}

const colorCode = (colors: Float32Array | Uint8Array): FormatCode =>
  colors instanceof Uint8Array || colors.every((value) => value >= 0 && value <= 1) ? codes.bytes4 : codes.half4;

/** The attributes as those of a shape that has no vertices yet. */
export function templateOf(plans: readonly AttributePlan[]): Map<string, AttributeView> {
  return new Map(
    plans.map(({ name, code }, buffer) => {
      const format = switchFormat(code.type, code.channels) as AttributeFormat;
      const data = { bytes: new Uint8Array(0), stride: format.size, offset: 0, count: 0, littleEndian: true };
      return [name, { format, data, buffer }];
    }),
  );
}
