import type { Pixels } from '../../src/scene/scene.ts';
import { type Brush, Canvas, type Color, grain, patches, shade } from './paint.ts';
import type { Area } from './shape.ts';

// Pip's paint: yellow enamel that has seen a mine, and a dark screen for a face.

const size = 128;

const yellow: Color = [236, 172, 42];
const rust: Color = [142, 74, 38];
const steel: Color = [126, 132, 138];
const dark: Color = [36, 38, 44];

/** Areas of the texture in pixels: left, top, width, height. */
const areas = {
  body: [0, 0, 128, 52],
  helmet: [0, 52, 80, 36],
  screen: [80, 52, 48, 36],
  hose: [0, 88, 40, 40],
  boot: [40, 88, 40, 40],
  metal: [80, 88, 24, 40],
  light: [104, 88, 12, 40],
  eye: [116, 88, 12, 40],
} satisfies Record<string, [left: number, top: number, width: number, height: number]>;

/** An area in texture coordinates, half a pixel inside, so that neighbours do not bleed in. */
export function area(name: keyof typeof areas): Area {
  const [left, top, width, height] = areas[name];
  return [(left + 0.5) / size, (top + 0.5) / size, (left + width - 0.5) / size, (top + height - 0.5) / size];
}

export function pipTexture(): Pixels {
  const canvas = new Canvas(size, size);
  const paint = (name: keyof typeof areas, brush: Brush) => canvas.paint(...areas[name], brush);
  paint('body', body);
  paint('helmet', helmet);
  paint('screen', screen);
  paint('hose', (x, y) => shade([70, 74, 82], 0.75 + 0.35 * Math.abs(((y % 8) - 4) / 4) + 0.12 * grain(x, y)));
  paint('boot', boot);
  paint('metal', (x, y) => shade(steel, 0.8 + 0.3 * patches(x, y, 5) + 0.12 * grain(x, y) + (y % 13 === 0 ? -0.3 : 0)));
  paint('light', (x, y) => shade([255, 244, 190], 1 - 0.004 * Math.abs(y - 20) - 0.01 * Math.abs(x - 6)));
  paint('eye', (x, y) => shade([96, 236, 255], 1 - 0.005 * Math.abs(y - 20) - 0.008 * Math.abs(x - 6)));
  return canvas.pixels;
}

/** Enamel that is scratched and, towards the bottom, rusty. */
function enamel(x: number, y: number, worn: number): Color {
  const wear = patches(x, y, 9) * 0.6 + patches(x + 40, y, 4) * 0.4;
  if (wear < worn) return shade(wear < worn - 0.08 ? rust : steel, 0.8 + 0.3 * grain(x, y));
  return shade(yellow, 0.88 + 0.12 * patches(x, y, 12) + 0.06 * grain(x, y));
}

function body(x: number, y: number): Color {
  const isStripe = y >= 30 && y < 38;
  if (isStripe) return shade((x + y) % 12 < 6 ? dark : yellow, 0.85 + 0.15 * patches(x, y, 3));
  if (y === 29 || y === 38) return shade(dark, 1.2);
  // A badge with a P on the chest, left of the middle as one sees it.
  const [bx, by] = [x - 42, y - 14];
  if (bx >= 0 && bx < 13 && by >= 0 && by < 9) {
    const isLetter = ['1110', '1001', '1110', '1000', '1000'][by - 2]?.[(bx - 2) >> 1] === '1';
    return isLetter ? [250, 246, 232] : shade([168, 52, 40], 0.9 + 0.1 * grain(x, y));
  }
  // A grille to the right of it.
  if (x >= 70 && x < 86 && y >= 14 && y < 23) return shade(y % 3 === 0 ? steel : dark, 1);
  const isSeam = x % 32 === 0 || y === 8;
  const isRivet = x % 32 === 4 && y % 10 === 2;
  return shade(enamel(x, y, 0.1 + y / 190), isSeam ? 0.62 : isRivet ? 1.25 : 1);
}

function helmet(x: number, y: number): Color {
  const isRidge = Math.abs(x - 40) < 3;
  const isRim = y > 31;
  if (isRim) return shade(dark, 1.5 + 0.2 * grain(x, y));
  return shade(enamel(x, y + 60, 0.14 + y / 240), isRidge ? 1.12 : Math.abs(x - 40) === 3 ? 0.6 : 1);
}

/** Dark glass with a mouth; the eyes are a part of the mesh, as they blink. */
function screen(x: number, y: number): Color {
  const [dx, dy] = [(x - 23.5) / 24, (y - 17.5) / 18];
  const edge = Math.hypot(dx, dy);
  const mouth = Math.hypot(x - 23.5, (y - 18) * 1.15);
  if (mouth > 7.4 && mouth < 9 && y > 22 && y < 30) return [96, 236, 255];
  const glass = shade([24, 34, 46], 1.25 - 0.5 * edge + (y % 2 === 0 ? 0.1 : 0));
  return dx + dy < -0.75 && dx + dy > -0.95 ? shade(glass, 1.5) : glass;
}

function boot(x: number, y: number): Color {
  if (y > 30) return shade(dark, 0.9 + 0.3 * grain(x, y) - (x % 5 === 0 ? 0.3 : 0));
  if (y > 24 && y <= 26) return shade(yellow, 0.8);
  return shade([98, 62, 44], 0.85 + 0.25 * patches(x, y, 6) + 0.1 * grain(x, y));
}
