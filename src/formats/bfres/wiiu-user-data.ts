import { type Codec, f32, given, type Infer, i32, list, struct, u8, u16, usually } from '../../binary/index.ts';
import { wiiuText } from './wiiu-text.ts';

// Data that artists attach to parts of Wii U files: its values stand in the entry itself (specification, section 16.7).

type WiiuUserValues = Int32Array | Float32Array | Uint16Array | Uint8Array | (string | undefined)[];

const integers = list(i32);
const floats = list(f32);
const texts = list(wiiuText);
const wide = list(u16);
const bytes = list(u8);

function valuesOf(type: number, count: number): Codec<WiiuUserValues> {
  if (type === 0) return integers.times(count);
  if (type === 1) return floats.times(count);
  if (type === 2) return texts.times(count);
  return type === 3 ? wide.times(count) : bytes.times(count);
}

export const wiiuUserDatum = struct('UserData', {
  name: wiiuText,
  count: u16,
  type: u8.named({ 0: 's32', 1: 'f32', 2: 'string', 3: 'wide string', 4: 'bytes' }),
  padding: usually(u8, () => 0),
  values: given(({ type, count }: { type: number; count: number }) => valuesOf(type, count)),
});
export type WiiuUserDatum = Infer<typeof wiiuUserDatum>;
