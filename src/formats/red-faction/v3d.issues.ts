import { issueKinds } from '../../issue.ts';

/** What reading a mesh can meet. */
export const codecIssues = issueKinds('v3d', {
  'no-header': {
    severity: 'error',
    rule: 'M01',
    means: 'The file does not begin with the header of a mesh.',
    remedy: 'The file is cut off, empty or of another kind. `exhume inspect` without `--format` tells which.',
  },
  'bad-count': {
    severity: 'error',
    rule: 'M01',
    means: 'A count or a size that the remaining bytes cannot hold.',
    remedy: 'The file is damaged at the count or cut off behind it. Copy it again from its source.',
  },
  'unreadable-section': {
    severity: 'error',
    rule: 'M01',
    means: 'A section of the mesh cannot be read. It and all behind it are kept as bytes; what is before it is usable.',
    remedy: 'The file is damaged or cut off at that place. Copy it again from its source.',
  },
  'data-size': {
    severity: 'error',
    rule: 'M04',
    means: 'The data block of a level of detail is longer or shorter than its counts say.',
    remedy: 'The level was written by a faulty tool, or the file is damaged. Write the mesh again with another tool.',
  },
  'stream-size': {
    severity: 'error',
    rule: 'M05',
    means: 'A batch reserves fewer bytes for a stream than its vertices or triangles take.',
    remedy: 'The batch was written by a faulty tool, or the file is damaged. Write the mesh again with another tool.',
  },
});

/** What a mesh cannot say in a scene, or has to say differently. */
export const sceneIssues = issueKinds('v3d', {
  'texture-unreadable': {
    severity: 'warning',
    means: 'A texture was found but could not be read.',
    remedy: 'Check the texture by itself: `exhume check` tells what is wrong with it.',
  },
  'texture-renamed': {
    severity: 'info',
    means: 'A texture was found under another extension than the mesh names.',
    remedy: 'Nothing to do: the game looks for it in the same way.',
  },
  'texture-frames': {
    severity: 'info',
    means: 'A texture is animated. The scene shows its first frame.',
    remedy: 'glTF has no animated textures. The number of frames and their rate are in the extras of the image.',
  },
  'plain-material': {
    severity: 'warning',
    rule: 'M05',
    means: 'Batches without a valid texture got a plain material.',
    remedy: 'Set the texture index of the batch, or the material index of the texture, to one that exists.',
  },
  'damaged-level': {
    severity: 'warning',
    means: 'A level of detail whose data could not be read is left out of the scene.',
    remedy: 'Checking the mesh tells what is wrong with the level.',
  },
  'dropped-triangles': {
    severity: 'warning',
    rule: 'M05',
    means: 'Triangles with vertices that do not exist are left out of the scene.',
    remedy: 'Write the mesh again from its source.',
  },
  'replaced-normals': {
    severity: 'warning',
    rule: 'M10',
    means: 'Normals that are no numbers, or have no length, were computed from the triangles around.',
    remedy: 'Nothing to do: the file keeps its own until the vertices are edited.',
  },
  'replaced-numbers': {
    severity: 'warning',
    rule: 'M11',
    means: 'Numbers that are not finite became 0.',
    remedy: 'Write the mesh again from its source.',
  },
  'bound-to-root': {
    severity: 'warning',
    rule: 'M08',
    means: 'Vertices without a weight on an existing bone were bound to the root.',
    remedy: 'Give them weights in an editor.',
  },
  'scaled-weights': {
    severity: 'info',
    means: 'Weights that were not 255 in sum were scaled, as glTF wants it.',
    remedy: 'Nothing to do: the file keeps its own until they are edited.',
  },
  'became-root': {
    severity: 'warning',
    rule: 'M07',
    means: 'Bones whose parent does not exist, or that descend from themselves, became roots.',
    remedy: 'Set the parent to another bone, or to -1.',
  },
  'hung-on-model': {
    severity: 'warning',
    rule: 'M09',
    means: 'Spheres or prop points on bones that do not exist were put into model space.',
    remedy: 'Set the bone to an existing one, or to -1 for model space.',
  },
  blending: {
    severity: 'info',
    means: 'Batches are drawn by adding their colours, or in another way that glTF does not know.',
    remedy: 'Viewers show them as transparent. The render mode is in the extras of the material.',
  },
  'prop-points-differ': {
    severity: 'info',
    means: 'The lists of prop points differ between levels of detail; the scene shows the first.',
    remedy: 'Nothing to do: compilers write the same list everywhere, and the game reads the first.',
  },
});
