import { Damaged } from '../../binary/index.ts';
import { type Issue, issue, issueKinds } from '../../issue.ts';
import { bodyCountOf } from './bank-records.ts';
import { type Animation, type Bank, type BankRecord, blockSize, isAnimation } from './ff7-bank.ts';

/** Rules of specification, section 16. The first group is met while reading. */
export const issues = issueKinds('ff7-bank', {
  cut: {
    severity: 'error',
    rule: 'DA-SHORT',
    means: 'The bank ends before its last record does. The complete records are read, the rest is kept as bytes.',
    remedy: 'The file was cut off, or the size of a record is wrong. Copy it again from its source.',
  },
  key: {
    severity: 'error',
    rule: 'DA-KEY',
    means: 'The precision of the angles is outside what an angle has. The record is kept as bytes.',
    remedy: 'The record is damaged. Take it from another copy of the bank.',
  },
  'no-joints': {
    severity: 'error',
    rule: 'DA-JOINT0',
    means: 'A record with a block, but without a single joint. It is kept as bytes.',
    remedy: 'The header of the record is damaged. Take it from another copy of the bank.',
  },
  'no-frames': {
    severity: 'error',
    rule: 'DA-NOFRM',
    means: 'A record with a block, but without a single frame. It is kept as bytes.',
    remedy: 'The header of the record is damaged. Take it from another copy of the bank.',
  },
  'stream-too-long': {
    severity: 'error',
    rule: 'DA-STREAM',
    means: 'The bit stream is longer than the block it lies in. The record is kept as bytes.',
    remedy: 'The record is damaged. Take it from another copy of the bank.',
  },
  'no-first-frame': {
    severity: 'error',
    rule: 'DA-FEW',
    means: 'The bit stream ends inside frame 0. The record is kept as bytes.',
    remedy: 'Its joint count or stream size is damaged. Take the record from another copy of the bank.',
  },
  'few-frames': {
    severity: 'warning',
    rule: 'DA-FEW',
    means: 'The bit stream ends before the last frame that the header announces.',
    remedy: 'The frames before are used. Convert the animation to a model format and back to write it anew.',
  },
  'stream-bytes-left': {
    severity: 'warning',
    rule: 'DA-MANY',
    means: 'Whole bytes of the bit stream are left behind the last frame.',
    remedy: 'They are kept. The header may announce too few frames: the game plays until the stream ends.',
  },
  'frame-counts-differ': {
    severity: 'warning',
    rule: 'DA-F2',
    means: 'The block counts its frames differently than the header of the record does.',
    remedy: 'The game goes by neither, the header is right in all known files. Nothing needs to be done.',
  },
  'unusual-key': {
    severity: 'warning',
    rule: 'DA-KEY',
    means: 'The precision of the angles is none that the game uses.',
    remedy: 'Write the animation anew with 12, 10 or 8 bits per angle.',
  },
  'many-joints': {
    severity: 'warning',
    rule: 'DA-JOINT0',
    means: 'More joints than the 50 that the game has room for.',
    remedy: 'Leave out bones.',
  },
  unaligned: {
    severity: 'warning',
    rule: 'DA-ALIGN',
    means: 'The size of a block is no multiple of 4.',
    remedy: '`--repack` writes the bank without what editors left in it.',
  },
  padding: {
    severity: 'warning',
    rule: 'DA-PAD',
    means: 'Behind the stream lies more than zeros up to a multiple of 4, as some editors leave it.',
    remedy: '`--repack` writes the bank without what editors left in it.',
  },
  'empty-slots': {
    severity: 'info',
    rule: 'DA-EMPTY',
    means: 'Records without an animation. They keep their places: action scripts refer to records by number.',
    remedy: 'Nothing needs to be done.',
  },
  'odd-empty-slot': {
    severity: 'warning',
    rule: 'DA-EMPTY',
    means: 'An empty slot whose block does not have the usual 4 bytes.',
    remedy: 'It is kept. Nothing needs to be done.',
  },
  'pair-differs': {
    severity: 'warning',
    rule: 'DA-PAIR',
    means: 'A weapon record has another frame count than the body record it plays with.',
    remedy: 'Give both the same length: the weapon would freeze or be cut short.',
  },
});

const KEYS: readonly number[] = [0, 2, 4];
export const MAX_JOINTS = 50;

/** Yields what the game or its editors would stumble over (specification, section 16). */
export function* check(bank: Bank): Iterable<Issue> {
  for (const [i, record] of bank.records.entries()) yield* checkRecord(record, i);
  const empty = [...bank.records.keys()].filter((i) => bank.records[i]!.block instanceof Uint8Array);
  if (empty.length > 0)
    yield issue(issues['empty-slots'], `records ${empty.join(', ')} have no animation`, ['records']);
  yield* checkPairs(bank);
}

function* checkRecord(record: BankRecord, index: number): Iterable<Issue> {
  const path = ['records', index];
  const { block, jointCount } = record;
  if (block instanceof Damaged) return;
  const size = blockSize(record);
  if (!isAnimation(block)) {
    if (size !== 4) yield issue(issues['odd-empty-slot'], `an empty slot of ${size} bytes, 4 are usual`, path);
    return;
  }
  if (size % 4 !== 0) yield issue(issues.unaligned, `a block of ${size} bytes`, path);
  if (jointCount > MAX_JOINTS) {
    yield issue(issues['many-joints'], `${jointCount} joints, the game has room for ${MAX_JOINTS}`, [
      ...path,
      'jointCount',
    ]);
  }
  yield* checkAnimation(block, record.frameCount, [...path, 'block']);
}

function* checkAnimation(animation: Animation, frameCount: number, path: (string | number)[]): Iterable<Issue> {
  const { frames, key, frameCount2, padding, tail } = animation;
  if (!KEYS.includes(key)) yield issue(issues['unusual-key'], `key ${key}, the game uses 0, 2 and 4`, [...path, 'key']);
  if (frames.length < frameCount) {
    yield issue(issues['few-frames'], `${frames.length} of ${frameCount} frames are in the stream`, path);
  }
  if (frameCount2 !== undefined && frameCount2 !== frameCount) {
    const reason = `${frameCount2} frames, the header of the record says ${frameCount}`;
    yield issue(issues['frame-counts-differ'], reason, [...path, 'frameCount2']);
  }
  if (tail !== undefined && tail.length > 1 && frames.length === frameCount) {
    yield issue(issues['stream-bytes-left'], `${tail.length - 1} bytes behind the last of ${frameCount} frames`, path);
  }
  if (padding !== undefined) {
    yield issue(issues.padding, `${padding.length} bytes behind the stream`, [...path, 'padding']);
  }
}

function* checkPairs(bank: Bank): Iterable<Issue> {
  const bodyCount = bodyCountOf(bank);
  for (let i = 0; bodyCount + i < bank.records.length && i < bodyCount; i++) {
    const body = bank.records[i]!;
    const weapon = bank.records[bodyCount + i]!;
    if (!isAnimation(body.block) || !isAnimation(weapon.block) || body.frameCount === weapon.frameCount) continue;
    const reason = `${weapon.frameCount} frames, body record ${i} has ${body.frameCount}`;
    yield issue(issues['pair-differs'], reason, ['records', bodyCount + i, 'frameCount']);
  }
}
