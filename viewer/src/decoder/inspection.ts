import { type InspectedFile, inspect, type OpenedFile, parsePath, toJson } from 'exhume';
import { type Path, patch, type Span } from 'exhume/binary';
import { Content, contentBehind } from './content.ts';
import { linksOf, type Origins } from './links.ts';
import { Outline } from './outline.ts';
import type { Inspected, Layer, Link, Located, Segment, TakenFile } from './protocol.ts';
import { pathText, rootValue, typedValue } from './value.ts';

/** A file that is being explained: its outline, its bytes, and the way from one to the other. */
export class Inspection {
  readonly links: readonly Link[];
  private readonly inspected: InspectedFile;
  private readonly outline: Outline;
  private readonly nodeOf: ReadonlyMap<string, number>;
  private readonly contents = new Map<string, Content>();

  constructor(file: OpenedFile, origins: Origins) {
    this.inspected = inspect(file);
    const { trace, gaps } = this.inspected;
    const root = trace && rootValue(trace, gaps);
    this.outline = new Outline(root ?? rootValue({ spans: [] } as never, [{ start: 0, end: file.bytes.length }]));
    this.links =
      trace === undefined || origins.file !== file.name ? [] : linksOf(origins, (path) => this.refBehind(path));
    this.nodeOf = new Map(this.links.map(({ node, ref }) => [ref, node]));
    for (const i of [0, 1]) if (this.outline.length === i + 1 && root?.childCount === 1) this.outline.toggle('0');
  }

  get summary(): Inspected {
    const { file, issues, gaps } = this.inspected;
    return {
      name: file.name,
      title: file.format?.title ?? 'Unknown format',
      format: file.format?.id,
      wrappers: file.wrappers.map(({ wrapper }) => wrapper.title),
      size: file.bytes.length,
      issues: [...issues, ...this.rules()],
      unexplained: gaps.reduce((sum, { start, end }) => sum + end - start, 0),
      rows: this.outline.length,
      links: this.links,
    };
  }

  rows(from: number, to: number) {
    return this.outline.rows(from, to);
  }

  toggle(ref: string): Located {
    this.outline.toggle(ref);
    return this.locate(ref);
  }

  reveal(ref: string): Located {
    this.outline.reveal(ref);
    return this.locate(ref);
  }

  locateByte(offset: number, layer: string): Located | undefined {
    const ref = this.content(layer).refAt(offset);
    if (ref !== undefined) return this.reveal(ref);
    // Of what was unpacked, nothing stands for bytes that nothing explains.
    return layer === '' ? undefined : this.reveal(layer);
  }

  locatePath(path: string): Located | undefined {
    const steps = parsePath(path);
    if (steps === undefined) return undefined;
    // Rules may speak of what is not there: then what is around it is the place.
    for (let length = steps.length; length > 0; length--) {
      const ref = this.refOfPath(steps.slice(0, length));
      if (ref !== undefined) return this.reveal(ref);
    }
    return undefined;
  }

  bytes(from: number, to: number, layer: string): Uint8Array<ArrayBuffer> {
    return this.content(layer).bytes.slice(from, to);
  }

  segments(from: number, to: number, layer: string): Segment[] {
    return this.content(layer).segments(from, to);
  }

  json(ref: string): string {
    return JSON.stringify(toJson(this.outline.value(ref).content), undefined, 2);
  }

  /** @throws RangeError or CodecError where the text is no such value */
  patched(ref: string, text: string): TakenFile & { readonly changed: number } {
    const { file } = this.inspected;
    const value = this.outline.value(ref);
    const span = {
      ...value,
      name: value.name,
      parent: undefined,
      codec: value.codec!,
      children: [],
    } as unknown as Span;
    const inner = patch(file.bytes, span, typedValue(value, text));
    const changed = inner.reduce((count, byte, i) => count + (byte === file.bytes[i] ? 0 : 1), 0);
    const bytes = file.wrappers.reduceRight((bytes, { wrapper, wrapped }) => wrapper.wrap(bytes, wrapped), inner);
    return { name: file.name, bytes: bytes.slice(), changed };
  }

  private locate(ref: string): Located {
    const node = this.nodeAround(ref);
    return {
      row: this.outline.row(ref),
      index: this.outline.lineOf(ref) ?? 0,
      rows: this.outline.length,
      layer: this.layerOf(this.outline.packedAround(ref) ?? ''),
      ...(node === undefined ? {} : { node }),
    };
  }

  private layerOf(ref: string): Layer {
    const path = ref === '' ? '' : pathText(this.outline.value(ref));
    return { ref, path, size: this.content(ref).bytes.length };
  }

  /** The bytes of the file, or those that a value unpacks to, with what they are. */
  private content(layer: string): Content {
    const known = this.contents.get(layer);
    if (known !== undefined) return known;
    const { file, trace, gaps } = this.inspected;
    const made =
      layer === '' ? new Content(file.bytes, trace, gaps, '') : contentBehind(this.outline.value(layer), layer);
    this.contents.set(layer, made);
    return made;
  }

  private nodeAround(ref: string): number | undefined {
    for (let at = ref; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
      const node = this.nodeOf.get(at);
      if (node !== undefined) return node;
    }
    return undefined;
  }

  private *rules() {
    const { file, value } = this.inspected;
    if (file.format !== undefined && value !== undefined) yield* file.format.check(value);
  }

  /** The value itself, where the path leads to a pointer to it. */
  private refBehind(path: Path): string | undefined {
    const ref = this.refOfPath(path);
    if (ref === undefined) return undefined;
    const { childCount, child } = this.outline.value(ref);
    return childCount === 1 && child(0).name === '→' ? `${ref}/0` : ref;
  }

  private refOfPath(steps: Path): string | undefined {
    const refs: number[] = [];
    let value = rootValue(this.inspected.trace!, []);
    for (let i = 0; i < steps.length; ) {
      const wanted = typeof steps[i] === 'number' ? `[${steps[i]}]` : `${steps[i]}`;
      const position = positionOf(value, wanted);
      if (position === undefined) return undefined;
      refs.push(position);
      value = value.child(position);
      if (value.name !== '→') i++;
    }
    return refs.join('/');
  }
}

function positionOf(value: ReturnType<typeof rootValue>, wanted: string): number | undefined {
  let behindPointer: number | undefined;
  const isIndex = wanted.startsWith('[');
  const likely = isIndex ? Number(wanted.slice(1, -1)) : -1;
  if (likely >= 0 && likely < value.childCount && value.child(likely).name === wanted) return likely;
  // Of long lists the items are found by their index, above; names are those of few fields.
  for (let i = 0; i < Math.min(value.childCount, 4096); i++) {
    const { name } = value.child(i);
    if (name === wanted) return i;
    if (name === '→') behindPointer ??= i;
  }
  return behindPointer;
}
