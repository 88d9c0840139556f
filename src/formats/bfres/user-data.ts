import {
  type Codec,
  countOf,
  f32,
  type Infer,
  i32,
  later,
  list,
  struct,
  u8,
  u32,
  u64,
  usually,
} from '../../binary/index.ts';
import { text } from './text.ts';

// Data that artists attach to models, bones, materials and animations (specification, section 5.2).

type UserValues = Int32Array | Float32Array | Uint8Array | (string | undefined)[];

const integers = list(i32);
const floats = list(f32);
const texts = list(text);
const bytes = list(u8);

function valuesOf(type: number, count: number): Codec<UserValues> {
  if (type === 0) return integers.times(count);
  if (type === 1) return floats.times(count);
  return type === 2 ? texts.times(count) : bytes.times(count);
}

const NO_PADDING = new Uint8Array(43);

export const userDatum = struct('UserData', {
  name: text,
  values: later('values', u64, ({ type }: { type: number }, count) => valuesOf(type, count)),
  valueCount: countOf('values', u32),
  type: u8.named({ 0: 's32', 1: 'f32', 2: 'string', 3: 'bytes', 4: 'bytes' }),
  padding: usually(u8.x(43), () => NO_PADDING),
});
export type UserDatum = Infer<typeof userDatum>;
