import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fixtures as models } from '../formats/bfres/bfres-switch.fixtures.ts';
import { fixtures as archives } from '../formats/ff7/lgp.fixtures.ts';
import { fixtures as clips } from '../formats/red-faction/rfa.fixtures.ts';
import { formatOf, isArchive } from '../formats/registry.ts';
import { CommandLine } from '../test-support/command-line.ts';

const clip = clips['morph, version 8']!;
let cli: CommandLine;

beforeEach(() => {
  cli = new CommandLine();
});
afterEach(() => cli.remove());

function packfile(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const vpp = formatOf('vpp')!;
  if (!isArchive(vpp)) throw new Error('vpp is an archive');
  const members = Object.entries(files).map(([name, bytes]) => ({ name, bytes }));
  return vpp.codec.encode(vpp.pack(members).value);
}

describe('ls', () => {
  beforeEach(() => {
    cli.put('game/a.rfa', clip);
    cli.put('game/box.vpp', packfile({ 'run.rfa': clip, 'notes.txt': Buffer.from('notes') }));
    cli.put('game/.hidden.rfa', clip);
    cli.put('game/Thumbs.db', 'junk');
  });

  test('lists files and the members of archives, hidden files and junk left out', async () => {
    const { out, code } = await cli.run('ls game --files --json');
    const files = JSON.parse(out).files.map(({ file, format, note }: Record<string, unknown>) => [
      file,
      format ?? note,
    ]);
    expect(files).toEqual([
      ['game/a.rfa', 'rfa'],
      ['game/box.vpp', 'vpp'],
      ['game/box.vpp/run.rfa', 'rfa'],
      ['game/box.vpp/notes.txt', 'this is a text file'],
    ]);
    expect(code).toBe(0);
  });

  test('aligns columns for people, and talks on standard error', async () => {
    const { out, err } = await cli.run('ls game/a.rfa game/box.vpp/notes.txt --files');
    expect(out).toBe(
      `game/box.vpp/notes.txt    5 B  -    this is a text file\ngame/a.rfa              ${clip.length} B  rfa\n`,
    );
    expect(err).toBe(`\n2 files, 1 of known formats, ${clip.length + 5} B\n`);
  });

  test('folders that lead in circles are listed once', async () => {
    mkdirSync(cli.path('loop/sub'), { recursive: true });
    cli.put('loop/sub/a.rfa', clip);
    symlinkSync('..', cli.path('loop/sub/up'));
    const { out } = await cli.run('ls loop --files --json');
    expect(JSON.parse(out).files.map(({ file }: { file: string }) => file)).toEqual(['loop/sub/a.rfa']);
  });

  test('globs are sorted', async () => {
    cli.put('b.rfa', clip);
    cli.put('a.rfa', clip);
    const { out } = await cli.run(['ls', '*.rfa', '--files', '--json']);
    expect(JSON.parse(out).files.map(({ file }: { file: string }) => file)).toEqual(['a.rfa', 'b.rfa']);
  });
});

