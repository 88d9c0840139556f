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
