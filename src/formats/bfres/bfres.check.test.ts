import { beforeAll, describe, expect, test } from 'vitest';
import { loadZstd } from '../../containers/zstd.ts';
import type { Issue } from '../../issue.ts';
import { corpus, corpusFile, filesBelow } from '../../test-support/corpus.ts';
import { leaves } from '../../test-support/leaves.ts';
import { check } from './bfres.check.ts';
import { type Bfres, bfres } from './bfres.ts';
import { fixtures } from './bfres-switch.fixtures.ts';
import { fixtures as wiiuFixtures } from './bfres-wiiu.fixtures.ts';
import { check as checkBntx } from './bntx.check.ts';
import { fixtures as bntxFixtures } from './bntx.fixtures.ts';
import { bntx } from './bntx.ts';
import { check as checkWiiu } from './wiiu-bfres.check.ts';
import { type WiiuBfres, wiiuBfres } from './wiiu-bfres.ts';

// Every rule of section 22 broken by itself: a value that was changed, or a byte of a file.

const clip = fixtures['a clip, version 8']!;
const box = fixtures['everything but clips, version 10']!;

/** What is told of a value that was changed: code, path and reason. */
function told(bytes: Uint8Array, change: (file: Bfres) => void): string[] {
  const file = bfres.decode(bytes);
  file.source = undefined;
  change(file);
  return [...check(file)].map(shown);
}

/** The same of bytes that were changed. */
function toldOfBytes(bytes: Uint8Array, change: (view: DataView, bytes: Uint8Array) => void): string[] {
  const changed = bytes.slice();
  change(new DataView(changed.buffer), changed);
  return [...check(bfres.decode(changed))].map(shown);
}

function toldOfWiiu(name: string, change: (file: WiiuBfres) => void): string[] {
  const file = wiiuBfres.decode(wiiuFixtures[name]!);
  file.source = undefined;
  change(file);
  return [...checkWiiu(file)].map(shown);
}

const shown = ({ code, path, reason }: Issue): string => `${code} ${path.join('.')}: ${reason}`;

const curveOf = (file: Bfres, c: number) => file.skeletalAnims[0]!.boneAnims[0]!.curves[c]!;
const boneOf = (file: Bfres, b: number) => file.models[0]!.skeleton!.bones[b]!;
const shapeOf = (file: Bfres) => file.models[0]!.shapes[0]!;

test.each([
  ['a clip', clip],
  ['a model', box],
])('%s as it should be gives nothing to tell', (_, bytes) => {
  expect(toldOfBytes(bytes, () => {})).toEqual([]);
});

describe('skeletons', () => {
  test.each<[string, (file: Bfres) => void, string]>([
    [
      'a parent that stands behind its child',
      (file) => {
        boneOf(file, 0).parent = 1;
      },
      'bfres/bad-parent models.0.skeleton.bones.0.parent: the parent of bone 0 is 1',
    ],
    [
      'a scale that is not the same in all directions',
      (file) => {
        boneOf(file, 1).scale = Float32Array.of(2, 1, 0.5);
        boneOf(file, 1).smoothMatrix = -1;
        file.models[0]!.skeleton!.inverseMatrices[12] = 0.5;
        file.models[0]!.skeleton!.inverseMatrices[22] = 2;
      },
      "bfres/identity-bits models.0.skeleton.bones.1.flags: bone 'Top' claims a uniform scale, has 2 1 0.5",
    ],
    [
      'a rotation that is not zero',
      (file) => {
        boneOf(file, 1).rotation = Float32Array.of(1, 0, 0, 0);
        file.models[0]!.skeleton!.inverseMatrices.set([1, 0, 0, 0, 0, -1, 0, 1, 0, 0, -1, 0], 12);
      },
      "bfres/identity-bits models.0.skeleton.bones.1.flags: bone 'Top' claims zero rotation, has 1 0 0 0",
    ],
    [
      'a translation that is not zero',
      (file) => {
        boneOf(file, 1).flags |= 1 << 27;
      },
      "bfres/identity-bits models.0.skeleton.bones.1.flags: bone 'Top' claims zero translation, has 0 1 0",
    ],
    [
      'a place of the palette of another bone',
      (file) => {
        boneOf(file, 1).smoothMatrix = 0;
      },
      "bfres/palette-differs models.0.skeleton.bones.1.smoothMatrix: smoothMatrix of bone 'Top' is place 0, which is smooth, of bone 0",
    ],
    [
      'a rigid place that is a smooth one',
      (file) => {
        boneOf(file, 1).rigidMatrix = 1;
      },
      "bfres/palette-differs models.0.skeleton.bones.1.rigidMatrix: rigidMatrix of bone 'Top' is place 1, which is smooth, of bone 1",
    ],
    [
      'an inverse matrix that undoes something else',
      (file) => {
        file.models[0]!.skeleton!.inverseMatrices[3] = 0.25;
      },
      "bfres/inverse-differs models.0.skeleton.inverseMatrices: 1 of 2 matrices, the first of bone 'Root'",
    ],
  ])('%s', (_, change, expected) => {
    expect(told(box, change).filter((line) => !line.includes('box-too-small'))).toEqual([expected]);
  });

  test('a bone of the palette that is not there', () => {
    const lines = told(box, (file) => {
      file.models[0]!.skeleton!.matrixToBone[1] = 9;
      boneOf(file, 1).smoothMatrix = -1;
      shapeOf(file).skinBones = Uint16Array.of(0, 9);
    });
    expect(lines).toEqual([
      'bfres/bad-palette models.0.skeleton.matrixToBone.1: place 1 of the palette is bone 9, there are 2',
    ]);
  });
});

