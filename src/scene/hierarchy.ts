import type { Node } from './scene.ts';

/**
 * The indices of all nodes, parents before their children.
 *
 * @throws Error where nodes are their own ancestors or a parent does not exist; `validateScene` tells which.
 */
export function hierarchy(nodes: readonly Node[]): number[] {
  const order: number[] = [];
  const isPlaced = new Uint8Array(nodes.length);
  const isOpen = new Uint8Array(nodes.length);
  for (let node = 0; node < nodes.length; node++) {
    const branch: number[] = [];
    let at: number | undefined = node;
    while (at !== undefined && isPlaced[at] !== 1) {
      if (nodes[at] === undefined) throw new Error(`node ${branch.at(-1)} has parent ${at}, there are ${nodes.length}`);
      if (isOpen[at] === 1) throw new Error(`node ${at} '${nodes[at]!.name}' is its own ancestor`);
      isOpen[at] = 1;
      branch.push(at);
      at = nodes[at]!.parent;
    }
    for (const placed of branch.reverse()) {
      isPlaced[placed] = 1;
      order.push(placed);
    }
  }
  return order;
}

/** The nodes that are their own ancestors, and those that hang from them. */
export function nodesInCycles(nodes: readonly Node[]): number[] {
  // A node is fine when its parent is: whatever is never reached from a root hangs in a cycle.
  const children = childrenOf(nodes);
  const reached = new Set<number>();
  const stack = nodes.flatMap(({ parent }, i) => (parent === undefined || nodes[parent] === undefined ? [i] : []));
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    reached.add(node);
    for (const child of children[node]!) stack.push(child);
  }
  return [...nodes.keys()].filter((i) => !reached.has(i));
}

/** Of each node, the indices of its children in the order of the nodes. */
export function childrenOf(nodes: readonly Node[]): number[][] {
  const children: number[][] = nodes.map(() => []);
  for (const [i, { parent }] of nodes.entries()) if (parent !== undefined) children[parent]?.push(i);
  return children;
}

/** The level of detail each node is drawn at: its own, or else its parent's; 0 for roots that have none. */
export function lodsOf(nodes: readonly Node[]): number[] {
  const lods = new Array<number>(nodes.length).fill(0);
  for (const i of hierarchy(nodes)) {
    const { lod, parent } = nodes[i]!;
    lods[i] = lod ?? (parent === undefined ? 0 : lods[parent]!);
  }
  return lods;
}