describe('inspect', () => {
  beforeEach(() => cli.put('clip.rfa', clip));

  test('shows offset, bytes, name, value and meaning', async () => {
    const { out, code } = await cli.run('inspect clip.rfa --depth 1');
    expect(out).toContain(`clip.rfa: Red Faction character animation, ${clip.length} B (${clip.length} bytes)\n`);
    expect(out).toContain('0x000014  e0 01 00 00                endTime                    480 1/4800 s');
    expect(code).toBe(0);
  });

  test('tells what a byte is', async () => {
    const { out } = await cli.run('inspect clip.rfa --at 0x72');
    expect(out.split('\n')[0]).toBe('0x0072 is 0x40, byte 0 of tracks[0].rotationKeys[1].rotation[1]');
    const json = JSON.parse((await cli.run('inspect clip.rfa --at 114 --json')).out);
    expect(json).toMatchObject({ offset: 114, byte: 0x40, path: 'tracks[0].rotationKeys[1].rotation[1]' });
  });

  test('pages through the rows of a table', async () => {
    const { out } = await cli.run('inspect clip.rfa --path tracks[0].rotationKeys --rows 1');
    expect(out).toContain('[1]                      time 480, rotation 0 11584 0 11584, easeIn 127, easeOut 0, pad 0');
    expect(out).not.toContain('[0] ');
    expect(out).toContain('... 1 more part');
  });

  test('shows one number of a table', async () => {
    const { out } = await cli.run('inspect clip.rfa --path tracks[0].rotationKeys[1].rotation');
    expect(out).toContain('0x000070  00 00 40 2d 00 00 40 2d    rotation                   0 11584 0 11584');
  });

  test('gives the file image as JSON', async () => {
    const { out } = await cli.run('inspect clip.rfa --json --path tracks[0].rotationKeys.time');
    expect(JSON.parse(out)).toEqual({
      file: 'clip.rfa',
      format: 'rfa',
      wrappers: [],
      size: clip.length,
      issues: [],
      gaps: [],
      value: [160, 480],
    });
  });

  test('reads standard input, whose format can be named', async () => {
    const { out } = await cli.run('inspect - --json --path endTime', { stdin: clip });
    expect(JSON.parse(out)).toMatchObject({ file: 'stdin.rfa', format: 'rfa', value: 480 });
    const forced = await cli.run('inspect - --format rfa --json', { stdin: new Uint8Array(100).fill(1) });
    expect(JSON.parse(forced.out).issues[0].code).toBe('bad-magic');
    expect(forced.code).toBe(1);
  });

  test('an unreadable file is shown up to where reading stopped', async () => {
    cli.put('cut.rfa', clip.subarray(0, 40));
    const { out, err, code } = await cli.run('inspect cut.rfa');
    expect(out).toMatch(/boneCount +1 +number of tracks/);
    expect(err).toMatch(/^error: cut.rfa: .*truncated/m);
    expect(code).toBe(1);
  });
});

describe('check', () => {
  test('lists issues by severity with their codes, and sums up', async () => {
    const bad = clip.slice();
    new DataView(bad.buffer).setInt32(0x14, -5, true);
    cli.put('bad.rfa', bad);
    cli.put('good.rfa', clip);
    const { out, err, code } = await cli.run('check bad.rfa good.rfa --severity error');
    expect(out).toMatch(/^bad.rfa rfa {2}1 error\n {2}error {2}endTime: .* \(rfa\/ends-before-start\)\n$/);
    expect(err).toMatch(/^2 files checked, 1 with nothing to tell\n/);
    expect(err).toContain('1 x rfa/ends-before-start (error)');
    expect(code).toBe(1);
  });

  test('files of other kinds in a folder are counted, not complained about', async () => {
    cli.put('game/a.rfa', clip);
    cli.put('game/readme.txt', 'hello');
    const { code, out, err } = await cli.run('check game');
    expect(code).toBe(0);
    expect(out).toBe('');
    expect(err).toBe('1 file checked, 1 with nothing to tell\n1 file is of no known format\n');
  });

  test('explains a code', async () => {
    const { out, code } = await cli.run('check --explain truncated');
    expect(out).toMatch(/^truncated \(error\)\n {2}The bytes end inside a value\.\n/);
    expect(code).toBe(0);
  });
});

test('verify prints totals by format', async () => {
  cli.put('game/a.rfa', clip);
  cli.put('game/box.vpp', packfile({ 'run.rfa': clip, 'notes.txt': Buffer.from('notes') }));
  const { out, code } = await cli.run('verify game');
  expect(out.split('\n').map((line) => line.split(/ {2,}/))).toMatchObject([
    ['format', 'files', 'same', 'different', 'unreadable', 'bytes'],
    ['rfa', '2', '2', '0', '0', expect.anything()],
    ['vpp', '1', '1', '0', '0', expect.anything()],
    ['all', '3', '3', '0', '0', expect.anything()],
    ['1 file is of no known format'],
    [''],
  ]);
  expect(code).toBe(0);
});

