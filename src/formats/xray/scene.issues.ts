import { issueKinds } from '../../issue.ts';

/** What making scenes of X-Ray files can meet. */
export const sceneIssues = issueKinds('xray', {
  'unreadable-model': {
    severity: 'error',
    means: 'A file that a model is made of has no part that can be shown.',
    remedy: 'The file is damaged, or of a version that is not known here. `exhume inspect` shows what it holds.',
  },
  'unreadable-file': {
    severity: 'warning',
    means: 'A file that belongs to a model cannot be read. The model is made without it.',
    remedy: 'Take the file from another copy. `exhume inspect` shows where reading stopped.',
  },
  'smoothing-chosen': {
    severity: 'info',
    rule: '8.6',
    means: 'The smoothing values of a mesh mean different normals to different games, and the file does not say which.',
    remedy: 'Compare with the game, and say which it is with `--smoothing soc` or `--smoothing cop`.',
  },
  'faces-left-out': {
    severity: 'info',
    rule: '7.2',
    means: 'Faces without area or with indices out of range are not drawn.',
    remedy: 'Nothing. Writing the model back unedited keeps them.',
  },
  'weights-left-out': {
    severity: 'info',
    rule: '9',
    means: 'Vertices follow more bones than the engine takes; the strongest were kept.',
    remedy: 'Nothing: the game does the same when it compiles the model.',
  },
  'bound-to-root': {
    severity: 'warning',
    rule: '9',
    means: 'Vertices without weight were bound to the root bone.',
    remedy: 'Assign the vertices to a bone.',
  },
  'unmatched-bones': {
    severity: 'warning',
    rule: '11.4',
    means: 'A motion moves bones that the model does not have; those movements were left out.',
    remedy: 'Nothing, if the motion is shared by several models. Otherwise rename the bones so that they match.',
  },
  'motion-without-bones': {
    severity: 'warning',
    rule: '11.4',
    means: 'None of the bones that a motion moves is in the model; the motion was left out.',
    remedy: 'The motion belongs to another skeleton.',
  },
  'too-many-frames': {
    severity: 'warning',
    means: 'A motion claims more frames than any real one has. Only the first were taken.',
    remedy: 'Mend the end frame of the motion.',
  },
  'level-geometry': {
    severity: 'warning',
    rule: '14.1',
    means:
      'The vertices of a part lie in the files of a level, which are not read. The part is kept as bytes, not shown.',
    remedy: 'Nothing: only models that stand alone can be shown.',
  },
  'no-bind-pose': {
    severity: 'warning',
    rule: '14.7',
    means: 'A compiled model has bones without bind pose. It is shown without skeleton.',
    remedy: 'Compile the model again.',
  },
  'texture-missing': {
    severity: 'warning',
    rule: '18.1',
    means: 'A texture was not found; the material is plain.',
    remedy: 'Add the folder `textures` of the game data to the input.',
  },
  'texture-run-time': {
    severity: 'info',
    rule: '18.1',
    means: 'A texture is made by the game while it runs, so that there is no file; the material is plain.',
    remedy: 'Nothing.',
  },
  'texture-elsewhere': {
    severity: 'info',
    rule: '18.1',
    means: 'A texture was found by its file name alone, in another folder than it is named with.',
    remedy: 'Check that it is the right one.',
  },
  'texture-unreadable': {
    severity: 'warning',
    means: 'A texture was found but could not be decoded; the material is plain.',
    remedy: '`exhume inspect` on the texture shows why.',
  },
  'motions-missing': {
    severity: 'warning',
    rule: '15.4',
    means: 'A motion file that a model refers to was not found.',
    remedy: 'Add the folder `meshes` of the game data to the input.',
  },
  'lod-missing': {
    severity: 'info',
    rule: '23.3',
    means: 'The model that stands in at a distance was not found.',
    remedy: 'Add the folder it is in to the input.',
  },
  'motions-guessed': {
    severity: 'info',
    means: 'Motions belong to the model by a rule of thumb: no file says so.',
    remedy: 'Check that they move the model as they should.',
  },
  'motion-hidden': {
    severity: 'info',
    rule: '15.4',
    means: 'Motion files hold motions of the same name. The game takes that of the last file, the others got a number.',
    remedy: 'Nothing.',
  },
  'no-model': {
    severity: 'info',
    means:
      'No model names these motions, or is the only one beside them with their bones. They are shown as bones side by side.',
    remedy: 'Convert them together with the model they are for, in a folder of their own.',
  },
});
