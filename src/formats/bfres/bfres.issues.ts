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
});
