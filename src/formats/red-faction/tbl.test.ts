import { expect, test } from 'vitest';
import { sameValue } from '../../binary/index.ts';
import { corpus, corpusFile, filesBelow } from '../../test-support/corpus.ts';
import { integer, random } from '../../test-support/sample.ts';
import { classesOf, clipFile, meshFile, usesOfMeshes } from './tbl.classes.ts';
import { fixtures } from './tbl.fixtures.ts';
import { tbl } from './tbl.format.ts';
import { numbersOf, statementsOf } from './tbl.statements.ts';
import { textTable } from './tbl.ts';
import { members } from './vpp.archive.ts';
import { packfile } from './vpp.ts';

const table = (text: string) => ({ lines: text.split(/(?<=\n)/) });
const codes = (text: string) => [...tbl.check(table(text))].map(({ code }) => code);

const entities = table(`#Entity Classes
  $name:             "Miner"  // the hero
  $V3D Filename:     "kava.char.vcm"
  $LOD Distances:    { 6 9.5 }
  $Corpse V3D Filename: "x.v3d"
  +State:  "stand"   "ult2_stand.old.mvf"
  +State: "walk" "walk.mvf"
     +Footstep Trigger: 5 13
  +Weapon Specific: "Shotgun"
  +Action: "reload"  "park_reload.mvf"  "Foley // no comment"
  $Flags: ("a")
  +Action: "die" "die.mvf"
  $Collision Sphere: "csphere_0" 0.5 2
    +radius: .85
  $Skin: "b" ("x.tga"
     "y.tga")
  /*$Name: "hidden"
  $V3D Filename: "hidden.v3d" */
#End
`);

test('a class has its mesh, its clips, and what else belongs to them', () => {
  expect(classesOf(entities)).toEqual([
    {
      name: 'Miner',
      line: 1,
      meshes: [
        {
          role: 'body',
          spelled: 'kava.char.vcm',
          file: 'kava.char.v3c',
          line: 2,
          lodDistances: [6, 9.5],
          clips: [
            { role: 'state', slot: 'stand', file: 'ult2_stand.rfa', line: 5 },
            { role: 'state', slot: 'walk', file: 'walk.rfa', line: 6, footsteps: [5, 13] },
            { role: 'action', slot: 'reload', file: 'park_reload.rfa', line: 9, weapon: 'Shotgun' },
            { role: 'action', slot: 'die', file: 'die.rfa', line: 11 },
          ],
        },
        { role: 'corpse', spelled: 'x.v3d', file: 'x.v3m', line: 4, clips: [] },
      ],
      skins: [{ name: 'b', textures: ['x.tga', 'y.tga'], line: 14 }],
      collisionSpheres: [{ name: 'csphere_0', damageFactors: [0.5, 2], radius: 0.85 }],
    },
  ]);
});

test('the clips of a weapon are for its first-person mesh, which is a character', () => {
  const [weapon] = classesOf(
    table(`$Name: "gun"
$V3D Filename: "bullet.v3d"
$3rd Person V3D: ""
$1st Person Mesh: "fp_gun.v3d"
+State: "idle" "fp_idle.mvf"`),
  );
  expect(weapon!.meshes.map(({ role, file, clips }) => [role, file, clips.length])).toEqual([
    ['projectile', 'bullet.v3m', 0],
    ['first-person', 'fp_gun.v3c', 1],
  ]);
});

test('names map to files as the game maps them', () => {
  expect(clipFile('a.b.mvf')).toBe('a.rfa');
  expect(clipFile('a')).toBe('a.rfa');
  expect(['x.VCM', 'x.v3d', 'a.b.v3c', 'fx.vfx', ''].map((name) => meshFile(name))).toEqual([
    'x.v3c',
    'x.v3m',
    'a.b.v3c',
    undefined,
    undefined,
  ]);
});

test('uses are found by mesh, whatever the case', () => {
  const uses = usesOfMeshes([['entity.tbl', entities]]);
  expect([...uses.keys()]).toEqual(['kava.char.v3c', 'x.v3m']);
  expect(uses.get('kava.char.v3c')).toMatchObject([
    { table: 'entity.tbl', className: 'Miner', skins: [{ name: 'b' }] },
  ]);
});

test('comments hide what stands in them, and quotes hide comments', () => {
  const { statements } = statementsOf(table('$A: "http://x" 1 // 2\n/* $B: 3\n*/ $C: 4\n$D: /* 5 */ 6\n'));
  expect(statements.map(({ key, value }) => [key, value])).toEqual([
    ['$a', '"http://x" 1'],
    ['$c', '4'],
    ['$d', '6'],
  ]);
  expect(numbersOf('"9" -1 .5 +2.25 {3}')).toEqual([-1, 0.5, 2.25, 3]);
});

test('finds what would keep the game from reading on', () => {
  expect(codes('#A\n$Name: "x"\n')).toEqual(['tbl/no-end']);
  expect(codes('$Name: "x"\n/* for ever\n')).toEqual(['tbl/open-comment']);
  expect(codes('$Name: "x"\n$Model: "a.v3c"\n$Name: "X"\n$Model: "b.v3c"\n')).toEqual(['tbl/duplicate-class']);
  expect(codes('$Name: "x"\n+State: "stand"\n')).toEqual(['tbl/no-clip-name']);
});

test('text is of Windows code page 1252, and any bytes come back', () => {
  expect(textTable.decode(fixtures['one class']!).lines[1]).toBe('$Name: "a€"\n');
  const all = Uint8Array.from({ length: 256 }, (_, i) => i);
  expect(textTable.encode(textTable.decode(all))).toEqual(all);
  expect(() => textTable.encode({ lines: ['Ω'] })).toThrow("'Ω' is no character of Windows code page 1252");
  const next = random(2);
  for (let i = 0; i < 200; i++) {
    const bytes = Uint8Array.from(
      { length: integer(next, 0, 60) },
      () => [10, 13, integer(next, 0, 255)][integer(next, 0, 2)]!,
    );
    expect(textTable.encode(textTable.decode(bytes))).toEqual(bytes);
  }
});

const folder = corpus('red-faction');

test.skipIf(folder === undefined)('real tables are read and written as they were', () => {
  const tables = filesBelow(folder!)
    .filter((path) => path.endsWith('.tbl'))
    .map((path) => [path, corpusFile('red-faction', path)] as const);
  const packed = [...members(packfile.decode(corpusFile('red-faction', 'rfrevised/packfiles/rfr_tbl.vpp')))];
  const all = [...tables, ...packed.map(({ name, bytes }) => [name, bytes] as const)];
  expect(all.length).toBe(7);
  for (const [name, bytes] of all) {
    const { value, trace, issues } = textTable.inspect(bytes);
    expect(issues, name).toEqual([]);
    expect(trace.gaps(bytes.length), name).toEqual([]);
    expect(sameValue(textTable.encode(value!), bytes), name).toBe(true);
  }
});

test.skipIf(folder === undefined)('a real table tells the clips of the hover drone', () => {
  const file = textTable.decode(corpusFile('red-faction', 'kava/tables/entity.tbl'));
  const uses = usesOfMeshes([['entity.tbl', file]]).get('boxt.v3c')!;
  const clips = uses.flatMap(({ mesh }) => mesh.clips.map(({ file }) => file.toLowerCase()));
  expect(clips).toContain('boxt_hover.rfa');
  expect(clips).toContain('boxt_flinch_hover.rfa');
});
