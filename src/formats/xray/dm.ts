import { countOf, cstring, f32, type Infer, list, struct, table, trailing, u16, u32 } from '../../binary/index.ts';
import { vec2, vec3 } from './values.ts';

// `.dm`: a detail model, such as grass (specification, section 16).

export const dmFile = struct('DetailModel', {
  shader: cstring,
  texture: cstring.is('without extension'),
  flags: u32.is('1: does not wave'),
  minScale: f32,
  maxScale: f32,
  vertexCount: countOf('vertices', u32),
  indexCount: countOf('indices', u32),
  vertices: table('DetailVertex', { position: vec3.in('m'), uv: vec2 }),
  indices: list(u16).is('triangles'),
  trailing,
});
export type DmFile = Infer<typeof dmFile>;
