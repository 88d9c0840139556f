import type { Accessor, GLTF, TypedArray } from '@gltf-transform/core';

// The door to glTF Transform and meshoptimizer. They are fetched when a document needs them, which those of exhume,
// Blender and three.js do not.

export type AccessorJson = GLTF.IAccessor;

/**
 * Decodes accessors that are sparse or compressed with meshopt. `document` has nothing but buffers, buffer views and
 * accessors, all of which were checked against the bytes.
 *
 * @throws whatever the libraries throw on data that cannot be unpacked.
 */
export async function unpackAccessors(document: object, resources: Record<string, Uint8Array>): Promise<TypedArray[]> {
  const [core, { EXTMeshoptCompression }, { MeshoptDecoder }] = await Promise.all([
    import('@gltf-transform/core'),
    import('@gltf-transform/extensions'),
    import('meshoptimizer/decoder'),
  ]);
  await MeshoptDecoder.ready;
  const io = new core.WebIO()
    .setLogger(new core.Logger(core.Verbosity.SILENT))
    .registerExtensions([EXTMeshoptCompression])
    .registerDependencies({ 'meshopt.decoder': MeshoptDecoder });
  const read = await io.readJSON({
    json: document as GLTF.IGLTF,
    resources: resources as Record<string, Uint8Array<ArrayBuffer>>,
  });
  return read
    .getRoot()
    .listAccessors()
    .map((accessor: Accessor) => accessor.getArray()!);
}
