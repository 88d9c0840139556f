import { describe, expect, test } from 'vitest';
import { Damaged, explain } from '../../binary/index.ts';
import { formatIssue, type IssueKind } from '../../issue.ts';
import { corpus, corpusFile, filesBelow } from '../../test-support/corpus.ts';
import { fixtures as characters } from './v3c.fixtures.ts';
import { check, fileIssues, inCycles } from './v3d.check.ts';
import { isUncompiledMesh } from './v3d.format.ts';
import { codecIssues } from './v3d.issues.ts';
import { bonesOf, type MeshFile, mesh, type Section, spheresOf, submeshesOf } from './v3d.ts';
import { lodIssues } from './v3d-lod.check.ts';
import type { Batch } from './v3d-lod.ts';
import { fixtures as statics } from './v3m.fixtures.ts';

const kinds: readonly IssueKind[] = [codecIssues, fileIssues, lodIssues].flatMap((all) => Object.values(all));
const ruleOf = (code: string) => kinds.find((kind) => kind.code === code)?.rule;

/** What reading and checking find: severity and rule. */
function findings(bytes: Uint8Array): string[] {
  const { value, issues } = mesh.inspect(bytes);
  const all = [...issues, ...(value === undefined ? [] : check(value))];
  return all.map(({ severity, code }) => `${severity} ${ruleOf(code)}`);
}

const batchOf = (file: MeshFile): Batch => {
  const data = submeshesOf(file)[0]!.lods[0]!.data;
  if (data instanceof Damaged) throw new Error(data.reason);
  return data.batches[0]!;
};

const character = () => mesh.decode(characters['two bones']!);

test('reads streams as columns', () => {
  const batch = batchOf(character());
  expect(batch.positions).toEqual(Float32Array.of(0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0));
  expect(batch.triangles).toEqual({
    length: 2,
    indices: Uint16Array.of(0, 1, 2, 3, 2, 1),
    flags: Uint16Array.of(0, 0),
  });
  expect(batch.samePos).toEqual(Int16Array.of(0, 0, 0, 3));
  expect(batch.links!.weights.subarray(4, 8)).toEqual(Uint8Array.of(128, 127, 0, 0));
  expect(batch.morphMap).toEqual(Int16Array.of(0, -1, 2));
  expect(batch.planes).toBeUndefined();
});

test('reads bones and spheres', () => {
  expect(bonesOf(character()).map(({ name, parent }) => [name, parent])).toEqual([
    ['hand', 1],
    ['root', -1],
  ]);
  expect(spheresOf(character())).toMatchObject([{ name: 'csphere_0', bone: 1, radius: 0.75 }]);
});

test('every byte has a name', () => {
  const { trace } = mesh.inspect(statics['a triangle']!);
  expect(explain(trace, 0x0c)).toBe('vertexCount');
  expect(explain(trace, 0x94)).toBe('sections[0].submesh.lods[0].flags');
});

test('any cut keeps the bytes, and says what is missing', () => {
  for (const bytes of [characters['two bones']!, statics['a triangle']!]) {
    for (let length = 40; length < bytes.length; length++) {
      const cut = bytes.subarray(0, length);
      const { value } = mesh.inspect(cut);
      expect(mesh.encode(value!)).toEqual(cut);
      expect(findings(cut)).toContain('error M01');
    }
  }
});

test('the sections before a damaged one are usable', () => {
  const bytes = characters['two bones']!;
  const { value } = mesh.inspect(bytes.subarray(0, bytes.length - 40));
  expect(submeshesOf(value!)).toHaveLength(1);
  expect(value!.sections.map(({ kind }) => kind)).toEqual(['submesh', 'sphere', 'damaged']);
});

test('unknown sections, odd sizes and bytes behind the end are kept', () => {
  const file = character();
  const [first, second, third, end] = file.sections;
  file.sections = [
    first!,
    { kind: 'unknown', id: 0x44554d42, bytes: Uint8Array.of(1, 2, 3) },
    { ...second!, size: 47, extra: Uint8Array.of(9, 8, 7) } as Section,
    { ...third!, size: 4 } as Section,
    { ...end!, size: 12 } as Section,
  ];
  file.trailing = Uint8Array.of(5, 5);
  const bytes = mesh.encode(file);
  expect(mesh.decode(bytes)).toEqual(file);
  expect(mesh.inspect(bytes).issues.map(formatIssue)).toEqual(['trailing at 0x0317: 2 bytes behind the end']);
  expect(findings(bytes).filter((found) => found === 'warning M06')).toHaveLength(3);
});

test('a data block that its counts do not fit is kept as bytes, and what follows is read', () => {
  const bytes = statics['a triangle']!.slice();
  const at = bytes.length - 8 - 28 - 4 - 84 - 4 - 10 - 4 - 4 - 18; // the info of the batch
  expect(findings(bytes)).toEqual([]);
  bytes[at + 6] = 2; // 2 bytes for 1 triangle
  const { value } = mesh.inspect(bytes);
  expect(findings(bytes)).toContain('error M05');
  expect(submeshesOf(value!)[0]!.lods[0]!.data).toBeInstanceOf(Damaged);
  expect(submeshesOf(value!)[0]!.materials[0]!.diffuseMap).toBe('flag.tga');
  expect(mesh.encode(value!)).toEqual(bytes);
});