/** Rows of the vertex buffer: position, target of the key shape, two indices, two weights. */
const STRIDE = 28;
const INDICES_AT = 24;
const WEIGHTS_AT = 26;

/** A buffer of its own, to be changed. */
function verticesOf(file: Bfres): DataView {
  const buffer = shapeOf(file).vertexBuffer!;
  const bytes = buffer.buffers[0]!.slice();
  buffer.buffers = [bytes];
  return new DataView(bytes.buffer);
}

describe('shapes', () => {
  test.each<[string, (file: Bfres) => void, string]>([
    [
      'a material that is not there',
      (file) => {
        shapeOf(file).materialIndex = 1;
      },
      'bfres/bad-index models.0.shapes.0.materialIndex: material 1 of 1',
    ],
    [
      'a bone that is not there',
      (file) => {
        shapeOf(file).boneIndex = 2;
      },
      'bfres/bad-index models.0.shapes.0.boneIndex: bone 2 of 2',
    ],
    [
      'a vertex buffer that is not there',
      (file) => {
        shapeOf(file).vertexBufferIndex = 1;
      },
      'bfres/bad-index models.0.shapes.0.vertexBufferIndex: vertex buffer 1 of 1',
    ],
    [
      'a vertex that is not there',
      (file) => {
        shapeOf(file).meshes[0]!.indices = Uint16Array.of(0, 1, 3);
        shapeOf(file).boxes.extent.fill(2);
      },
      'bfres/bad-index models.0.shapes.0.meshes.0.indices.2: index 2 is 3, there are 3 vertices',
    ],
    [
      'vertices that are moved beyond the last',
      (file) => {
        shapeOf(file).meshes[0]!.firstVertex = 1;
      },
      'bfres/bad-index models.0.shapes.0.meshes.0.indices.2: index 2 is 3, there are 3 vertices',
    ],
    [
      'an attribute beyond its row',
      (file) => {
        shapeOf(file).vertexBuffer!.attributes[1]!.offset = 20;
      },
      'bfres/bad-attribute models.0.shapes.0: _p1 ends at 32 in rows of 28 bytes',
    ],
    [
      'an attribute beyond its buffer',
      (file) => {
        shapeOf(file).vertexBuffer!.strides.stride[0] = 0;
        shapeOf(file).vertexBuffer!.attributes.splice(0, 1);
        shapeOf(file).vertexBuffer!.attributes[0]!.offset = 80;
      },
      'bfres/bad-attribute models.0.shapes.0: _p1 of 3 vertices does not fit 84 bytes in rows of 0',
    ],
    [
      'an attribute in a buffer that is not there',
      (file) => {
        shapeOf(file).vertexBuffer!.attributes[1]!.buffer = 1;
      },
      'bfres/bad-attribute models.0.shapes.0: _p1 is in a buffer that is not there',
    ],
    [
      'an attribute in a format that nobody knows',
      (file) => {
        shapeOf(file).vertexBuffer!.attributes[1]!.channels = 0x77;
      },
      'bfres/bad-attribute models.0.shapes.0: _p1 is in an unknown format',
    ],
    [
      'a corner that is there twice',
      (file) => {
        shapeOf(file).meshes[0]!.indices = Uint16Array.of(0, 1, 1);
      },
      'bfres/degenerate-triangles models.0.shapes.0.meshes.0.indices: 1 of 1 triangles',
    ],
    [
      'indices that make no whole triangle',
      (file) => {
        shapeOf(file).meshes[0]!.indices = Uint16Array.of(0, 1, 2, 0);
      },
      'bfres/degenerate-triangles models.0.shapes.0.meshes.0.indices: 4 indices make no whole triangles',
    ],
    [
      'corners that are at one place',
      (file) => {
        const vertices = verticesOf(file);
        for (let c = 0; c < 3; c++) vertices.setFloat32(STRIDE + 4 * c, vertices.getFloat32(4 * c, true), true);
      },
      'bfres/degenerate-triangles models.0.shapes.0.meshes.0.indices: 1 of 1 triangles',
    ],
    [
      'a place beyond the palette',
      (file) => {
        verticesOf(file).setUint8(STRIDE + INDICES_AT, 7);
        shapeOf(file).boxes.extent.fill(2);
        shapeOf(file).skinBones = Uint16Array.of(0, 1);
      },
      'bfres/bad-palette models.0.shapes.0: vertex 1 follows place 7 of a palette of 2',
    ],
    [
      'weights that are too heavy',
      (file) => {
        verticesOf(file).setUint8(WEIGHTS_AT, 255);
        verticesOf(file).setUint8(WEIGHTS_AT + 1, 255);
      },
      'bfres/weights-sum models.0.shapes.0: 1 of 3 vertices',
    ],
    [
      'a vertex out of the box',
      (file) => {
        verticesOf(file).setFloat32(0, 9, true);
      },
      'bfres/box-too-small models.0.shapes.0.boxes.1: vertices of mesh 0 stand out by 8.00, half its size is 1.00',
    ],
    [
      'a bone without influence',
      (file) => {
        const vertices = verticesOf(file);
        for (let v = 0; v < 3; v++) {
          vertices.setUint8(STRIDE * v + WEIGHTS_AT, 255);
          vertices.setUint8(STRIDE * v + WEIGHTS_AT + 1, 0);
          vertices.setUint8(STRIDE * v + INDICES_AT, 0);
        }
      },
      'bfres/skin-bones models.0.shapes.0.skinBones: 1 of 2 bones in it have no influence',
    ],
    [
      'a bone that is not listed',
      (file) => {
        shapeOf(file).skinBones = Uint16Array.of(0);
      },
      'bfres/skin-bones models.0.shapes.0.skinBones: bone 1 is not in it, of 1 that are missing',
    ],
    [
      'padding that is none',
      (file) => {
        shapeOf(file).vertexBuffer!.attributes[1]!.padding0a = 5;
      },
      'bfres/padding-used models.0.vertexBuffers.0.attributes.1.padding0a: padding0a of 1',
    ],
  ])('%s', (_, change, expected) => {
    expect(told(box, change)).toEqual([expected]);
  });

  test('normals that are too short', () => {
    const lines = told(box, (file) => {
      const { attributes } = shapeOf(file).vertexBuffer!;
      attributes[1]!.name = '_n0'; // the targets of the key shape are no unit vectors
    });
    expect(lines).toEqual([expect.stringMatching(/^bfres\/normals-length models\.0\.shapes\.0: \d of 3 normals$/)]);
  });
});

