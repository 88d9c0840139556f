import { type Entry, extension, fileName, type Lookup, type Source, stem } from '../../containers/source.ts';
import { type Issue, issue } from '../../issue.ts';
import type { SourceFile } from '../../scene/scene.ts';
import type { Model, Options, Part } from '../format.ts';
import { decodeOr } from './battle-models.ts';
import { ff7Issues } from './ff7.issues.ts';
import { fieldAnimation } from './ff7-a.ts';
import { mesh } from './ff7-p.ts';
import { texture } from './ff7-tex.ts';
import { type FieldModel, fieldScene, type Resource } from './field.scene.ts';
import { type Hrc, hrc } from './hrc.ts';
import { sniffA } from './recognition.ts';
import { filesOf, rsd } from './rsd.ts';

/** Field animations name no skeleton: more than this many that fit are a choice for people. */
const MANY = 64;
const A_HEADER = 36;

/** The field animations of a source by their number of bones, which is all that ties them to a skeleton. */
export class FieldAnimations {
  private readonly source: Source;
  private byBones: Map<number, Entry[]> | undefined;

  constructor(source: Source) {
    this.source = source;
  }

  /** Animations of as many bones as a skeleton has. */
  fitting(boneCount: number): readonly Entry[] {
    this.byBones ??= this.scan();
    return this.byBones.get(boneCount) ?? [];
  }

  private scan(): Map<number, Entry[]> {
    const result = new Map<number, Entry[]>();
    for (const entry of this.source.entries()) {
      if (extension(entry.name) !== '.a') continue;
      const head = this.source.head?.(entry.name, 4096) ?? this.source.open(entry.name)?.subarray(0, 4096);
      if (head === undefined || head.length < A_HEADER || sniffA(head) === 'no') continue;
      const boneCount = new DataView(head.buffer, head.byteOffset).getUint32(8, true);
      const entries = result.get(boneCount);
      if (entries === undefined) result.set(boneCount, [entry]);
      else entries.push(entry);
    }
    return result;
  }
}

export function fieldModel(source: Source, lookup: Lookup, entry: Entry, animations: FieldAnimations): Model {
  const skeleton = hrc.inspect(source.open(entry.name) ?? new Uint8Array()).value;
  const files = skeleton === undefined ? undefined : resourcesOf(source, lookup, entry, skeleton);
  const fitting = skeleton === undefined ? [] : animations.fitting(skeleton.boneCount);
  const taken = fitting.length > MANY ? [] : fitting;
  return {
    name: stem(entry.name).toLowerCase(),
    parts: [
      { role: 'skeleton', file: entry.name, reason: 'the model begins with it' },
      ...(files?.parts ?? []),
      ...taken.map(
        (file): Part => ({
          role: 'animation',
          file: file.name,
          reason: `has ${skeleton!.boneCount} bones, as the skeleton`,
        }),
      ),
    ],
    notes: [...(files?.notes ?? []), ...animationNotes(fitting, skeleton)],
    toScene(options) {
      const issues: Issue[] = [];
      const chosen = chooseAnimations(source, options, fitting, issues);
      const model = readFieldModel(source, lookup, entry, chosen, issues);
      const { value, issues: lost } = fieldScene(model, options);
      return { value, issues: [...issues, ...lost] };
    },
  };
}

function* animationNotes(fitting: readonly Entry[], skeleton: Hrc | undefined): Iterable<Issue> {
  if (skeleton === undefined || fitting.length === 0) return;
  const bones = `${fitting.length} animations have ${skeleton.boneCount} bones`;
  if (fitting.length > MANY) yield issue(ff7Issues['animations-to-choose'], bones);
  else yield issue(ff7Issues['animations-by-bone-count'], bones);
}

