import { type Camera, type Object3D, Vector3 } from 'three';

/** What is drawn over the model in flat lines: always in sight, always sharp. */
export interface OverlayContent {
  readonly joints: readonly Joint[];
  readonly selected: number | undefined;
  readonly showSkeleton: boolean;
  readonly showNames: boolean;
}

export interface Joint {
  readonly node: number;
  readonly name: string;
  readonly object: Object3D;
  /** Node of the joint above it. */
  readonly parent: number | undefined;
}

interface Placed {
  readonly x: number;
  readonly y: number;
  /** From -1 at the front to 1 at the back. */
  readonly depth: number;
  readonly joint: Joint;
}

/** How near to a joint a click has to be, in CSS pixels. */
const REACH = 14;

/** Bones, their names and what is selected, on a canvas of its own. */
export class Overlay {
  readonly element: HTMLCanvasElement;

  private placed: readonly Placed[] = [];

  constructor(canvas: HTMLCanvasElement) {
    this.element = canvas;
  }

  resize(width: number, height: number, ratio: number): void {
    this.element.width = Math.round(width * ratio);
    this.element.height = Math.round(height * ratio);
  }

  draw(content: OverlayContent, camera: Camera, ratio: number): void {
    const context = this.element.getContext('2d')!;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const width = this.element.width / ratio;
    const height = this.element.height / ratio;
    context.clearRect(0, 0, width, height);
    this.placed = place(content.joints, camera, width, height);
    const style = styleOf(this.element);
    if (content.showSkeleton) drawBones(context, this.placed, style);
    const selected = this.placed.find(({ joint }) => joint.node === content.selected);
    if (selected !== undefined) drawSelected(context, selected, this.placed, style);
    if (content.showNames) drawNames(context, this.placed, selected, style);
  }

  /** The joint at a place of the canvas. */
  jointAt(x: number, y: number): number | undefined {
    let nearest: number | undefined;
    let distance = REACH;
    for (const placed of this.placed) {
      const away = Math.hypot(placed.x - x, placed.y - y);
      if (away >= distance) continue;
      distance = away;
      nearest = placed.joint.node;
    }
    return nearest;
  }
}

interface Style {
  readonly bone: string;
  readonly halo: string;
  readonly accent: string;
  readonly font: string;
}

function styleOf(element: HTMLElement): Style {
  const style = getComputedStyle(element);
  const value = (name: string) => style.getPropertyValue(name).trim();
  return {
    bone: value('--stage-bone'),
    halo: value('--stage-halo'),
    accent: value('--stage-accent'),
    font: `${style.fontSize} ${style.fontFamily}`,
  };
}

function place(joints: readonly Joint[], camera: Camera, width: number, height: number): Placed[] {
  const point = new Vector3();
  const placed: Placed[] = [];
  for (const joint of joints) {
    point.setFromMatrixPosition(joint.object.matrixWorld).project(camera);
    if (point.z < -1 || point.z > 1) continue;
    placed.push({ x: ((point.x + 1) / 2) * width, y: ((1 - point.y) / 2) * height, depth: point.z, joint });
  }
  return placed;
}

function drawBones(context: CanvasRenderingContext2D, placed: readonly Placed[], { bone, halo }: Style): void {
  const byNode = new Map(placed.map((item) => [item.joint.node, item]));
  for (const [color, extra] of [
    [halo, 2],
    [bone, 0],
  ] as const) {
    context.fillStyle = color;
    for (const { x, y, joint } of placed) {
      const parent = joint.parent === undefined ? undefined : byNode.get(joint.parent);
      if (parent !== undefined) taper(context, parent, { x, y }, 3 + extra, 0.6 + extra / 2);
    }
    for (const { x, y } of placed) dot(context, x, y, 2.6 + extra / 2);
  }
}

/** A bone: thick at the parent, thin at the child. */
function taper(context: CanvasRenderingContext2D, from: Point, to: Point, wide: number, narrow: number): void {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length < 0.5) return;
  const nx = -(to.y - from.y) / length;
  const ny = (to.x - from.x) / length;
  context.beginPath();
  context.moveTo(from.x + nx * wide, from.y + ny * wide);
  context.lineTo(to.x + nx * narrow, to.y + ny * narrow);
  context.lineTo(to.x - nx * narrow, to.y - ny * narrow);
  context.lineTo(from.x - nx * wide, from.y - ny * wide);
  context.fill();
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function dot(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

function drawSelected(context: CanvasRenderingContext2D, item: Placed, placed: readonly Placed[], style: Style): void {
  const children = placed.filter(({ joint }) => joint.parent === item.joint.node);
  context.fillStyle = style.halo;
  for (const child of children) taper(context, item, child, 5, 2);
  dot(context, item.x, item.y, 7);
  context.fillStyle = style.accent;
  for (const child of children) taper(context, item, child, 3.5, 0.8);
  dot(context, item.x, item.y, 5);
  drawName(context, item, style.accent, style);
}

/** Names from front to back, those left out that would cover another. */
function drawNames(
  context: CanvasRenderingContext2D,
  placed: readonly Placed[],
  selected: Placed | undefined,
  style: Style,
): void {
  context.font = style.font;
  const height = Number.parseFloat(style.font) * 1.1;
  const taken: { readonly left: number; readonly right: number; readonly y: number }[] = [];
  const claim = ({ x, y, joint }: Placed): boolean => {
    const [left, right] = [x, x + 12 + context.measureText(joint.name).width];
    const isFree = taken.every((box) => right < box.left || left > box.right || Math.abs(y - box.y) > height);
    if (isFree) taken.push({ left, right, y });
    return isFree;
  };
  if (selected !== undefined) claim(selected);
  for (const item of placed.toSorted((a, b) => a.depth - b.depth)) {
    if (item !== selected && claim(item)) drawName(context, item, style.bone, style);
  }
}

function drawName(
  context: CanvasRenderingContext2D,
  { x, y, joint }: Placed,
  color: string,
  { halo, font }: Style,
): void {
  context.font = font;
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = 3.5;
  context.strokeStyle = halo;
  context.strokeText(joint.name, x + 9, y);
  context.fillStyle = color;
  context.fillText(joint.name, x + 9, y);
}
