import { decodeAttribute, fits } from './attribute-format.ts';
import type { VertexDraft } from './target.vertices.ts';
import type { ShapeView } from './view.ts';

/** Values of an attribute, `width` a vertex; undefined where the shape has none that can be read. */
export function valuesOf({ attributes }: ShapeView, name: string, width = 4): Float32Array | undefined {
  const { format, data } = attributes.get(name) ?? {};
  return format !== undefined && fits(data!, format) ? decodeAttribute(data!, format, width) : undefined;
}

/** Positions and influences as a shape stores them: what its bounds follow from. Undefined where they can't be read. */
export function storedVertices(shape: ShapeView): VertexDraft | undefined {
  const { vertexCount: count, skinCount } = shape;
  const positions = valuesOf(shape, '_p0', 3);
  if (positions === undefined) return undefined;
  const joints = new Uint16Array(count * skinCount);
  const weights = new Uint8Array(count * skinCount);
  for (let set = 0; 4 * set < skinCount; set++) {
    const indices = valuesOf(shape, `_i${set}`);
    if (indices === undefined) return undefined;
    const stored = valuesOf(shape, `_w${set}`);
    for (let k = 4 * set; k < Math.min(skinCount, 4 * set + 4); k++) {
      for (let v = 0; v < count; v++) {
        joints[v * skinCount + k] = indices[4 * v + (k & 3)]!;
        const weight = stored === undefined ? Number(k === 0) : stored[4 * v + (k & 3)]!;
        weights[v * skinCount + k] = Math.round(255 * weight);
      }
    }
  }
  const none = { normals: undefined, tangents: undefined, uvs: [], colors: [], targets: [] };
  return { count, positions, joints, weights, ...none };
}

/** The vertices that a mesh uses, each once, in ascending order; those that are not there left out. */
export function usedVertices(mesh: ShapeView['meshes'][number], vertexCount: number): Set<number> {
  const isUsed = new Uint8Array(vertexCount);
  for (const index of mesh.indices) if (index + mesh.firstVertex < vertexCount) isUsed[index + mesh.firstVertex] = 1;
  const used = new Set<number>();
  for (let v = 0; v < vertexCount; v++) if (isUsed[v] === 1) used.add(v);
  return used;
}
