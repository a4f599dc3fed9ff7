"""Shapes and materials for Blender, as functions of plain numbers: metres, x to the right, y away from the camera, z up."""
from functools import cache

import bmesh
import bpy
from mathutils import Vector, noise


def material(name, colour, rough=0.8, metal=0.0, mottled=0.0, scale=8.0, bump=0.0, glow=0.0, clear=0.0):
    """A colour that may be mottled and uneven, at a scale of spots in a metre."""
    made = bpy.data.materials.get(name)
    if made:
        return made
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    nodes, links = made.node_tree.nodes, made.node_tree.links
    shader = nodes["Principled BSDF"]
    colour = (*[(part / 255) ** 2.2 for part in colour], 1)
    shader.inputs["Base Color"].default_value = colour
    shader.inputs["Roughness"].default_value = rough
    shader.inputs["Metallic"].default_value = metal
    shader.inputs["Clearcoat"].default_value = clear
    if glow:
        shader.inputs["Emission"].default_value = colour
        shader.inputs["Emission Strength"].default_value = glow
    if mottled or bump:
        place = nodes.new("ShaderNodeNewGeometry")
        spots = nodes.new("ShaderNodeTexNoise")
        spots.inputs["Scale"].default_value = scale
        spots.inputs["Detail"].default_value = 5
        links.new(place.outputs["Position"], spots.inputs["Vector"])
        if mottled:
            mix = nodes.new("ShaderNodeMixRGB")
            mix.blend_type = "OVERLAY"
            mix.inputs[0].default_value = mottled
            mix.inputs[1].default_value = colour
            links.new(spots.outputs["Fac"], mix.inputs[2])
            links.new(mix.outputs[0], shader.inputs["Base Color"])
        if bump:
            uneven = nodes.new("ShaderNodeBump")
            uneven.inputs["Strength"].default_value = bump
            uneven.inputs["Distance"].default_value = 0.02
            links.new(spots.outputs["Fac"], uneven.inputs["Height"])
            links.new(uneven.outputs[0], shader.inputs["Normal"])
    return made


def add(mesh, mat, smooth=False):
    thing = bpy.data.objects.new(mesh.name, mesh)
    bpy.context.collection.objects.link(thing)
    mesh.materials.append(mat)
    for face in mesh.polygons:
        face.use_smooth = smooth
    return thing


def modify(thing, kind, **settings):
    made = thing.modifiers.new(kind, kind)
    for name, value in settings.items():
        setattr(made, name, value)
    return made


def box(low, high, mat, bevel=0.01):
    mesh = bpy.data.meshes.new("box")
    corners = [(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])]
    mesh.from_pydata(corners, [], [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)])
    thing = add(mesh, mat)
    if bevel:
        modify(thing, "BEVEL", width=bevel, segments=2)
    return thing


def faces(points, sides, mat, smooth=False):
    mesh = bpy.data.meshes.new("faces")
    mesh.from_pydata(points, [], sides)
    return add(mesh, mat, smooth)


def flat(outline, z, mat):
    """A level area with this outline."""
    return faces([(x, y, z) for x, y in outline], [list(range(len(outline)))], mat)


def rod(a, b, radius, mat, end=None, sides=20):
    """A round bar from a to b, which may be thinner at its end."""
    a, b = Vector(a), Vector(b)
    mesh = bpy.data.meshes.new("rod")
    made = bmesh.new()
    bmesh.ops.create_cone(made, cap_ends=True, segments=sides, radius1=radius, radius2=radius if end is None else end, depth=(b - a).length)
    bmesh.ops.transform(made, matrix=(b - a).to_track_quat("Z", "Y").to_matrix().to_4x4(), verts=made.verts)
    bmesh.ops.translate(made, vec=(a + b) / 2, verts=made.verts)
    made.to_mesh(mesh)
    made.free()
    return add(mesh, mat, True)


@cache
def round_shape(fine):
    made = bmesh.new()
    bmesh.ops.create_icosphere(made, subdivisions=fine, radius=1)
    made.verts.index_update()
    shape = [tuple(vertex.co) for vertex in made.verts], [tuple(v.index for v in face.verts) for face in made.faces]
    made.free()
    return shape


def ball(centre, radii, mat, fine=3):
    return clay([("ball", centre, radii)], mat, grain=None, fine=fine)


def clay(parts, mat, grain=0.012, soft=4, folds=0.0, fold=7.0, fine=2):
    """
    One soft body of balls ("ball", centre, radii) and limbs ("limb", from, to, thick, thin), with seams that are smoothed.
    Folds are how far its surface moves in and out, as cloth does.
    """
    template, triangles = round_shape(fine)
    points, sides = [], []

    def drop(centre, radii):
        first = len(points)
        points.extend([[c + r * p for c, r, p in zip(centre, radii, point)] for point in template])
        sides.extend([[first + i for i in side] for side in triangles])

    for kind, *part in parts:
        if kind == "ball":
            drop(*part)
            continue
        a, b, thick, thin = Vector(part[0]), Vector(part[1]), part[2], part[3]
        steps = max(3, int((b - a).length / (min(thick, thin) * 0.55)))
        for step in range(steps + 1):
            t = step / steps
            drop(a.lerp(b, t), [thick + (thin - thick) * t] * 3)
    thing = faces(points, sides, mat, True)
    if grain:
        modify(thing, "REMESH", mode="VOXEL", voxel_size=grain, use_smooth_shade=True)
        modify(thing, "SMOOTH", iterations=soft, factor=0.5)
        apply(thing)
        if folds:
            # Moving one vertex would make Blender compute all normals again.
            normals = [vertex.normal.copy() for vertex in thing.data.vertices]
            for vertex, normal in zip(thing.data.vertices, normals):
                at = vertex.co.copy()
                at.z *= 1.6
                vertex.co += normal * folds * (noise.noise(at * fold) + 0.5 * noise.noise(at * fold * 2.3))
        for face in thing.data.polygons:
            face.use_smooth = True
    return thing


def apply(thing):
    """Makes the shape that the modifiers give the shape itself."""
    graph = bpy.context.evaluated_depsgraph_get()
    mesh = bpy.data.meshes.new_from_object(thing.evaluated_get(graph))
    thing.modifiers.clear()
    thing.data = mesh


def loft(rings, mat, level=2, ends=True):
    """A skin over rings of the same number of points, rounded."""
    count = len(rings[0])
    points = [point for ring in rings for point in ring]
    sides = [
        (r * count + i, r * count + (i + 1) % count, (r + 1) * count + (i + 1) % count, (r + 1) * count + i)
        for r in range(len(rings) - 1)
        for i in range(count)
    ]
    if ends:
        sides += [list(range(count))[::-1], [(len(rings) - 1) * count + i for i in range(count)]]
    thing = faces(points, sides, mat, True)
    if level:
        modify(thing, "SUBSURF", levels=level, render_levels=level)
    return thing