describe('curves', () => {
  test.each<[string, (file: Bfres) => void, string]>([
    [
      'no keys',
      (file) => {
        curveOf(file, 0).keyCount = 0;
      },
      "bad-curve skeletalAnims.0: 1 of 'walk', the first has no keys",
    ],
    [
      'keys out of order',
      (file) => {
        curveOf(file, 0).frames = Uint8Array.of(0, 10, 10);
      },
      "bad-curve skeletalAnims.0: 1 of 'walk', the first has key 2 at 10 behind one at 10",
    ],
    [
      'values that are no numbers',
      (file) => {
        curveOf(file, 1).scale = Number.NaN;
      },
      "bad-curve skeletalAnims.0: 1 of 'walk', the first is scaled by NaN",
    ],
    [
      'an end that is not that of the last key',
      (file) => {
        curveOf(file, 0).endFrame = 19.5;
      },
      "curve-ends skeletalAnims.0: 1 of 'walk'",
    ],
    [
      'segments that do not meet',
      (file) => {
        curveOf(file, 0).keys[0] = 9;
      },
      "curve-jumps skeletalAnims.0: 1 of 'walk', the first from 11 to 2 at key 1",
    ],
    [
      'tangents behind the last key',
      (file) => {
        curveOf(file, 0).keys[9] = 1;
      },
      "last-key skeletalAnims.0: 1 of 'walk'",
    ],
    [
      'flags that name another component',
      (file) => {
        file.skeletalAnims[0]!.boneAnims[0]!.flags ^= 1 << 7;
      },
      "curve-flags skeletalAnims.0.boneAnims.0.flags: 1 of 1 bones in 'walk', the first 'Arm'",
    ],
    [
      'a total that is none',
      (file) => {
        file.skeletalAnims[0]!.curveTotal = 3;
      },
      "derived-total skeletalAnims.0.curveTotal: curveTotal of 'walk' is 3, should be 2",
    ],
    [
      'a first curve that is not the next',
      (file) => {
        file.skeletalAnims[0]!.boneAnims[0]!.firstCurve = 4;
      },
      "derived-total skeletalAnims.0.firstCurve of bone 0: firstCurve of bone 0 of 'walk' is 4, should be 0",
    ],
    [
      'a baked size of other curves',
      (file) => {
        curveOf(file, 1).endFrame = 16;
        curveOf(file, 1).frames = Int16Array.of(0, 16 * 32);
        file.skeletalAnims[0]!.bakedSize = 8;
      },
      "derived-total skeletalAnims.0.bakedSize: bakedSize of 'walk' is 8, should be 208",
    ],
  ])('%s', (_, change, expected) => {
    expect(told(clip, change)).toEqual([`bfres/${expected}`]);
  });

  test('those of shapes, scenes and visibility are looked at too', () => {
    const lines = told(box, (file) => {
      file.visibilityAnims[0]!.curves[0]!.keyCount = 0;
      file.shapeAnims[0]!.shapes[0]!.curves[0]!.keyCount = 0;
      file.sceneAnims[0]!.fogs[0]!.curves = file.visibilityAnims[0]!.curves;
    });
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      'bfres/bad-curve visibilityAnims.0',
      'bfres/bad-curve shapeAnims.0',
      'bfres/bad-curve sceneAnims.0',
    ]);
  });
});

