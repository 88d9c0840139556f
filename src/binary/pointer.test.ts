import { expect, test } from 'vitest';
import { fromHex } from '../test-support/hex.ts';
import {
  align,
  Codec,
  countOf,
  cstring,
  dump,
  explain,
  type Infer,
  later,
  list,
  magic,
  pointer,
  Reader,
  struct,
  u16,
  u32,
  u64,
  type Writer,
} from './index.ts';

// A miniature of a relocatable format: 64-bit offsets ahead of the counts, a string pool, shared parts, and at the end
// a table of all pointers.

const text = pointer(u64, cstring, 'strings');
const material = struct('Material', { name: text, color: u32, padding: u32 });
const shape = struct('Shape', { name: text, material: pointer(u64, material, 'materials') });
const head = struct('Head', {
  signature: magic('MINI'),
  relocations: u32,
  shapes: pointer(u64, list(shape), 'shapes'),
  shapeCount: countOf('shapes', u16),
  padding: u16.x(3),
});

type Mini = Omit<Infer<typeof head>, 'relocations'>;

/** What a declaration cannot say, the order of groups, is said by hand: a codec is a pair of functions. */
const mini = new (class extends Codec<Mini> {
  readonly kind = 'Mini';
  readonly minSize = head.minSize;

  read(r: Reader): Mini {
    const { relocations, ...value } = head.read(r);
    r.pos = relocations;
    r.field('relocations', list(u32).prefixed(u32));
    return value;
  }

  write(w: Writer, value: Mini): void {
    head.write(w, { ...value, relocations: 0 });
    w.place('shapes', 8);
    w.place('materials', 8);
    w.place('strings', 2);
    w.field('padding', align(4), undefined);
    w.fill(4, u32, w.pos);
    w.field('relocations', list(u32).prefixed(u32), Uint32Array.from(w.pointers));
  }
})();

const padding = new Uint16Array(3);
const file: Mini = {
  signature: 'MINI',
  padding,
  shapes: [{ name: 'a', material: { name: 'm', color: 5, padding: 0 } }],
};
const bytes = fromHex(`
  4d 49 4e 49  3c 00 00 00                               # signature, offset of the relocations
  18 00 00 00 00 00 00 00                                # shapes
  01 00  00 00 00 00 00 00                               # one of them
  38 00 00 00 00 00 00 00  28 00 00 00 00 00 00 00       # a shape: name, material
  3a 00 00 00 00 00 00 00  05 00 00 00 00 00 00 00       # a material: name, color
  61 00  6d 00                                           # strings
  04 00 00 00  08 00 00 00  18 00 00 00  20 00 00 00  28 00 00 00
`);

test('the layout is the one the format asks for', () => {
  expect(mini.encode(file)).toEqual(bytes);
  expect(mini.decode(bytes)).toEqual(file);
});

test('shared values are stored once and read as one', () => {
  const steel = { name: 'steel', color: 7, padding: 0 };
  const bytes = mini.encode({
    signature: 'MINI',
    padding,
    shapes: [{ name: 'blade', material: steel }, { name: 'steel', material: steel }, { name: 'hilt' }],
  });
  expect(String.fromCharCode(...bytes).match(/steel/g)).toHaveLength(1);

  const copy = mini.decode(bytes);
  expect(copy.shapes[0]!.material).toBe(copy.shapes[1]!.material);
  expect(copy.shapes[2]!.material).toBeUndefined();
  expect(mini.encode(copy)).toEqual(bytes);
});

test('an empty list has no offset', () => {
  const bytes = mini.encode({ signature: 'MINI', padding, shapes: [] });
  expect(bytes.subarray(8, 16)).toEqual(new Uint8Array(8));
  expect(mini.decode(bytes).shapes).toEqual([]);
});

test('the trace follows pointers', () => {
  const { trace, issues } = mini.inspect(bytes);
  expect(issues).toEqual([]);
  expect(trace.gaps(bytes.length)).toEqual([]);
  expect(explain(trace, 0x3a)).toBe('shapes[0].material.name');
  expect(dump(bytes, trace)).toMatch(/0x000038 {2}61 00 +\* +"a"/);
});

test('an offset outside the file', () => {
  const broken = bytes.slice();
  broken[0x18] = 0xff;
  expect(() => mini.decode(broken)).toThrow('shapes[0].name at 0x0018: there is no cstring at 0x00ff');
});

// A codec that refers to itself: a chain of nodes.
const node: Codec<Node> = new (class extends Codec<Node> {
  readonly kind = 'Node';
  readonly minSize = 8;
  private readonly fields = struct('Node', { value: u32, next: pointer<Node>(u32, this, 'nodes') });
  read = (r: Reader): Node => this.fields.read(r);
  write = (w: Writer, value: Node): void => {
    this.fields.write(w, value);
    if (w.path.length === 0) w.place('nodes');
  };
})();
interface Node {
  value: number;
  next?: Node | undefined;
}

test('chains of values are placed one after another', () => {
  const bytes = node.encode({ value: 1, next: { value: 2, next: { value: 3 } } });
  expect(bytes).toEqual(fromHex('01 00 00 00 08 00 00 00  02 00 00 00 10 00 00 00  03 00 00 00 00 00 00 00'));
  expect(node.decode(bytes)).toEqual({ value: 1, next: { value: 2, next: { value: 3 } } });
});

test('pointers that go in circles', () => {
  expect(() => node.decode(fromHex('00 00 00 00 08 00 00 00  01 00 00 00 08 00 00 00'))).toThrow(
    'parts lie or point more than 200 levels deep',
  );
});

test('what offsets lead to in a place that is elsewhere is missing, and nothing else', () => {
  const part = struct('Part', {
    near: later('near', u32, () => u16),
    far: later('far', u32, () => list(u16).times(2), {
      from: 'buffers',
      elsewhere: () => new Uint16Array(0),
    }),
  });
  const bytes = fromHex('08 00 00 00  40 00 00 00  05 00');
  const r = new Reader(bytes);
  r.elsewhere.add('buffers');
  expect(part.read(r)).toEqual({ near: 5, far: new Uint16Array(0) });
  expect(() => part.decode(bytes)).toThrow('there is no u16[2] at 0x0040');
});

test('values that were never placed are a mistake of the format', () => {
  expect(() => head.encode({ ...file, relocations: 0 })).toThrow("group 'shapes' were never placed");
});

test('a shared part that says nothing is read once like any other', () => {
  let reads = 0;
  const silent = new (class extends Codec<undefined> {
    readonly kind = 'silent';
    readonly minSize = 1;
    read(r: Reader): undefined {
      r.take(1);
      reads++;
    }
    write(w: Writer): void {
      w.take(1);
    }
  })();
  const pair = struct('Pair', { first: pointer(u64, silent), second: pointer(u64, silent) });
  const bytes = Uint8Array.of(16, 0, 0, 0, 0, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0);
  expect(pair.read(new Reader(bytes))).toEqual({ first: undefined, second: undefined });
  expect(reads).toBe(1);
});
