import { issueKinds } from '../../issue.ts';

/** What can be wrong with a Switch file. The rules are those of the specification, section 22. */
export const issues = issueKinds('bfres', {
  'unknown-version': {
    severity: 'error',
    means: 'The layout of this version of the format is not known. Known are 5 to 10.',
    remedy:
      'The first Switch games used older layouts, later ones may use newer: open an issue with the name of the game.',
  },
  'text-not-utf8': {
    severity: 'warning',
    means: 'A name is no UTF-8, in which all names of the format are.',
    remedy: 'It is kept as long as nothing is changed. Rename the part, or repair the file it came from.',
  },
  'duplicate-name': {
    severity: 'error',
    means: 'Two elements of an array have the same name: the game finds parts by name.',
    remedy: 'Rename one of them.',
  },
  'unknown-curve': {
    severity: 'error',
    means: 'A curve of a type that nobody knows, so that its data cannot be measured.',
    remedy: 'The file is damaged, or of a newer version than it says.',
  },
  'unused-bytes': {
    severity: 'warning',
    means: 'Bytes between the structures to which nothing leads: tools leave them behind when they edit a file.',
    remedy: 'They are kept. Convert with `--canonical` to have the file laid out anew without them.',
  },
  'mesh-codec': {
    severity: 'warning',
    means:
      'Vertices and indices are in the mesh codec of Tears of the Kingdom, which is not supported. Structure, skeleton and materials are.',
    remedy:
      'Unpack the file with a tool that decodes the mesh codec, and take what it makes. Unedited the package comes back the same.',
  },
  'layout-kept': {
    severity: 'info',
    means: "The file is not laid out as Nintendo's converter does: another tool wrote or edited it.",
    remedy: 'Games accept it, and unedited it comes back the same. `--canonical` lays it out anew.',
  },
  'dictionary-differs': {
    severity: 'warning',
    means: 'A dictionary is not the one that follows from the names of its array.',
    remedy: 'The game may not find the parts by name. `--repair` builds it anew.',
  },
  'bad-parent': {
    severity: 'error',
    rule: '22',
    means: 'The parent of a bone does not stand before it, or is no bone.',
    remedy: 'Skeletons need parents before children: export the model again.',
  },
  'bad-palette': {
    severity: 'error',
    rule: '22',
    means: 'A place in the matrix palette, or the index of a bone in it, is out of range.',
    remedy: 'Vertices would follow bones that are not there. Bind the shape anew.',
  },
  'bad-index': {
    severity: 'error',
    rule: '22',
    means: 'An index leads beyond the vertices, bones, materials or vertex buffers that there are.',
    remedy: 'The game would read what is not there. Export the model again.',
  },
  'bad-attribute': {
    severity: 'error',
    rule: '22',
    means: 'A vertex attribute is of an unknown format, or lies outside of its buffer.',
    remedy: 'Export the model again with formats that the game knows.',
  },
  'bad-curve': {
    severity: 'error',
    rule: '22',
    means: 'A curve without keys, with keys out of order, or with values that are no numbers.',
    remedy: 'Export the animation again.',
  },
  'missing-relocation': {
    severity: 'error',
    rule: '4.6',
    means: 'A pointer is not in the relocation table: the game would read it as it is and crash.',
    remedy: 'Convert with `--canonical` to have the table made anew.',
  },
  'extra-relocation': {
    severity: 'warning',
    rule: '4.6',
    means: 'The relocation table lists places where we see no pointer: a structure is not what we take it for.',
    remedy: 'If the game accepts the file, tell us: its layout may be one that we do not know.',
  },
  'weights-sum': {
    severity: 'warning',
    rule: '9',
    means: 'Weights of vertices do not sum to 255.',
    remedy: 'The vertices shrink towards the origin, or away from it. Normalise the weights.',
  },
  'identity-bits': {
    severity: 'warning',
    rule: '6.2',
    means: 'Flags of a bone say that its scale, rotation or translation does nothing, and it does.',
    remedy: 'The game may leave it out of account. Set the bits to what the transform is.',
  },
  'curve-ends': {
    severity: 'warning',
    rule: '12.2',
    means: 'Start and end of a curve are not its first and last key.',
    remedy: 'Set them to the frames of those keys.',
  },
  'normals-length': {
    severity: 'warning',
    rule: '22',
    means: 'Normals are not of length 1.',
    remedy: 'The shape is lit wrongly. Normalise the normals.',
  },
});
