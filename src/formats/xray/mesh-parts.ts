import { chunkValue } from '../../binary/index.ts';
import { type Mesh, UV_MAP } from './mesh.ts';

// The parts of a mesh, whichever of their versions the file has.

/** x y z of every vertex. */
export function meshVertices(mesh: Mesh): Float32Array | undefined {
  return (chunkValue(mesh, 'vertices') ?? chunkValue(mesh, 'verticesWithFaces')?.vertices)?.position;
}

/** A vertex map as version 2 has it, without what earlier versions lack. */
export interface AnyVertexMap {
  readonly name: string;
  readonly dimension: number;
  readonly type: number;
  readonly entryCount: number;
  readonly values: Float32Array;
  readonly vertices?: Int32Array;
}

export function meshMaps(mesh: Mesh): readonly AnyVertexMap[] {
  const recent = chunkValue(mesh, 'vertexMaps') ?? chunkValue(mesh, 'vertexMaps1');
  if (recent !== undefined) return recent;
  return (chunkValue(mesh, 'vertexMaps0') ?? []).map((map) => ({ ...map, dimension: 2, type: UV_MAP }));
}
