import { issueKinds } from '../../issue.ts';

/** What writing a scene as a mesh reports. */
export const targetIssues = issueKinds('v3d', {
  unchanged: {
    severity: 'info',
    means: 'The scene says the same as the original file, mesh or clip, whose bytes are written.',
    remedy: 'Nothing to do.',
  },
  edited: {
    severity: 'info',
    means: 'Parts of the original file were changed to what the scene says. All else is as it was.',
    remedy: 'Nothing to do, if that is what was edited.',
  },
  'level-kept': {
    severity: 'info',
    means: 'A level of detail that the scene does not have is taken from the original file.',
    remedy: 'To get rid of it, write without the original, with the `sources` of the scene removed.',
  },
  'axes-restored': {
    severity: 'info',
    means:
      'The axes of joints are not those of the original bones: editors, Blender among them, turn bones to point at their children. They were turned back, clips included, so that other clips of the game still fit.',
    remedy: 'Nothing to do: nothing moves by that.',
  },
  'axes-unknown': {
    severity: 'warning',
    means:
      'There is the original of a clip, but none of the mesh, which tells the axes of the bones. If an editor turned them, as Blender does, the clip bends the mesh of the game.',
    remedy: 'Give the original .v3c as well: `--base` takes a folder.',
  },
  'made-anew': {
    severity: 'info',
    means: 'There is no original file: what glTF does not say has the defaults of the game.',
    remedy: 'Give the original with `--base` to keep what only it knows.',
  },
  'original-unreadable': {
    severity: 'warning',
    means: 'The original file cannot be read, and does not help in writing the scene.',
    remedy: 'Checking the file by itself tells what is wrong with it.',
  },
  'too-many-bones': {
    severity: 'error',
    rule: 'M07',
    means: 'The skin has more joints than the 50 that the game has room for.',
    remedy: 'Remove joints that move nothing.',
  },
  'too-many-levels': {
    severity: 'warning',
    rule: 'M03',
    means: 'A submesh has more than 3 levels of detail. The coarser ones are left out.',
    remedy: 'Remove levels.',
  },
  'stretched-joint': {
    severity: 'error',
    means: 'A joint is scaled differently along its axes, or mirrored. Bones have no scale.',
    remedy: 'Apply the scale of the armature in the editor.',
  },
  'name-cut': {
    severity: 'warning',
    rule: 'M13',
    means: 'A name is longer than its field, or has letters that it cannot hold, and was changed.',
    remedy: 'Shorten the name in the editor.',
  },
  split: {
    severity: 'warning',
    means: 'A material has more vertices or triangles than a batch holds, and got several batches.',
    remedy: 'Nothing to do, or simplify the mesh: the original game draws small meshes faster.',
  },
  'renderer-limit': {
    severity: 'warning',
    means: 'A batch has more vertices or triangles than the buffers of the original game hold.',
    remedy: 'Simplify the mesh, or use several materials.',
  },
  'flat-normals': {
    severity: 'info',
    means: 'Primitives without normals got those of their triangles.',
    remedy: 'Export with normals for smooth shading.',
  },
  'no-uvs': {
    severity: 'info',
    means: 'Primitives without texture coordinates got 0 0.',
    remedy: 'Unwrap the mesh in the editor.',
  },
  'fifth-weight': {
    severity: 'info',
    means: 'Vertices hang on more than four joints. The four strongest are kept.',
    remedy: 'Limit the weights to four in the editor.',
  },
  'no-mesh': {
    severity: 'error',
    means: 'The scene has no mesh to write.',
    remedy: 'Export the meshes too, or write the clips alone as `rfa`.',
  },
  'no-skin': {
    severity: 'error',
    means: 'A character needs a skin, and the scene has none.',
    remedy: 'Bind the mesh to an armature, or write it as `v3m`.',
  },
  'skin-dropped': {
    severity: 'warning',
    means: 'The scene has a skin, which static meshes do not have. The mesh is written as it stands at rest.',
    remedy: 'Write it as `v3c` to keep the bones.',
  },
  'not-stored': {
    severity: 'info',
    means: 'Vertex colours, tangents, further texture coordinates or other textures have no place in a mesh file.',
    remedy: 'Nothing to do: the game does not know them.',
  },
  'textures-kept': {
    severity: 'info',
    means: 'Pictures are as they were in their files, which are not written again.',
    remedy: 'Nothing to do: use the texture files that the game has.',
  },
  'texture-written': {
    severity: 'info',
    means: 'A picture that is new or was edited is written as a texture file.',
    remedy: 'Put it beside the mesh, or into the packfile.',
  },
  'texture-not-written': {
    severity: 'warning',
    means: 'A picture could not be written as a texture.',
    remedy: 'Convert it to .tga with another tool, and put it beside the mesh.',
  },
  'morph-changed': {
    severity: 'info',
    means: 'Morph targets move vertices in another way than the original clip, whose vertex animation is written anew.',
    remedy: 'Nothing to do, if that is what was edited.',
  },
  'morph-kept': {
    severity: 'info',
    means: 'The original clip moves vertices, of which the scene says nothing. Its vertex animation is kept.',
    remedy: 'Export shape keys and their animation to have it follow the scene.',
  },
  'version-changed': {
    severity: 'info',
    means:
      'The clip is written in another version than the original: as `--rfa-version` asks for, or in 8 because version 7 has no times for the keyframes of vertices.',
    remedy: 'Nothing to do: the game plays both. `--rfa-version 7` spreads the keyframes evenly.',
  },
  'no-clip': {
    severity: 'error',
    means: 'The scene has no animation to write, or none of the name that was asked for.',
    remedy: 'Export the animations too, or name one that is there.',
  },
});
