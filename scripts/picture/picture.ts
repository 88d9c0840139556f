import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { folderSource } from '../../src/cli/folder-source.ts';
import type { Image } from '../../src/images/image.ts';
import { decodePng, encodePng } from '../../src/images/png.ts';
import { convertAll } from './convert.ts';
import { type Shot, views } from './protocol.ts';
import { openStudio, type Studio } from './studio.ts';

// `npm run picture -- FILE`: looks at a model the way anybody else would, with three.js.

const usage = `usage: npm run picture -- FILE [options]

Draws a .glb or .gltf, or whatever exhume finds models in: a file of a game, with those beside it, or a folder.

  --clip NAME     play this clip; several are drawn side by side
  --time SECONDS  from its start; 0 where missing. The second is of the second clip, and so on
  --view VIEW     ${views.join(', ')}; iso where missing
  --size WxH      of each; 640x640 where missing
  --model NAME    which model, where there are several
  -o FILE         the picture; FILE.png where missing
`;

/** Something that the user got wrong. */
class UsageError extends Error {}

try {
  await main();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      clip: { type: 'string', multiple: true, default: [] },
      time: { type: 'string', multiple: true, default: [] },
      view: { type: 'string', default: 'iso' },
      size: { type: 'string', default: '640x640' },
      model: { type: 'string' },
      output: { type: 'string', short: 'o' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [file] = positionals;
  if (values.help || file === undefined) throw new UsageError(usage);
  // npm runs scripts in the folder of the package; paths are meant from where the user is.
  const path = resolve(process.env.INIT_CWD ?? '', file);
  if (!existsSync(path)) throw new UsageError(`no such file: ${file}`);
  const view = views.find((name) => name === values.view);
  if (view === undefined) throw new UsageError(`--view ${values.view} is none of ${views.join(', ')}`);
  const [, width, height] = values.size.match(/^(\d+)x(\d+)$/) ?? [];
  if (width === undefined || height === undefined) throw new UsageError(`--size ${values.size} is not like 640x480`);
  const wrong = values.time.find((text) => !(Number(text) >= 0));
  if (wrong !== undefined) throw new UsageError(`--time ${wrong} is no number of seconds`);
  const clips = values.clip.map((clip, i) => ({ clip, time: Number(values.time[i] ?? 0) }));
  const output = resolve(process.env.INIT_CWD ?? '', values.output ?? `${basename(file)}.png`);
  const { name, files } = await filesOf(path, values.model);
  const studio = await openStudio();
  try {
    const size = { width: Number(width), height: Number(height) };
    const moments = clips.length > 0 ? clips : [{}];
    const png = await picture(
      studio,
      name,
      files,
      moments.map((moment) => ({ ...moment, ...size, view })),
    );
    mkdirSync(dirname(output), { recursive: true });
    writeFileSync(output, png);
    console.log(output);
  } finally {
    await studio.close();
  }
}

/** The shots of a model, side by side. */
async function picture(
  studio: Studio,
  name: string,
  files: ReadonlyMap<string, Uint8Array>,
  shots: readonly Shot[],
): Promise<Uint8Array> {
  const { clips, meshes, triangles, joints } = await studio.load(name, files);
  console.log(`${name}: ${meshes} meshes, ${triangles} triangles, ${joints} joints, ${clips.length} clips`);
  for (const clip of clips) console.log(`  ${clip.name}  ${clip.seconds.toFixed(2)} s`);
  const unknown = shots.find((shot) => shot.clip !== undefined && clips.every((clip) => clip.name !== shot.clip));
  if (unknown !== undefined) {
    throw new UsageError(`no clip ${unknown.clip}; there are: ${clips.map((clip) => clip.name).join(', ')}`);
  }
  const pictures: Uint8Array[] = [];
  for (const shot of shots) pictures.push(await studio.draw(shot));
  return pictures.length === 1 ? pictures[0]! : sideBySide(pictures.map((png) => decodePng(png)));
}

function sideBySide(images: readonly Image[]): Uint8Array {
  const { width, height } = images[0]!;
  const total = width * images.length;
  const rgba = new Uint8Array(total * height * 4);
  for (const [i, image] of images.entries()) {
    for (let y = 0; y < height; y++) {
      rgba.set(image.rgba.subarray(y * width * 4, (y + 1) * width * 4), (y * total + i * width) * 4);
    }
  }
  return encodePng({ width: total, height, rgba }, 9);
}

interface ModelFiles {
  readonly name: string;
  /** The model and what lies beside it. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

async function filesOf(path: string, wanted: string | undefined): Promise<ModelFiles> {
  const isFolder = statSync(path).isDirectory();
  if (/\.gl(b|tf)$/i.test(path)) {
    const folder = dirname(path);
    const names = readdirSync(folder).filter((name) => statSync(join(folder, name)).isFile());
    const beside = /\.gltf$/i.test(path) ? names : [basename(path)];
    return { name: basename(path), files: new Map(beside.map((name) => [name, readFileSync(join(folder, name))])) };
  }
  const source = folderSource(isFolder ? path : dirname(path), { recursive: isFolder });
  const isOf = (part: string) => part === basename(path) || part.startsWith(`${basename(path)}/`);
  const models = await convertAll(source, (parts) => isFolder || parts.some(isOf));
  const names = [...models.keys()];
  if (names.length === 0) throw new UsageError(`exhume finds no model in ${path}`);
  if (wanted === undefined && names.length > 1)
    console.log(`drawing the first of ${names.length}: ${names.join(', ')}`);
  const name = wanted ?? names[0]!;
  const bytes = models.get(name);
  if (bytes === undefined) throw new UsageError(`no model ${name}; there are: ${names.join(', ')}`);
  return { name: `${name}.glb`, files: new Map([[`${name}.glb`, bytes]]) };
}
