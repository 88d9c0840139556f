import {
  AmbientLight,
  type AnimationClip,
  AnimationMixer,
  Box3,
  Color,
  DirectionalLight,
  GridHelper,
  type Group,
  HemisphereLight,
  LoopOnce,
  Mesh,
  type Object3D,
  PerspectiveCamera,
  Scene,
  SkinnedMesh,
  Vector3,
  WebGLRenderer,
} from 'three';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { type GLTF, GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import type { LoadedModel, Moment, PageStudio, Pose, PosedMesh, Shot, View } from './protocol.ts';

// The page that draws: three.js as anybody uses it, without a line of ours between the file and the picture.

const directions: Readonly<Record<View, Vector3>> = {
  front: new Vector3(0, 0.12, 1),
  side: new Vector3(1, 0.12, 0),
  top: new Vector3(0, 1, 0.001),
  iso: new Vector3(0.8, 0.5, 1),
};

const renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
const scene = new Scene();
scene.background = new Color(0x8c9299);
scene.add(new HemisphereLight(0xffffff, 0x5c616a, 1.7), new AmbientLight(0xffffff, 0.25));
const sun = new DirectionalLight(0xffffff, 1.3);
sun.position.set(1.5, 3, 2.5);
scene.add(sun);
const camera = new PerspectiveCamera(28, 1, 0.001, 10_000);

let model: Group | undefined;
let clips: AnimationClip[] = [];
let mixer: AnimationMixer | undefined;
let grid: GridHelper | undefined;
/** Of the model at rest, so that the camera stands still while a clip plays. */
let bounds = new Box3();

const studio: PageStudio = {
  async load(url) {
    if (model !== undefined) scene.remove(model);
    const gltf: GLTF = await new GLTFLoader().setMeshoptDecoder(MeshoptDecoder).loadAsync(url);
    model = gltf.scene;
    clips = gltf.animations;
    mixer = new AnimationMixer(model);
    scene.add(model);
    model.updateMatrixWorld(true);
    bounds = new Box3().setFromObject(model, true);
    if (bounds.isEmpty()) bounds.set(new Vector3(-0.5, 0, -0.5), new Vector3(0.5, 1, 0.5));
    placeGrid();
    return inventory(model);
  },

  draw({ view, width, height, ...moment }: Shot) {
    play(moment);
    renderer.setPixelRatio(1);
    renderer.setSize(width, height, false);
    camera.aspect = width / height;
    placeCamera(view);
    renderer.render(scene, camera);
    return renderer.domElement.toDataURL('image/png');
  },

  pose(moment) {
    play(moment);
    return measure(loaded());
  },
};
window.studio = studio;

function loaded(): Group {
  if (model === undefined) throw new Error('no model is loaded');
  return model;
}

function play({ clip: name, time = 0 }: Moment): void {
  const root = loaded();
  mixer!.stopAllAction();
  if (name !== undefined) {
    const clip = clips.find((candidate) => candidate.name === name);
    if (clip === undefined) throw new Error(`no clip ${name}; there are: ${clips.map((c) => c.name).join(', ')}`);
    const action = mixer!.clipAction(clip);
    action.clampWhenFinished = true;
    action.setLoop(LoopOnce, 1).reset().play();
    mixer!.setTime(Math.min(time, clip.duration));
  }
  root.updateMatrixWorld(true);
}

function placeGrid(): void {
  if (grid !== undefined) scene.remove(grid);
  const size = bounds.getSize(new Vector3());
  const extent = Math.max(size.x, size.z, size.y / 2);
  const cell = 10 ** Math.floor(Math.log10(extent / 2));
  const count = 2 * Math.ceil((extent * 0.8) / cell);
  grid = new GridHelper(count * cell, count, 0x5c6269, 0x787e86);
  const center = bounds.getCenter(new Vector3());
  grid.position.set(center.x, Math.min(bounds.min.y, 0), center.z);
  scene.add(grid);
}

/** So near that the whole box of the model is just in sight, with a margin for its motion. */
function placeCamera(view: View): void {
  const center = bounds.getCenter(new Vector3());
  const half = bounds.getSize(new Vector3()).multiplyScalar(0.57);
  camera.position.copy(center).add(directions[view]);
  camera.lookAt(center);
  const vertical = Math.tan((camera.fov * Math.PI) / 360);
  const horizontal = vertical * camera.aspect;
  let distance = 0;
  for (let corner = 0; corner < 8; corner++) {
    const signs = new Vector3(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
    const { x, y, z } = signs.multiply(half).applyQuaternion(camera.quaternion.clone().invert());
    distance = Math.max(distance, z + Math.abs(x) / horizontal, z + Math.abs(y) / vertical);
  }
  camera.position.copy(center).addScaledVector(directions[view].clone().normalize(), distance);
  camera.near = distance / 100;
  camera.far = distance * 20;
  camera.updateProjectionMatrix();
}

function inventory(root: Object3D): LoadedModel {
  let meshes = 0;
  let triangles = 0;
  const joints = new Set<Object3D>();
  root.traverse((object) => {
    if (!(object instanceof Mesh)) return;
    meshes++;
    triangles += (object.geometry.index?.count ?? object.geometry.getAttribute('position').count) / 3;
    if (object instanceof SkinnedMesh) for (const bone of object.skeleton.bones) joints.add(bone);
  });
  const found = clips.map(({ name, duration }) => ({ name, seconds: duration }));
  return { clips: found, meshes, triangles, joints: joints.size };
}

function measure(root: Object3D): Pose {
  const nodes: Record<string, readonly number[]> = {};
  const meshes: PosedMesh[] = [];
  root.traverse((object) => {
    // The name in the file: three.js takes spaces, dots and brackets out of its own.
    const name: string = object.userData.name ?? object.name;
    nodes[name] ??= object.matrixWorld.toArray();
    if (object instanceof Mesh) meshes.push(measureMesh(object, name));
  });
  return { nodes, meshes };
}

function measureMesh(mesh: Mesh, name: string): PosedMesh {
  const attribute = mesh.geometry.getAttribute('position');
  const positions: number[] = [];
  const rest: number[] = [];
  const point = new Vector3();
  if (mesh instanceof SkinnedMesh) mesh.skeleton.update();
  for (let i = 0; i < attribute.count; i++) {
    rest.push(...point.fromBufferAttribute(attribute, i).toArray());
    positions.push(...mesh.getVertexPosition(i, point).applyMatrix4(mesh.matrixWorld).toArray());
  }
  return { name, positions, rest };
}
