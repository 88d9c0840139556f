import { issueKinds } from '../../issue.ts';

/** What conversions between files and scenes can tell. */
export const sceneIssues = issueKinds('bfres', {
  'mesh-left-out': {
    severity: 'warning',
    means: 'A mesh is not in the scene: its vertices or indices could not be read.',
    remedy: 'Check the file: it tells which numbers are out of range. Data in the mesh codec of Tears of the Kingdom is not supported.',
  },
  'numbers-replaced': {
    severity: 'warning',
    means: 'Coordinates that are no numbers, which glTF does not allow.',
    remedy: 'They are 0 in the scene. The original keeps them.',
  },
  'attribute-left-out': {
    severity: 'info',
    means: 'Vertex attributes that the scene has no place for.',
    remedy: 'They stay in the original and come back with it.',
  },
  'weights-repaired': {
    severity: 'warning',
    means: 'Weights of vertices did not sum to 1.',
    remedy: 'They do in the scene. The original keeps them.',
  },
  'normals-repaired': {
    severity: 'info',
    means: 'Normals without length, which glTF does not allow, were computed from the faces.',
    remedy: 'Nothing to do: the original keeps its own.',
  },
  'tangents-left-out': {
    severity: 'info',
    means: 'A shape has tangents without length, which glTF does not allow: the scene has none of its tangents.',
    remedy: 'Nothing to do: the original keeps them, programs compute their own.',
  },
  'clip-without-bones': {
    severity: 'info',
    means: 'A skeletal animation moves no bone of the model: it is not in the scene.',
    remedy: 'It belongs to another model, or its bones have other names.',
  },
  'bones-not-found': {
    severity: 'info',
    means: 'A skeletal animation names bones that the model does not have.',
    remedy: 'The others are moved. Animations of relatives of a model often have a few more bones.',
  },
  'animation-not-shown': {
    severity: 'info',
    means: 'Animations of materials, shapes, cameras, lights and of the visibility of skinned shapes have no counterpart in glTF.',
    remedy: 'Those of materials are in `extras` of the scene, all of them in the original.',
  },
  'texture-not-found': {
    severity: 'warning',
    means: 'A material names a texture that is in none of the files at hand.',
    remedy: 'Convert the folder with the texture files (`X.Tex1.sbfres`, `X.Tex.sbfres`), or give them along.',
  },
});