function chooseAnimations(
  source: Source,
  options: Options,
  fitting: readonly Entry[],
  issues: Issue[],
): readonly Entry[] {
  const asked = options.animations ?? 'auto';
  if (asked === 'none') return [];
  if (asked === 'all') return fitting;
  if (asked === 'auto') return fitting.length > MANY ? [] : fitting;
  const names = asked.split(',').map((name) => stem(name.trim()).toLowerCase());
  const all = [...source.entries()].filter(({ name }) => extension(name) === '.a');
  return names.flatMap((name) => {
    const found = all.find((entry) => stem(entry.name).toLowerCase() === name);
    if (found === undefined) issues.push(issue(ff7Issues['no-such-animation'], `'${name}'`));
    return found ?? [];
  });
}

/** The files that the resources of a skeleton name, and which of them are missing. */
function resourcesOf(source: Source, lookup: Lookup, entry: Entry, skeleton: Hrc): { parts: Part[]; notes: Issue[] } {
  const parts: Part[] = [];
  const missing: string[] = [];
  const find = (name: string, role: string, reason: string): Entry | undefined => {
    const [found] = lookup.named(name, entry.name);
    if (found === undefined) missing.push(name.toLowerCase());
    else if (!parts.some(({ file }) => file === found.name)) parts.push({ role, file: found.name, reason });
    return found;
  };
  for (const { name: bone, resources } of skeleton.bones) {
    for (const resource of resources) {
      const file = find(`${resource}.rsd`, 'resource', `named by bone ${bone}`);
      const content = file && rsd.inspect(source.open(file.name)!).value;
      if (content === undefined) continue;
      const { mesh: meshName, textures } = filesOf(content);
      if (meshName !== undefined) find(meshName, 'mesh', `named in ${resource}.rsd`);
      for (const name of textures) find(name, 'texture', `named in ${resource}.rsd`);
    }
  }
  const notes = missing.length === 0 ? [] : [issue(ff7Issues['missing-resource'], listOf(missing))];
  return { parts, notes };
}

function listOf(names: readonly string[]): string {
  const unique = [...new Set(names)];
  return unique.length > 8 ? `${unique.slice(0, 8).join(', ')} and ${unique.length - 8} more` : unique.join(', ');
}

export function readFieldModel(
  source: Source,
  lookup: Lookup,
  entry: Entry,
  animations: readonly Entry[],
  issues: Issue[],
): FieldModel {
  const sources: SourceFile[] = [];
  const open = (name: string, format: string): Uint8Array | undefined => {
    const [found] = lookup.named(name, entry.name);
    const bytes = found && source.open(found.name);
    if (bytes !== undefined && !sources.some((file) => file.name === fileName(found!.name))) {
      sources.push({ name: fileName(found!.name), format, bytes });
    }
    return bytes;
  };
  const skeleton = hrc.decode(open(fileName(entry.name), 'hrc')!);
  const resources = new Map<string, Resource>();
  for (const name of skeleton.bones.flatMap((bone) => bone.resources)) {
    if (resources.has(name.toLowerCase())) continue;
    const bytes = open(`${name}.rsd`, 'rsd');
    const content = bytes && decodeOr(rsd, bytes, `${name}.rsd`, issues);
    if (content === undefined) continue;
    const files = filesOf(content);
    const meshBytes = files.mesh === undefined ? undefined : open(files.mesh, 'ff7-p');
    const textures = files.textures.map((file) => {
      const textureBytes = open(file, 'ff7-tex');
      const image = textureBytes && decodeOr(texture, textureBytes, file, issues);
      return image === undefined ? undefined : { name: stem(file).toLowerCase(), texture: image };
    });
    resources.set(name.toLowerCase(), {
      name,
      mesh: meshBytes && decodeOr(mesh, meshBytes, files.mesh!, issues),
      ...(meshBytes === undefined ? {} : { meshFile: files.mesh! }),
      textures,
    });
  }
  const clips = animations.flatMap((file) => {
    const bytes = source.open(file.name)!;
    const animation = decodeOr(fieldAnimation, bytes, file.name, issues);
    if (animation === undefined) return [];
    sources.push({ name: fileName(file.name), format: 'ff7-a', bytes });
    return { name: stem(file.name).toLowerCase(), animation };
  });
  return { name: stem(entry.name).toLowerCase(), hrc: skeleton, resources, animations: clips, sources };
}
