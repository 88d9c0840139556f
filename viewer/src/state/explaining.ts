import { decoder } from '../decoder/client.ts';
import type { Located } from '../decoder/protocol.ts';
import { attempt } from './messages.ts';
import { store } from './state.ts';

// One selection for scene, outline and bytes.

/** Takes a file apart. */
export async function showFile(name: string): Promise<void> {
  const file = await decoder().inspect(name);
  store.set({
    file,
    rowCount: file?.rows ?? 0,
    outlineVersion: store.get().outlineVersion + 1,
    selected: undefined,
    selectedLine: -1,
    layer: { ref: '', path: '', size: file?.size ?? 0 },
    byte: 0,
  });
  const { showing, origin } = store.get();
  if (showing.selected !== undefined && name === origin) await showNodeBytes(showing.selected);
}

export function selectRow(ref: string): Promise<void> {
  return attempt(async () => take(await decoder().reveal(ref)));
}

export function toggleRow(ref: string): Promise<void> {
  return attempt(async () => take(await decoder().toggle(ref)));
}

/** The cursor moves at once; what the byte is comes when the worker knows, unless the cursor has moved on by then. */
export function selectByte(offset: number): Promise<void> {
  const { layer, revealed } = store.get();
  const byte = Math.max(0, Math.min(layer.size - 1, offset));
  store.set({ byte, revealed: revealed + 1 });
  return attempt(async () => {
    const located = await decoder().locateByte(byte, layer.ref);
    if (store.get().byte !== byte || store.get().layer.ref !== layer.ref || located === undefined) return;
    // What nothing explains stays in sight among the bytes that it is one of.
    take({ ...located, layer }, byte);
  });
}

/** From what a part of the file unpacks to, back to that part. */
export function leaveLayer(): Promise<void> {
  return selectRow(store.get().layer.ref);
}

export function selectPath(path: string): Promise<void> {
  return attempt(async () => take(await decoder().locatePath(path)));
}

/** Selects a node of the scene, and the bytes that it was made from. */
export function selectNode(node: number | undefined): Promise<void> {
  const { showing } = store.get();
  store.set({ showing: { ...showing, selected: node } });
  return attempt(async () => {
    if (node !== undefined) await showNodeBytes(node);
  });
}

/** The bytes of a node, or of the nearest node above it that comes from a file. */
async function showNodeBytes(node: number): Promise<void> {
  const { scene, origin, file } = store.get();
  let at: number | undefined = node;
  while (at !== undefined && scene?.nodes[at]?.origin === undefined) at = scene?.nodes[at]?.parent;
  if (at === undefined) return;
  if (origin !== undefined && file?.name !== origin) return showFile(origin);
  const link = file?.links.find((link) => link.node === at);
  if (link !== undefined) take(await decoder().reveal(link.ref), undefined, node);
}

/** Selects what was located, and the node that it belongs to. */
function take(located: Located | undefined, byte?: number, chosen?: number): void {
  if (located === undefined) return;
  const { showing, outlineVersion, revealed, layer } = store.get();
  const node = chosen ?? located.node ?? showing.selected;
  store.set({
    selected: located.row,
    selectedLine: located.index,
    rowCount: located.rows,
    outlineVersion: outlineVersion + 1,
    revealed: revealed + 1,
    // The same object as long as it is the same bytes: pages that were fetched stay good.
    layer: located.layer.ref === layer.ref ? layer : located.layer,
    byte: byte ?? located.row.start,
    showing: node === showing.selected ? showing : { ...showing, selected: node },
  });
}
