import { pathOf, type Span } from 'exhume/binary';
import type { Link } from './protocol.ts';

/** What is known of the nodes of the scene that is shown. */
export interface NamedNodes {
  readonly names: readonly string[];
  /** Indices of the nodes that are bones, in the order of the skin. */
  readonly joints: readonly number[];
}

export const noNodes: NamedNodes = { names: [], joints: [] };

/** Lists that hold bones, whatever a format calls them. */
const BONES = /bones?|joints?|tracks?|skeleton|nodes?/i;

/**
 * Which values of a file are about which nodes: the structure that has the name of the node in it, and where bones have no
 * names in the file, the item at their place in a list of as many bones.
 */
export function linksOf(spans: readonly Span[], nodes: NamedNodes): readonly Link[] {
  const byName = new Map(nodes.names.map((name, node) => [name, node]));
  const found = new Map<number, Span>();
  const lists: Span[] = [];
  visit(spans);
  for (const list of lists) {
    const items = list.children.filter(({ name }) => typeof name === 'number');
    if (items.length !== nodes.joints.length) continue;
    for (const [i, node] of nodes.joints.entries()) if (!found.has(node)) found.set(node, items[i]!);
  }
  return [...found].map(([node, span]) => ({ node, ref: refOf(span, spans) }));

  function visit(level: readonly Span[]): void {
    for (const span of level) {
      const node = typeof span.value === 'string' ? byName.get(span.value) : undefined;
      const owner = node === undefined ? undefined : ownerOf(span);
      if (owner !== undefined) keepBetter(node!, owner);
      if (span.children.length > 0 && span.children.at(-1)!.name === span.children.length - 1 && isAboutBones(span))
        lists.push(span);
      visit(span.children);
    }
  }

  function keepBetter(node: number, owner: Span): void {
    const known = found.get(node);
    if (known === undefined || (!isAboutBones(known) && isAboutBones(owner))) found.set(node, owner);
  }
}

/** The structure that a name is the name of: what a pointer or text stands in is none. */
function ownerOf(span: Span): Span | undefined {
  let at: Span | undefined = span;
  while (at?.parent !== undefined && (at.name === '*' || /name|text|string|id/i.test(`${at.name}`))) at = at.parent;
  return at === span ? span.parent : at;
}

function isAboutBones(span: Span): boolean {
  return pathOf(span).some((step) => typeof step === 'string' && BONES.test(step));
}

function refOf(span: Span, roots: readonly Span[]): string {
  const steps: number[] = [];
  for (let at: Span | undefined = span; at !== undefined; at = at.parent) {
    steps.unshift((at.parent?.children ?? roots).indexOf(at));
  }
  return steps.join('/');
}
