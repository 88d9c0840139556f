import type { Infer } from '../../binary/index.ts';
import { countOf, list, struct, trailing, u32 } from '../../binary/index.ts';
import { startsWith, xrayChunks } from './chunk.ts';
import { motion } from './motion.ts';

// `.skl`: one skeleton motion in a chunk. `.skls`: any number of them, without chunks (specification, sections 11.5 and
// 11.6).

export const SKL_ID = 0x1200;

export const sklFile = startsWith(SKL_ID, xrayChunks('MotionFile', { motion: [SKL_ID, motion] }));
export type SklFile = Infer<typeof sklFile>;

export const sklsFile = struct('MotionList', {
  motionCount: countOf('motions', u32),
  motions: list(motion),
  trailing,
});
export type SklsFile = Infer<typeof sklsFile>;
