import { type Box3, type Color, GridHelper, Vector3 } from 'three';

export interface Ground {
  readonly grid: GridHelper;
  /** Metres between two lines: a power of ten. */
  readonly cell: number;
}

/** A grid below a model, with cells that suit its size. */
export function groundFor(bounds: Box3, axis: number | Color = 0x5c6269, line: number | Color = 0x787e86): Ground {
  const size = bounds.getSize(new Vector3());
  const extent = Math.max(size.x, size.z, size.y / 2);
  const cell = 10 ** Math.floor(Math.log10(extent / 2));
  const count = 2 * Math.ceil((extent * 0.8) / cell);
  const grid = new GridHelper(count * cell, count, axis, line);
  const center = bounds.getCenter(new Vector3());
  grid.position.set(center.x, Math.min(bounds.min.y, 0), center.z);
  return { grid, cell };
}
