import { issueKinds } from '../../issue.ts';

export const issues = issueKinds('dds', {
  'bad-header-size': {
    severity: 'warning',
    means: 'The stated size of the header or of the pixel format is not the one that the format has.',
    remedy: 'Readers that are strict refuse the file. Write it again with another tool.',
  },
  'unknown-pixels': {
    severity: 'warning',
    means: 'The pixels are in a format that is not decoded here; they are kept as bytes.',
    remedy: 'Convert the texture to DXT1, DXT5 or 32 bits a pixel to see it.',
  },
  'missing-surfaces': {
    severity: 'error',
    means: 'The file ends before all levels and faces that its header promises.',
    remedy: 'The file was cut off, or its header is wrong. Write it again from the source image.',
  },
  'not-every-level': {
    severity: 'info',
    means: 'Only the largest level of each face becomes a picture.',
    remedy: 'Smaller levels are made from it again when a texture is written.',
  },
});