describe('the header', () => {
  test('a file that was cut off', () => {
    const lines = toldOfBytes(clip, (view) => view.setUint32(0x1c, clip.length + 8, true));
    expect(lines).toContain(`bfres/cut-off : the header says ${clip.length + 8} bytes, there are ${clip.length}`);
  });

  test('a file name that is not that of the file', () => {
    const lines = toldOfBytes(clip, (view) => view.setUint32(0x10, 0x27a, true));
    expect(lines).toEqual([
      'bfres/name-offset : it is 0x027a, the name begins at 0x0272',
      'bfres/layout-kept : laid out anew, the file would differ from 0x0010 on',
    ]);
  });
});

describe('the string pool', () => {
  const pool = 0x26c;
  const countAt = pool - 4;

  test('another number of strings than it says', () => {
    const lines = toldOfBytes(clip, (view) => view.setUint32(countAt, 9, true));
    expect(lines[0]).toBe('bfres/string-pool : it counts 9 strings, there are 3');
  });

  test('strings out of order', () => {
    const lines = toldOfBytes(clip, (_, bytes) => {
      bytes[0x27c] = 0x60; // the last letter of 'Arm'
    });
    expect(lines[0]).toBe("bfres/string-order : 'clip' stands before 'Ar`'");
  });

  test('a string that is there twice', () => {
    const lines = toldOfBytes(clip, (_, bytes) => {
      bytes.set(bytes.slice(0x270, 0x277), 0x27e); // 'clip' in place of 'walk'
    });
    expect(lines[0]).toBe('bfres/string-pool : 1 strings are in it more than once');
  });
});

