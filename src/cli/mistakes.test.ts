import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fixtures as clips } from '../formats/red-faction/rfa.fixtures.ts';
import { fixtures as meshes } from '../formats/red-faction/v3c.fixtures.ts';
import { formatOf, isArchive } from '../formats/registry.ts';
import { CommandLine } from '../test-support/command-line.ts';

// Every mistake a user can make gets one clear line and the right exit code.

const clip = Object.values(clips)[0]!;
const v3c = Object.values(meshes)[0]!;
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

describe('used wrongly, exit code 2', () => {
  test.each([
    ['a command mistyped', 'chekc x', "unknown command 'chekc' (Did you mean check?)"],
    ['an option mistyped', 'check --jsn x', "unknown option '--jsn' (Did you mean --json?)"],
    ['an argument left out', 'verify', "missing required argument 'inputs'"],
    ['nothing to check', 'check', 'check needs a file, a folder or an archive'],
    ['a format that is none', 'check --format xyz clip.rfa', '--format xyz is none of '],
    ['a target that is none', 'convert clip.rfa --to obj', '--to obj is none of glb, gltf, '],
    ['a severity that is none', 'check --severity bad x', "argument 'bad' is invalid. Allowed choices are error"],
    ['a count that is none', 'verify --jobs none x', "argument 'none' is invalid. It has to be a whole number"],
    ['an offset that is none', 'inspect --at here x', "argument 'here' is invalid. It has to be an offset"],
    ['an offset behind the end', 'inspect clip.rfa --at 0xffffff', 'lies behind the end: clip.rfa has'],
    [
      'a path that is none',
      'inspect clip.rfa --path nowhere',
      'there is no nowhere in clip.rfa; the parts of clip.rfa are magic, version',
    ],
    ['rows that are none', 'inspect clip.rfa --rows all', '--rows all is no range such as 20-39'],
    ['a folder where a file is needed', 'inspect empty', 'empty is a folder without files, where one file is needed'],
    ['several files where one is needed', 'inspect two', 'two is 2 files, where one is needed'],
    ['a file where a folder is needed', 'pack clip.rfa --to vpp -o new.vpp', 'clip.rfa is a file, where the folder'],
    ['no kind of archive', 'pack two -o new.vpp', 'say which archive to make with --to'],
    ['an archive that is none', 'pack two --to rfa -o new.vpp', '--to rfa is none of '],
    [
      'several results for one file',
      'convert two --to png -o one.png',
      '-o one.png is one file, but 2 are to be written',
    ],
    ['several results for standard output', 'convert two --to png -o -', '-o - takes one result, but 2 are'],
    [
      'a base that is not there',
      'convert two --to png --base nothing',
      '--base nothing: there is nothing of this name',
    ],
    ['a code that is none', 'check --explain trunc', 'there is no code trunc, but there is truncated'],
    ['a shell that is none', 'completion tcsh', 'there is no completion for tcsh, only for bash, zsh, fish'],
  ])('%s', async (_, line, message) => {
    cli.put('clip.rfa', clip);
    cli.put('two/a.png', onePixel);
    cli.put('two/b.png', onePixel);
    mkdirSync(cli.path('empty'));
    const { code, out, err } = await cli.run(line);
    expect(err).toContain(message);
    expect(err).toMatch(/^exhume: [^\n]+\n$/);
    expect(out).toBe('');
    expect(code).toBe(2);
  });
});

