import { issueKinds } from '../../issue.ts';

/** What writing a scene as files of a game tells. */
export const targetIssues = issueKinds('bfres', {
  unchanged: {
    severity: 'info',
    means: 'Nothing was changed: the original is written, byte for byte.',
    remedy: 'Nothing to do.',
  },
  edited: {
    severity: 'info',
    means: 'Parts of the original were replaced by those of the scene.',
    remedy: 'Nothing to do: everything else is as it was.',
  },
  'made-anew': {
    severity: 'info',
    means: 'There is no original of the model: what glTF does not say has the values that are usual in official files.',
    remedy: 'Give the original with `--base` to keep what only it knows.',
  },
  'shader-unknown': {
    severity: 'info',
    means:
      'Materials made anew name no shader of a game: which parameters and options its shaders want nobody can invent.',
    remedy:
      'Give a Switch file of the game whose materials are alike with `--base`: theirs are taken, with the new textures.',
  },
  'material-borrowed': {
    severity: 'info',
    means: 'A material made anew has shader, parameters and options of one of the original, and its own textures.',
    remedy: 'Nothing to do: look at the result in the game.',
  },
  'unproven-structure': {
    severity: 'info',
    means: 'Structures were written that are known from descriptions alone, as no public file has them.',
    remedy: 'Try them in the game. Morph targets can be left out in the editor.',
  },
  'bound-at-rest': {
    severity: 'info',
    means: 'The scene has its joints posed. The model rests in the pose that its vertices were bound to the bones in.',
    remedy: 'Nothing to do: clips play as they did. To have the pose, make a clip of it.',
  },
  'axes-restored': {
    severity: 'info',
    means:
      'The axes of bones are not those of the original: editors, Blender among them, turn bones to point at their children. They were turned back, clips included, so that other clips of the game still fit.',
    remedy: 'Nothing to do: nothing moves by that.',
  },
  'level-left-out': {
    severity: 'warning',
    means: 'A coarser level of detail belongs to no mesh that could be told from its name.',
    remedy: 'Name it for the finest level: `Body LOD1` for `Body`.',
  },
  'nothing-to-write': {
    severity: 'error',
    means: 'The scene has neither bones nor meshes nor clips.',
    remedy: 'Look at the scene in a viewer: something got lost before.',
  },
  'original-unreadable': {
    severity: 'warning',
    means: 'An original could not be read and was left out of account.',
    remedy: '`exhume check` tells what is wrong with it.',
  },
  'clip-kept': {
    severity: 'info',
    means: 'The scene lacks clips of the original: they are kept.',
    remedy: 'Nothing to do.',
  },
  'not-written': {
    severity: 'warning',
    means: 'A change of the scene that the format has no place for, or that is not supported.',
    remedy: 'Change it in the original with a tool made for that.',
  },
  'bones-ignored': {
    severity: 'info',
    means: 'Nodes of the scene are no bones of the original: they are ignored.',
    remedy: 'Nothing to do: editors add such nodes. Bones can not be added to an original.',
  },
});
