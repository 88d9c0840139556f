import { issueKinds } from '../../issue.ts';

/** What putting files together to models reports. */
export const modelIssues = issueKinds('red-faction', {
  'unreadable-file': {
    severity: 'warning',
    means: 'A file that would belong to a model cannot be read.',
    remedy: 'Checking the file by itself tells what is wrong with it.',
  },
  'missing-clip': {
    severity: 'info',
    means: 'A table names clips that the source does not have.',
    remedy: 'Usual, even in the game. If you miss a clip, add the packfile that has it to the input.',
  },
  'missing-texture': {
    severity: 'warning',
    rule: 'M13',
    means: 'The mesh names textures that the source does not have. Their materials are grey.',
    remedy: 'Add the folder or packfile that has them to the input, or name it with `--with`.',
  },
  'other-bone-count': {
    severity: 'warning',
    rule: 'A16',
    means: 'A table gives the mesh a clip with another number of bones. It is left out: it would pose the wrong bones.',
    remedy: 'The clip was made for another mesh, or one of the two was replaced by a mod.',
  },
  'other-bone-order': {
    severity: 'warning',
    rule: 'A16',
    means: 'A clip has as many bones as the mesh, but their lengths tell that they come in another order.',
    remedy:
      'A clip that a table names is used, and will look wrong; others are left out. Look for the mesh it was made for.',
  },
  'fit-by-skeleton': {
    severity: 'info',
    means: 'Clips that no table names were given to the mesh because the lengths of their bones fit.',
    remedy: 'Add the tables (`entity.tbl` and others) to the input to get the clips that the game plays.',
  },
  'clip-without-mesh': {
    severity: 'warning',
    means: 'A clip that fits no mesh of the source stands alone. Its bones move, but what hangs on what is not known.',
    remedy: 'It is no pose. Add the character mesh that the clip was made for to the input.',
  },
  skins: {
    severity: 'info',
    means: 'Tables have other sets of textures for the mesh. The scene shows the one that the mesh names.',
    remedy: 'The sets are in the extras of the scene, as `rf_skins`.',
  },
  'table-distances': {
    severity: 'info',
    means: 'A table overrides the distances at which levels of detail take over.',
    remedy: 'The distances are in the extras of the scene, as `rf_uses`.',
  },
  'morph-lost': {
    severity: 'info',
    means: 'Clips move single vertices of a level of detail that is not in the scene.',
    remedy: 'Convert with all levels, or the finest.',
  },
  'morph-index': {
    severity: 'warning',
    rule: 'A16',
    means:
      'A clip moves vertices that the mesh does not have, or to places that are no numbers. They stay where they are.',
    remedy: 'The clip was made for another version of the mesh.',
  },
  'damaged-mesh': {
    severity: 'warning',
    means: 'A part of the mesh could not be read. The model has the rest.',
    remedy: 'Checking the mesh by itself tells what is wrong with it.',
  },
});
