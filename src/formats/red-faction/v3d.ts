import {
  Codec,
  countOf,
  f32,
  fixedText,
  given,
  type Infer,
  i32,
  list,
  type Reader,
  rest,
  struct,
  trailing,
  u8,
  u32,
  type Writer,
} from '../../binary/index.ts';
import { issue, type Path } from '../../issue.ts';
import { codecIssues } from './v3d.issues.ts';
import { lod } from './v3d-lod.ts';

// V3M and V3C hold the static and the character meshes of Red Faction, in one layout: a V3M is a V3C without bones.
// Source: the family's specification, section 6. All numbers are little-endian.

/** `signature` of a character mesh: the bytes `MCFR`. */
export const CHARACTER_MAGIC = 0x5246434d;
/** `signature` of a static mesh: the bytes `D3FR`. */
export const STATIC_MAGIC = 0x52463344;
/** The version of every compiled mesh. */
export const MESH_VERSION = 0x40000;

const HEADER_SIZE = 40;

const vec3 = f32.x(3);
const quat = f32.x(4);

/** A material of a submesh: 84 bytes (specification, section 6.8). */
export const material = struct('Material', {
  diffuseMap: fixedText(32).is('texture file'),
  emissive: f32.is('0 to 1, full bright'),
  specularLevel: f32,
  glossiness: f32,
  reflectionAmount: f32.is('unused on PC'),
  reflectionMap: fixedText(32).is('unused on PC'),
  flags: u32.is('8: texture has alpha, 16: double-sided; ignored by the game'),
});

const trailer = struct('Trailer', {
  name: fixedText(24).is('same as the submesh'),
  value: f32.is('always 0'),
});

/** One authored object with its levels of detail (specification, section 6.3). */
export const submesh = struct('Submesh', {
  name: fixedText(24),
  parentName: fixedText(24).is('not used by the game'),
  version: i32.is('7'),
  lodCount: countOf('lodDistances', i32),
  lodDistances: list(f32).in('m'),
  offset: vec3.is('position in model space; vertices are relative to it').in('m'),
  radius: f32.is('largest distance of a vertex from the offset').in('m'),
  boundsMin: vec3.is('of the first level, relative to the offset').in('m'),
  boundsMax: vec3.in('m'),
  lods: given(({ lodDistances }: { lodDistances: Float32Array }) => list(lod).times(lodDistances.length)),
  materialCount: countOf('materials', i32),
  materials: list(material),
  trailerCount: countOf('trailers', i32),
  trailers: list(trailer),
});

/** A collision sphere (specification, section 6.9). */
export const sphere = struct('Sphere', {
  name: fixedText(24),
  bone: i32.is('-1: model space'),
  center: vec3.is('in the frame of the bone').in('m'),
  radius: f32.in('m'),
});

/** A bone (specification, section 6.10): the inverse of its bind transform. */
export const bone = struct('Bone', {
  name: fixedText(24),
  rotation: quat.is('x y z w, model to bone, conjugated'),
  translation: vec3.is('model to bone').in('m'),
  parent: i32.is('-1: root; may stand behind its children'),
});

const bones = struct('Bones', { count: countOf('bones', i32), bones: list(bone) });

/** The `type` of sections. */
export const sectionTypes = { submesh: 0x5355424d, sphere: 0x43535048, bones: 0x424f4e45, end: 0 } as const;

/** Size fields of sections that are built anew: a submesh does not tell its size. */
export const SPHERE_SIZE = 44;

/** A part of the file. `size` is what the file says, which need not be true. */
export type Section =
  | { readonly kind: 'submesh'; size: number; readonly submesh: Submesh }
  | { readonly kind: 'sphere'; size: number; readonly sphere: Sphere; readonly extra: Uint8Array | undefined }
  | { readonly kind: 'bones'; size: number; readonly bones: Bone[] }
  | { readonly kind: 'end'; size: number }
  | { readonly kind: 'unknown'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly kind: 'damaged'; readonly bytes: Uint8Array; readonly reason: string };

const sectionType = u32.named({
  [sectionTypes.submesh]: 'submesh',
  [sectionTypes.sphere]: 'collision sphere',
  [sectionTypes.bones]: 'bones',
  [sectionTypes.end]: 'end',
});

/** A section: type, size and a body whose end its own structure tells, as sizes are not to be trusted. */
class SectionCodec extends Codec<Section> {
  readonly kind = 'Section';
  readonly minSize = 8;

  read(r: Reader): Section {
    const id = r.field('type', sectionType);
    const size = r.field('size', i32);
    switch (id) {
      case sectionTypes.submesh:
        return { kind: 'submesh', size, submesh: r.field('submesh', submesh) };
      case sectionTypes.sphere: {
        const value = r.field('sphere', sphere);
        const extraSize = size - SPHERE_SIZE;
        const hasExtra = extraSize > 0 && extraSize <= r.left;
        const extra = hasExtra ? r.field('extra', list(u8).times(extraSize)) : undefined;
        return { kind: 'sphere', size, sphere: value, extra };
      }
      case sectionTypes.bones:
        return { kind: 'bones', size, bones: r.field('bones', bones).bones };
      case sectionTypes.end:
        return { kind: 'end', size };
      default:
        return { kind: 'unknown', id, bytes: r.field('bytes', list(u8).times(size)) };
    }
  }

