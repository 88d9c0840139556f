import { issueKinds } from '../../issue.ts';

/** What finding the files of a model can tell. */
export const modelIssues = issueKinds('bfres', {
  'animation-by-bones': {
    severity: 'info',
    means: 'A file of animations was taken for those of a model because the names of the bones are the same.',
    remedy: 'Leave the file out of the folder if it belongs to another model.',
  },
});
