import { CodecError, type Path } from '../../issue.ts';
import type { Extras } from '../../scene/scene.ts';
import { gltfIssues } from './gltf.check.ts';

/**
 * A value in JSON from a stranger: every step and every read checks what it finds and tells where it was.
 *
 * @throws CodecError `gltf/bad-json` from every method, where something else is found.
 */
export class Json {
  readonly value: unknown;
  private readonly parent: Json | undefined;
  private readonly step: string | number;

  constructor(value: unknown, parent?: Json, step: string | number = '') {
    this.value = value;
    this.parent = parent;
    this.step = step;
  }

  get path(): Path {
    return this.parent === undefined ? [] : [...this.parent.path, this.step];
  }

  get exists(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  fail(reason: string): never {
    throw new CodecError(gltfIssues['bad-json'].code, reason, 0, this.path);
  }

  /** Whether an object has a member with a value. */
  has(name: string): boolean {
    const { [name]: value } = this.object;
    return value !== undefined && value !== null;
  }

  /** The member of an object; one whose value does not exist where it is missing. */
  get(name: string): Json {
    return new Json(Object.hasOwn(this.object, name) ? this.object[name] : undefined, this, name);
  }

  private get object(): Record<string, unknown> {
    const { value } = this;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) this.fail(`${show(value)} is no object`);
    return value as Record<string, unknown>;
  }

  /** The items of a list member; none where it is missing. */
  list(name: string): Json[] {
    const member = this.get(name);
    if (!member.exists) return [];
    if (!Array.isArray(member.value)) member.fail(`${show(member.value)} is no list`);
    return (member.value as unknown[]).map((item, i) => new Json(item, member, i));
  }

  /** The members of an object by name; none where it does not exist. */
  entries(): [string, Json][] {
    return this.exists ? Object.entries(this.object).map(([name, value]) => [name, new Json(value, this, name)]) : [];
  }

  number(name: string, otherwise: number): number {
    const { [name]: value } = this.object;
    if (value === undefined) return otherwise;
    if (typeof value !== 'number' || !Number.isFinite(value)) this.get(name).fail(`${show(value)} is no number`);
    return value as number;
  }

  /** A whole number of at least 0. */
  count(name: string, otherwise?: number): number {
    const value = this.number(name, otherwise ?? -1);
    if (!Number.isSafeInteger(value) || value < 0) this.get(name).fail(`${show(this.object[name])} is no count`);
    return value;
  }

  /** An index into a list of `count`; undefined where it is missing. */
  index(name: string, count: number): number | undefined {
    const { [name]: value } = this.object;
    if (value === undefined || isIndex(value, count)) return value;
    return this.get(name).asIndex(count);
  }

  asIndex(count: number): number {
    const { value } = this;
    if (isIndex(value, count)) return value;
    if (!Number.isSafeInteger(value) || (value as number) < 0) this.fail(`${show(value)} is no index`);
    this.fail(`index ${value}, there are ${count}`);
  }

  /** A list of indices into a list of `count`. */
  indices(name: string, count: number): number[] {
    return this.list(name).map((item) => item.asIndex(count));
  }

  /** As many numbers as stated; undefined where they are missing. */
  numbers(name: string, length: number): number[] | undefined {
    const { [name]: value } = this.object;
    if (value === undefined) return undefined;
    const isFine = Array.isArray(value) && value.length === length && value.every((x) => Number.isFinite(x));
    if (!isFine) this.get(name).fail(`${show(value)} in place of ${length} numbers`);
    return value as number[];
  }

  text(name: string, otherwise = ''): string {
    const { [name]: value } = this.object;
    if (value === undefined) return otherwise;
    if (typeof value !== 'string') this.get(name).fail(`${show(value)} is no text`);
    return value as string;
  }

  flag(name: string): boolean {
    const { [name]: value } = this.object;
    if (value !== undefined && typeof value !== 'boolean')
      this.get(name).fail(`${show(value)} is neither true nor false`);
    return value === true;
  }

  /** The extension of this name, where the value has it. */
  extension(name: string): Json | undefined {
    if (!this.has('extensions')) return undefined;
    const extensions = this.get('extensions');
    return extensions.has(name) ? extensions.get(name) : undefined;
  }

  /** The extras, without those that we add for ourselves. Undefined where there are none. */
  get extras(): Extras | undefined {
    const { extras } = this.object;
    if (typeof extras !== 'object' || extras === null || Array.isArray(extras)) return undefined;
    const { exhume: _, ...others } = extras as Extras;
    return Object.keys(others).length === 0 ? undefined : others;
  }

  /** What we added for ourselves. */
  get ours(): Json | undefined {
    const { extras } = this.object;
    if (typeof extras !== 'object' || extras === null || Array.isArray(extras)) return undefined;
    const ours = new Json(extras, this, 'extras').get('exhume');
    return typeof ours.value === 'object' && ours.exists && !Array.isArray(ours.value) ? ours : undefined;
  }
}

const isIndex = (value: unknown, count: number): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < count;

/** A value, short enough for a message. */
function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? `a list of ${value.length}` : 'an object';
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
