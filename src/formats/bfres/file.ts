import {
  Codec,
  countOf,
  filled,
  type Infer,
  later,
  list,
  magic,
  oneOf,
  pointer,
  type Reader,
  struct,
  u8,
  u16,
  u32,
  u64,
  usually,
  type Writer,
} from '../../binary/index.ts';
import { bytesOf, listedSince, MemoryPoolPointer, ownDictionary } from './block.ts';
import { dictionaryOf } from './dictionary.ts';
import { materialAnimation } from './material-animation.ts';
import { model } from './model.ts';
import { sceneAnim } from './scene-animation.ts';
import { shapeAnim } from './shape-animation.ts';
import { skeletalAnim } from './skeletal-animation.ts';
import { text } from './text.ts';
import { type Layout, when } from './version.ts';
import { visibilityAnim } from './visibility-animation.ts';

// The header of a Switch file (specification, section 3.1): everything hangs from it.

/** An offset that the file fills in, under this name, once it knows the place. */
class FilledPointer extends Codec<undefined> {
  readonly kind = 'u64';
  readonly minSize = 8;
  private readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
  }

  read(r: Reader): undefined {
    const at = r.pos;
    if (u64.read(r) !== 0) r.followed?.add(at);
  }

  write(w: Writer): void {
    w.mark(this.name);
    w.pointers.push(w.pos);
    w.take(8);
  }
}

export const bufferInfo = struct('BufferInfo', {
  usage: u32.is('GPU usage flags'),
  bufferSize: filled(u32),
  bufferOffset: new FilledPointer('bufferOffset'),
  reserved10: usually(u64, () => 0),
  reserved18: usually(u64, () => 0),
});
export type BufferInfo = Infer<typeof bufferInfo>;

/** What `w.place` calls the data of embedded files. */
export const FILES = 'file';

export const embeddedFile = (layout: Layout) =>
  struct('EmbeddedFile', {
    data: later(FILES, u64, ({ size }: { size: number }) => bytesOf(size), {
      ...listedSince(10, layout),
      optional: true,
    }),
    size: usually(u64, ({ data }: { data?: Uint8Array | undefined }) => data?.length ?? 0),
  });
export type EmbeddedFile = Infer<ReturnType<typeof embeddedFile>>;

/** The structures that the header has arrays of, in its order, with their names there. */
export const arraysOf = (layout: Layout) => ({
  models: model(layout),
  skeletalAnims: skeletalAnim(layout),
  materialAnims: materialAnimation(layout),
  visibilityAnims: visibilityAnim(layout),
  shapeAnims: shapeAnim(layout),
  sceneAnims: sceneAnim(layout),
});

type Named = { name?: string | undefined }[];

export const header = (layout: Layout) => {
  const arrays = arraysOf(layout);
  const listed = listedSince(10, layout);
  const dictionary = ownDictionary(listedSince(8, layout));
  return struct('Bfres', {
    signature: magic('FRES    '),
    version: u32.is('major << 16 | minor << 8 | micro'),
    byteOrder: oneOf(u16, 0xfeff),
    alignmentShift: u8.is('the file is aligned to 1 << this'),
    targetAddressSize: usually(u8, () => 0),
    fileNameOffset: filled(u32),
    relocated: usually(u16, () => 0),
    firstBlockOffset: filled(u16),
    relocationTableOffset: filled(u32),
    fileSize: filled(u32),
    name: text,
    models: pointer(u64, list(arrays.models), listed),
    modelDictionary: usually(dictionary, ({ models }: { models: Named }) => dictionaryOf(models)),
    ...when(layout >= 9, { reserved38: usually(u32.x(8), () => NO_RESERVED) }),
    skeletalAnims: pointer(u64, list(arrays.skeletalAnims), listed),
    skeletalAnimDictionary: usually(dictionary, (f: { skeletalAnims: Named }) => dictionaryOf(f.skeletalAnims)),
    materialAnims: pointer(u64, list(arrays.materialAnims), listed),
    materialAnimDictionary: usually(dictionary, (f: { materialAnims: Named }) => dictionaryOf(f.materialAnims)),
    visibilityAnims: pointer(u64, list(arrays.visibilityAnims), listed),
    visibilityAnimDictionary: usually(dictionary, (f: { visibilityAnims: Named }) => dictionaryOf(f.visibilityAnims)),
    shapeAnims: pointer(u64, list(arrays.shapeAnims), listed),
    shapeAnimDictionary: usually(dictionary, (f: { shapeAnims: Named }) => dictionaryOf(f.shapeAnims)),
    sceneAnims: pointer(u64, list(arrays.sceneAnims), listed),
    sceneAnimDictionary: usually(dictionary, (f: { sceneAnims: Named }) => dictionaryOf(f.sceneAnims)),
    memoryPool: new MemoryPoolPointer(layout),
    bufferInfo: pointer(u64, bufferInfo),
    embeddedFiles: pointer(u64, list(embeddedFile(layout))),
    embeddedFileNames: ownDictionary(),
    userPointer: usually(u64, () => 0),
    stringTable: new FilledPointer('stringTable'),
    stringPoolSize: filled(u32),
    modelCount: countOf('models', u16),
    ...when(layout >= 9, { reservedDE: usually(u32, () => 0) }),
    skeletalAnimCount: countOf('skeletalAnims', u16),
    materialAnimCount: countOf('materialAnims', u16),
    visibilityAnimCount: countOf('visibilityAnims', u16),
    shapeAnimCount: countOf('shapeAnims', u16),
    sceneAnimCount: countOf('sceneAnims', u16),
    embeddedFileCount: countOf('embeddedFiles', u16),
    ...when(layout < 9, { padding: usually(u8.x(6), () => NO_PADDING_6) }),
    ...when(layout >= 9, {
      externalFlags: u8.is('2 strings elsewhere, 8 GPU data behind the file'),
      reservedEF: usually(u8, () => 0),
    }),
  });
};
const NO_PADDING_6 = new Uint8Array(6);
const NO_RESERVED = new Uint32Array(8);
export type BfresHeader = Infer<ReturnType<typeof header>>;
