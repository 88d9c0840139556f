import { type Entry, extension, fileName, Lookup, type Source, stem } from '../../containers/source.ts';
import { type Issue, issue } from '../../issue.ts';
import { withoutEditorTraces } from '../../scene/editor-traces.ts';
import type { Clip, Conversion, Scene } from '../../scene/scene.ts';
import type { Options, OutputFile, Target, TargetContext } from '../format.ts';
import { fpsOf, sameClip } from './bank-import.ts';
import { modelExtras } from './battle.target.ts';
import { sourceOf } from './battle-originals.ts';
import { frameCountOf, sampleFrames } from './clip-import.ts';
import { ff7Issues } from './ff7.issues.ts';
import { type FieldAnimation, fieldAnimation } from './ff7-a.ts';
import { mesh as meshCodec } from './ff7-p.ts';
import { texture as textureCodec } from './ff7-tex.ts';
import { type FieldModel, fieldScene, nodeNamesOf, numberTextures } from './field.scene.ts';
import { readFieldModel } from './field-models.ts';
import { type Hrc, type HrcBone, hrc as hrcCodec, ROOT } from './hrc.ts';
import { importMeshes, sameGroups } from './mesh-import.ts';
import { FIELD_FPS, FIELD_UNITS, readNumber } from './options.ts';
import { buildP, type PGroup } from './p-build.ts';
import { type Rig, type RigNames, rigOf } from './rig.ts';
import { newRsd, rsd as rsdCodec, withTextures } from './rsd.ts';
import { TextureImport, textureFor } from './texture-import.ts';

/** A scene as the files of a field model. What is as it was made from the originals is the original, byte for byte. */
export const fieldTarget: Target = {
  id: 'ff7-field',
  title: 'Final Fantasy VII field model: skeleton, resources, meshes, textures, animations',
  formats: ['hrc', 'rsd', 'ff7-a'],
  write: (scene, context) => new FieldWriter(scene, context).run(),
};

interface Originals {
  readonly source: Source;
  readonly lookup: Lookup;
  readonly model: FieldModel;
}

function fieldOriginals(source: Source, name: string, issues: Issue[]): Originals | undefined {
  const skeletons = [...source.entries()].filter((entry) => extension(entry.name) === '.hrc');
  const entry = skeletons.find((found) => stem(found.name).toLowerCase() === name.toLowerCase()) ?? skeletons[0];
  if (entry === undefined) return undefined;
  const lookup = new Lookup(source);
  const animations = [...source.entries()].filter(({ name: file }) => extension(file) === '.a');
  return { source, lookup, model: readFieldModel(source, lookup, entry, animations, issues) };
}

/** A mesh on its way to a P file with the resource that names it. */
interface Piece {
  readonly bone: number;
  /** Of the resource, where the scene tells. */
  readonly name: string;
}

class FieldWriter {
  private readonly scene: Scene;
  private readonly options: Options;
  private readonly issues: Issue[] = [];
  private readonly originals: Originals | undefined;
  private readonly before: Scene | undefined;
  private readonly rig: Rig;
  private readonly name: string;
  private readonly units: number;
  private readonly names: RigNames;
  private readonly changed: string[] = [];
  private readonly files = new Map<string, OutputFile>();

  constructor(scene: Scene, { base, options }: TargetContext) {
    this.options = options;
    const extras = modelExtras(scene);
    const wanted = extras.prefix ?? scene.name;
    this.originals = fieldOriginals(base ?? sourceOf(scene), wanted, this.issues);
    this.name = (this.originals?.model.name ?? wanted)
      .toLowerCase()
      .replaceAll(/[^a-z0-9_-]/g, '_')
      .slice(0, 12);
    this.units = extras.unitsPerMetre ?? readNumber(options, 'units-per-metre') ?? FIELD_UNITS;
    const made = { ...options, ...extras.options };
    this.before = this.originals && fieldScene(this.originals.model, made).value;
    const known = this.originals === undefined ? [] : nodeNamesOf(this.originals.model.hrc);
    this.names = {
      boneOf(name) {
        const bone = known.indexOf(name);
        return bone < 0 ? undefined : bone;
      },
    };
    this.scene = this.before === undefined ? scene : withoutEditorTraces(scene, this.before).scene;
    this.rig = this.rigIn(this.scene);
  }

