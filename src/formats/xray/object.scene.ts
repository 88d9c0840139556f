import { chunkValue, chunkValues } from '../../binary/index.ts';
import { type Issue, issue } from '../../issue.ts';
import { type Conversion, type Extras, emptyScene, type Scene } from '../../scene/scene.ts';
import { objectBoneExtras } from './bone.extras.ts';
import { type FindTexture, MaterialBuilder } from './materials.ts';
import { meshPrimitives } from './mesh.scene.ts';
import { addMotion } from './motion.scene.ts';
import { type ObjectChunks, type ObjectFile, TWO_SIDED } from './object.ts';
import { looksRecent, objectBones, objectFlags, objectMotionReferences, objectSurfaces } from './object-parts.ts';
import { sceneIssues } from './scene.issues.ts';
import { addSkeleton, type SceneSkeleton } from './skeleton.scene.ts';
import { type SmoothingChoice, smoothingScheme } from './smoothing.ts';
import { finite, mirrored, transformRotation } from './space.ts';
import { decodeText } from './windows-1251.ts';

// `.object` as a scene (specification, section 20).

export interface ObjectSceneOptions {
  readonly name: string;
  readonly findTexture: FindTexture;
  readonly smoothing: SmoothingChoice;
  /** How many bones a vertex may follow: 2 in Shadow of Chernobyl, else 4. */
  readonly maxInfluences: number;
}

/** A scene of a source or compiled model, and what clips can be added to. */
export interface ModelScene {
  readonly scene: Scene;
  readonly skeleton: SceneSkeleton | undefined;
}

/** The scene of an object with its own motions. */
export function objectScene(file: ObjectFile, options: ObjectSceneOptions): Conversion<ModelScene> {
  const issues: Issue[] = [];
  const object = chunkValue(file, 'object') ?? [];
  const scene = emptyScene(options.name);
  const root = addRoot(scene, object, options.name);
  const bones = objectBones(object);
  const extras = objectBoneExtras(object);
  const skeleton =
    bones.length === 0
      ? undefined
      : addSkeleton(
          scene,
          root,
          bones.map((bone, i) => ({
            ...bone,
            name: decodeText(bone.name),
            parent: decodeText(bone.parent),
            extras: { weightMap: decodeText(bone.weightMap), length: bone.length, ...extras[i] },
          })),
        );
  const { materials, uvMaps } = addMaterials(scene, object, options.findTexture);
  const isRecent = looksRecent(object);
  const weightMaps = skeleton && weightMapsOf(bones);
  for (const [m, mesh] of chunkValues(chunkValue(object, 'meshes') ?? [], 'mesh').entries()) {
    const { scheme, guess } = smoothingScheme(mesh, options.smoothing, isRecent);
    const name = decodeText(chunkValue(mesh, 'name') ?? '');
    if (guess !== undefined) {
      issues.push(issue(sceneIssues['smoothing-chosen'], `mesh '${name}' is read as ${scheme}: ${guess}`));
    }
    const primitives = meshPrimitives(
      mesh,
      {
        scheme,
        materials,
        uvMaps,
        bones: weightMaps,
        rootBone: Math.max(
          0,
          bones.findIndex(({ parent }) => parent === ''),
        ),
        maxInfluences: options.maxInfluences,
      },
      issues,
    );
    if (primitives.length === 0) continue;
    const index = scene.meshes.push({
      name,
      primitives,
      extras: { xray: { smoothing: scheme, flags: chunkValue(mesh, 'flags') ?? 1 } },
    });
    const place = skeleton ? { skin: skeleton.skin } : { parent: root };
    scene.nodes.push({ name, mesh: index - 1, ...place, origin: ['object', 'meshes', m] });
  }
  for (const motion of chunkValue(object, 'motions') ?? []) addMotion(scene, motion, skeleton, issues);
  return { value: { scene, skeleton }, issues };
}

/** The node that all hangs from, named after the file, with what the object says about itself. */
function addRoot(scene: Scene, object: ObjectChunks, name: string): number {
  const transform = chunkValue(object, 'transform');
  const isMoved =
    transform !== undefined && [...transform.position, ...transform.rotation].some((value) => value !== 0);
  scene.nodes.push({
    name,
    ...(isMoved && {
      translation: mirrored(finite(transform.position)),
      rotation: transformRotation(finite(transform.rotation)),
    }),
    extras: { xray: objectExtras(object) },
  });
  return scene.nodes.length - 1;
}

function objectExtras(object: ObjectChunks): Extras {
  const revision = chunkValue(object, 'revision') ?? chunkValue(object, 'revision64');
  const text = (value: string | undefined) => (value ? decodeText(value) : undefined);
  const extras = {
    format: 'object',
    flags: objectFlags(object),
    userData: text(chunkValue(object, 'userData')),
    lod: text(chunkValue(object, 'lod')),
    creator: text(revision?.creator),
    modifier: text(revision?.modifier),
    motionReferences: objectMotionReferences(object).map(decodeText),
    partitions: (chunkValue(object, 'partitions') ?? []).map(({ name, bones }) => ({
      name: decodeText(name),
      bones: bones.map(decodeText),
    })),
    scale: chunkValue(object, 'scale')?.scale,
  };
  return withoutEmpty(extras);
}

/** Properties that say something. */
export function withoutEmpty(extras: Extras): Extras {
  return Object.fromEntries(
    Object.entries(extras).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  );
}

function addMaterials(scene: Scene, object: ObjectChunks, findTexture: FindTexture) {
  const builder = new MaterialBuilder(scene, findTexture);
  const materials = new Map<string, number>();
  const uvMaps = new Map<string, string>();
  for (const surface of objectSurfaces(object)) {
    const key = surface.name.toLowerCase();
    if (materials.has(key)) continue;
    uvMaps.set(key, surface.uvMap);
    const index = builder.add({
      name: decodeText(surface.name),
      shader: decodeText(surface.shader),
      texture: decodeText(surface.texture),
      doubleSided: (surface.flags & TWO_SIDED) !== 0,
      extras: {
        shader: decodeText(surface.shader),
        compileShader: decodeText(surface.compileShader),
        material: decodeText(surface.material),
        texture: decodeText(surface.texture),
        uvMap: decodeText(surface.uvMap),
        flags: surface.flags,
        fvf: surface.fvf,
        uvCount: surface.uvCount,
      },
    });
    materials.set(key, index);
  }
  return { materials, uvMaps };
}

/** Bones by the names of their weight maps: exact, in lower case, and at last by their own names. */
function weightMapsOf(bones: readonly { name: string; weightMap: string }[]): ReadonlyMap<string, number> {
  const byName = new Map<string, number>();
  for (const key of [
    (bone: { name: string; weightMap: string }) => bone.weightMap,
    (bone: { name: string; weightMap: string }) => bone.weightMap.toLowerCase(),
    (bone: { name: string; weightMap: string }) => bone.name.toLowerCase(),
  ]) {
    for (const [i, bone] of bones.entries()) if (!byName.has(key(bone))) byName.set(key(bone), i);
  }
  return byName;
}
