import { sameValue } from '../../binary/index.ts';
import { type Dds, dds, surfacesOf } from '../../images/dds.ts';
import { type DdsFormat, decodeSurface, encodeDds, formatName, suitableFormat } from '../../images/dds-pixels.ts';
import { surfaceOfDds } from '../../images/dds-surface.ts';
import { type Issue, issue } from '../../issue.ts';
import type { Conversion } from '../../scene/scene.ts';
import type { Format, NamedImage } from '../format.ts';
import { check } from './dds.check.ts';
import { issues } from './dds.issues.ts';

const FACES = ['+x', '-x', '+y', '-y', '+z', '-z'];
const WRITABLE: readonly string[] = ['DXT1', 'DXT3', 'DXT5', 'A8R8G8B8'];

/** Textures of Direct3D games. */
export const ddsFormat: Format<Dds> = {
  id: 'dds',
  title: 'DirectDraw Surface texture',
  extensions: ['.dds'],
  roles: ['texture'],
  sniff: (head) => (head.length >= 4 && String.fromCharCode(...head.subarray(0, 4)) === 'DDS ' ? 'yes' : 'no'),
  codec: dds,
  check,
  issues: Object.values(issues),
  toImages,
  toSurfaces(file) {
    const surface = surfaceOfDds(file);
    return surface === undefined ? [] : [{ name: '', surface }];
  },
  fromImages,
};

/** The largest level of every face. */
function toImages(file: Dds): Conversion<NamedImage[]> {
  const found: Issue[] = [];
  const surfaces = surfacesOf(file.header, file.surfaces.length);
  const value = surfaces.flatMap(({ face, level }, index): NamedImage[] => {
    const image = level === 0 ? decodeSurface(file, index) : undefined;
    return image === undefined
      ? []
      : [{ ...image, name: surfaces.at(-1)!.face === 0 ? '' : (FACES[face] ?? `${face}`) }];
  });
  if (value.length === 0) found.push(issue(issues['unknown-pixels'], `pixels are ${formatName(file.header)}`));
  const smaller = surfaces.filter(({ level }) => level > 0).length;
  if (smaller > 0) found.push(issue(issues['not-every-level'], `${smaller} smaller levels left out`));
  return { value, issues: found };
}

/**
 * A texture of the first picture, in the pixel format of `base` where that can be written; `base` itself where the pictures
 * are as they were.
 */
function fromImages(images: readonly NamedImage[], base?: Dds): Conversion<Dds> {
  const [image] = images;
  if (image === undefined) throw new TypeError('a texture needs a picture');
  if (base !== undefined && sameValue(images, toImages(base).value)) return { value: base, issues: [] };
  const wanted = base === undefined ? '' : formatName(base.header);
  const format = WRITABLE.includes(wanted) ? (wanted as DdsFormat) : suitableFormat(image);
  return { value: encodeDds(image, format), issues: [] };
}