  private rigIn(scene: Scene): Rig {
    const lengths = this.originals?.model.hrc.bones.map(({ length }) => -Number(length));
    return rigOf(scene, this.units, this.names, lengths);
  }

  run(): Conversion<OutputFile[]> {
    const { originals, issues, scene } = this;
    const textures = new TextureImport(
      scene,
      originals === undefined ? new Map() : numberTextures(originals.model).textures,
      issues,
    );
    const textureNames = this.writeTextures(textures);
    const resources = this.writeMeshes(textures, textureNames);
    this.writeSkeleton(resources);
    for (const clip of scene.clips) this.writeAnimation(clip);
    if (originals === undefined) issues.push(issue(ff7Issues['made-anew'], `${this.files.size} files`));
    else if (this.changed.length > 0) issues.push(issue(ff7Issues['parts-changed'], this.changed.join('; ')));
    return { value: [...this.files.values()], issues };
  }

  /** The original of a name, as it is spelled; undefined where there is none. */
  private original(name: string): { name: string; bytes: Uint8Array } | undefined {
    const [found]: readonly Entry[] = this.originals?.lookup.named(name) ?? [];
    const bytes = found && this.originals!.source.open(found.name);
    return bytes && { name: fileName(found!.name), bytes };
  }

  private keep(name: string): void {
    const old = this.original(name);
    if (old !== undefined) this.files.set(name.toLowerCase(), old);
  }

  private put(name: string, bytes: Uint8Array): void {
    this.files.set(name.toLowerCase(), { name: this.original(name)?.name ?? name, bytes });
  }

  /** Names of the textures by number, without extension. */
  private writeTextures(textures: TextureImport): Map<number, string> {
    const { originals, issues } = this;
    const known = originals === undefined ? new Map() : numberTextures(originals.model).textures;
    const names = new Map<number, string>();
    for (const id of new Set([...known.keys(), ...textures.pictures.keys()])) {
      const picture = textures.pictures.get(id);
      const old = known.get(id);
      const name: string = old?.name ?? this.freeTexture(picture!.name, [...names.values()]);
      names.set(id, name);
      const made = picture === undefined ? old!.texture : textureFor(picture.pixels, name, old?.texture, issues);
      if (old !== undefined && made === old.texture) this.keep(`${name}.tex`);
      else {
        this.put(`${name}.tex`, textureCodec.encode(made));
        this.changed.push(`${name}.tex`);
      }
    }
    return names;
  }

  private freeTexture(wanted: string, taken: readonly string[]): string {
    const base =
      wanted
        .toLowerCase()
        .replaceAll(/[^a-z0-9]/g, '')
        .slice(0, 8) || 'texture';
    const start = /^[a-z0-9]/.test(base) ? base : `t${base}`;
    let name = start;
    for (let i = 2; taken.includes(name); i++) name = `${start}${i}`;
    return name;
  }

  /** The resources of every bone, by name. */
  private writeMeshes(textures: TextureImport, textureNames: ReadonlyMap<number, string>): Map<number, string[]> {
    const { scene, before, originals } = this;
    const now = this.piecesOf(scene, this.rig, textures);
    const then =
      before === undefined
        ? undefined
        : this.piecesOf(
            before,
            this.rigIn(before),
            new TextureImport(before, numberTextures(originals!.model).textures, []),
          );
    const resources = new Map<number, string[]>();
    const drawn = new Set(now.map(({ piece }) => piece.name.toLowerCase()));
    const keepHidden = (bone: number): string[] =>
      (originals?.model.hrc.bones[bone]?.resources ?? []).filter((resource) => {
        // Resources whose files are missing, or that show nothing, were never in the scene.
        const wasShown = then?.some(({ piece }) => piece.name.toLowerCase() === resource.toLowerCase()) ?? false;
        return !wasShown || drawn.has(resource.toLowerCase());
      });
    for (let bone = 0; bone < this.rig.bones.length; bone++) {
      const kept = this.rig.isOurs ? keepHidden(bone) : [];
      for (const resource of kept) this.keepResource(resource);
      resources.set(bone, kept);
    }
    let strays = 0;
    for (const { piece, groups } of now) {
      const same = then?.find(
        (other) => other.piece.bone === piece.bone && other.piece.name.toLowerCase() === piece.name.toLowerCase(),
      );
      if (same !== undefined && sameGroups(groups, same.groups, 1e-3)) continue;
      const known = resources.get(piece.bone)!;
      const isOld = known.some((resource) => resource.toLowerCase() === piece.name.toLowerCase());
      const resource = isOld ? piece.name : this.freeResource(strays++);
      if (!isOld) known.push(resource);
      this.writePiece(resource, groups, textureNames);
    }
    return resources;
  }

