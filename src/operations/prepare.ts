import { wrappers } from '../formats/registry.ts';

/** Loads what compressions need, such as WebAssembly. Has to have resolved before the first file is opened. */
export async function prepare(): Promise<void> {
  await Promise.all(wrappers.map((wrapper) => wrapper.ready?.()));
}