test('diff names what differs, by value', async () => {
  const edited = clip.slice();
  new DataView(edited.buffer).setInt32(0x14, 640, true);
  cli.put('a.rfa', clip);
  cli.put('b.rfa', edited);
  const { out, err, code } = await cli.run('diff a.rfa b.rfa');
  expect(out).toBe('endTime: 480 -> 640\n');
  expect(err).toBe('1 difference\n');
  expect(code).toBe(1);
  expect(await cli.run('diff a.rfa a.rfa')).toMatchObject({ code: 0, out: '', err: 'the bytes are the same\n' });
});

describe('extract and pack', () => {
  beforeEach(() => cli.put('box.vpp', packfile({ 'b.rfa': clip, 'a.rfa': clip, 'c.txt': Buffer.from('c') })));

  test('members are written as they are', async () => {
    const { out, code } = await cli.run('extract box.vpp -o out');
    expect(out).toBe(`out/b.rfa  ${clip.length} B\nout/a.rfa  ${clip.length} B\nout/c.txt  1 B\n`);
    expect(new Uint8Array(readFileSync(cli.path('out/a.rfa')))).toEqual(clip);
    expect(code).toBe(0);
    expect((await cli.run('extract box.vpp -o out')).code).toBe(1);
    expect((await cli.run('extract box.vpp -o out --force')).code).toBe(0);
  });

  test('one member alone', async () => {
    await cli.run('extract box.vpp/a.rfa -o one');
    expect(readdirSync(cli.path('one'))).toEqual(['a.rfa']);
  });

  test('unchanged files packed on their original give the same bytes', async () => {
    await cli.run('extract box.vpp -o out');
    const { out, code } = await cli.run('pack out --base box.vpp -o again.vpp');
    expect(out).toMatch(/^again.vpp {2}.*3 members, 3 from out\n$/);
    expect(code).toBe(0);
    expect(readFileSync(cli.path('again.vpp'))).toEqual(readFileSync(cli.path('box.vpp')));
  });

  test('an edited file takes its place, and the others come from the original', async () => {
    cli.put('edit/c.txt', 'changed');
    const { out, err } = await cli.run('pack edit --base box.vpp -o new.vpp');
    expect(out).toMatch(/3 members, 1 from edit\n$/);
    expect(err).toContain('note: b.rfa: taken from the base (kept-member)\n');
    const list = await cli.run('ls new.vpp --files --json');
    expect(JSON.parse(list.out).files.map(({ file, size }: { file: string; size: number }) => [file, size])).toEqual([
      ['new.vpp', expect.any(Number)],
      ['new.vpp/b.rfa', clip.length],
      ['new.vpp/a.rfa', clip.length],
      ['new.vpp/c.txt', 7],
    ]);
    const pruned = await cli.run('pack edit --base box.vpp -o pruned.vpp --prune');
    expect(pruned.out).toMatch(/1 member, 1 from edit\n$/);
  });
});