  private piecesOf(scene: Scene, rig: Rig, textures: TextureImport): { piece: Piece; groups: readonly PGroup[] }[] {
    const pieces: Piece[] = [];
    const imported = importMeshes(scene, rig, textures.lookOf, (bone, node) => {
      const known = pieces.findIndex((piece) => piece.bone === bone && piece.name === node);
      return known >= 0 ? known : pieces.push({ bone, name: node }) - 1;
    });
    if (scene === this.scene) {
      if (imported.mixedVertices > 0)
        this.issues.push(issue(ff7Issues['weights-split'], `${imported.mixedVertices} vertices`));
      if (imported.strayTriangles > 0) {
        this.issues.push(issue(ff7Issues['triangles-left-out'], `${imported.strayTriangles} triangles`));
      }
      if (imported.morphTargets > 0) {
        this.issues.push(issue(ff7Issues['morphs-left-out'], `${imported.morphTargets} morph targets`));
      }
    }
    return [...imported.parts].map(([index, groups]) => ({ piece: pieces[index]!, groups }));
  }

  private keepResource(resource: string): void {
    const found = this.originals!.model.resources.get(resource.toLowerCase());
    this.keep(`${resource}.rsd`);
    if (found?.meshFile !== undefined) this.keep(found.meshFile);
  }

  private freeResource(index: number): string {
    const letters = this.name
      .replaceAll(/[^a-z]/g, '')
      .padEnd(2, 'x')
      .slice(0, 2);
    let number = index;
    for (;;) {
      const name = `${letters}${String.fromCharCode(97 + Math.floor(number / 26), 97 + (number % 26))}`.toUpperCase();
      if (this.original(`${name}.rsd`) === undefined && !this.files.has(`${name.toLowerCase()}.rsd`)) return name;
      number++;
    }
  }

  /** A P file and the resource that names it and its textures. */
  private writePiece(resource: string, groups: readonly PGroup[], textureNames: ReadonlyMap<number, string>): void {
    const old = this.originals?.model.resources.get(resource.toLowerCase());
    const own = old?.textures.map((texture) => texture?.name) ?? [];
    const names: (string | undefined)[] = [...own];
    const local = groups.map((group): PGroup => {
      if (group.texture === undefined) return group;
      const name = textureNames.get(group.texture)!;
      if (!names.includes(name)) names.push(name);
      return { ...group, texture: names.indexOf(name) };
    });
    const meshFile = (old?.meshFile ?? `${resource}.p`).toLowerCase();
    this.put(meshFile, meshCodec.encode(buildP(local)));
    this.changed.push(meshFile);
    if (old !== undefined && names.length === own.length) this.keep(`${resource}.rsd`);
    else {
      const upper = names.map((name) => (name ?? 'missing').toUpperCase());
      const text = this.original(`${resource}.rsd`)?.bytes;
      const made =
        text === undefined ? newRsd(stem(meshFile).toUpperCase(), upper) : withTextures(rsdCodec.decode(text), upper);
      this.put(`${resource.toLowerCase()}.rsd`, rsdCodec.encode(made));
    }
  }

  private writeSkeleton(resources: ReadonlyMap<number, string[]>): void {
    const old = this.originals?.model.hrc;
    const { bones, isOurs } = this.rig;
    const made: HrcBone[] = bones.map(({ name, parent, length }, i) => {
      const own = isOurs ? old?.bones[i] : undefined;
      const isSame = own !== undefined && Math.abs(Number(own.length) + length) < 1e-3;
      return {
        name: own?.name ?? this.boneName(name, i),
        parent: own?.parent ?? (parent < 0 ? ROOT : this.boneName(bones[parent]!.name, parent)),
        length: isSame ? own.length : shortestDecimal(-length),
        resources: resources.get(i) ?? [],
      };
    });
    const value: Hrc = {
      headerBlock: old?.headerBlock ?? '2',
      skeleton: old?.skeleton ?? `${this.name}_sk`,
      boneCount: isOurs && old !== undefined && old.bones.length === bones.length ? old.boneCount : bones.length,
      bones: made,
      newline: old?.newline ?? '\r\n',
      ...(old?.original === undefined ? {} : { original: old.original }),
    };
    const bytes = hrcCodec.encode(value);
    this.put(`${this.name}.hrc`, bytes);
    if (old !== undefined && !equal(bytes, this.original(`${this.name}.hrc`)?.bytes)) this.changed.push('the skeleton');
    const helpers = bones.filter(({ isHelper }) => isHelper).length;
    if (helpers > 0) this.issues.push(issue(ff7Issues['helper-bones'], `${helpers} of ${bones.length} bones`));
  }

