"""Opens a .glb in Blender, edits it, and exports it again.

    blender -b --factory-startup -P edit.py -- in.glb out.glb [edits]

Edits are JSON: { "extras": true, "move": { "object": "crate", "vertices": 5, "by": [0, 0, 0.1] },
                  "turn": { "clip": "wave", "bone": "head", "degrees": 20 },
                  "shape": { "key": "breathe 3", "vertices": 5, "by": [0, 0, 0.01] },
                  "rename": { "material": "crate", "to": "box" } }
Without edits the export has what the import made, with Blender's default settings. `extras` also exports custom
properties, which is a check box in Blender ("Custom Properties").
"""

import json
import sys

import numpy

# The glTF exporter of Blender 3 uses names that NumPy dropped with version 1.24.
for name, kind in (("bool", bool), ("float", float), ("int", int), ("object", object)):
    if name not in numpy.__dict__:
        setattr(numpy, name, kind)

import bpy  # noqa: E402
from mathutils import Quaternion, Vector  # noqa: E402


def move(object, vertices, by, places=False):
    """Moves the first vertices of an object, wherever an exporter splits them; with `places` those at their places too."""
    mesh = bpy.data.objects[object].data
    near = {tuple(vertex.co) for vertex in mesh.vertices[:vertices]} if places else set()
    for i, vertex in enumerate(mesh.vertices):
        if i < vertices or tuple(vertex.co) in near:
            vertex.co += Vector(by)
    if mesh.shape_keys is not None:
        for key in mesh.shape_keys.key_blocks:
            for point in key.data[:vertices]:
                point.co += Vector(by)


def shape(key, vertices, by):
    """Moves the first vertices of a shape key."""
    for keys in bpy.data.shape_keys:
        if key in keys.key_blocks:
            for point in keys.key_blocks[key].data[:vertices]:
                point.co += Vector(by)


def turn(clip, bone, degrees):
    """Turns all rotation keys of a bone in one clip by an angle around X."""
    path = f'pose.bones["{bone}"].rotation_quaternion'
    extra = Quaternion((1, 0, 0), numpy.radians(degrees))
    action = next(each for each in bpy.data.actions if each.name.startswith(clip) and each.fcurves.find(path))
    curves = [action.fcurves.find(path, index=i) for i in range(4)]
    for points in zip(*(curve.keyframe_points for curve in curves)):
        turned = Quaternion([point.co[1] for point in points]) @ extra
        for point, value in zip(points, turned):
            point.co[1] = value
    for curve in curves:
        curve.update()


def rename(material, to):
    """Gives a material another name."""
    bpy.data.materials[material].name = to


source, target, *rest = sys.argv[sys.argv.index("--") + 1 :]
edits = json.loads(rest[0]) if rest else {}
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.import_scene.gltf(filepath=source)
for edit in (move, shape, turn, rename):
    if edit.__name__ in edits:
        edit(**edits[edit.__name__])
bpy.ops.export_scene.gltf(filepath=target, export_format="GLB", export_extras=edits.get("extras", False))
