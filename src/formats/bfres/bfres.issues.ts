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
    remedy: 'They are kept. `exhume check FILE --repair -o FOLDER` lays the file out anew without them.',
  },
  'mesh-codec': {
    severity: 'warning',
    means:
      'Vertices and indices are in the mesh codec of Tears of the Kingdom, which is not supported. Structure, skeleton and materials are.',
    remedy:
      'Unpack the file with a tool that decodes the mesh codec, and take what it makes. Unedited the package comes back the same.',
  },
  repaired: {
    severity: 'info',
    means: 'What follows from the rest of a file was made anew.',
    remedy: 'Nothing to do. What `exhume check` still tells of the result does not follow from anything.',
  },
  'layout-kept': {
    severity: 'info',
    means: "The file is not laid out as Nintendo's converter does: another tool wrote or edited it.",
    remedy:
      'Games accept it, and unedited it comes back the same. `exhume convert --to bfres --canonical` lays it out anew.',
  },
  'cut-off': {
    severity: 'error',
    rule: '22',
    means: 'The header says that the file is longer than it is: its end is missing.',
    remedy: 'Copy the file again from its source.',
  },
  'name-offset': {
    severity: 'warning',
    rule: '3.1',
    means: 'The offset of the file name does not lead to the characters of the name.',
    remedy: 'The game may know the file by a wrong name. `exhume check FILE --repair -o FOLDER` mends it.',
  },
  'string-pool': {
    severity: 'warning',
    rule: '3.3',
    means: 'The string pool has strings more than once, or another number of them than it says.',
    remedy: 'Games find strings by offset and do not mind. `exhume check FILE --repair -o FOLDER` builds it anew.',
  },
  'string-order': {
    severity: 'info',
    rule: '3.3',
    means: "The strings of the pool are not in the order of Nintendo's converter.",
    remedy: 'Games find strings by offset and do not mind. `exhume check FILE --repair -o FOLDER` builds it anew.',
  },
  'bad-dictionary': {
    severity: 'error',
    rule: '22',
    means: 'A dictionary leads out of itself, or some of its names cannot be found through it.',
    remedy: 'The game does not find the parts by name. `exhume check FILE --repair -o FOLDER` builds it anew.',
  },
  'dictionary-differs': {
    severity: 'warning',
    rule: '3.4',
    means: "A dictionary works but is not built as Nintendo's converter builds it.",
    remedy: 'Games do not mind. `exhume check FILE --repair -o FOLDER` builds it anew.',
  },
  'dictionary-names': {
    severity: 'error',
    rule: '3.4',
    means: 'A dictionary has other names than the elements of its array.',
    remedy: 'The game finds the wrong parts by name, or none. `exhume check FILE --repair -o FOLDER` builds it anew.',
  },
  'padding-used': {
    severity: 'warning',
    rule: '22',
    means: 'Fields that are empty in all files of Nintendo are not.',
    remedy: 'They are kept. If the game accepts the file, tell us: they may have a meaning.',
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
  'bad-relocation': {
    severity: 'error',
    rule: '22',
    means: 'The relocation table is missing, or a section or an entry of it leads out of the file.',
    remedy: 'The game crashes on it. `exhume check FILE --repair -o FOLDER` makes the table anew.',
  },
  'missing-relocation': {
    severity: 'error',
    rule: '4.6',
    means: 'A pointer is not in the relocation table: the game would read it as it is and crash.',
    remedy: '`exhume check FILE --repair -o FOLDER` makes the table anew.',
  },
  'extra-relocation': {
    severity: 'warning',
    rule: '4.6',
    means: 'The relocation table lists places where we see no pointer: a structure is not what we take it for.',
    remedy: 'If the game accepts the file, tell us: its layout may be one that we do not know.',
  },
  'outside-buffers': {
    severity: 'error',
    rule: '22',
    means: 'Indices or vertices do not lie in the part of the file that the relocation table names for them.',
    remedy: 'The game would draw other bytes. Export the model again.',
  },
  'palette-differs': {
    severity: 'warning',
    rule: '6.5',
    means: 'A bone names a place in the matrix palette that belongs to another bone, or to none.',
    remedy: 'Animated, vertices may follow the wrong bone. Export the skeleton again.',
  },
  'inverse-differs': {
    severity: 'warning',
    rule: '6.3',
    means: 'Inverse matrices of the palette do not undo where their bones are at rest.',
    remedy: 'The model is bent even at rest. `exhume check FILE --repair -o FOLDER` computes them anew.',
  },
  'box-too-small': {
    severity: 'warning',
    rule: '8.3',
    means: 'Vertices of a mesh stand out of its bounding box.',
    remedy:
      'The game may stop drawing it while it is still in sight. `exhume check FILE --repair -o FOLDER` computes the bounds anew.',
  },
  'skin-bones': {
    severity: 'warning',
    rule: '8.1',
    means: 'The list of bones that move a shape is not that of the bones with an influence on its vertices.',
    remedy: '`exhume check FILE --repair -o FOLDER` makes the list anew.',
  },
  'degenerate-triangles': {
    severity: 'warning',
    rule: '22',
    means: 'Triangles without area, as two of their corners are at one place, or indices that make no whole triangle.',
    remedy: 'They cost a little and show nothing. Export the mesh without them.',
  },
  'texture-elsewhere': {
    severity: 'info',
    rule: '22',
    means: 'A material names textures that the file does not have, though it has others.',
    remedy: 'They may be in another file of the game. Otherwise add them, or name those that are there.',
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
  'curve-flags': {
    severity: 'warning',
    rule: '13.1',
    means: 'Flags of an animated bone name other components than its curves drive.',
    remedy: 'We go by the curves. A game that goes by the flags leaves some out: export the animation again.',
  },
  'curve-jumps': {
    severity: 'warning',
    rule: '12.2',
    means: 'A segment of a curve does not end where the next begins, by more than rounding.',
    remedy: 'The animation jerks there. If that is not meant, export it again.',
  },
  'last-key': {
    severity: 'warning',
    rule: '12.2',
    means: 'The last key of a curve has tangents, though no segment begins there.',
    remedy: 'Nothing comes of it. Tools leave it behind.',
  },
  'derived-total': {
    severity: 'warning',
    rule: '13',
    means: 'A number of an animation is not the one that follows from its curves.',
    remedy: 'Games reserve memory by it. `exhume check FILE --repair -o FOLDER` computes it anew.',
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
