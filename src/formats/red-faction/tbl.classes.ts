import { numbersOf, type Statement, statementsOf, textsOf } from './tbl.statements.ts';
import type { TextTable } from './tbl.ts';

/** Entities, weapons, items, clutter and first-person guns: whatever a table gives a mesh to. */
export interface TableClass {
  readonly name: string;
  /** Index of the line that starts it. */
  readonly line: number;
  readonly meshes: readonly TableMesh[];
  readonly skins: readonly TableSkin[];
  readonly collisionSpheres: readonly TableSphere[];
}

export type MeshRole = 'body' | 'corpse' | 'debris' | 'projectile' | 'third-person' | 'first-person';

export interface TableMesh {
  readonly role: MeshRole;
  /** As the table spells it: `miner.vcm`. */
  readonly spelled: string;
  /** The file that the game opens: `miner.v3c`. */
  readonly file: string;
  readonly line: number;
  /** Distances in metres at which the second and third level of detail take over. */
  readonly lodDistances?: readonly number[];
  readonly clips: readonly TableClip[];
}

export interface TableClip {
  /** A state loops, an action plays once on top of it. */
  readonly role: 'state' | 'action';
  /** What the game calls it: `walk`, `reload`. */
  readonly slot: string;
  /** The file that the game opens: `miner_walk.rfa`. */
  readonly file: string;
  /** The weapon that has to be held for it. */
  readonly weapon?: string;
  /** Frames, 30 a second, at which a foot touches the ground. */
  readonly footsteps?: readonly number[];
  readonly line: number;
}

/** Textures that replace those of the mesh's materials, in their order. */
export interface TableSkin {
  readonly name: string;
  readonly textures: readonly string[];
  readonly line: number;
}

export interface TableSphere {
  readonly name: string;
  readonly damageFactors: readonly number[];
  /** Metres; makes a sphere at the prop point of the name. */
  readonly radius?: number;
}

const MESH_KEYS: Readonly<Record<string, MeshRole>> = {
  '$v3d filename': 'body',
  '$corpse v3d filename': 'corpse',
  '$debris filename': 'debris',
  '$1st person mesh': 'first-person',
  $model: 'first-person',
  '$3rd person v3d': 'third-person',
};

type Building<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer I)[] ? Building<I>[] : T[K] };

/** Collects the statements of one class. */
class ClassBuilder {
  readonly name: string;
  readonly line: number;
  private readonly meshes: Building<TableMesh>[] = [];
  private readonly clips: Building<TableClip>[] = [];
  private readonly skins: TableSkin[] = [];
  private readonly spheres: Building<TableSphere>[] = [];
  private lodDistances: number[] | undefined;
  private weapon: string | undefined;

  constructor({ value, line }: Statement) {
    this.name = textsOf(value)[0] ?? value;
    this.line = line;
  }

  add({ key, value, line }: Statement): void {
    const texts = textsOf(value);
    const [first = ''] = texts;
    if (key.startsWith('$')) this.weapon = undefined;
    const role = MESH_KEYS[key];
    if (role !== undefined) this.addMesh(role, first, line);
    else if (key === '$lod distances') this.lodDistances = numbersOf(value);
    else if (key === '+weapon specific') this.weapon = first;
    else if (key === '+state' || key === '+action') this.addClip(key === '+state' ? 'state' : 'action', texts, line);
    else if (key === '+footstep trigger') this.addFootsteps(numbersOf(value));
    else if (key === '$skin') this.skins.push({ name: first, textures: texts.slice(1), line });
    else if (key === '$collision sphere') this.spheres.push({ name: first, damageFactors: numbersOf(value) });
    else if (key === '+radius') this.addRadius(numbersOf(value)[0]);
  }

