import type { Scene } from 'exhume';
import { type Pose, restPose, sampleClip } from 'exhume/scene';
import {
  Box3,
  Box3Helper,
  Color,
  type LineBasicMaterial,
  Raycaster,
  Scene as Three,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { fitCamera, fitCameraAlong, studioCamera, type View } from './camera-fit.ts';
import { type DrawnPart, DrawnScene } from './drawn-scene.ts';
import { type Ground, groundFor } from './ground.ts';
import { BACKGROUND, studioLights } from './lighting.ts';
import type { Look } from './materials.ts';
import { type Joint, Overlay } from './overlay.ts';

/** What is shown, and how. */
export interface Showing {
  readonly look: Look;
  readonly lod: number;
  /** Parts that are not drawn. */
  readonly hidden: ReadonlySet<string>;
  readonly skeleton: boolean;
  readonly boneNames: boolean;
  readonly boxes: boolean;
  readonly grid: boolean;
  readonly background: 'theme' | 'studio' | 'black' | 'white';
  /** Index of a node. */
  readonly selected: number | undefined;
}

/** A moment of a clip; without a clip, the model at rest. */
export interface Moment {
  readonly clip: number | undefined;
  readonly time: number;
}

/** The place where a model is looked at. Draws when something has changed, and not otherwise. */
export class Stage {
  /** Called after each picture. */
  onDraw: () => void = () => {};
  private readonly renderer: WebGLRenderer;
  private readonly three = new Three();
  private readonly camera = studioCamera();
  private readonly controls: OrbitControls;
  private readonly overlay: Overlay;
  private readonly canvas: HTMLCanvasElement;
  private scene: Scene | undefined;
  private drawn: DrawnScene | undefined;
  private joints: readonly Joint[] = [];
  private ground: Ground | undefined;
  private readonly box = new Box3Helper(new Box3());
  private showing: Showing | undefined;
  private size = { width: 1, height: 1, ratio: 1 };
  private scheduled = 0;

  constructor(canvas: HTMLCanvasElement, overlay: HTMLCanvasElement) {
    this.canvas = canvas;
    this.overlay = new Overlay(overlay);
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, preserveDrawingBuffer: true });
    this.renderer.debug.checkShaderErrors = false;
    this.box.visible = false;
    this.three.add(...studioLights(), this.box);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.zoomToCursor = true;
    this.controls.addEventListener('change', () => this.invalidate());
  }

  /** Metres between two lines of the grid. */
  get cell(): number | undefined {
    return this.ground?.cell;
  }

  get parts() {
    return this.drawn?.parts ?? [];
  }

  /** Puts a model on the stage, as it is at a moment, and frees the one before. `keepView` leaves the camera alone. */
  async load(scene: Scene | undefined, moment: Moment, keepView = false): Promise<void> {
    const drawn = scene && (await DrawnScene.of(scene));
    this.clear();
    this.scene = scene;
    this.drawn = drawn;
    if (drawn === undefined || scene === undefined) return this.invalidate();
    this.three.add(drawn.root);
    // The graphics card makes ready what it needs beside the page: nothing is drawn that would have to wait for it.
    drawn.root.visible = false;
    if (this.showing !== undefined) drawn.setLook(this.showing.look);
    this.placeGround();
    await this.renderer.compileAsync(this.three, this.camera);
    if (this.drawn !== drawn) return;
    drawn.root.visible = true;
    this.joints = jointsOf(scene, drawn);
    if (this.showing !== undefined) this.show(this.showing);
    this.pose(moment);
    if (!keepView) this.look('iso');
    this.invalidate();
  }

  show(showing: Showing): void {
    this.showing = showing;
    this.drawn?.setLook(showing.look);
    this.drawn?.setVisible(showing.lod, showing.hidden);
    this.placeGround();
    this.placeBox();
    this.invalidate();
  }

  pose({ clip, time }: Moment): void {
    if (this.scene === undefined || this.drawn === undefined) return;
    const playing = clip === undefined ? undefined : this.scene.clips[clip];
    const pose: Pose = playing === undefined ? restPose(this.scene) : sampleClip(this.scene, playing, time);
    this.drawn.pose(pose);
    this.placeBox();
    this.invalidate();
  }

  /** Looks at all of the model from a side. */
  look(view: View): void {
    if (this.drawn === undefined) return;
    const bounds = this.drawn.currentBounds();
    fitCamera(this.camera, bounds, view);
    this.controls.target.copy(bounds.getCenter(new Vector3()));
    this.controls.update();
    this.invalidate();
  }

  /** Brings what is shown back into sight, from where one stands. */
  fit(): void {
    if (this.drawn === undefined) return;
    const bounds = this.drawn.currentBounds();
    const direction = this.camera.position.clone().sub(this.controls.target);
    fitCameraAlong(this.camera, bounds, direction);
    this.controls.target.copy(bounds.getCenter(new Vector3()));
    this.controls.update();
    this.invalidate();
  }

  /** Follows a model that a clip has taken out of sight. */
  keepInSight(): void {
    if (this.drawn === undefined) return;
    this.camera.updateMatrixWorld();
    const center = this.drawn.currentBounds().getCenter(new Vector3()).project(this.camera);
    if (Math.abs(center.x) > 0.8 || Math.abs(center.y) > 0.8 || center.z > 1) this.fit();
  }

  /** Turns around the model by angles, in radians, or comes nearer by a factor. */
  orbit(around: number, up: number, factor = 1): void {
    const offset = this.camera.position.clone().sub(this.controls.target);
    const side = new Vector3().crossVectors(this.camera.up, offset).normalize();
    offset.applyAxisAngle(this.camera.up, around);
    const tilted = offset.clone().applyAxisAngle(side.applyAxisAngle(this.camera.up, around), up);
    const angle = tilted.angleTo(this.camera.up);
    this.camera.position
      .copy(this.controls.target)
      .add((angle > 0.02 && angle < 3.12 ? tilted : offset).multiplyScalar(factor));
    this.controls.update();
    this.invalidate();
  }

  resize(width: number, height: number): void {
    if (width === 0 || height === 0) return;
    const ratio = Math.min(devicePixelRatio, 2);
    this.size = { width, height, ratio };
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    this.overlay.resize(width, height, ratio);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.render();
  }

  /** The node at a place of the canvas: a joint that is drawn there, or what moves the surface. */
  nodeAt(x: number, y: number): number | undefined {
    const { width, height } = this.size;
    if (this.showing?.skeleton) {
      const joint = this.overlay.jointAt(x, y);
      if (joint !== undefined) return joint;
    }
    const caster = new Raycaster();
    caster.setFromCamera(new Vector2((x / width) * 2 - 1, 1 - (y / height) * 2), this.camera);
    const hit = this.drawn?.hit(caster.ray);
    return hit && (this.strongestJoint(hit.part, hit.vertex) ?? hit.part.node);
  }

  /** Draws at the next chance. */
  invalidate(): void {
    if (this.scheduled === 0) this.scheduled = requestAnimationFrame(() => this.render());
  }

  /** The picture as it is seen, or without anything behind the model. */
  async screenshot(isTransparent: boolean): Promise<Blob> {
    const background = this.three.background;
    const wasGrid = this.ground?.grid.visible ?? false;
    if (isTransparent) {
      this.three.background = null;
      if (this.ground !== undefined) this.ground.grid.visible = false;
    }
    this.render();
    const canvas = new OffscreenCanvas(this.canvas.width, this.canvas.height);
    const context = canvas.getContext('2d')!;
    context.drawImage(this.canvas, 0, 0);
    context.drawImage(this.overlay.element, 0, 0);
    this.three.background = background;
    if (this.ground !== undefined) this.ground.grid.visible = wasGrid;
    this.render();
    return canvas.convertToBlob({ type: 'image/png' });
  }

  dispose(): void {
    cancelAnimationFrame(this.scheduled);
    this.clear();
    this.controls.dispose();
    this.box.dispose();
    this.renderer.dispose();
    // Browsers keep the contexts of a few canvases alive, and the graphics memory with them.
    this.renderer.forceContextLoss();
  }

  private render(): void {
    cancelAnimationFrame(this.scheduled);
    this.scheduled = 0;
    const { showing } = this;
    if (this.drawn !== undefined) this.renderer.render(this.three, this.camera);
    else this.renderer.clear();
    this.overlay.draw(
      {
        joints: this.joints,
        selected: showing?.selected,
        showSkeleton: showing?.skeleton ?? false,
        showNames: (showing?.skeleton && showing.boneNames) ?? false,
      },
      this.camera,
      this.size.ratio,
    );
    // What tests wait for, and count: pictures drawn, and what the graphics card holds.
    const { geometries, textures } = this.renderer.info.memory;
    const { dataset } = this.canvas;
    dataset.pictures = `${Number(dataset.pictures ?? 0) + 1}`;
    dataset.geometries = `${geometries}`;
    dataset.textures = `${textures}`;
    dataset.model = this.scene?.name ?? '';
    this.onDraw();
  }

  private clear(): void {
    this.drawn?.dispose();
    this.box.visible = false;
    this.ground?.grid.removeFromParent();
    this.ground?.grid.dispose();
    this.ground = undefined;
    this.drawn = undefined;
    this.scene = undefined;
    this.joints = [];
  }

  private placeGround(): void {
    const { background, axis, line } = this.colors();
    this.three.background = background;
    this.ground?.grid.removeFromParent();
    this.ground?.grid.dispose();
    this.ground = undefined;
    if (this.drawn === undefined) return;
    this.ground = groundFor(this.drawn.bounds, axis, line);
    this.ground.grid.visible = this.showing?.grid ?? true;
    this.three.add(this.ground.grid);
  }

  private colors(): { readonly background: Color; readonly axis?: Color; readonly line?: Color } {
    const style = getComputedStyle(this.canvas);
    const value = (name: string) => new Color(style.getPropertyValue(name).trim());
    const wanted = this.showing?.background ?? 'theme';
    if (wanted === 'theme')
      return { background: value('--stage'), axis: value('--stage-axis'), line: value('--stage-line') };
    // As in the pictures of `npm run picture`.
    if (wanted === 'studio') return { background: new Color(BACKGROUND) };
    const background = new Color(wanted);
    const towards = wanted === 'black' ? new Color('white') : new Color('black');
    const mixed = (part: number) => background.clone().lerp(towards, part);
    return { background, axis: mixed(0.3), line: mixed(0.15) };
  }

  private placeBox(): void {
    this.box.visible = this.drawn !== undefined && (this.showing?.boxes ?? false);
    if (!this.box.visible) return;
    this.box.box.copy(this.drawn!.currentBounds());
    (this.box.material as LineBasicMaterial).color.set(
      getComputedStyle(this.canvas).getPropertyValue('--stage-accent').trim(),
    );
  }

  private strongestJoint({ object, node }: DrawnPart, vertex: number): number | undefined {
    const skin = this.scene?.nodes[node]?.skin;
    const weights = object.geometry.getAttribute('skinWeight');
    if (skin === undefined || weights === undefined) return undefined;
    const joints = object.geometry.getAttribute('skinIndex');
    const [strongest] = [0, 1, 2, 3].sort((a, b) => weights.getComponent(vertex, b) - weights.getComponent(vertex, a));
    return this.scene!.skins[skin]!.joints[joints.getComponent(vertex, strongest!)];
  }
}

/** The bones of a model; of one without bones, its nodes. */
function jointsOf({ nodes, skins }: Scene, { objects }: DrawnScene): Joint[] {
  const bones = new Set(skins.flatMap(({ joints }) => joints));
  const shown = bones.size > 0 ? [...bones] : [...nodes.keys()];
  const isShown = new Set(shown);
  return shown.map((node) => {
    let parent = nodes[node]!.parent;
    while (parent !== undefined && !isShown.has(parent)) parent = nodes[parent]!.parent;
    return { node, name: nodes[node]!.name, object: objects[node]!, parent };
  });
}
