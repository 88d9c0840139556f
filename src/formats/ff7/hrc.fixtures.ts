import { latin1 } from './text-lines.ts';

const windows = (...lines: string[]) => latin1.encode(lines.map((line) => `${line}\r\n`).join(''));

/** Small files, written by hand from the description of the format and not by its codec. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  'two bones': windows(
    ...[':HEADER_BLOCK 2', ':SKELETON pip_sk', ':BONES 2'],
    ...['', 'hip', 'root', '1.7457236', '1 AAAB'],
    ...['', 'chest', 'hip', '5.181539', '0 '],
  ),
  'a root alone': windows(':HEADER_BLOCK 2', ':SKELETON box', ':BONES 0', '', 'null', 'root', '1.0', '1 BOXA'),
  'comments, unix line ends': latin1.encode(
    [
      '# made by a tool',
      ':HEADER_BLOCK 2',
      ':SKELETON t',
      ':BONES 1',
      '',
      '',
      'a.b',
      'root',
      '2',
      '3 x.1  x.2 x.3',
      '',
    ].join('\n'),
  ),
};
