import { issueKinds } from '../../issue.ts';

/** What reading and writing glTF can report; the codes of `.glb` and `.gltf` alike. */
export const gltfIssues = issueKinds('gltf', {
  'bad-json': {
    severity: 'error',
    means: 'The JSON of the document cannot be read, or has values where glTF does not allow them.',
    remedy: 'The path names the place. Export the file again, or have the Khronos glTF validator look at it.',
  },
  'bad-version': {
    severity: 'error',
    means: 'The file is of another version than glTF 2.0.',
    remedy: 'Convert it to glTF 2.0 first; most programs that read glTF 1 write 2.',
  },
  'bad-buffer': {
    severity: 'error',
    means: 'The document claims more data than its buffers hold, or data that does not fit its layout.',
    remedy: 'The file was cut off or its `.bin` belongs to another version of it. Export both again.',
  },
  'missing-file': {
    severity: 'error',
    means: 'A file that the document needs is not there.',
    remedy: 'Put the `.bin` next to the `.gltf`, under the name it is given there.',
  },
  'missing-image': {
    severity: 'warning',
    means: 'An image file that the document uses is not there; one white pixel stands in for it.',
    remedy: 'Put the image next to the `.gltf`, under the name it is given there.',
  },
  draco: {
    severity: 'error',
    means: 'The meshes are compressed with Draco, which exhume does not read.',
    remedy: 'Export without compression, or with meshopt (`gltf-transform meshopt`); exhume reads both.',
  },
  'required-extension': {
    severity: 'error',
    means: 'The document says that it cannot be understood without an extension that exhume does not know.',
    remedy: 'Export without the extension.',
  },
  'bad-length-field': {
    severity: 'warning',
    means: 'The length in the header of a `.glb` is not the size of the file.',
    remedy: 'The file was cut off, or something was added behind it. exhume goes by the chunks.',
  },
  'no-json-chunk': {
    severity: 'error',
    means: 'The first chunk of a `.glb` is not the JSON of a document.',
    remedy: 'The file is damaged. Export it again.',
  },
  unsupported: {
    severity: 'info',
    means: 'Parts of the document have no place in a model: cameras, lights, points and lines, unknown extensions.',
    remedy: 'Nothing, if the game has no use for them; they are left out.',
  },
  'animation-pointer': {
    severity: 'info',
    means: 'Animations of properties other than transforms and morph weights are left out.',
    remedy: 'Bake them into transforms where the game needs them.',
  },
  'bad-numbers': {
    severity: 'warning',
    means: 'Numbers that are infinite or no numbers were replaced by zeros.',
    remedy: 'Look for broken vertices or keys in the modelling program.',
  },
  'normals-repaired': {
    severity: 'warning',
    means: 'Normals or tangents without a direction were replaced; glTF does not allow them.',
    remedy: 'Nothing, if the shading looks right. The original file keeps them if it is written back unedited.',
  },
  'tangents-dropped': {
    severity: 'info',
    means: 'Tangents without normals mean nothing in glTF and were left out.',
    remedy: 'Give the mesh normals.',
  },
  'weights-repaired': {
    severity: 'warning',
    means: 'Weights of vertices did not sum to 1, or named a joint twice; they were normalized.',
    remedy: 'Nothing, if the model moves as it should. Normalize the weights in the modelling program otherwise.',
  },
  'skinning-dropped': {
    severity: 'warning',
    means: 'A mesh with joints is drawn without a skin; its joints were left out.',
    remedy: 'Give the node of the mesh a skin.',
  },
  'rotation-repaired': {
    severity: 'warning',
    means: 'Rotations that were no unit quaternions were normalized.',
    remedy: 'Nothing, if the model moves as it should.',
  },
  'empty-part': {
    severity: 'info',
    means: 'Meshes, clips or tracks with nothing in them cannot be said in glTF and were left out.',
    remedy: 'Nothing; there is nothing to see in them.',
  },
  'track-dropped': {
    severity: 'warning',
    means:
      'Tracks that glTF does not allow were left out: a second one for the same property, or one for a skinned mesh.',
    remedy: 'Merge the tracks in the modelling program.',
  },
  'value-clamped': {
    severity: 'warning',
    means: 'A value of a material lies outside of what glTF allows and was brought to the nearest allowed one.',
    remedy: 'Nothing, if the model looks right.',
  },
  'texture-dropped': {
    severity: 'warning',
    means: 'A texture needs a set of texture coordinates that a mesh does not have, and was left out.',
    remedy: 'Give the mesh the texture coordinates, or let the texture use another set.',
  },
  'image-replaced': {
    severity: 'warning',
    means: 'An image is in a format that glTF does not allow; one white pixel stands in for it.',
    remedy: 'Convert the image to PNG.',
  },
  'ignored-extras': {
    severity: 'info',
    means: 'Extras that are not an object have no place in a model and were left out.',
    remedy: 'Wrap them in an object: `"extras": { "value": … }`.',
  },
});
