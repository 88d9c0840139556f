import { issueKinds } from '../../issue.ts';

/** What writing scenes as X-Ray files can report. */
export const targetIssues = issueKinds('xray', {
  unchanged: {
    severity: 'info',
    means: 'The scene is the one that the original makes: the original was written, byte for byte.',
    remedy: 'Nothing.',
  },
  edited: {
    severity: 'info',
    means: 'A part of the original was replaced by what the scene has. All else is as it was, byte for byte.',
    remedy: 'Nothing.',
  },
  'made-anew': {
    severity: 'info',
    means: 'There is no original: the file was made from the scene alone, with the defaults of the SDK.',
    remedy: 'Give the original with `--base` to keep what a scene cannot say.',
  },
  'original-unreadable': {
    severity: 'warning',
    means: 'The original cannot be read, so that nothing of it is kept.',
    remedy: 'Take the original from another copy.',
  },
  'axes-restored': {
    severity: 'info',
    means: 'An editor turned the axes of bones. They were turned back to those of the original; nothing moves by that.',
    remedy: 'Nothing.',
  },
  'axes-unknown': {
    severity: 'warning',
    means:
      'The originals are motions without the model they move, so that nobody can tell whether an editor turned the axes of bones.',
    remedy: 'Give the model beside the motions: `--base` takes a folder.',
  },
  'nothing-to-write': {
    severity: 'error',
    means: 'The scene has nothing of what the format holds.',
    remedy: 'Choose another target: `exhume formats` lists them.',
  },
  'too-large': {
    severity: 'error',
    rule: '23.3',
    means: 'A part has more vertices or bones than the format can number.',
    remedy: 'Split the mesh, or remove bones.',
  },
  'name-replaced': {
    severity: 'warning',
    rule: '2',
    means: 'A name has characters outside the code page of the game; they were replaced by `_`.',
    remedy: 'Rename it with Latin or Cyrillic letters.',
  },
  'scale-baked': {
    severity: 'info',
    rule: '21.1',
    means: 'Bones have no scale in this game; that of the scene went into positions.',
    remedy: 'Apply the scale in the editor to be sure of the result.',
  },
  'scale-lost': {
    severity: 'warning',
    rule: '21.1',
    means: 'A clip scales bones, which the game cannot do. The scale was left out.',
    remedy: 'Animate without scale.',
  },
  'morphs-lost': {
    severity: 'warning',
    means: 'The game has no morph targets. They were left out.',
    remedy: 'Use bones instead.',
  },
  'motions-elsewhere': {
    severity: 'info',
    rule: '14.2',
    means: 'The model refers to motion files, so that the clips were not written into it.',
    remedy: 'Write them as a file of their own: `--to omf`.',
  },
  'texture-not-written': {
    severity: 'warning',
    means: 'A picture could not be made into a texture of the game.',
    remedy: 'Convert the picture to PNG, or write the texture with another tool.',
  },
  'weights-reduced': {
    severity: 'info',
    rule: '9',
    means: 'Vertices follow more than four bones; the four strongest were kept.',
    remedy: 'Nothing: the engine takes no more.',
  },
});
