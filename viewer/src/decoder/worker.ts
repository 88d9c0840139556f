import { expose, transfer } from 'comlink';
import { catalogue, expand, prepare } from 'exhume';
import { Desk } from './desk.ts';
import { holdsOnly, learnDictionaries } from './dictionaries.ts';
import { parcelOf } from './parcel.ts';
import type { Decoder, Taken } from './protocol.ts';
import { sourceOf } from './sources.ts';

// The worker that decodes. The page never waits for it: all it does here may block.

let desk: Desk | undefined;

const decoder: Decoder = {
  async open(spec, progress) {
    desk = undefined;
    await prepare();
    desk = new Desk(spec, progress);
    return desk.list();
  },
  close() {
    desk = undefined;
  },
  learnDictionaries(spec) {
    const source = expand(sourceOf(spec));
    return holdsOnly(source, learnDictionaries(source));
  },
  issueKinds: () => catalogue(),
  async scene(model) {
    const loaded = await opened().scene(model);
    if (loaded.scene === undefined) return loaded;
    const { value, buffers } = parcelOf(loaded.scene);
    return transfer({ ...loaded, scene: value }, buffers);
  },
  async join(model, spec, isCertain) {
    const { scene, report, issues } = await opened().join(model, spec, isCertain);
    if (scene === undefined) return { scene, report, issues };
    const { value, buffers } = parcelOf(scene);
    return transfer({ scene: value, report, issues }, buffers);
  },
  async inspect(file) {
    return opened().inspect(file)?.summary;
  },
  outline: (from, to) => desk?.inspection?.rows(from, to) ?? [],
  toggle: (ref) => desk?.inspection?.toggle(ref),
  reveal: (ref) => desk?.inspection?.reveal(ref),
  locateByte: (offset, layer) => desk?.inspection?.locateByte(offset, layer),
  locatePath: (path) => desk?.inspection?.locatePath(path),
  bytes(from, to, layer) {
    const bytes = desk?.inspection?.bytes(from, to, layer) ?? new Uint8Array();
    return transfer(bytes, [bytes.buffer]);
  },
  segments: (from, to, layer) => desk?.inspection?.segments(from, to, layer) ?? [],
  json: (ref) => inspected().json(ref),
  patched(ref, text) {
    const file = inspected().patched(ref, text);
    return transfer(file, [file.bytes.buffer]);
  },
  glb: async (model, clips) => transferTaken(await opened().glb(model, clips)),
  pictures: async (file) => transferTaken(await opened().pictures(file)),
  member(file) {
    const taken = opened().member(file);
    return transfer(taken, [taken.bytes.buffer]);
  },
};

function opened(): Desk {
  if (desk === undefined) throw new Error('nothing is open');
  return desk;
}

function inspected() {
  const { inspection } = opened();
  if (inspection === undefined) throw new Error('no file is being explained');
  return inspection;
}

function transferTaken(taken: Taken): Taken {
  return transfer(
    taken,
    taken.files.map(({ bytes }) => bytes.buffer),
  );
}

expose(decoder);
