import { type Issue, issue, issueKinds } from '../../issue.ts';
import { type Bitmap, statedFrames } from './vbm.ts';

export const issues = issueKinds('vbm', {
  'unknown-format': {
    severity: 'error',
    rule: 'V02',
    means: 'The picture has pixels of a kind that does not exist.',
    remedy: 'The file is damaged, or not a picture of the game.',
  },
  'impossible-size': {
    severity: 'error',
    rule: 'V03',
    means: 'The picture has a size that nothing can have, or the file is too small for one frame of it.',
    remedy: 'The file is damaged or was cut off. Copy it again from its source.',
  },
  'missing-frames': {
    severity: 'warning',
    rule: 'V04',
    means: 'The file ends before the last of its frames.',
    remedy: 'The file was cut off: the frames before are whole. Copy it again from its source.',
  },
  'extra-bytes': {
    severity: 'warning',
    rule: 'V04',
    means: 'Bytes behind the last frame, or the start of one that was cut off.',
    remedy: 'They are kept and written back. The game does not read them.',
  },
  'unknown-version': {
    severity: 'warning',
    rule: 'V05',
    means: 'The picture is of a version other than 1 and 2. It is read as version 2.',
    remedy: 'Look whether transparent and solid parts are the right way round.',
  },
  'no-power-of-two': {
    severity: 'info',
    rule: 'V06',
    means: 'Width or height is no power of two.',
    remedy: 'Nothing to do: the game takes it. Pictures on models are better off with powers of two.',
  },
  'too-many-levels': {
    severity: 'warning',
    rule: 'V07',
    means: 'There are more mip levels than it takes to get to a single pixel.',
    remedy: 'Write the picture again with fewer levels.',
  },
  'too-many-frames': {
    severity: 'warning',
    rule: 'V08',
    means: 'The game counts frames in one byte, so it plays fewer than the file has.',
    remedy: 'Leave frames out: 255 is the most.',
  },
  'stands-still': {
    severity: 'warning',
    rule: 'V09',
    means: 'The picture has several frames and a speed of no frames a second.',
    remedy: 'Set `fps`: 15 is usual.',
  },
  'frames-differ': {
    severity: 'error',
    means: 'The pictures that should become the frames of one are of different sizes.',
    remedy: 'Give all the size of the first.',
  },
  quantized: {
    severity: 'info',
    means: 'Colours were rounded to the 16 bits that the game has for a pixel.',
    remedy: 'Nothing to do. A TGA texture keeps all 8 bits of a channel.',
  },
});

/** Yields what the game would stumble over (specification, section 14, rules V04 to V09). */
export function* check(file: Bitmap): Iterable<Issue> {
  const { version, width, height, fps, mipmapCount, frames, extra } = file;
  if (frames.length < statedFrames(file)) {
    yield issue(issues['missing-frames'], `${frames.length} of ${statedFrames(file)} frames are complete`, ['frames']);
  }
  if (extra !== undefined) yield issue(issues['extra-bytes'], `${extra.length} bytes behind the last frame`, ['extra']);
  if (version !== 1 && version !== 2) yield issue(issues['unknown-version'], `version ${version}`, ['version']);
  if (!isPowerOfTwo(width) || !isPowerOfTwo(height)) {
    yield issue(issues['no-power-of-two'], `${width} by ${height} pixels`, ['width']);
  }
  const levels = Math.floor(Math.log2(Math.max(width, height)));
  if (mipmapCount > levels) {
    const reason = `${mipmapCount} mip levels, ${width} by ${height} pixels have ${levels}`;
    yield issue(issues['too-many-levels'], reason, ['mipmapCount']);
  }
  if (statedFrames(file) > 255) yield issue(issues['too-many-frames'], `${file.frameCount} frames`, ['frameCount']);
  if (statedFrames(file) > 1 && fps <= 0) {
    yield issue(issues['stands-still'], `${file.frameCount} frames, ${fps} a second`, ['fps']);
  }
}

const isPowerOfTwo = (size: number) => Number.isInteger(Math.log2(size));