describe('something wrong with a file, exit code 1', () => {
  test.each(['check', 'verify', 'inspect', 'convert', 'extract'])('%s: no such file', async (command) => {
    cli.put('clip.rfa', clip);
    const { code, err } = await cli.run([command, 'Clip.rfa']);
    expect(err).toMatch(/^exhume: Clip.rfa: there is nothing of this name, but there is clip.rfa \(no-such-file\)\n/);
    expect(code).toBe(1);
  });

  test.each(['check', 'verify', 'inspect', 'convert'])('%s: an empty file', async (command) => {
    cli.put('empty.rfa', '');
    const { code, out, err } = await cli.run([command, 'empty.rfa']);
    expect(out + err).toMatch(/0 bytes \(empty-file\)/);
    expect(code).toBe(1);
  });

  test.each(['check', 'verify', 'inspect', 'convert'])('%s: a text file', async (command) => {
    cli.put('readme.txt', 'This is no model.\n');
    const { code, out, err } = await cli.run([command, 'readme.txt']);
    expect(out + err).toMatch(/this is a text file \(foreign-format\)/);
    expect(code).toBe(1);
  });

  test('a glob that matches nothing', async () => {
    const { code, err } = await cli.run(['check', '*.v3m']);
    expect(err).toBe(
      'exhume: *.v3m: nothing matches (no-such-file)\n`exhume check --explain no-such-file` tells what that means.\n',
    );
    expect(code).toBe(1);
  });

  test('a member that is not in the archive', async () => {
    cli.put('box.vpp', packfile({ 'run.rfa': clip }));
    const { code, err } = await cli.run('inspect box.vpp/walk.rfa');
    expect(err).toBe('exhume: box.vpp/walk.rfa: there is nothing of this name (no-such-file)\n');
    expect(code).toBe(1);
  });

  test('a folder in which the system makes none', { skip: !existsSync('/proc/self') }, async () => {
    cli.put('clip.rfa', clip);
    const { code, out } = await cli.run('convert clip.rfa -o /proc/out');
    expect(out).toContain('(not-writable)');
    expect(code).toBe(1);
  });

  test('a folder without models', async () => {
    cli.put('notes/a.txt', 'a');
    const { code, err } = await cli.run('convert notes --quiet');
    expect(err).toBe('exhume: notes: no model among 1 file (no-models)\n');
    expect(code).toBe(1);
  });

  test('an output that exists is kept, unless --force is given', async () => {
    cli.put('a.png', onePixel);
    cli.put('a.tga', 'mine');
    const refused = await cli.run('convert a.png --to tga');
    expect(refused.out).toContain('a.tga: this file is there already; --force replaces it (output-exists)');
    expect(refused.code).toBe(1);
    expect(readFileSync(cli.path('a.tga'), 'utf8')).toBe('mine');
    const forced = await cli.run('convert a.png --to tga --force');
    expect(forced.code).toBe(0);
    expect(readFileSync(cli.path('a.tga'), 'utf8')).not.toBe('mine');
  });

  test('an output that can not be written', async () => {
    cli.put('a.png', onePixel);
    cli.put('file', 'no folder');
    const { code, out } = await cli.run('convert a.png --to tga -o file/sub/');
    expect(out).toMatch(/file\/sub\/a.tga: not a directory \(not-writable\)/);
    expect(code).toBe(1);
  });

  test('an archive whose members would leave the folder', async () => {
    cli.put('evil.vpp', packfileNamed('../x.rfa', clip));
    const { code, err } = await cli.run('extract evil.vpp -o out');
    expect(err).toContain("exhume: ../x.rfa: the name '..' is a folder (unsafe-name)\n");
    expect(code).toBe(1);
    expect(() => readFileSync(cli.path('x.rfa'))).toThrow('ENOENT');
  });

  test('extracting from what is no archive', async () => {
    cli.put('clip.rfa', clip);
    const { code, err } = await cli.run('extract clip.rfa --quiet');
    expect(err).toBe(
      'exhume: clip.rfa: there is no archive and no compressed file to take anything out of (wrong-format)\n',
    );
    expect(code).toBe(1);
  });

  test('files of two formats are not compared', async () => {
    cli.put('clip.rfa', clip);
    cli.put('box.vpp', packfile({ 'run.rfa': clip }));
    const { code, err } = await cli.run('diff clip.rfa box.vpp --quiet');
    expect(err).toBe(
      'exhume: clip.rfa is Red Faction character animation, box.vpp is Red Faction packfile (wrong-format)\n',
    );
    expect(code).toBe(1);
  });

  test('one bad file does not keep the others from being done', async () => {
    cli.put('in/a.rfa', clip);
    cli.put('in/b.rfa', clip.subarray(0, 40));
    cli.put('in/c.rfa', clip);
    const { code, out } = await cli.run('verify in --json');
    const outcomes = JSON.parse(out).files.map((file: { outcome: string }) => file.outcome);
    expect(outcomes).toEqual(['same', 'unreadable', 'same']);
    expect(code).toBe(1);
    const first = JSON.parse((await cli.run('verify in --json --fail-fast')).out).files;
    expect(first).toHaveLength(2);
  });
});

