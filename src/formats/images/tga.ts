import {
  decodeTarga,
  encodeTarga,
  encodeTargaLike,
  looksLikeTarga,
  type Targa,
  targa,
  unreadableBecause,
} from '../../images/tga.ts';
import { type Issue, issue, issueKinds } from '../../issue.ts';
import type { Conversion } from '../../scene/scene.ts';
import type { Format, NamedImage } from '../format.ts';

const issues = issueKinds('tga', {
  'unknown-pixels': {
    severity: 'error',
    means: 'The picture has pixels of a kind that is not known.',
    remedy: 'Open it in an image editor and save it as 24 or 32 bits a pixel.',
  },
  empty: {
    severity: 'error',
    means: 'The picture has no pixels.',
    remedy: 'The file is damaged, or not a picture.',
  },
  'kind-changed': {
    severity: 'info',
    means: 'The new picture has colours or transparency that the old kind of pixels cannot store.',
    remedy: 'Nothing to do: it is stored as true colour.',
  },
  'one-picture': {
    severity: 'error',
    means: 'A Targa file holds one picture, and there were more.',
    remedy: 'Write the others to files of their own.',
  },
});

function* check(file: Targa): Iterable<Issue> {
  const reason = unreadableBecause(file);
  if (reason !== undefined) yield issue(issues['unknown-pixels'], reason, ['imageType']);
  if (file.width === 0 || file.height === 0) {
    yield issue(issues.empty, `${file.width} by ${file.height} pixels`, ['width']);
  }
}

function toImages(file: Targa): Conversion<NamedImage[]> {
  const reason = unreadableBecause(file);
  if (reason !== undefined) return { value: [], issues: [issue(issues['unknown-pixels'], reason, ['imageType'])] };
  return { value: [{ name: '', ...decodeTarga(file) }], issues: [] };
}

function fromImages(images: readonly NamedImage[], base?: Targa): Conversion<Targa> {
  const [first, ...others] = images;
  if (first === undefined) throw new TypeError('a Targa takes a picture');
  const found: Issue[] = [];
  if (others.length > 0) found.push(issue(issues['one-picture'], `${others.length} pictures were left out`));
  if (base === undefined) return { value: encodeTarga(first), issues: found };
  const { file, isSameKind } = encodeTargaLike(base, first);
  if (!isSameKind) found.push(issue(issues['kind-changed'], `type ${base.imageType} became ${file.imageType}`));
  return { value: file, issues: found };
}

export const tga: Format<Targa> = {
  id: 'tga',
  title: 'Targa picture',
  extensions: ['.tga'],
  roles: ['texture'],
  sniff: (head) => (looksLikeTarga(head) ? 'maybe' : 'no'),
  codec: targa,
  check,
  issues: Object.values(issues),
  toImages,
  fromImages,
};