describe('dictionaries', () => {
  /** Where those of the model's bones are. */
  const bones = 0x658;
  const node = (i: number) => bones + 8 + 16 * i;

  test('a node that leads out of it', () => {
    const lines = toldOfBytes(box, (view) => view.setUint16(node(1) + 4, 7, true));
    expect(lines[0]).toBe('bfres/bad-dictionary models.0.skeleton.boneDictionary: a node leads to node 7 of 2');
  });

  test('a node that leads in a circle, so that a name is lost', () => {
    const lines = toldOfBytes(box, (view) => view.setUint16(node(1) + 4, 1, true));
    expect(lines[0]).toBe("bfres/bad-dictionary models.0.skeleton.boneDictionary: 'Top' cannot be found through it");
  });

  test('a tree that finds all names, built in another way', () => {
    const lines = toldOfBytes(box, (view) => view.setUint16(node(0) + 6, 2, true)); // right of the root: never gone
    expect(lines[0]).toBe(
      'bfres/dictionary-differs models.0.skeleton.boneDictionary: all 2 names can be found through it',
    );
  });

  test('other names than those of the elements', () => {
    const lines = told(box, (file) => {
      file.models[0]!.skeleton!.boneDictionary = { keys: ['Root', 'Tip'] };
    });
    expect(lines).toEqual(["bfres/dictionary-names models.0.skeleton.boneDictionary: 'Top' is called 'Tip' in it"]);
  });

  test('fewer names than elements', () => {
    const lines = told(box, (file) => {
      file.models[0]!.skeleton!.boneDictionary = { keys: ['Root', 'Top', 'Tip'] };
    });
    expect(lines).toEqual(['bfres/dictionary-names models.0.skeleton.boneDictionary: it has 3 names for 2 elements']);
  });
});

describe('the relocation table', () => {
  const relocations = new DataView(clip.buffer, clip.byteOffset).getUint32(0x18, true);
  const section = (s: number) => relocations + 16 + 24 * s;
  const firstEntry = section(5);

  test('a pointer that it lacks, by name', () => {
    const lines = toldOfBytes(clip, (view) => view.setUint8(firstEntry + 8 * 6 + 6, 1)); // at 0x200: 1 of 2 pointers
    expect(lines).toEqual([
      'bfres/missing-relocation skeletalAnims.0.boneAnims.0.curves.1.keysOffset: 1 in keysOffset of Curve, the first at 0x0208',
      'bfres/layout-kept : laid out anew, the file would differ from 0x0346 on',
    ]);
  });

  test('several pointers of one kind of field are one issue', () => {
    const lines = toldOfBytes(clip, (view) => view.setUint16(firstEntry + 8 * 3 + 4, 1, true)); // 1 of 2 structs
    expect(lines.slice(0, -1)).toEqual([
      'bfres/missing-relocation skeletalAnims.0.boneAnims.0.curves.0.framesOffset: 1 in framesOffset of Curve, the first at 0x01d0',
      'bfres/missing-relocation skeletalAnims.0.boneAnims.0.curves.0.keysOffset: 1 in keysOffset of Curve, the first at 0x01d8',
    ]);
  });

  test('a place that is no pointer, by what is there', () => {
    const lines = toldOfBytes(clip, (view) => {
      view.setUint32(firstEntry + 8 * 6, 0x1a8, true); // base values in place of the second curve
    });
    expect(lines).toContain(
      'bfres/extra-relocation skeletalAnims.0.boneAnims.0.base: 2 in base of BoneAnim, the first at 0x01a8',
    );
  });

  test('an entry that leads out of the file', () => {
    const lines = toldOfBytes(clip, (view) => view.setUint32(firstEntry + 8 * 6, clip.length, true));
    expect(lines[0]).toBe('bfres/bad-relocation : entry 6 lists places up to 0x0358');
  });

  test('a section that leads out of the file', () => {
    const lines = toldOfBytes(clip, (view) => view.setUint32(section(0) + 12, 0x10000, true));
    expect(lines[0]).toBe('bfres/bad-relocation : section 0 goes from 0x0000 to 0x10000');
  });

  test('none at all', () => {
    const lines = toldOfBytes(clip, (view) => view.setUint32(0x18, 0, true));
    expect(lines[0]).toBe('bfres/bad-relocation : there is none at 0x0000');
  });

  test('indices outside of the buffers', () => {
    const table = new DataView(box.buffer, box.byteOffset).getUint32(0x18, true);
    const lines = toldOfBytes(box, (view) => {
      view.setUint32(table + 16 + 24 + 8, 0xf70, true); // indices begin 8 bytes later
    });
    expect(lines[0]).toBe(
      'bfres/outside-buffers models.0.shapes.0.meshes.0.indices: they lie from 0x0f68 to 0x0f6e, the buffers from 0x0f70 to 0x0fc8',
    );
  });
});

