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
  'no-original': {
    severity: 'error',
    means: 'There is no original to put the scene into: nothing is written.',
    remedy: 'Give the file of the game that the model is from with `--base`.',
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
