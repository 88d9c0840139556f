import { hex } from '../../binary/index.ts';
import { baseBlockHeight } from '../../images/tiling/block-linear.ts';
import { type Issue, issue } from '../../issue.ts';
import { issues } from './bntx.issues.ts';
import { layerSize, levelsOf } from './bntx.surface.ts';
import { type Bntx, rebuildBntx, type Texture } from './bntx.ts';
import { checkDictionaries } from './dictionary.check.ts';
import { checkLayout } from './layout.check.ts';
import { textureFormat } from './texture-format.ts';

/** Yields what is odd about a texture archive (specification, sections 17 and 22). */
export function* check(file: Bntx): Iterable<Issue> {
  for (const [i, texture] of file.textures.entries()) if (texture !== undefined) yield* checkTexture(texture, i);
  yield* checkDictionaries({ dictionary: file.dictionary });
  yield* checkLayout(file, rebuildBntx, issues['layout-kept']);
}

/** Block linear and linear. */
const TILE_MODES = [0, 1];

function* checkTexture(texture: Texture, i: number): Iterable<Issue> {
  const path = ['textures', i];
  const name = texture.name ?? `texture ${i}`;
  const format = textureFormat(texture.format);
  if (format === undefined) {
    yield issue(issues['unknown-format'], `'${name}' is in format ${hex(texture.format)}`, [...path, 'format']);
    return;
  }
  if (!TILE_MODES.includes(texture.tileMode)) {
    yield issue(issues['unknown-tile-mode'], `'${name}' is in tile mode ${texture.tileMode}`, [...path, 'tileMode']);
    return;
  }
  const levels = levelsOf(texture, format);
  const size = layerSize(texture, levels) * Math.max(1, texture.arrayLength);
  if (texture.dataSize < size) {
    yield issue(issues['data-size'], `'${name}' has ${texture.dataSize} bytes, needs ${size}`, [...path, 'dataSize']);
  }
  const { levels: offsets } = texture.data;
  const odd = levels.findIndex(({ offset }, level) => offset !== offsets[level]);
  if (odd >= 0) {
    const reason = `level ${odd} of '${name}' is at ${offsets[odd]}, its size asks for ${levels[odd]!.offset}`;
    yield issue(issues['level-offsets'], reason, [...path, 'data', 'levels', odd]);
  }
  const usual = baseBlockHeight(levels[0]?.grid.rows ?? 1);
  const stored = 1 << (texture.layout & 7);
  if (texture.tileMode === 0 && stored !== usual) {
    yield issue(issues['block-height'], `'${name}' has ${stored}, its size asks for ${usual}`, [...path, 'layout']);
  }
}