test('a texture that is elsewhere', () => {
  const lines = told(box, (file) => {
    file.embeddedFiles = [{ data: Object.values(bntxFixtures)[0]! }];
    file.embeddedFileNames = { keys: ['textures.bntx'] };
  });
  expect(lines).toEqual(["bfres/texture-elsewhere models.0.materials.0.textureNames: 'Mt' names 'Tex'"]);
});

describe('material animations', () => {
  test('totals that are none', () => {
    const lines = told(clip, (file) => {
      const curve = curveOf(file, 0);
      const material = {
        paramAnims: [{ floatCurveCount: 1, intCurveCount: 0, constantCount: 2 }],
        patternAnims: [{}],
        curves: [curve],
      };
      const anim = {
        name: 'glow',
        materialAnims: [material],
        curveTotal: 2,
        paramTotal: 4,
        patternTotal: 0,
        bakedSize: 0,
      };
      file.materialAnims = [anim as never];
    });
    expect(lines).toEqual([
      "bfres/derived-total materialAnims.0.curveTotal: curveTotal of 'glow' is 2, should be 1",
      "bfres/derived-total materialAnims.0.paramTotal: paramTotal of 'glow' is 4, should be 3",
      "bfres/derived-total materialAnims.0.patternTotal: patternTotal of 'glow' is 0, should be 1",
    ]);
  });
});

describe('Wii U files', () => {
  test.each(Object.keys(wiiuFixtures))('%s as it should be gives nothing to tell', (name) => {
    expect([...checkWiiu(wiiuBfres.decode(wiiuFixtures[name]!))]).toEqual([]);
  });

  test('models obey the same rules', () => {
    const lines = toldOfWiiu('a model, version 4.5', (file) => {
      file.models!.values[0]!.shapes!.values[0]!.materialIndex = 3;
    });
    expect(lines).toEqual(['bfres/bad-index models.values.0.shapes.0.materialIndex: material 3 of 1']);
  });

  test('so do curves', () => {
    const lines = toldOfWiiu('clips, version 4.5', (file) => {
      file.skeletalAnims!.values[0]!.curveTotal = 99;
    });
    expect(lines).toEqual([
      expect.stringMatching(/^bfres\/derived-total skeletalAnims\.values\.0\.curveTotal: .* is 99, should be \d+$/),
    ]);
  });

  test('textures in an order that is not known', () => {
    const lines = toldOfWiiu('a texture, version 4.5', (file) => {
      file.textures!.values[0]!.tileMode = 9;
    });
    expect(lines).toEqual([
      expect.stringMatching(/^ftex\/unknown-tile-mode textures\.values\.0\.tileMode: .* mode 9$/),
    ]);
  });

  test('textures in a format that is not known', () => {
    const lines = toldOfWiiu('a texture, version 4.5', (file) => {
      file.textures!.values[0]!.format = 0x77;
    });
    expect(lines).toEqual([
      expect.stringMatching(/^ftex\/unknown-texture textures\.values\.0\.format: .* format 119$/),
    ]);
  });

  test('a dictionary through which a name is lost', () => {
    const bytes = wiiuFixtures['a model, version 4.5']!.slice();
    const view = new DataView(bytes.buffer);
    const models = 0x20 + view.getInt32(0x20); // the offset counts from its field
    view.setUint16(models + 8 + 4, 0); // left of the root: back to the root
    const codes = [...checkWiiu(wiiuBfres.decode(bytes))].map(shown);
    expect(codes[0]).toBe("bfres/bad-dictionary models: 'box' cannot be found through it");
  });

  test('a file that was cut off', () => {
    const bytes = wiiuFixtures['clips, version 4.5']!.slice();
    const view = new DataView(bytes.buffer);
    view.setUint32(0x0c, bytes.length + 4);
    const lines = [...checkWiiu(wiiuBfres.decode(bytes))].map(shown);
    expect(lines[0]).toBe(`bfres/cut-off : the header says ${bytes.length + 4} bytes, there are ${bytes.length}`);
  });
});

