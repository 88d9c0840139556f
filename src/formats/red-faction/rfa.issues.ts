import { issueKinds } from '../../issue.ts';

const CODEC_REMEDY = 'The file is damaged or was cut off. Copy it again from its source.';

/** Everything that can be said about a clip: specification, section 14, rules A01 to A15; A16 takes a mesh. */
export const issues = issueKinds('rfa', {
  'unknown-version': {
    severity: 'error',
    rule: 'A01',
    means: 'The clip is of a version that the game does not play.',
    remedy: 'Write it again with a tool that writes version 7 or 8.',
  },
  'no-room': {
    severity: 'error',
    rule: 'A01',
    means: 'The file is too small for the number of bones it states.',
    remedy: CODEC_REMEDY,
  },
  'negative-count': {
    severity: 'error',
    rule: 'A02',
    means: 'A number of bones or keys is negative.',
    remedy: CODEC_REMEDY,
  },
  'bad-offset': {
    severity: 'error',
    rule: 'A02',
    means: 'A bone track would lie outside the file, or in its header.',
    remedy: CODEC_REMEDY,
  },
  'track-cut-off': {
    severity: 'error',
    rule: 'A02',
    means: 'The file ends inside a bone track.',
    remedy: CODEC_REMEDY,
  },
  'overlapping-tracks': {
    severity: 'error',
    rule: 'A03',
    means: 'The tracks claim more bytes than the file has, because they overlap.',
    remedy: 'No tool writes such files: this one is damaged or was made to do harm.',
  },
  'unusual-layout': {
    severity: 'warning',
    rule: 'A04',
    means: 'Tracks are not stored one behind the other in their order, or bytes of the file belong to nothing.',
    remedy: 'The game finds the tracks all the same. They keep their places until an edit changes their size.',
  },
  'layout-given-up': {
    severity: 'info',
    rule: 'A04',
    means: 'The unusual layout of the file cannot be kept, as parts have changed size.',
    remedy: 'Nothing to do: the file is written in the usual order, without its unused bytes.',
  },
  'bone-count': {
    severity: 'warning',
    rule: 'A05',
    means: 'The clip moves no bone, or more than the 50 that a character can have.',
    remedy: 'Export the clip with the skeleton of its character.',
  },
  'keys-out-of-order': {
    severity: 'error',
    rule: 'A06',
    means: 'The times of the keys of a track do not increase.',
    remedy: 'Sort the keys, and drop all but one of those at the same time.',
  },
  'keys-outside-clip': {
    severity: 'warning',
    rule: 'A07',
    means: 'Keys lie before the start of the clip or behind its end, where the game never gets.',
    remedy: 'Move `startTime` and `endTime`, or leave the keys out.',
  },
  'ends-before-start': {
    severity: 'error',
    rule: 'A08',
    means: 'The clip ends before it starts.',
    remedy: 'Set `endTime` behind `startTime`.',
  },
  'no-duration': {
    severity: 'warning',
    rule: 'A08',
    means: 'The clip ends when it starts.',
    remedy: 'Set `endTime` behind `startTime`: one frame is 160 ticks.',
  },
  'no-position-keys': {
    severity: 'warning',
    rule: 'A09',
    means: 'A bone has no position keys, so the game collapses it onto its parent.',
    remedy: 'Add two keys, at start and end, with the position of the bone at rest.',
  },
  'no-rotation-keys': {
    severity: 'warning',
    rule: 'A09',
    means: 'A bone has no rotation keys, so the game aligns it with its parent.',
    remedy: 'Add two keys, at start and end, with the rotation of the bone at rest.',
  },
  'one-rotation-key': {
    severity: 'warning',
    rule: 'A09',
    means: 'A bone has a single rotation key: before its time the game reads memory that is not the clip.',
    remedy: 'Repeat the key at the end of the clip.',
  },
  'not-finite': {
    severity: 'error',
    rule: 'A10',
    means: 'A weight or a position is not a finite number.',
    remedy: 'Replace the number. Conversions leave such keys out.',
  },
  'zero-rotation': {
    severity: 'error',
    rule: 'A11',
    means: 'A rotation key has a quaternion of length zero, which is no rotation.',
    remedy: 'Replace the key. Conversions take it for no rotation.',
  },
  'rotation-length': {
    severity: 'warning',
    rule: 'A11',
    means:
      'The quaternion of a rotation key is not 16383 long. Above that, the game snaps to the next key instead of turning.',
    remedy: 'Normalise the quaternions, multiply by 16383 and cut the fractions off.',
  },
  'odd-weight': {
    severity: 'warning',
    rule: 'A12',
    means: 'The weight of a track is outside 0 to 10.',
    remedy: 'Use 10 for clips that replace others, less to mix.',
  },
  'odd-ramps': {
    severity: 'warning',
    rule: 'A12',
    means: 'The times of fading in and out are negative or longer than the clip.',
    remedy: 'Set them to 0 for loops, to some frames of 160 ticks for actions.',
  },
  'negative-ease': {
    severity: 'warning',
    rule: 'A13',
    means: 'An ease of a rotation key is negative, which makes the game jump.',
    remedy: 'Set it to 0. Conversions take it for 0.',
  },
  'opposite-hemispheres': {
    severity: 'info',
    rule: 'A13',
    means: 'Neighbouring rotation keys are stored with opposite signs. The game takes the shorter way all the same.',
    remedy: 'Nothing to do.',
  },
  'pad-not-zero': {
    severity: 'info',
    rule: 'A13',
    means: 'The unused bytes of rotation keys are not zero.',
    remedy: 'Nothing to do: they are kept.',
  },
  'bad-morph': {
    severity: 'error',
    rule: 'A14',
    means:
      'The counts of morph vertices and keyframes do not agree with each other, with the clip or with the size of the file.',
    remedy: 'Export the morph animation again, or set both counts to 0.',
  },
  'zero-controls': {
    severity: 'warning',
    rule: 'A15',
    means:
      'The control points of a position key are zero while its position is not: the bone dives to its parent between keys.',
    remedy: 'Control points are absolute. For a straight line put them on thirds of the way.',
  },
  'tracks-left-out': {
    severity: 'warning',
    rule: 'A16',
    means: 'The clip has more tracks than the skeleton has bones.',
    remedy: 'The clip belongs to another mesh.',
  },
  'end-assumed': {
    severity: 'info',
    means: 'The clip does not end behind its start, so its last key was taken for its end.',
    remedy: 'Set `endTime` behind `startTime`.',
  },
  'keys-left-out': {
    severity: 'error',
    means: 'Keys that no animation can have were left out.',
    remedy: '`exhume check` tells which keys they are.',
  },
  'rotation-assumed': {
    severity: 'warning',
    means: 'Keys with a quaternion of length zero became no rotation.',
    remedy: '`exhume check` tells which keys they are.',
  },
  'keys-cut': {
    severity: 'info',
    means: 'Keys outside the clip were replaced by the values at its start and end.',
    remedy: 'Nothing to do: the game never plays them. The original keeps them.',
  },
  'no-skeleton': {
    severity: 'warning',
    means: 'A clip was converted without a mesh: its bones have no names and no parents, so it does not show a pose.',
    remedy: 'Convert it together with the mesh: give the folder, or both files.',
  },
  'morph-left-out': {
    severity: 'info',
    means: 'The clip moves vertices, which cannot be shown without the mesh.',
    remedy: 'Convert it together with the mesh.',
  },
  'scale-lost': {
    severity: 'warning',
    means: 'A clip scales bones, which the game cannot.',
    remedy: 'Apply the scale in the modelling program, or move the bones instead.',
  },
  'bones-at-rest': {
    severity: 'info',
    means: 'A clip does not move some bones. They get two keys that hold them as they stand in the scene.',
    remedy: 'Nothing to do: a bone without keys would collapse onto its parent.',
  },
  'bones-changed': {
    severity: 'info',
    means: 'Bones move otherwise than in the original, and got new keys. All others keep theirs to the bit.',
    remedy: 'Nothing to do, if that is what was edited.',
  },
  'clip-changed': {
    severity: 'info',
    means: 'A clip has another duration or fades otherwise than the original.',
    remedy: 'Nothing to do, if that is what was edited.',
  },
});
