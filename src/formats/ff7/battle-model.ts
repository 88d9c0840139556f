import type { Path } from '../../issue.ts';
import type { SourceFile } from '../../scene/scene.ts';
import type { Bank } from './ff7-bank.ts';
import type { PolygonModel } from './ff7-p.ts';
import type { Skeleton } from './ff7-skeleton.ts';
import type { Texture } from './ff7-tex.ts';

/** A texture and what its file is called. */
export interface NamedTexture {
  readonly name: string;
  readonly texture: Texture;
}

/** The file images that make up a battle model. */
export interface BattleModel {
  /** `rt`, or the name of a summon. */
  readonly name: string;
  /** Undefined where only a bank is known: then no bone is known to hang from another. */
  readonly skeleton: Skeleton | undefined;
  /** Where in the first of its files each bone is; missing where the skeleton is a file of its own. */
  readonly pathOfBone?: (bone: number) => Path;
  readonly bank: Bank | undefined;
  /** Meshes by bone; of a battle stage, which has no bones, by piece. */
  readonly parts: ReadonlyMap<number, PolygonModel>;
  /** Weapons by number. */
  readonly weapons: ReadonlyMap<number, PolygonModel>;
  /** By texture id. */
  readonly textures: ReadonlyMap<number, NamedTexture>;
  /** The files it was read from. */
  readonly sources: readonly SourceFile[];
}
