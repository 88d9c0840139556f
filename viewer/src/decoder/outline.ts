import type { OutlineRow } from './protocol.ts';
import { editingOf, pathText, type Value } from './value.ts';

interface Branch {
  readonly value: Value;
  readonly parent: Branch | undefined;
  /** Position among the children of the parent. */
  readonly index: number;
  /** The children that are open, by position. */
  readonly open: Map<number, Branch>;
  /** Lines below it. */
  size: number;
}

/**
 * The lines of a tree of which some branches are open. A line is found by counting what the open branches before it take:
 * nothing is made for lines that nobody sees, so tables of any length open at once.
 */
export class Outline {
  private readonly root: Branch;

  constructor(root: Value) {
    this.root = { value: root, parent: undefined, index: 0, open: new Map(), size: root.childCount };
  }

  /** How many lines there are. */
  get length(): number {
    return this.root.size;
  }

  rows(from: number, to: number): OutlineRow[] {
    const rows: OutlineRow[] = [];
    for (let line = Math.max(0, from); line < Math.min(to, this.length); line++) rows.push(this.rowAt(line));
    return rows;
  }

  rowAt(line: number): OutlineRow {
    let branch = this.root;
    let left = line;
    for (;;) {
      const { index, inside } = step(branch, left);
      if (inside === undefined) return rowOf(branch.value.child(index), refOf(branch, index), branch.open.has(index));
      branch = branch.open.get(index)!;
      left = inside;
    }
  }

  /** Index of the line of a value; undefined where it lies in a closed branch. */
  lineOf(ref: string): number | undefined {
    let branch = this.root;
    let line = 0;
    const steps = stepsOf(ref);
    for (const [i, index] of steps.entries()) {
      line += index;
      for (const [position, { size }] of branch.open) if (position < index) line += size;
      if (i === steps.length - 1) return line;
      const next = branch.open.get(index);
      if (next === undefined) return undefined;
      branch = next;
      line++;
    }
    return undefined;
  }

  value(ref: string): Value {
    return stepsOf(ref).reduce((value, index) => value.child(index), this.root.value);
  }

  /** The value whose bytes unpack to what another lies in; undefined where that lies in the file. */
  packedAround(ref: string): string | undefined {
    const steps = stepsOf(ref);
    const { unpacked } = this.value(ref);
    if (unpacked === undefined) return undefined;
    const depth = steps.findIndex((_, i) => this.value(steps.slice(0, i + 1).join('/')).unpacked === unpacked);
    return steps.slice(0, depth).join('/');
  }

  row(ref: string): OutlineRow {
    const steps = stepsOf(ref);
    const isOpen = this.branchAt(steps) !== undefined;
    return rowOf(this.value(ref), ref, isOpen);
  }

  toggle(ref: string): void {
    const steps = stepsOf(ref);
    if (this.branchAt(steps) === undefined) this.openBranch(steps);
    else this.closeBranch(steps);
  }

  /** Opens everything around a value. */
  reveal(ref: string): void {
    const steps = stepsOf(ref);
    for (let depth = 1; depth < steps.length; depth++) this.openBranch(steps.slice(0, depth));
  }

  private branchAt(steps: readonly number[]): Branch | undefined {
    return steps.reduce<Branch | undefined>((branch, index) => branch?.open.get(index), this.root);
  }

  private openBranch(steps: readonly number[]): void {
    const parent = this.branchAt(steps.slice(0, -1));
    const index = steps.at(-1)!;
    if (parent === undefined || parent.open.has(index)) return;
    const value = parent.value.child(index);
    if (value.childCount === 0) return;
    parent.open.set(index, { value, parent, index, open: new Map(), size: value.childCount });
    resize(parent, value.childCount);
  }

  private closeBranch(steps: readonly number[]): void {
    const branch = this.branchAt(steps)!;
    branch.parent!.open.delete(branch.index);
    resize(branch.parent!, -branch.size);
  }
}

function resize(branch: Branch | undefined, by: number): void {
  for (let at = branch; at !== undefined; at = at.parent) at.size += by;
}

/** Which child a line of a branch is, or which line inside of it. */
function step({ open }: Branch, line: number): { readonly index: number; readonly inside?: number } {
  let before = 0;
  for (const [index, { size }] of [...open].sort(([a], [b]) => a - b)) {
    if (line - before < index) break;
    if (line - before === index) return { index };
    if (line - before <= index + size) return { index, inside: line - before - index - 1 };
    before += size;
  }
  return { index: line - before };
}

function refOf(branch: Branch, index: number): string {
  const steps = [index];
  for (let at = branch; at.parent !== undefined; at = at.parent) steps.unshift(at.index);
  return steps.join('/');
}

function stepsOf(ref: string): number[] {
  return ref.split('/').map(Number);
}

function rowOf(value: Value, ref: string, isOpen: boolean): OutlineRow {
  const editing = editingOf(value);
  return {
    ref,
    depth: stepsOf(ref).length - 1,
    name: value.name,
    path: pathText(value),
    kind: value.kind,
    text: value.text,
    unit: value.unit,
    doc: value.doc,
    start: value.start,
    end: value.end,
    childCount: value.childCount,
    isOpen,
    isComplete: value.isComplete,
    category: value.category,
    isUnpacked: value.unpacked !== undefined,
    ...(editing === undefined ? {} : { editing }),
  };
}
