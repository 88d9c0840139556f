import { CodecError, type Issue } from '../../issue.ts';
import type { Conversion, Scene, SourceFile } from '../../scene/scene.ts';
import { validateScene } from '../../scene/validation.ts';
import { Accessors } from './accessors.ts';
import { unpack } from './document.ts';
import { checkExtensions } from './extensions.ts';
import { gltfIssues } from './gltf.check.ts';
import type { Json } from './json.ts';
import { animationAccessors, readAnimations } from './read-animations.ts';
import { readImages, readMaterials, readTextures } from './read-materials.ts';
import { Arrays, meshAccessors, readMeshes, readSkins } from './read-meshes.ts';
import { readNodes } from './read-nodes.ts';
import { Tally } from './tally.ts';
import { open, type Related } from './uri.ts';
import { whitePixel } from './write-materials.ts';

/**
 * The scene of a `.glb` or `.gltf` file of glTF 2.0. `name` is the file's, for scenes that have none of
 * their own; `related` gives the
 * bytes of the files it names. The original files that we embedded come back as `scene.sources`.
 *
 * @throws CodecError on documents that are damaged, need a file that is not there or an extension that we do not know.
 */
export async function readGltf(
  bytes: Uint8Array,
  name: string,
  related: Related = () => undefined,
): Promise<Conversion<Scene>> {
  const tally = new Tally();
  const { document, text, binary } = unpack(bytes);
  checkExtensions(document, tally);
  const accessors = new Accessors(document, readBuffers(document, binary, related));
  await accessors.unpack([
    ...meshAccessors(document, accessors.count),
    ...animationAccessors(document, accessors.count),
  ]);
  const arrays = new Arrays(accessors, tally);
  const meshes = readMeshes(document, arrays, document.list('materials').length, tally);
  const { nodes, nodeOf } = readNodes(document, meshes.length, document.list('skins').length);
  const kept = (node: number) => nodeOf[node]!;
  const skins = readSkins(document, arrays, nodeOf.length).map((skin) => {
    const { skeleton, ...rest } = skin;
    const joints = skin.joints.map(kept);
    return { ...rest, joints, ...(skeleton === undefined || kept(skeleton) < 0 ? {} : { skeleton: kept(skeleton) }) };
  });
  const targetCounts = nodes.map(({ mesh }) =>
    mesh === undefined ? 0 : (meshes[mesh]!.primitives[0]?.targets.length ?? 0),
  );
  restWeights(document, nodes, targetCounts);
  const images = readImages(document, accessors, related, tally);
  const standIn = () => {
    tally.add(gltfIssues['missing-image'], 'textures without an image', ['textures']);
    return images.push({ name: 'missing', data: whitePixel() }) - 1;
  };
  const textures = readTextures(document, images.length, standIn);
  const scenes = document.list('scenes');
  const main = scenes[document.index('scene', scenes.length) ?? 0];
  const scene: Scene = {
    name: nameOf(main?.text('name') ?? '', name),
    nodes,
    meshes,
    skins,
    clips: readAnimations(document, arrays, nodeOf, targetCounts, tally),
    materials: readMaterials(document, textures.length),
    textures,
    images,
    sources: readSources(document, accessors),
  };
  if (main?.extras !== undefined) scene.extras = main.extras;
  tallyLeftOut(document, text, tally);
  refuseBroken(scene);
  return { value: scene, issues: tally.issues };
}

/** The name of the scene, or that of the file: editors call every scene `Scene`. */
function nameOf(scene: string, file: string): string {
  const stem = file.replace(/\.(glb|gltf)$/i, '');
  return scene === '' || (/^(aux)?scene(\.\d+)?$/i.test(scene) && stem !== '') ? stem : scene;
}

function readBuffers(document: Json, binary: Uint8Array | undefined, related: Related): Uint8Array[] {
  return document.list('buffers').map((json, i) => {
    const uri = json.text('uri');
    const length = json.count('byteLength');
    const isFallback = json.extension('EXT_meshopt_compression')?.flag('fallback') ?? false;
    const bytes = uri === '' && i === 0 && binary !== undefined ? binary : open(uri, related);
    if (bytes === undefined && isFallback) return new Uint8Array();
    if (bytes === undefined) {
      const shown = uri === '' ? 'the binary chunk' : `'${uri.slice(0, 80)}'`;
      throw new CodecError(gltfIssues['missing-file'].code, `${shown} is not there`, 0, json.path);
    }
    if (bytes.length < length) {
      throw new CodecError(
        gltfIssues['bad-buffer'].code,
        `${length} bytes stated, ${bytes.length} there`,
        0,
        json.path,
      );
    }
    return bytes.subarray(0, length);
  });
}

/** Weights at rest stand with the node, or with the mesh for all its nodes. */
function restWeights(document: Json, nodes: Scene['nodes'], targetCounts: readonly number[]): void {
  const ofMesh = document.list('meshes').map((mesh) => mesh.numbers('weights', mesh.list('weights').length));
  for (const [i, node] of nodes.entries()) {
    const weights = node.weights ?? (node.mesh === undefined ? undefined : ofMesh[node.mesh]);
    if (weights !== undefined && weights.length === targetCounts[i] && weights.length > 0) node.weights = [...weights];
    else delete node.weights;
  }
}

function readSources(document: Json, accessors: Accessors): SourceFile[] {
  const ours = document.get('asset').ours;
  if (ours === undefined) return [];
  return ours.list('sources').map((json) => {
    const view = json.index('bufferView', accessors.viewCount);
    const bytes = view === undefined ? new Uint8Array() : accessors.bytes(view);
    return { name: json.text('name'), format: json.text('format'), bytes };
  });
}

function tallyLeftOut(document: Json, text: string, tally: Tally): void {
  tally.add(gltfIssues.unsupported, 'cameras', ['cameras'], document.list('cameras').length);
  const lights = document.extension('KHR_lights_punctual')?.list('lights').length ?? 0;
  tally.add(gltfIssues.unsupported, 'lights', ['extensions'], lights);
  tally.add(gltfIssues['ignored-extras'], 'extras that are no object', [], countOddExtras(document.value, text));
}

/** Extras may be any JSON, of which only objects have a place in a scene. */
function countOddExtras(document: unknown, text: string): number {
  // Most documents have none, which their text tells sooner than a walk through them.
  if (!/"extras"\s*:\s*[^\s{]/.test(text)) return 0;
  let count = 0;
  const stack = [document];
  while (stack.length > 0) {
    const value = stack.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, part] of Object.entries(value)) {
      if (key !== 'extras') stack.push(part);
      else if (typeof part !== 'object' || part === null || Array.isArray(part)) count++;
    }
  }
  return count;
}

/** Whatever got through to here and still does not fit together is an error of the document. */
function refuseBroken(scene: Scene): void {
  const broken = [...errorsOf(scene)][0];
  if (broken !== undefined) throw new CodecError(broken.code, broken.reason, 0, broken.path);
}

function* errorsOf(scene: Scene): Iterable<Issue> {
  for (const found of validateScene(scene)) if (found.severity === 'error') yield found;
}
