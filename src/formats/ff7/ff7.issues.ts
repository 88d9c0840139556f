import { issueKinds } from '../../issue.ts';

/** What finding and converting models of Final Fantasy VII can report. */
export const ff7Issues = issueKinds('ff7', {
  'records-left-out': {
    severity: 'warning',
    means: 'Animations that cannot be read are missing from the model.',
    remedy: '`exhume check` tells what is wrong with them. Take the bank from another copy.',
  },
  'no-such-weapon': {
    severity: 'warning',
    means: 'The model does not have the weapon that was asked for; it got its first.',
    remedy: 'Choose one of the numbers, `all` or `none`.',
  },
  'polygons-left-out': {
    severity: 'warning',
    means: 'Polygons that refer to vertices which do not exist.',
    remedy: '`exhume check` tells where. Export the mesh again.',
  },
  'coordinates-replaced': {
    severity: 'warning',
    means: 'Coordinates that are no numbers became 0.',
    remedy: '`exhume check` tells where. Export the mesh again.',
  },
  'missing-texture': {
    severity: 'warning',
    rule: 'AA-TEX',
    means: 'Meshes use textures that the model does not have; they are drawn in their plain colours.',
    remedy: 'Put the files of the textures beside the model.',
  },
  'blending-approximated': {
    severity: 'info',
    means: 'Groups that add to what lies behind them, or take from it. glTF can only mix.',
    remedy: 'The way is kept in `extras.ff7.blendMode` of the material.',
  },
  'part-left-out': {
    severity: 'warning',
    means: 'A file of the model cannot be read; the model is converted without it.',
    remedy: '`exhume check` tells what is wrong with it. Take it from another copy.',
  },
  'missing-mesh': {
    severity: 'warning',
    rule: 'AA-MODEL',
    means: 'The skeleton announces meshes that are not there; the bones stay without.',
    remedy: 'Put the files of the meshes beside the skeleton.',
  },
  'mesh-not-drawn': {
    severity: 'warning',
    rule: 'AA-MODEL',
    means: 'There are meshes for bones that the skeleton says have none. They are shown.',
    remedy: 'The game does not draw them: set `hasModel` of the bones, or remove the files.',
  },
  'texture-count': {
    severity: 'warning',
    rule: 'AA-TEX',
    means: 'There is another number of textures than the skeleton announces.',
    remedy: 'Put the missing textures beside the skeleton, or correct its `textureCount`.',
  },
  'missing-weapon': {
    severity: 'warning',
    means: 'There are fewer weapons than the skeleton announces.',
    remedy: 'Put the files of the weapons beside the skeleton.',
  },
  'missing-bank': {
    severity: 'warning',
    means: 'The animations of the model are not there; it is converted without, and its bones lie in a line.',
    remedy: 'Put the bank beside the skeleton: the file that ends in `da`, or `.a00`.',
  },
  'record-count': {
    severity: 'warning',
    rule: 'DA-SPLIT',
    means: 'The bank has another number of records than the skeleton announces.',
    remedy: 'Bank and skeleton may be of different models. The body records are taken as the skeleton says.',
  },
  'too-many-joints': {
    severity: 'warning',
    rule: 'DA-SPLIT',
    means: 'Records move more bones than the skeleton has; those beyond are left out.',
    remedy: 'Bank and skeleton may be of different models.',
  },
  'odd-weapon-record': {
    severity: 'warning',
    rule: 'DA-SPLIT',
    means: 'Records of the weapon have more than its one joint; the others are left out.',
    remedy: 'Bank and skeleton may be of different models.',
  },
  'no-skeleton': {
    severity: 'warning',
    means: 'A bank without a skeleton: how its bones hang together, and how long they are, is not known.',
    remedy: 'Put the skeleton beside it. Limit breaks of magic.lgp play on the players of battle.lgp.',
  },
  'borrowed-skeleton': {
    severity: 'info',
    means: 'A bank without a skeleton of its own is shown on that of the player it belongs to.',
    remedy: 'Nothing needs to be done.',
  },
  'missing-resource': {
    severity: 'warning',
    means: 'Files that a field model names are not there; it is converted without them.',
    remedy: 'Put the files beside the skeleton.',
  },
  'animations-by-bone-count': {
    severity: 'info',
    rule: 'A-BONES',
    means: 'Animations were taken because they have as many bones as the skeleton: nothing else ties them together.',
    remedy: 'Choose others with `--animations NAME,NAME`.',
  },
  'animations-to-choose': {
    severity: 'info',
    rule: 'A-BONES',
    means: 'So many animations have as many bones as the skeleton that none was taken.',
    remedy: 'Choose with `--animations NAME,NAME`, or take `--animations all`.',
  },
  'animations-do-not-fit': {
    severity: 'warning',
    rule: 'A-BONES',
    means: 'Animations have another number of bones than the skeleton, and were left out.',
    remedy: 'Choose animations of the same model.',
  },
  'no-such-animation': {
    severity: 'warning',
    means: 'There is no animation of the name that was asked for.',
    remedy: '`exhume ls` lists the animations that are there.',
  },
  'picture-left-out': {
    severity: 'warning',
    means: 'A picture of the scene that we cannot read; what it covers keeps its plain colours.',
    remedy: 'Store the picture as PNG.',
  },
  'too-many-textures': {
    severity: 'error',
    means: 'A model of more textures than file names of the game have room for.',
    remedy: 'Bring several pictures together in one.',
  },
  'too-many-bones': {
    severity: 'error',
    means: 'A model of more bones than the game has room for.',
    remedy: 'Leave out bones, or bring the branches of the skeleton into fewer places: each takes a helper bone.',
  },
  'clips-kept': {
    severity: 'info',
    means: 'Clips of the original that the scene no longer has; their records stay as they were.',
    remedy: 'Records are referred to by number, so that none can go. Write over a clip to be rid of it.',
  },
  'bone-motion-lost': {
    severity: 'warning',
    means: 'Bones move away from where their parents end, which the game cannot say: they only turn.',
    remedy: 'Animate rotations. Only the root can be moved.',
  },
  repacked: {
    severity: 'info',
    means:
      'The bank was written anew: at the lowest precision that keeps every pose, and without leftovers of editors.',
    remedy: 'Nothing needs to be done.',
  },
  'made-anew': {
    severity: 'info',
    means: 'There were no original files to compare with: everything was made from the scene.',
    remedy: 'Give the originals with `--base` to keep what a scene cannot say.',
  },
  'parts-changed': {
    severity: 'info',
    means: 'What differs from the originals, and was written from the scene. All else is the original, byte for byte.',
    remedy: 'Nothing needs to be done.',
  },
  'no-settings': {
    severity: 'info',
    means: 'A new model has no settings: action scripts that tell which animation is played when.',
    remedy: 'Take the file that ends in `ab` of a model with the same animations.',
  },
  'weights-split': {
    severity: 'info',
    means: 'Vertices that several bones moved; each went to the bone that moves its triangle most.',
    remedy: 'Nothing needs to be done: models of the game are made of rigid parts.',
  },
  'triangles-left-out': {
    severity: 'warning',
    means: 'Triangles that hang from no bone.',
    remedy: 'Attach the mesh to a bone.',
  },
  'morphs-left-out': {
    severity: 'info',
    means: 'Morph targets, which the game does not know.',
    remedy: 'Nothing needs to be done.',
  },
  'helper-bones': {
    severity: 'info',
    means: 'Bones that were added because children of a bone begin in several places, or do not lie on its axis.',
    remedy: 'Nothing needs to be done.',
  },
});
