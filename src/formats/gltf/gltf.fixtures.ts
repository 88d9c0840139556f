/** Small files, written by hand from the specification of glTF 2.0. */
export const fixtures: Readonly<Record<string, Uint8Array>> = {
  'a triangle in a data URI': new TextEncoder().encode(`{
  "asset": { "version": "2.0" },
  "scene": 0,
  "scenes": [{ "nodes": [0] }],
  "nodes": [{ "mesh": 0, "name": "triangle" }],
  "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 } }] }],
  "buffers": [
    { "byteLength": 36, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA" }
  ],
  "bufferViews": [{ "buffer": 0, "byteLength": 36 }],
  "accessors": [
    { "bufferView": 0, "count": 3, "componentType": 5126, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0] }
  ]
}
`),
  nothing: new TextEncoder().encode('{"asset":{"version":"2.0"}}'),
};