  write(w: Writer, section: Section): void {
    if (section.kind === 'damaged') return w.field('bytes', rest, section.bytes);
    if (section.kind === 'unknown') {
      u32.write(w, section.id);
      i32.write(w, section.bytes.length);
      return w.field('bytes', rest, section.bytes);
    }
    u32.write(w, sectionTypes[section.kind]);
    w.field('size', i32, section.size);
    if (section.kind === 'submesh') w.field('submesh', submesh, section.submesh);
    if (section.kind === 'sphere') {
      w.field('sphere', sphere, section.sphere);
      if (section.extra !== undefined) w.field('extra', rest, section.extra);
    }
    if (section.kind === 'bones') w.field('bones', bones, section);
  }
}

const section = new SectionCodec();

/** What follows a section that cannot be read cannot be found: it is kept as bytes, and all before it is usable. */
class Sections extends Codec<Section[]> {
  readonly kind = 'Section[]';
  readonly minSize = 0;

  read(r: Reader): Section[] {
    const sections: Section[] = [];
    while (r.left > 0 && sections.at(-1)?.kind !== 'end') {
      const at = new At(sections.length, section);
      const value = r.attempt(at);
      if (!(value instanceof Error)) {
        sections.push(value);
        continue;
      }
      const { code, reason, offset, path } = value;
      const kind = Object.values(codecIssues).find((known) => known.code === code) ?? codecIssues['unreadable-section'];
      r.issues.push(issue(kind, reason, path, offset));
      sections.push({ kind: 'damaged', bytes: r.field(sections.length, rest), reason });
    }
    return sections;
  }

  write(w: Writer, sections: readonly Section[]): void {
    for (const [i, value] of sections.entries()) w.field(i, section, value);
  }
}

/** A codec under a name, so that a failed attempt leaves no half-open part in the trace. */
class At<T> extends Codec<T> {
  readonly kind: string;
  readonly minSize: number;
  private readonly name: string | number;
  private readonly codec: Codec<T>;

  constructor(name: string | number, codec: Codec<T>) {
    super();
    this.kind = codec.kind;
    this.minSize = codec.minSize;
    this.name = name;
    this.codec = codec;
  }

  read(r: Reader): T {
    return r.field(this.name, this.codec);
  }

  write(w: Writer, value: T): void {
    w.field(this.name, this.codec, value);
  }
}

/** The first word, which tells a character mesh from a static one. */
class Signature extends Codec<number> {
  readonly kind = 'magic';
  readonly minSize = 4;

  read(r: Reader): number {
    if (r.left < HEADER_SIZE) {
      r.fail('v3d/no-header', `a header takes ${HEADER_SIZE} bytes, ${r.left} left`);
    }
    const at = r.pos;
    const found = u32.read(r);
    if (found !== CHARACTER_MAGIC && found !== STATIC_MAGIC) {
      const text = found.toString(16).padStart(8, '0');
      r.fail('v3d/no-header', `0x${text} where a mesh begins with 0x5246434d or 0x52463344`, at);
    }
    return found;
  }

  write(w: Writer, value: number): void {
    u32.write(w, value);
  }
}

/** A mesh file. Its header repeats counts of what follows: they are data, and `check` compares them. */
export const mesh = struct('Mesh', {
  signature: new Signature().is('0x5246434d: character, 0x52463344: static'),
  version: i32.is('0x40000'),
  submeshCount: i32,
  vertexCount: i32.is('0 in compiled meshes'),
  faceCount: i32.is('0 in compiled meshes'),
  normalCount: i32.is('0 in compiled meshes'),
  materialCount: i32.is('of all submeshes'),
  lodCount: i32.is('0 in compiled meshes'),
  dumbCount: i32.is('0 in compiled meshes'),
  sphereCount: i32,
  sections: new Sections(),
  trailing,
});

export type Material = Infer<typeof material>;
export type Submesh = Infer<typeof submesh>;
export type Sphere = Infer<typeof sphere>;
export type Bone = Infer<typeof bone>;
export type MeshFile = Infer<typeof mesh>;

/** The submeshes of a file, in its order. */
export function submeshesOf(file: MeshFile): Submesh[] {
  return file.sections.flatMap((section) => (section.kind === 'submesh' ? [section.submesh] : []));
}

/** The collision spheres of a file, in its order. */
export function spheresOf(file: MeshFile): Sphere[] {
  return file.sections.flatMap((section) => (section.kind === 'sphere' ? [section.sphere] : []));
}

/** The bones of a file; none in static meshes. */
export function bonesOf(file: MeshFile): Bone[] {
  return file.sections.flatMap((section) => (section.kind === 'bones' ? section.bones : []));
}

/** Where each of the bones is. */
export function bonePathsOf(file: MeshFile): Path[] {
  return file.sections.flatMap((section, s) =>
    section.kind === 'bones' ? section.bones.map((_, b) => ['sections', s, 'bones', 'bones', b]) : [],
  );
}

/** Where each of the submeshes is. */
export function submeshPathsOf(file: MeshFile): Path[] {
  return file.sections.flatMap(({ kind }, s) => (kind === 'submesh' ? [['sections', s, 'submesh']] : []));
}

/** Where each of the collision spheres is. */
export function spherePathsOf(file: MeshFile): Path[] {
  return file.sections.flatMap(({ kind }, s) => (kind === 'sphere' ? [['sections', s, 'sphere']] : []));
}
