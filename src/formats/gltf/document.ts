import { CodecError } from '../../issue.ts';
import { glb, glbChunk } from './glb.ts';
import { gltfIssues } from './gltf.check.ts';
import { Json } from './json.ts';

/** The parts of a `.glb` or `.gltf` file: its JSON, also as the text it stands in, and the binary chunk of the former. */
export interface Unpacked {
  readonly document: Json;
  readonly text: string;
  readonly binary: Uint8Array | undefined;
}

/** @throws CodecError where there is no JSON. */
export function unpack(bytes: Uint8Array): Unpacked {
  const isBinary = bytes[0] === 0x67 && bytes[1] === 0x6c && bytes[2] === 0x54 && bytes[3] === 0x46;
  if (!isBinary) return { ...parse(bytes), binary: undefined };
  const file = glb.decode(bytes);
  const json = file.chunks[0]?.chunkType === 'JSON' ? file.chunks[0].chunkData : undefined;
  if (json === undefined) {
    throw new CodecError(gltfIssues['no-json-chunk'].code, 'the first chunk is no JSON', 12, ['chunks']);
  }
  return { ...parse(json), binary: glbChunk(file, 'BIN') };
}

/** The JSON of a document, of which nothing but the version has been looked at. */
export function parse(bytes: Uint8Array): Omit<Unpacked, 'binary'> {
  const text = new TextDecoder().decode(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // A SyntaxError, or a RangeError where lists are nested without end.
    const reason = error instanceof Error ? error.message : 'no JSON';
    throw new CodecError(gltfIssues['bad-json'].code, reason, 0, []);
  }
  const document = new Json(value);
  const asset = document.get('asset');
  const version = asset.text('version');
  if (!version.startsWith('2.')) {
    throw new CodecError(gltfIssues['bad-version'].code, `glTF ${version}, 2.0 is read`, 0, asset.get('version').path);
  }
  return { document, text };
}
