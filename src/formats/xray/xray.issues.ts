import { issueKinds } from '../../issue.ts';

/** What several X-Ray formats can meet. */
export const issues = issueKinds('xray', {
  'no-end-of-text': {
    severity: 'warning',
    rule: '23.2 no-nul',
    means: 'A text fills its chunk without the zero that should end it.',
    remedy: 'It is read up to the end of its chunk and written back unchanged.',
  },
  'bad-rate': {
    severity: 'error',
    rule: '23.1',
    means: 'A motion does not have a positive number of frames per second.',
    remedy: 'Set the rate, usually 30.',
  },
  'bad-range': {
    severity: 'error',
    rule: '23.1',
    means: 'A motion ends before it begins.',
    remedy: 'Set its end frame behind its first frame.',
  },
  'keys-out-of-order': {
    severity: 'warning',
    rule: '23.2 keys-order',
    means: 'The times of the keys of a curve do not increase.',
    remedy: 'The game takes such curves. Sort the keys, and drop all but one of those at the same time.',
  },
  'unknown-shape': {
    severity: 'warning',
    means: 'A key has a shape that the engine does not know: the curve is 0 before it.',
    remedy: 'Give the key one of the shapes 0 to 5.',
  },
  'duplicate-name': {
    severity: 'warning',
    rule: '23.2 dup-names',
    means: 'Two things that are found by name have the same name.',
    remedy: 'Rename one of them: only one of the two will be found.',
  },
  'no-root-bone': {
    severity: 'error',
    rule: '23.1',
    means: 'The parents of the bones lead in a circle.',
    remedy: 'Give every bone a parent nearer to the root, and the root none.',
  },
  'missing-parent': {
    severity: 'warning',
    rule: '10.1',
    means: 'A bone names a parent that is not there. It is taken as a root.',
    remedy: 'Name an existing bone as its parent.',
  },
  'several-roots': {
    severity: 'warning',
    rule: '10.1',
    means: 'More than one bone has no parent.',
    remedy: 'Skeletons of the game have exactly one root.',
  },
  'too-many-bones': {
    severity: 'info',
    rule: '23.3',
    means: 'There are more bones than the 64 that the game accepts.',
    remedy: 'Remove bones before the model is compiled.',
  },
  'partition-bones': {
    severity: 'info',
    rule: '23.3',
    means: 'The partitions do not name every bone exactly once.',
    remedy: 'Add the bones that are missing to a partition, and remove those that occur twice.',
  },
  'bad-crc': {
    severity: 'warning',
    rule: '15.2',
    means: 'The checksum of the keys of a track is not the one of its bytes.',
    remedy: 'The game does not look at it. The track was edited by hand, or is damaged.',
  },
  'motion-mismatch': {
    severity: 'warning',
    rule: '15.1',
    means: 'The definitions of motions and their keys do not agree about what there is.',
    remedy: 'The game finds motions by their definitions. Compile them again.',
  },
  'slot-mismatch': {
    severity: 'error',
    rule: '15.1',
    means: 'The partitions do not give each track of the motions exactly one bone.',
    remedy: 'Compile the motions again with partitions that hold every bone once.',
  },
  'index-out-of-range': {
    severity: 'error',
    rule: '23.1',
    means: 'An index points outside the list it belongs to.',
    remedy: 'The file is damaged or was written by a faulty tool.',
  },
  'missing-chunk': {
    severity: 'error',
    rule: '23.1',
    means: 'A chunk that the game or the SDK needs is not there, or could not be read.',
    remedy: 'Take the file from another copy, or save it again in the SDK.',
  },
  'wrong-version': {
    severity: 'error',
    rule: '23.1',
    means: 'The version of a part is not the one that the game or the SDK accepts.',
    remedy: 'Save the file with the tools of the game it is for.',
  },
  'texture-extension': {
    severity: 'warning',
    rule: '23.2 texture-ext',
    means: 'The name of a texture has an extension, which the SDK strips.',
    remedy: 'Remove the extension: textures are named without.',
  },
  'wrong-bounds': {
    severity: 'info',
    rule: '23.3',
    means: 'The stored bounding box is not the one of the vertices.',
    remedy: 'The SDK computes it when it saves the file.',
  },
});
