// Khronos Data Format Specification, "Endpoint Encoding": how the numbers of a partition become two colours.

/** Whether a colour end point mode needs a high dynamic range decoder. */
export function isHighDynamicRange(mode: number): boolean {
  return mode === 2 || mode === 3 || mode === 7 || mode === 11 || mode >= 14;
}

/** Decodes the values `v[at]…` of a low dynamic range mode into r g b a of both end points, from `ends[to]` on. */
export function decodeEndpoints(mode: number, v: Uint8Array, at: number, ends: Uint8Array, to: number): void {
  const value = (i: number) => v[at + i]!;
  switch (mode) {
    case 0:
      setGrey(ends, to, value(0), value(1), 255, 255);
      return;
    case 1: {
      const low = (value(0) >> 2) | (value(1) & 0xc0);
      setGrey(ends, to, low, Math.min(255, low + (value(1) & 0x3f)), 255, 255);
      return;
    }
    case 4:
      setGrey(ends, to, value(0), value(1), value(2), value(3));
      return;
    case 5: {
      const [grey, greyStep] = transferBit(value(0), value(1));
      const [alpha, alphaStep] = transferBit(value(2), value(3));
      setGrey(ends, to, grey, clamp(grey + greyStep), alpha, clamp(alpha + alphaStep));
      return;
    }
    case 6:
    case 10: {
      const scale = value(3);
      const [alpha0, alpha1] = mode === 10 ? [value(4), value(5)] : [255, 255];
      set(ends, to, (value(0) * scale) >> 8, (value(1) * scale) >> 8, (value(2) * scale) >> 8, alpha0);
      set(ends, to + 4, value(0), value(1), value(2), alpha1);
      return;
    }
    case 8:
    case 12:
      decodeDirect(v, at, mode === 12, ends, to);
      return;
    default:
      decodeOffsets(v, at, mode === 13, ends, to);
  }
}

function decodeDirect(v: Uint8Array, at: number, hasAlpha: boolean, ends: Uint8Array, to: number): void {
  const [r0, r1, g0, g1, b0, b1] = v.subarray(at, at + 6) as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [a0, a1] = hasAlpha ? [v[at + 6]!, v[at + 7]!] : [255, 255];
  if (r1 + g1 + b1 >= r0 + g0 + b0) {
    set(ends, to, r0, g0, b0, a0);
    set(ends, to + 4, r1, g1, b1, a1);
  } else {
    setContracted(ends, to, r1, g1, b1, a1);
    setContracted(ends, to + 4, r0, g0, b0, a0);
  }
}

function decodeOffsets(v: Uint8Array, at: number, hasAlpha: boolean, ends: Uint8Array, to: number): void {
  const [r, dr] = transferBit(v[at]!, v[at + 1]!);
  const [g, dg] = transferBit(v[at + 2]!, v[at + 3]!);
  const [b, db] = transferBit(v[at + 4]!, v[at + 5]!);
  const [a, da] = hasAlpha ? transferBit(v[at + 6]!, v[at + 7]!) : [255, 0];
  if (dr + dg + db >= 0) {
    set(ends, to, r, g, b, a);
    set(ends, to + 4, clamp(r + dr), clamp(g + dg), clamp(b + db), clamp(a + da));
  } else {
    setContracted(ends, to, r + dr, g + dg, b + db, a + da);
    setContracted(ends, to + 4, r, g, b, a);
  }
}

/** Moves the top bit of the step to its base, and makes the step signed. */
function transferBit(base: number, step: number): [base: number, step: number] {
  const small = (step >> 1) & 0x3f;
  return [(base >> 1) | (step & 0x80), small >= 0x20 ? small - 0x40 : small];
}

function setGrey(ends: Uint8Array, to: number, grey0: number, grey1: number, alpha0: number, alpha1: number): void {
  set(ends, to, grey0, grey0, grey0, alpha0);
  set(ends, to + 4, grey1, grey1, grey1, alpha1);
}

function setContracted(ends: Uint8Array, to: number, r: number, g: number, b: number, a: number): void {
  set(ends, to, clamp((r + b) >> 1), clamp((g + b) >> 1), clamp(b), clamp(a));
}

function set(ends: Uint8Array, to: number, r: number, g: number, b: number, a: number): void {
  ends[to] = r;
  ends[to + 1] = g;
  ends[to + 2] = b;
  ends[to + 3] = a;
}

function clamp(value: number): number {
  return Math.max(0, Math.min(255, value));
}
