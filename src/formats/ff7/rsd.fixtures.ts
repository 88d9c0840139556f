import { latin1 } from './text-lines.ts';

/** Small files, written by hand from the description of the format and not by its codec. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  'as the game has them': latin1.encode(
    ['@RSD940102', 'PLY=AAAC.PLY', 'MAT=AAAC.MAT', 'GRP=AAAC.GRP', 'NTEX=1', 'TEX[0]=AABC.TIM', ''].join('\r\n'),
  ),
  'comments, unix line ends': latin1.encode('# before\n@RSD940102\nPLY=My mesh.PLY\n\n# unused\nNTEX=0'),
};
