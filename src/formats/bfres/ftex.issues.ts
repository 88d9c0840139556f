import { issueKinds } from '../../issue.ts';

/** What can be said of the textures of a Wii U file. The rules are those of the specification, section 18. */
export const ftexIssues = issueKinds('ftex', {
  'unknown-texture': {
    severity: 'warning',
    means: 'Textures in a format that we cannot decode, or without all their pixels.',
    remedy: 'They are kept as they are. Open an issue with the number of the format.',
  },
  'unknown-tile-mode': {
    severity: 'warning',
    means: 'Textures whose pixels lie in an order that is not known: known are the tile modes 0, 1, 2 and 4.',
    remedy: 'They are kept as they are. Open an issue with the number of the tile mode and the name of the game.',
  },
  'finest-level-elsewhere': {
    severity: 'info',
    means: 'Textures of which this file has the smaller levels alone: the finest are in the `.Tex1` file beside it.',
    remedy: 'Take the pictures of `X.Tex1.sbfres`. Replace a texture in both files.',
  },
  'first-slice': {
    severity: 'warning',
    means: 'Textures with several slices, faces or depth, of which only the first is shown.',
    remedy: 'Nothing to do: the others are kept as they are.',
  },
  'signed-values': {
    severity: 'info',
    means: 'Textures hold signed values, which PNG cannot: -1 to 1 became 0 to 255.',
    remedy: 'Nothing to do: they come back as they were.',
  },
  'no-encoder': {
    severity: 'error',
    means: 'A changed picture cannot be written in the format of the texture it replaces.',
    remedy: 'The texture was left as it was. Replace one in BC1 to BC5 or an uncompressed format.',
  },
  'other-size': {
    severity: 'info',
    means: 'A picture of another size took the place of a texture.',
    remedy: 'Nothing to do, if the game takes textures of that size: powers of two are safe.',
  },
  'levels-elsewhere': {
    severity: 'info',
    means: 'A replaced texture has some of its levels in another file: `.Tex1` has the finest, `.Tex2` the others.',
    remedy: 'Replace it in both files.',
  },
  'texture-added': {
    severity: 'info',
    means: 'A picture has the name of no texture in the file: it became a new one.',
    remedy: 'If it was to replace a texture, give it the name of that.',
  },
});