  finish(): TableClass {
    const { name, line, skins } = this;
    const isWeapon = this.meshes.some(({ role }) => role === 'first-person' || role === 'third-person');
    for (const mesh of this.meshes) if (isWeapon && mesh.role === 'body') mesh.role = 'projectile';
    const animated = this.meshes.find(({ role }) => role === (isWeapon ? 'first-person' : 'body'));
    if (animated !== undefined) {
      animated.clips = this.clips;
      if (this.lodDistances !== undefined) Object.assign(animated, { lodDistances: this.lodDistances });
    }
    return { name, line, meshes: this.meshes as TableMesh[], skins, collisionSpheres: this.spheres as TableSphere[] };
  }

  private addMesh(role: MeshRole, spelled: string, line: number): void {
    const file = meshFile(spelled, role === 'first-person');
    if (file !== undefined) this.meshes.push({ role, spelled, file, line, clips: [] });
  }

  private addClip(role: 'state' | 'action', [slot = '', clip = '']: readonly string[], line: number): void {
    if (clip === '') return;
    this.clips.push({
      role,
      slot,
      file: clipFile(clip),
      line,
      ...(this.weapon !== undefined && { weapon: this.weapon }),
    });
  }

  private addFootsteps(frames: number[]): void {
    const clip = this.clips.at(-1);
    if (clip !== undefined && frames.length > 0) Object.assign(clip, { footsteps: frames });
  }

  private addRadius(radius: number | undefined): void {
    const sphere = this.spheres.at(-1);
    if (sphere !== undefined && radius !== undefined) sphere.radius = radius;
  }
}

/** The classes of a table, those without a mesh too. */
export function classesOf(table: TextTable): TableClass[] {
  const classes: TableClass[] = [];
  let current: ClassBuilder | undefined;
  const finish = () => {
    if (current !== undefined) classes.push(current.finish());
    current = undefined;
  };
  for (const statement of statementsOf(table).statements) {
    if (statement.key.startsWith('#')) finish();
    else if (statement.key === '$name' || statement.key === '$class name') {
      finish();
      current = new ClassBuilder(statement);
    } else current?.add(statement);
  }
  finish();
  return classes;
}

/** What one table says about a mesh. */
export interface MeshUse {
  /** Name of the table's file. */
  readonly table: string;
  readonly className: string;
  readonly mesh: TableMesh;
  readonly skins: readonly TableSkin[];
  readonly collisionSpheres: readonly TableSphere[];
}

/** What tables say about each mesh, by its file name in lower case, in the order of the tables. */
export function usesOfMeshes(tables: Iterable<readonly [name: string, table: TextTable]>): Map<string, MeshUse[]> {
  const uses = new Map<string, MeshUse[]>();
  for (const [table, file] of tables) {
    for (const { name: className, meshes, skins, collisionSpheres } of classesOf(file)) {
      for (const mesh of meshes) {
        const key = mesh.file.toLowerCase();
        const isMain = mesh.role === 'body';
        const use = {
          table,
          className,
          mesh,
          skins: isMain ? skins : [],
          collisionSpheres: isMain ? collisionSpheres : [],
        };
        uses.set(key, [...(uses.get(key) ?? []), use]);
      }
    }
  }
  return uses;
}

/** The clip that the game opens: the name up to its first dot, and `.rfa`. */
export function clipFile(spelled: string): string {
  const dot = spelled.indexOf('.');
  return `${dot < 0 ? spelled : spelled.slice(0, dot)}.rfa`;
}

/** The mesh that the game opens: the name up to its last dot, and `.v3c` or `.v3m`. Effects and empty names are none. */
export function meshFile(spelled: string, isCharacter = false): string | undefined {
  const dot = spelled.lastIndexOf('.');
  const extension = dot < 0 ? '' : spelled.slice(dot).toLowerCase();
  if (spelled === '' || extension === '.vfx') return undefined;
  const isSkinned = isCharacter || extension === '.vcm' || extension === '.v3c';
  return `${dot < 0 ? spelled : spelled.slice(0, dot)}${isSkinned ? '.v3c' : '.v3m'}`;
}
