import { type Issue, issue } from '../../issue.ts';
import type { Node, Primitive, Scene } from '../../scene/scene.ts';
import type { Options } from '../format.ts';
import { liftDecals } from './decals.ts';
import { ff7Issues } from './ff7.issues.ts';
import type { PolygonModel } from './ff7-p.ts';
import type { MaterialBook } from './material-book.ts';
import { readNumber } from './options.ts';
import { type GroupLook, lookOf, type MeshLosses, primitivesOf } from './p.scene.ts';

interface Drawn {
  readonly look: GroupLook;
  readonly primitive: Primitive;
}

/** Adds P files to a scene, and counts what of them could not be shown. */
export class MeshBuilder {
  private readonly scene: Scene;
  private readonly book: MaterialBook;
  private readonly liftHeight: number;
  private readonly losses: MeshLosses = { polygons: 0, coordinates: 0 };
  private blended = 0;

  constructor(scene: Scene, book: MaterialBook, options: Options) {
    this.scene = scene;
    this.book = book;
    this.liftHeight = readNumber(options, 'lift-decals') ?? 0;
  }

  /** Makes the plain materials first, as the game draws plain groups first: viewers that sort by material keep that. */
  prepare(files: readonly PolygonModel[]): void {
    for (const file of files) {
      for (let group = 0; group < file.groups.length; group++) {
        const look = lookOf(file, group);
        if (look.texture === undefined) this.book.materialOf(look);
      }
    }
  }

  /**
   * Adds a node that shows a file, and returns its index. `idOf` gives the texture of the model that a texture of the file
   * is.
   */
  add(node: Node, file: PolygonModel, idOf = (texture: number): number => texture): number {
    const { scene } = this;
    const parts = primitivesOf(file, this.losses).map(({ group, primitive }): Drawn => {
      const look = lookOf(file, group);
      return { look: look.texture === undefined ? look : { ...look, texture: idOf(look.texture) }, primitive };
    });
    this.blended += parts.filter(({ look }) => look.blendMode !== undefined && look.blendMode !== 0).length;
    const primitives = this.lift(parts).map(({ look, primitive }) => ({
      ...primitive,
      material: this.book.materialOf(look),
    }));
    if (primitives.length === 0) return scene.nodes.push(node) - 1;
    const mesh = scene.meshes.push({ name: node.name, primitives }) - 1;
    return scene.nodes.push({ ...node, mesh }) - 1;
  }

  private lift(parts: readonly Drawn[]): readonly Drawn[] {
    const plain = parts.filter(({ look }) => look.texture === undefined);
    const textured = parts.filter(({ look }) => look.texture !== undefined);
    if (this.liftHeight === 0 || plain.length === 0 || textured.length === 0) return parts;
    const lifted = liftDecals(
      plain.map(({ primitive }) => primitive),
      textured.map(({ primitive }) => primitive),
      this.liftHeight,
    );
    return parts.map((part) => {
      const index = textured.indexOf(part);
      return index < 0 ? part : { ...part, primitive: lifted[index]! };
    });
  }

  report(): Issue[] {
    const { losses, book, blended } = this;
    const issues: Issue[] = [];
    if (losses.polygons > 0) issues.push(issue(ff7Issues['polygons-left-out'], `${losses.polygons} polygons`));
    if (losses.coordinates > 0) {
      issues.push(issue(ff7Issues['coordinates-replaced'], `${losses.coordinates} coordinates`));
    }
    if (book.missing.size > 0) {
      issues.push(
        issue(ff7Issues['missing-texture'], `textures ${[...book.missing].sort((a, b) => a - b).join(', ')}`),
      );
    }
    if (blended > 0) issues.push(issue(ff7Issues['blending-approximated'], `${blended} groups`));
    return issues;
  }
}