describe('convert', () => {
  /** A PNG of one grey pixel. */
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
    'base64',
  );

  test('pictures to a format of a game and back', async () => {
    cli.put('dot.png', png);
    const there = await cli.run('convert dot.png --to tga -o out/');
    expect(there.out).toBe('dot.png\n  wrote  out/dot.tga, 21 B\n');
    const back = await cli.run('convert out/dot.tga -o back.png');
    expect(back.out).toMatch(/^out\/dot.tga\n {2}wrote {2}back.png, \d+ B\n/);
    expect(readFileSync(cli.path('back.png')).subarray(1, 4).toString()).toBe('PNG');
    expect([there.code, back.code]).toEqual([0, 0]);
  });

  test('one result to standard output, alone', async () => {
    cli.put('dot.png', png);
    const { bytes } = await cli.run('convert dot.png --to tga -o -');
    expect(bytes).toHaveLength(21);
  });

  test('glTF is not converted to glTF by accident', async () => {
    cli.put('box.gltf', '{"asset":{"version":"2.0"}}');
    const { code, err } = await cli.run('convert box.gltf');
    expect(err).toBe('exhume: box.gltf is glTF already: name the format to write with --to\n');
    expect(code).toBe(2);
  });

  test('documents of several models do not mix their files', async () => {
    const document = '{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"root"}]}';
    cli.put('in/a.gltf', document);
    cli.put('in/b.gltf', document);
    const { code } = await cli.run('convert in --to gltf -o out');
    expect(code).toBe(0);
    expect(readdirSync(cli.path('out')).sort()).toEqual(['a', 'b']);
    expect(readdirSync(cli.path('out/a'))).toEqual(['a.gltf']);
  });

  test('.gltf to .glb', async () => {
    cli.put('box.gltf', '{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"root"}]}');
    const { code, out } = await cli.run('convert box.gltf --to glb');
    expect(out).toMatch(/^box\n {2}wrote {2}box.glb, /);
    expect(readFileSync(cli.path('box.glb')).subarray(0, 4).toString()).toBe('glTF');
    expect(code).toBe(0);
  });
});

test('formats tells what can be done with each', async () => {
  const { formats } = JSON.parse((await cli.run('formats --json')).out);
  expect(formats).toContainEqual(expect.objectContaining({ id: 'vpp', family: 'red-faction', archive: true }));
  const { out } = await cli.run('formats');
  expect(out).toMatch(/^red-faction +tga|^shared +tga/m);
});

test('--quiet leaves data and errors only', async () => {
  cli.put('a.rfa', clip);
  expect(await cli.run('check a.rfa --quiet')).toMatchObject({ out: '', err: '', code: 0 });
});

test('every command has help with examples', async () => {
  const { out } = await cli.run('--help');
  const names = Array.from(out.matchAll(/^ {2}(\w+) \[options\]/gm), ([, name]) => name!);
  expect(names).toEqual([
    'ls',
    'view',
    'inspect',
    'check',
    'diff',
    'verify',
    'formats',
    'convert',
    'extract',
    'pack',
    'completion',
  ]);
  for (const name of names) {
    const help = await cli.run(['help', name]);
    expect(help.out, name).toContain(`\nExamples:\n  exhume ${name}`);
    expect(help.code).toBe(0);
  }
});

test('shells get a script, and ask for commands and options', async () => {
  expect((await cli.run('completion bash')).out).toContain('exhume');
  const { out } = await cli.run(['complete', '--', 've']);
  expect(out).toContain('verify\tread files, write them and compare the bytes\n');
  expect((await cli.run(['complete', '--', 'check', '--sev'])).out).toContain('--severity');
});

describe('check --repair', () => {
  const archive = Object.values(archives)[0]!;

  test('writes what can be set right to a folder, and leaves alone what is as it should be', async () => {
    const bfres = formatOf('bfres-switch')!;
    const file = bfres.codec.decode(models['a clip, version 8']!);
    file.skeletalAnims[0].curveTotal = 9;
    cli.put('a/clip.bfres', bfres.codec.encode(file));
    cli.put('a/fine.bfres', models['a clip, version 8']!);
    cli.put('a/fine.lgp', archive);
    const { out, err, code } = await cli.run('check a --repair -o out');
    expect(code).toBe(0);
    expect(out).toContain('out/clip.bfres');
    expect(out).toContain('1 totals, relocation table and string pool made anew');
    expect(err).toContain('1 file written, 2 with nothing to set right');
    expect(readdirSync(cli.path('out'))).toEqual(['clip.bfres']);
    expect(new Uint8Array(readFileSync(cli.path('out/clip.bfres')))).toEqual(models['a clip, version 8']);
  });

  test('asks for a folder', async () => {
    const { err, code } = await cli.run('check a.rfa --repair');
    expect(code).toBe(2);
    expect(err).toContain('--repair and -o go together');
  });
});
