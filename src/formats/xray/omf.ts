import type { Infer } from '../../binary/index.ts';
import { startsWith, xrayChunks } from './chunk.ts';
import { DEFINITIONS_ID, definitionsChunk, MOTIONS_ID, motionsChunk } from './motions.ts';

// `.omf`: compiled motions for all models of a skeleton (specification, section 15).

export const omfFile = startsWith(
  MOTIONS_ID,
  xrayChunks('CompiledMotions', {
    motions: [MOTIONS_ID, motionsChunk],
    definitions: [DEFINITIONS_ID, definitionsChunk],
  }),
);
export type OmfFile = Infer<typeof omfFile>;
