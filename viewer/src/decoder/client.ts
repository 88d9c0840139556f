import { proxy, wrap } from 'comlink';
import type { Decoder, SourceSpec } from './protocol.ts';

// The page's side of the worker, which starts when it is first needed.

type Remote = ReturnType<typeof wrap<Decoder>>;

let remote: Remote | undefined;

/** The decoder. Every method gives a promise. */
export function decoder(): Remote {
  remote ??= wrap<Decoder>(new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'decoder' }));
  return remote;
}

export function openSource(spec: SourceSpec, progress: (count: number) => void) {
  return decoder().open(spec, proxy(progress));
}