describe('finds what breaks the rules', () => {
  const cases: Record<string, [rule: string, edit: (file: MeshFile) => void]> = {
    'another version': [
      'error M01',
      (file) => {
        file.version = 0x10000;
      },
    ],
    'no END': [
      'error M01',
      (file) => {
        file.sections = file.sections.slice(0, -1);
      },
    ],
    'a header count': [
      'warning M02',
      (file) => {
        file.materialCount = 2;
      },
    ],
    'no level of detail': [
      'error M03',
      (file) => Object.assign(submeshesOf(file)[0]!, { lods: [], lodDistances: new Float32Array(0) }),
    ],
    'a submesh version': [
      'warning M03',
      (file) => {
        submeshesOf(file)[0]!.version = 6;
      },
    ],
    'a triangle without a vertex': [
      'error M05',
      (file) => {
        batchOf(file).triangles.indices[1] = 4;
      },
    ],
    'a texture that is not listed': [
      'error M05',
      (file) => {
        submeshesOf(file)[0]!.lods[0]!.textures = [];
      },
    ],
    'a material that is not there': [
      'error M05',
      (file) => {
        submeshesOf(file)[0]!.materials = [];
      },
    ],
    'a section size': [
      'warning M06',
      (file) => {
        file.sections[1]!.kind === 'sphere' && Object.assign(file.sections[1]!, { size: 40 });
      },
    ],
    'a parent that is not there': [
      'error M07',
      (file) => {
        bonesOf(file)[0]!.parent = 2;
      },
    ],
    'a bone that descends from itself': [
      'error M07',
      (file) => {
        bonesOf(file)[1]!.parent = 0;
      },
    ],
    'too many bones': ['warning M07', (file) => addBones(file, 51)],
    'a weight on a missing bone': [
      'error M08',
      (file) => {
        batchOf(file).links!.bones[0] = 2;
      },
    ],
    'weights of another sum': [
      'warning M08',
      (file) => {
        batchOf(file).links!.weights[0] = 251;
      },
    ],
    'a sphere without bone': [
      'error M09',
      (file) => {
        spheresOf(file)[0]!.bone = 2;
      },
    ],
    'a sphere without radius': [
      'warning M09',
      (file) => {
        spheresOf(file)[0]!.radius = 0;
      },
    ],
    'a normal that is no number': [
      'warning M10',
      (file) => {
        batchOf(file).normals[2] = NaN;
      },
    ],
    'a triangle without area': [
      'warning M10',
      (file) => {
        batchOf(file).triangles.indices[1] = 0;
      },
    ],
    'an infinite position': [
      'error M11',
      (file) => {
        batchOf(file).positions[0] = Infinity;
      },
    ],
    'a morph map entry': [
      'error M12',
      (file) => {
        batchOf(file).morphMap![0] = 4;
      },
    ],
    'a name that fills its field': [
      'warning M13',
      (file) => {
        bonesOf(file)[0]!.name = 'x'.repeat(24);
      },
    ],
    'equal bone names': [
      'warning M13',
      (file) => {
        bonesOf(file)[0]!.name = 'ROOT';
      },
    ],
    'copies that are not marked': ['info M14', (file) => void batchOf(file).samePos.fill(0)],
    'bytes in the padding': [
      'info M14',
      (file) => {
        batchOf(file).slack.samePos = new Uint8Array(8).fill(1);
      },
    ],
    'bytes behind a name': [
      'info M14',
      (file) => {
        bonesOf(file)[0]!.name = 'hand\0\0x';
      },
    ],
  };

  test.each(Object.entries(cases))('%s', (_, [finding, edit]) => {
    const file = character();
    expect(findings(mesh.encode(file))).toEqual([]);
    edit(file);
    expect(findings(mesh.encode(file))).toContain(finding);
  });

  function addBones(file: MeshFile, count: number): void {
    for (const section of file.sections) {
      if (section.kind !== 'bones') continue;
      for (let i = section.bones.length; i < count; i++) section.bones.push({ ...section.bones[0]!, name: `bone${i}` });
    }
  }
});

test('bones in circles are found, those that only hang on them are not among them', () => {
  expect(inCycles([1, 2, 0, 0, -1, 5])).toEqual([0, 1, 2, 5]);
});

test('source meshes are not taken for compiled ones', () => {
  const bytes = statics['a triangle']!.slice(0, 40);
  expect(isUncompiledMesh(bytes)).toBe(false);
  bytes[12] = bytes[16] = bytes[20] = 8;
  expect(isUncompiledMesh(bytes)).toBe(true);
});

const folder = corpus('red-faction');

describe.runIf(folder !== undefined)('real files', () => {
  const meshes = filesBelow(folder ?? '.').filter((file) => /\.v3[cm]$/.test(file));
  const real = meshes.filter((file) => !file.startsWith('synthetic'));

  test('are written as they were read, and no byte is unexplained', () => {
    expect(real.length).toBeGreaterThanOrEqual(110);
    for (const file of meshes) {
      const bytes = corpusFile('red-faction', file);
      const { value, trace } = mesh.inspect(bytes);
      expect(Buffer.from(mesh.encode(value!)).equals(bytes), file).toBe(true);
      expect(trace.gaps(bytes.length), file).toEqual([]);
    }
  });

  test('have no error', () => {
    for (const file of real) {
      const errors = findings(corpusFile('red-faction', file)).filter((found) => found.startsWith('error'));
      expect(errors, file).toEqual([]);
    }
  });

  const severities = { E: 'error', W: 'warning', I: 'info' } as const;
  const faults = JSON.parse(
    folder === undefined ? '{}' : new TextDecoder().decode(corpusFile('red-faction', 'synthetic/faults/EXPECTED.json')),
  ) as Record<string, { severity: 'E' | 'W' | 'I'; rule: string }>;

  test.each(Object.entries(faults).filter(([file]) => /\.v3[cm]$/.test(file)))(
    '%s breaks its rule',
    (file, { severity, rule }) => {
      const found = findings(corpusFile('red-faction', `synthetic/faults/${file}`));
      expect(found).toContain(`${severities[severity]} ${rule}`);
    },
  );
});
