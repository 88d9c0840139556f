import {
  type AnimationClip,
  AnimationMixer,
  Box3,
  Color,
  type GridHelper,
  type Group,
  LoopOnce,
  Mesh,
  type Object3D,
  Scene,
  SkinnedMesh,
  Vector3,
  WebGLRenderer,
} from 'three';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { type GLTF, GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { fitCamera, studioCamera } from '../../viewer/src/stage/camera-fit.ts';
import { groundFor } from '../../viewer/src/stage/ground.ts';
import { BACKGROUND, studioLights } from '../../viewer/src/stage/lighting.ts';
import type { LoadedModel, Moment, PageStudio, Pose, PosedMesh, Shot } from './protocol.ts';

// The page that draws: three.js as anybody uses it, without a line of ours between the file and the model. Light, camera and
// ground are the viewer's.

const renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
const scene = new Scene();
scene.background = new Color(BACKGROUND);
scene.add(...studioLights());
const camera = studioCamera();

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
    fitCamera(camera, bounds, view);
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
  ({ grid } = groundFor(bounds));
  scene.add(grid);
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
