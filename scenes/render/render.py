"""
Renders figures of the scenes: `blender -b -P scenes/render/render.py -- all`, or the names of some; then pack.ts makes them small.
Blender 3.4 with Cycles; each takes half a minute of one core.
"""
import sys
from math import cos, pi, radians, sin, tan
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import bpy  # noqa: E402
import figures  # noqa: E402
from mathutils import Matrix, Vector  # noqa: E402
from shapes import flat, material  # noqa: E402

OUT = HERE.parent / "pictures"
WIDTH, HEIGHT = 1280, 960
# Three metres up, looking a little down.
ABOVE, DOWN, VIEW = 3.0, radians(11), radians(55)
FOCUS = WIDTH / 2 / tan(VIEW / 2)


def on_ground(x, y):
    """The point of the ground at this place of the picture."""
    across, up = (x - WIDTH / 2) / FOCUS, (HEIGHT / 2 - y) / FOCUS
    ray = Vector((across, cos(DOWN) + up * sin(DOWN), up * cos(DOWN) - sin(DOWN)))
    ray *= ABOVE / -ray.z
    return Vector((ray.x, ray.y, 0))


def start():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = 24
    scene.cycles.use_denoising = False
    scene.cycles.max_bounces = 4
    scene.cycles.caustics_reflective = scene.cycles.caustics_refractive = False
    scene.cycles.sample_clamp_indirect = 3
    scene.render.film_transparent = True
    scene.render.resolution_x, scene.render.resolution_y = WIDTH, HEIGHT
    scene.render.resolution_percentage = 125
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGBA"
    scene.view_settings.view_transform = "Filmic"
    scene.view_settings.look = "Medium High Contrast"
    scene.view_settings.exposure = 0.55
    lens = bpy.data.cameras.new("camera")
    lens.angle = VIEW
    camera = bpy.data.objects.new("camera", lens)
    camera.location = (0, 0, ABOVE)
    camera.rotation_euler = (pi / 2 - DOWN, 0, 0)
    scene.collection.objects.link(camera)
    scene.camera = camera
    sun = bpy.data.lights.new("sun", "SUN")
    sun.energy, sun.angle, sun.color = 3.2, radians(9), (1, 0.94, 0.84)
    shining = bpy.data.objects.new("sun", sun)
    # From behind the camera's left shoulder, so that faces are lit.
    shining.rotation_euler = (radians(36), 0, radians(-38))
    scene.collection.objects.link(shining)
    world = bpy.data.worlds.new("sky")
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs[0].default_value = (0.55, 0.72, 1, 1)
    world.node_tree.nodes["Background"].inputs[1].default_value = 0.75
    scene.world = world
    return scene


# Name: how it is made, where it faces (0 is right, 90 away), and the part of the picture that it needs around its feet: to the
# left, above, to the right and below. figures.ts has the same numbers.
PEOPLE = (130, 400, 150, 40)
FIGURES = {
    "woman": (lambda: figures.person("light", (158, 46, 58), (44, 52, 78), (52, 40, 34), (92, 56, 34), long_hair=True, slim=0.92), -55, PEOPLE),
    "man": (lambda: figures.person("dark", (52, 92, 128), (92, 88, 82), (36, 34, 34), (26, 22, 20), step=-1), -125, PEOPLE),
    "courier": (lambda: figures.person("light", (198, 120, 34), (48, 50, 54), (30, 30, 32), (70, 48, 30), cap=(52, 54, 58), carries=True), -110, PEOPLE),
    "parcel": (figures.parcel, 35, (70, 90, 70, 40)),
    "bin": (figures.bin_, 20, (80, 240, 90, 40)),
}
FOOT = (640, 860)


def figure(name):
    make, yaw, (left, above, right, below) = FIGURES[name]
    scene = start()
    ground = flat([(-60, 1), (60, 1), (60, 90), (-60, 90)], 0, material("ground", (120, 122, 112), 0.9))
    ground.is_shadow_catcher = True
    x, y = FOOT
    turn = Matrix.Translation(on_ground(x, y)) @ Matrix.Rotation(radians(yaw), 4, "Z")
    for part in make():
        part.matrix_world = turn @ part.matrix_world
    render = scene.render
    render.use_border = render.use_crop_to_border = True
    render.border_min_x, render.border_max_x = (x - left) / WIDTH, (x + right) / WIDTH
    render.border_min_y, render.border_max_y = (HEIGHT - y - below) / HEIGHT, (HEIGHT - y + above) / HEIGHT
    render.filepath = str(OUT / f"{name}.png")
    bpy.ops.render.render(write_still=True)


if __name__ == "__main__":
    names = sys.argv[sys.argv.index("--") + 1 :]
    for name in FIGURES if names == ["all"] else names:
        figure(name)
