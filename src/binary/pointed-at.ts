import type { Codec } from './codec.ts';

/** Codecs that pointers lead to: a list whose items are of such a codec is one that pointers may lead into. */
export const pointedAt: WeakSet<Codec<unknown>> = new WeakSet();

/** Codecs that are items of lists. Where such an item ends matters, as the next one begins there. */
export const listed = new WeakSet<Codec<any>>();
