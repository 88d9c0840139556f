import type { Node, Pose, Scene } from 'exhume';
import { lodsOf } from 'exhume/scene';
import { Bone, Box3, Matrix4, Mesh, Object3D, type Ray, Skeleton, SkinnedMesh, Vector3 } from 'three';
import { geometryOf, type SharedAttributes } from './geometry.ts';
import { type Look, Palette } from './materials.ts';
import { expandByPositions, type Hit, hitOf, posedPositions } from './posed.ts';
import { picturesOf } from './textures.ts';

/** A mesh's triangles of one material, where a node draws them. */
export interface DrawnPart {
  /** Names the part among all: node and primitive. */
  readonly id: string;
  readonly node: number;
  readonly primitive: number;
  readonly lod: number;
  readonly object: Mesh;
}

/** A scene of ours as objects of three.js, drawn as it is, without a detour through a file. */
export class DrawnScene {
  readonly root = new Object3D();
  readonly parts: readonly DrawnPart[];
  /** The object of each node. */
  readonly objects: readonly Object3D[];
  /** Of the model at rest. Never empty. */
  readonly bounds: Box3;
  private readonly scene: Scene;
  private readonly palette: Palette;
  private readonly skeletons: readonly Skeleton[];
  private look: Look | undefined;
  /** Where the visible parts are, until something moves. */
  private known: Box3 | undefined;
  private readonly positions = new Map<DrawnPart, Float32Array>();

  static async of(scene: Scene): Promise<DrawnScene> {
    return new DrawnScene(scene, new Palette(scene, await picturesOf(scene)));
  }

  private constructor(scene: Scene, palette: Palette) {
    this.scene = scene;
    this.palette = palette;
    const joints = new Set(scene.skins.flatMap((skin) => skin.joints));
    this.objects = scene.nodes.map((node, i) => objectOf(node, joints.has(i)));
    for (const [i, { parent }] of scene.nodes.entries()) {
      (parent === undefined ? this.root : this.objects[parent]!).add(this.objects[i]!);
    }
    this.root.updateMatrixWorld(true);
    this.skeletons = scene.skins.map(({ joints, inverseBindMatrices }) => {
      const bones = joints.map((joint) => this.objects[joint]! as Bone);
      const inverses = joints.map((_, i) => new Matrix4().fromArray(inverseBindMatrices, i * 16));
      return new Skeleton(bones, inverses);
    });
    this.parts = this.makeParts();
    this.bounds = this.measure();
  }

  /** Puts all nodes where a pose has them. */
  pose({ translations, rotations, scales, weights }: Pose): void {
    for (const [i, object] of this.objects.entries()) {
      object.position.fromArray(translations, i * 3);
      object.quaternion.fromArray(rotations, i * 4).normalize();
      object.scale.fromArray(scales, i * 3);
    }
    for (const { node, object } of this.parts) {
      const values = weights[node];
      if (values !== undefined && object.morphTargetInfluences)
        object.morphTargetInfluences.splice(0, values.length, ...values);
    }
    this.root.updateMatrixWorld(true);
    this.known = undefined;
  }

  /** Draws surfaces in another way. */
  setLook(look: Look): void {
    if (this.look === look) return;
    this.look = look;
    for (const { node, primitive, object } of this.parts) {
      const description = this.scene.meshes[this.scene.nodes[node]!.mesh!]!.primitives[primitive]!;
      object.material = this.palette.materialFor(description, look);
    }
  }

  /** Shows one level of detail, without the parts that are hidden. */
  setVisible(lod: number, hidden: ReadonlySet<string>): void {
    for (const part of this.parts) part.object.visible = part.lod === lod && !hidden.has(part.id);
    this.known = undefined;
  }

  /** Where the visible parts are right now. */
  currentBounds(): Box3 {
    this.known ??= this.boundsOf(this.parts.filter(({ object }) => object.visible));
    return this.known.isEmpty() ? this.bounds : this.known;
  }

  /** The part that a ray meets first, and the vertex next to the place. */
  hit(ray: Ray): { readonly part: DrawnPart; readonly vertex: number } | undefined {
    let nearest: { readonly part: DrawnPart; readonly hit: Hit } | undefined;
    for (const part of this.parts) {
      if (!part.object.visible) continue;
      const hit = hitOf(ray, this.positionsOf(part), part.object.geometry.index!.array);
      if (hit !== undefined && hit.distance < (nearest?.hit.distance ?? Infinity)) nearest = { part, hit };
    }
    return nearest && { part: nearest.part, vertex: nearest.hit.vertex };
  }

  dispose(): void {
    for (const { object } of this.parts) object.geometry.dispose();
    for (const skeleton of this.skeletons) skeleton.dispose();
    this.palette.dispose();
    this.root.removeFromParent();
  }

  private makeParts(): DrawnPart[] {
    const shared: SharedAttributes = new Map();
    const lods = lodsOf(this.scene.nodes);
    return this.scene.nodes.flatMap(({ mesh, skin }, node) => {
      if (mesh === undefined) return [];
      return this.scene.meshes[mesh]!.primitives.map((primitive, i): DrawnPart => {
        const geometry = geometryOf(primitive, shared);
        const skeleton = skin === undefined || primitive.joints.length === 0 ? undefined : this.skeletons[skin];
        const object = skeleton === undefined ? new Mesh(geometry) : new SkinnedMesh(geometry);
        if (object instanceof SkinnedMesh) {
          // The mesh follows its bones alone: what the node itself does counts for nothing.
          object.bind(skeleton!, new Matrix4());
          object.frustumCulled = false;
        }
        object.frustumCulled &&= primitive.targets.length === 0;
        object.updateMorphTargets();
        this.objects[node]!.add(object);
        return { id: `${node}.${i}`, node, primitive: i, lod: lods[node]!, object };
      });
    });
  }

  private boundsOf(parts: readonly DrawnPart[]): Box3 {
    const box = new Box3();
    for (const part of parts) expandByPositions(box, this.positionsOf(part));
    return box;
  }

  private positionsOf(part: DrawnPart): Float32Array {
    const positions = posedPositions(part.object, this.positions.get(part));
    this.positions.set(part, positions);
    return positions;
  }

  private measure(): Box3 {
    this.root.updateMatrixWorld(true);
    const finest = Math.min(...this.parts.map(({ lod }) => lod));
    const box = this.boundsOf(this.parts.filter(({ lod }) => lod === finest));
    if (box.isEmpty()) for (const object of this.objects) box.expandByPoint(object.getWorldPosition(new Vector3()));
    const size = box.getSize(new Vector3());
    if (box.isEmpty() || size.length() < 1e-6) box.set(new Vector3(-0.5, 0, -0.5), new Vector3(0.5, 1, 0.5));
    return box;
  }
}

function objectOf({ name, translation, rotation, scale }: Node, isJoint: boolean): Object3D {
  const object = isJoint ? new Bone() : new Object3D();
  object.name = name;
  if (translation !== undefined) object.position.fromArray(translation);
  if (rotation !== undefined) object.quaternion.fromArray(rotation);
  if (scale !== undefined) object.scale.fromArray(scale);
  return object;
}