  /** Children find their parents by name: helpers and equal names get a number. */
  private boneName(name: string, bone: number): string {
    const { bones } = this.rig;
    const plain = name.replaceAll(/\s+/g, '_') || 'bone';
    return bones.findIndex((other) => other.name === name) < bone ? `${plain}_${bone}` : plain;
  }

  private writeAnimation(clip: Clip): void {
    const { before, originals } = this;
    const name = clip.name
      .toLowerCase()
      .replaceAll(/[^a-z0-9_-]/g, '_')
      .slice(0, 13);
    const old = originals?.model.animations.find((animation) => animation.name === clip.name);
    const was = before?.clips.find((other) => other.name === clip.name);
    if (old !== undefined && was !== undefined && sameClip(before!, was, this.scene, clip, fpsOfField(was))) {
      this.keep(`${clip.name}.a`);
      return;
    }
    const fps = readNumber(this.options, 'fps') || fpsOfField(clip);
    const bytes = fieldAnimation.encode(this.buildAnimation(clip, fps, old?.animation));
    this.put(`${old === undefined ? name : clip.name}.a`, bytes);
    this.changed.push(`${old === undefined ? name : clip.name}.a`);
  }

  private buildAnimation(clip: Clip, fps: number, old: FieldAnimation | undefined): FieldAnimation {
    const { frameCount, positions, angles, lost } = sampleFrames(
      this.scene,
      this.rig,
      clip,
      fps,
      frameCountOf(clip, fps),
    );
    if (lost.distance > 0.05) {
      this.issues.push(
        issue(
          ff7Issues['bone-motion-lost'],
          `'${clip.name}', up to ${lost.distance.toFixed(2)} units at '${lost.bone}'`,
        ),
      );
    }
    const boneCount = this.rig.isOurs && this.originals?.model.hrc.boneCount === 0 ? 0 : this.rig.bones.length;
    const width = 3 * (this.rig.bones.length + 1);
    const degrees = (f: number, joint: number) => [0, 1, 2].map((c) => turnOf(angles[width * f + 3 * joint + c]!));
    const frames = [...new Array(frameCount).keys()];
    return {
      version: 1,
      frameCount,
      boneCount,
      rotationOrder: old?.rotationOrder ?? Uint8Array.of(1, 0, 2),
      unknown0f: old?.unknown0f ?? 0,
      pointers: old?.pointers ?? new Uint32Array(5),
      frames: {
        length: frameCount,
        rootRotation: Float32Array.from(frames.flatMap((f) => degrees(f, 0))),
        rootTranslation: Float32Array.from(positions, (value, i) => (i % 3 === 1 ? -value : value)),
        rotations: Float32Array.from(
          frames.flatMap((f) => [...new Array(boneCount).keys()].flatMap((bone) => degrees(f, bone + 1))),
        ),
      },
    };
  }
}

function fpsOfField(clip: Clip): number {
  return clip.extras?.ff7 === undefined ? FIELD_FPS : fpsOf(clip);
}

/** Radians as degrees of one turn. */
function turnOf(radians: number): number {
  const degrees = (radians * 180) / Math.PI;
  const turned = Math.fround(degrees - 360 * Math.floor(degrees / 360));
  return turned >= 360 ? 0 : turned;
}

/** The shortest decimal that reads as the same 32-bit float, as the game's own skeletons have it. */
export function shortestDecimal(value: number): string {
  const single = Math.fround(value);
  for (let digits = 1; digits < 9; digits++) {
    const text = Number(single.toPrecision(digits));
    if (Math.fround(text) === single) return `${text}`;
  }
  return `${Number(single.toPrecision(9))}`;
}

function equal(a: Uint8Array, b: Uint8Array | undefined): boolean {
  return b !== undefined && a.length === b.length && a.every((byte, i) => byte === b[i]);
}
