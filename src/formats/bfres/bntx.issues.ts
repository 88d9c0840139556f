import { issueKinds } from '../../issue.ts';

/** What can be wrong with a texture archive. The rules are those of the specification, sections 17 and 22. */
export const issues = issueKinds('bntx', {
  'unused-bytes': {
    severity: 'warning',
    means: 'Bytes between the structures to which nothing leads: tools leave them behind when they edit a file.',
    remedy: 'They are kept as long as nothing is changed.',
  },
  'layout-kept': {
    severity: 'info',
    means: "The file is not laid out as Nintendo's converter does: another tool wrote or edited it.",
    remedy: 'Games accept it, and unedited it comes back the same.',
  },
  'unknown-format': {
    severity: 'warning',
    means: 'A texture in a format that we cannot decode.',
    remedy: 'It is kept as it is. Open an issue with the number of the format.',
  },
  'unknown-tile-mode': {
    severity: 'warning',
    rule: '22',
    means: 'A texture whose pixels lie in an order that is not known: known are tile modes 0 and 1.',
    remedy: 'It is kept as it is. Open an issue with the number of the tile mode and the name of the game.',
  },
  'three-dimensional': {
    severity: 'warning',
    means: 'A texture with depth, of which only the first slice is shown.',
    remedy: 'Nothing to do: it is kept as it is.',
  },
  'level-offsets': {
    severity: 'warning',
    means:
      'The offsets of the mip levels are not those that follow from the size: some tools repeat the first for the last.',
    remedy: 'The offsets that follow from the size are used.',
  },
  'data-size': {
    severity: 'warning',
    means: 'A texture has fewer bytes than its size and format ask for.',
    remedy: 'The missing part is shown as transparent. Copy the file again from its source.',
  },
  'block-height': {
    severity: 'warning',
    means: 'The block height of a texture is not the one that follows from its size.',
    remedy: 'The stored one is used. A picture that looks scrambled comes from it.',
  },
  'high-dynamic-range': {
    severity: 'info',
    means: 'A texture holds values beyond 0 to 1, which PNG cannot: they were cut off.',
    remedy: 'The original is kept in the file.',
  },
  'signed-values': {
    severity: 'info',
    means: 'A texture holds signed values, which PNG cannot: -1 to 1 became 0 to 255.',
    remedy: 'Nothing to do: they come back as they were.',
  },
  'no-encoder': {
    severity: 'error',
    means: 'A changed picture cannot be written in the format of the texture it replaces.',
    remedy: 'The texture was left as it was. Replace one in BC1 to BC5, BC7 or an uncompressed format.',
  },
  'other-size': {
    severity: 'info',
    means: 'A picture of another size took the place of a texture.',
    remedy: 'Nothing to do, if the game takes textures of that size: powers of two are safe.',
  },
  'layers-differ': {
    severity: 'error',
    means: 'Pictures of the layers of one texture have different sizes.',
    remedy: 'The texture was left as it was. Give all layers, or faces of a cube, in one size.',
  },
  'texture-added': {
    severity: 'info',
    means: 'A picture has the name of no texture in the archive: it became a new one.',
    remedy: 'If it was to replace a texture, give it the name of that.',
  },
});
