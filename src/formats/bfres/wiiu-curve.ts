import { f32, given, type Infer, i32, later, struct, u16, u32 } from '../../binary/index.ts';
import { framesOf, isBool, isIntegral, keysOf } from './curve.ts';
import { when } from './version.ts';
import { FROM_ITSELF } from './wiiu-dictionary.ts';

// Animation curves of Wii U files (specification, section 12.1). Their numbers are big-endian.

/** `hasDelta`: since version 3.4. */
export const wiiuCurve = (hasDelta: boolean) =>
  struct('Curve', {
    flags: u16.is('frame type, key type, curve type, wrapping'),
    keyCount: u16,
    target: u32.is('what it drives: byte offset in the animated record, or index'),
    startFrame: f32.in('frames'),
    endFrame: f32.in('frames'),
    scale: given((c: { flags: number }) => (isBool(c) ? i32 : f32)),
    offset: given((c: { flags: number }) => (isIntegral(c) ? i32 : f32)),
    ...when(hasDelta, { delta: given((c: { flags: number }) => (isIntegral(c) ? i32 : f32)) }),
    frames: later('frames', i32, framesOf, { ...FROM_ITSELF, optional: true }),
    keys: later('keys', i32, keysOf, FROM_ITSELF),
  });
export type WiiuCurve = Infer<ReturnType<typeof wiiuCurve>>;
