import { expect, test } from 'vitest';
import { decodePng } from '../../images/png.ts';
import { bendingSquare } from '../../test-support/scenes.ts';
import { complaints } from '../../test-support/validate-gltf.ts';
import { readGltf } from './read.ts';
import { writeGlb, writeGltf } from './write.ts';

test('a scene survives the way through a .glb', async () => {
  const scene = bendingSquare();
  const { value: bytes, issues } = await writeGlb(scene);
  expect(issues).toEqual([]);
  expect(await complaints(bytes)).toEqual([]);
  const read = await readGltf(bytes, 'square.glb');
  expect(read.issues).toEqual([]);
  const { images, ...rest } = read.value;
  const { images: originalImages, ...original } = scene;
  expect(rest).toEqual(original);
  expect(images).toHaveLength(1);
  const { data, ...image } = images[0]!;
  const { data: pixels, ...originalImage } = originalImages[0]!;
  expect(image).toEqual(originalImage);
  expect(decodePng((data as { bytes: Uint8Array }).bytes)).toEqual(pixels);
});

test('a scene survives the way through a .gltf with its files', async () => {
  const scene = bendingSquare();
  const { value: files } = await writeGltf(scene);
  expect(files.map(({ name }) => name)).toEqual(['bending_square.gltf', 'bending_square.bin', 'skin.tga.png']);
  const byName = new Map(files.map(({ name, bytes }) => [name, bytes]));
  expect(await complaints(files[0]!.bytes, byName)).toEqual([]);
  const read = await readGltf(files[0]!.bytes, files[0]!.name, (uri) => byName.get(uri));
  expect(read.issues).toEqual([]);
  expect({ ...read.value, images: [] }).toEqual({ ...scene, images: [] });
});