describe('texture archives', () => {
  const [bytes] = Object.values(bntxFixtures);

  test.each<[string, (texture: { format: number; tileMode: number }) => void, string]>([
    [
      'a format that is not known',
      (texture) => {
        texture.format = 0xff01;
      },
      "bntx/unknown-format textures.0.format: 't' is in format 0xff01",
    ],
    [
      'an order that is not known',
      (texture) => {
        texture.tileMode = 5;
      },
      "bntx/unknown-tile-mode textures.0.tileMode: 't' is in tile mode 5",
    ],
  ])('%s', (_, change, expected) => {
    const file = { ...bntx.decode(bytes!), source: undefined };
    change(file.textures[0]!);
    expect([...checkBntx(file)].map(shown)).toEqual([expected]);
  });
});

/** Codes of what is odd in real files, none of which Nintendo's converter left there: mods and other tools did. */
const ODD: Readonly<Record<string, readonly string[]>> = {
  // Packages of the mesh codec: the first without geometry, the second made by a tool.
  'switch-v10-totk/Animal_Bass.Bass.bfres.mc': ['mesh-codec'],
  'switch-v10-totk/toolbox_Animal_Bass.Bass.mc': ['layout-kept', 'padding-used', 'string-order'],
  'switch-v5-mk8dx/Figure-8_course_model.szs': ['box-too-small', 'layout-kept', 'normals-length', 'string-order'],
  'switch-v5-mk8dx/Treetops_course_model.szs': [
    'degenerate-triangles',
    'layout-kept',
    'string-order',
    'texture-elsewhere',
  ],
  'switch-v8-smo/BombHei.szs': ['box-too-small', 'layout-kept', 'string-order'],
  'switch-v8-smo/CapWorldHomePlanetCube000.szs': ['layout-kept', 'string-order'],
  'switch-v8-smo/CubeMapDevBossCityStage.szs': ['layout-kept'],
  'switch-v8-smo/DevChromaBoxBlue.szs': ['layout-kept', 'string-order'],
  'switch-v8-smo/DevGenericCylinder.szs': ['layout-kept', 'string-order'],
  'switch-v8-smo/DevGenericTexture.szs': ['layout-kept'],
  'switch-v8-smo/FlipPanel.szs': ['layout-kept', 'string-order'],
  'switch-v8-smo/SuperSpinDriver.szs': ['curve-flags', 'layout-kept', 'string-order'],
  'switch-v8-splatoon2/Hed_CAP006.Nin_NX_NVN.szs': [
    'box-too-small',
    'degenerate-triangles',
    'layout-kept',
    'normals-length',
  ],
  // A mod moved the corners of 3,440 triangles of its body to one place.
  'switch-v8-splatoon2/Npc_SubwayConductor_Octa.Nin_NX_NVN.szs': [
    'box-too-small',
    'degenerate-triangles',
    'normals-length',
    'skin-bones',
  ],
  'wiiu-v4.5-botw/Npc_Gerudo_Queen.bfres': ['box-too-small', 'layout-kept', 'skin-bones'],
};

const folder = corpus('bfres');
const real =
  folder === undefined
    ? []
    : filesBelow(folder).filter((path) => /^(switch|wiiu)-.*\.(bfres|sbfres|szs|zs|mc)$/.test(path));

describe.skipIf(folder === undefined)('real files', () => {
  beforeAll(() => loadZstd());

  test('there are as many as the manifest has', () => expect(real.length).toBe(29));

  test.each(real)('%s has what is known of it, and nothing else', (path) => {
    const found = new Set<string>();
    for (const { bytes, format } of leaves(path, corpusFile('bfres', path))) {
      if (format?.id !== 'bfres-switch' && format?.id !== 'bfres-wiiu') continue;
      for (const { code } of format.check(format.codec.decode(bytes))) found.add(code.replace('bfres/', ''));
    }
    expect([...found].sort()).toEqual(ODD[path] ?? []);
  });
});
