import { issueKinds } from '../../issue.ts';

/** What conversions between files and scenes can tell. */
export const sceneIssues = issueKinds('bfres', {
  'mesh-left-out': {
    severity: 'warning',
    means: 'A mesh is not in the scene: its vertices or indices could not be read.',
    remedy:
      'Check the file: it tells which numbers are out of range. Data in the mesh codec of Tears of the Kingdom is not supported.',
  },
  'numbers-replaced': {
    severity: 'warning',
    means: 'Coordinates, transforms or keys that are no numbers, which glTF does not allow.',
    remedy: 'In the scene they are 0 or change nothing. The original keeps them.',
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
  'tangents-repaired': {
    severity: 'info',
    means: 'Tangents that are missing or without length, which glTF does not allow, were computed from the faces.',
    remedy: 'Nothing to do: the original keeps its own.',
  },
  'clip-left-out': {
    severity: 'info',
    means:
      'A skeletal animation is not in the scene: it moves no bone of the model, or the model lacks most of its bones.',
    remedy: 'It may belong to another model: animations name bones, not models.',
  },
  'bones-not-found': {
    severity: 'info',
    means: 'A skeletal animation names bones that the model does not have.',
    remedy: 'The others are moved. Animations of relatives of a model often have a few more bones.',
  },
  'animation-not-shown': {
    severity: 'info',
    means:
      'Animations of materials, cameras, lights and of the visibility of skinned shapes have no counterpart in glTF, and those of shapes have none without the shape.',
    remedy: 'Those of materials are in `extras` of the scene, all of them in the original.',
  },
  'texture-not-found': {
    severity: 'warning',
    means: 'A material names a texture that is in none of the files at hand.',
    remedy: 'Convert the folder with the texture files (`X.Tex1.sbfres`, `X.Tex.sbfres`), or give them along.',
  },
});