test('a reader that closes the pipe is no error', async () => {
  const { main } = await import('./main.ts');
  const closed = () => {
    throw Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
  };
  const io = {
    cwd: cli.folder,
    env: {},
    stdout: { isTerminal: false, write: closed },
    stderr: { isTerminal: false, write: () => {} },
    readStdin: async () => new Uint8Array(),
  };
  expect(await main(['formats'], io)).toBe(0);
});

test('a fault of ours is one line that asks for a report, and its place only with --debug', async () => {
  const { main } = await import('./main.ts');
  const told: string[] = [];
  const io = {
    cwd: cli.folder,
    env: {},
    stdout: { isTerminal: false, write: () => {} },
    stderr: { isTerminal: false, write: (text: string | Uint8Array) => void told.push(String(text)) },
    readStdin: () => Promise.reject(new TypeError('x is not a function')),
  };
  expect(await main(['check', '-'], io)).toBe(70);
  expect(told).toEqual([
    'exhume: TypeError: x is not a function; this is a fault of exhume: please report it with this line and, if you may, the file\n',
  ]);
  expect(await main(['check', '-', '--debug'], io)).toBe(70);
  expect(told[2]).toMatch(/at .*mistakes\.test\.ts/);
});

/** A PNG of one grey pixel. */
const onePixel = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
);

/** A packfile of one member with a name that packing refuses. */
function packfileNamed(name: string, bytes: Uint8Array): Uint8Array {
  const placeholder = 'p'.repeat(name.length);
  const archive = packfile({ [placeholder]: bytes });
  const at = Buffer.from(archive).indexOf(placeholder);
  archive.set(Buffer.from(name), at);
  return archive;
}

test('a file that gives nothing is told about though others beside it give models', async () => {
  cli.put('clip.rfa', clip);
  cli.put('zero.v3c', new Uint8Array());
  const { code, err, out } = await cli.run('convert clip.rfa zero.v3c -o out');
  expect(out).toContain('wrote  out/clip.glb');
  expect(err).toContain('exhume: zero.v3c: 0 bytes (empty-file)');
  expect(code).toBe(1);
});

test('a model of which nothing can be read is no empty .glb', async () => {
  cli.put('cut.v3c', v3c.subarray(0, 60));
  const { code, out } = await cli.run('convert cut.v3c -o out');
  expect(out).toContain('there is no mesh, no skeleton and no clip in it (no-scene)');
  expect(out).toContain('nothing written: 1 error');
  expect(existsSync(cli.path('out'))).toBe(false);
  expect(code).toBe(1);
});

test('with --json there is JSON where the file is not there, too', async () => {
  const { code, out } = await cli.run('inspect nothing.rfa --json');
  expect(JSON.parse(out)).toMatchObject({ issues: [{ code: 'no-such-file', file: 'nothing.rfa' }] });
  expect(code).toBe(1);
});

test('models come over standard input, too', async () => {
  const { code, out } = await cli.run('convert - -o out', { stdin: clip });
  expect(out).toContain('wrote  out/stdin.glb');
  expect(code).toBe(0);
});

test('a path that leads nowhere tells the parts of the last value that is there', async () => {
  cli.put('clip.rfa', clip);
  const { code, err } = await cli.run('inspect clip.rfa --path tracks[0].rotKeys');
  expect(err).toContain('there is no tracks[0].rotKeys in clip.rfa; the parts of tracks[0] are weight, ');
  expect(code).toBe(2);
});

test('a folder without models is called that', async () => {
  cli.put('texts/a.txt', 'hello');
  mkdirSync(cli.path('bare'));
  expect((await cli.run('ls texts')).err).toBe('\nno models; 1 file, 0 of known formats, 5 B\n');
  expect((await cli.run('ls bare')).err).toBe('no models\n');
});

test('standard output is not shared by a result and --json', async () => {
  const { code, err } = await cli.run('convert clip.rfa -o - --json', {});
  expect(err).toContain('-o - and --json both want standard output');
  expect(code).toBe(2);
});

test('a shell is offered the formats that a value can be', async () => {
  expect((await cli.run(['complete', '--', 'convert', '--to', ''])).out).toContain('\nv3c\t');
  expect((await cli.run(['complete', '--', 'pack', '--to', ''])).out).not.toContain('v3c');
});
