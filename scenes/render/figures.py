"""Whoever and whatever may come: each is made at the origin, facing along x."""
from shapes import ball, box, clay, loft, material, modify, rod

SKIN = {"light": (226, 172, 140), "tan": (190, 132, 96), "dark": (112, 74, 54)}


def person(skin, top, trousers, shoes, hairs, long_hair=False, cap=None, slim=1.0, carries=False, step=1):
    """Somebody who walks, with the left leg in front if the step is 1."""
    s = step
    flesh = material(f"skin {skin}", SKIN[skin], 0.55, mottled=0.1, scale=40)
    cloth = material(f"top {top}", top, 0.9, mottled=0.25, scale=60, bump=0.25)
    denim = material(f"trousers {trousers}", trousers, 0.95, mottled=0.35, scale=90, bump=0.2)
    leather = material(f"shoes {shoes}", shoes, 0.5)
    strands = material(f"hair {hairs}", hairs, 0.6, mottled=0.5, scale=120, bump=0.5)
    dark = material("eyes", (30, 22, 20), 0.3)
    w = slim
    made = []
    legs = [("ball", (-0.01, 0, 0.94), (0.125 * w, 0.165 * w, 0.12))]
    legs += [("limb", (0, s * 0.085, 0.9), (0.17, s * 0.1, 0.51), 0.094 * w, 0.066), ("limb", (0.17, s * 0.1, 0.51), (0.27, s * 0.1, 0.13), 0.068, 0.052)]
    legs += [("limb", (-0.02, s * -0.085, 0.9), (-0.03, s * -0.1, 0.5), 0.094 * w, 0.066), ("limb", (-0.03, s * -0.1, 0.5), (-0.3, s * -0.1, 0.2), 0.068, 0.05)]
    made.append(clay(legs, denim, folds=0.005, fold=16))
    feet = [("limb", (0.25, s * 0.1, 0.07), (0.43, s * 0.12, 0.075), 0.052, 0.042), ("ball", (0.26, s * 0.1, 0.09), (0.055, 0.05, 0.06))]
    feet += [("limb", (-0.31, s * -0.1, 0.15), (-0.19, s * -0.11, 0.045), 0.052, 0.042), ("ball", (-0.32, s * -0.1, 0.17), (0.055, 0.05, 0.06))]
    made.append(clay(feet, leather, grain=0.01))
    chest = [("limb", (0, 0, 0.98), (0.02, 0, 1.2), 0.14 * w, 0.15 * w), ("ball", (0.02, 0.09, 1.3), (0.125, 0.13 * w, 0.17)), ("ball", (0.02, -0.09, 1.3), (0.125, 0.13 * w, 0.17))]
    chest += [("ball", (0, 0, 0.98), (0.14 * w, 0.185 * w, 0.14)), ("limb", (0.02, 0.17 * w, 1.41), (0.02, -0.17 * w, 1.41), 0.075, 0.075), ("limb", (0.02, 0, 1.42), (0.03, 0, 1.49), 0.075, 0.062)]
    if carries:
        arms = [[(0.02, y * 0.205 * w, 1.39), (0.03, y * 0.25 * w, 1.12), (0.28, y * 0.19, 1.1)] for y in (1, -1)]
    else:
        arms = [[(0.02, s * -0.205 * w, 1.39), (0.07, s * -0.26 * w, 1.13), (0.27, s * -0.23 * w, 1.0)], [(0.02, s * 0.205 * w, 1.39), (-0.13, s * 0.26 * w, 1.14), (-0.17, s * 0.27 * w, 0.89)]]
    hands = []
    for shoulder, elbow, wrist in arms:
        chest += [("limb", shoulder, elbow, 0.07, 0.054), ("limb", elbow, wrist, 0.056, 0.044)]
        ahead = [wrist[i] + (wrist[i] - elbow[i]) * 0.3 for i in range(3)]
        hands += [("limb", wrist, ahead, 0.036, 0.038), ("ball", ahead, (0.045, 0.032, 0.05))]
    made.append(clay(chest, cloth, folds=0.006, fold=15))
    made.append(clay(hands, flesh, grain=0.008))
    head = [("limb", (0.03, 0, 1.44), (0.05, 0, 1.58), 0.056, 0.052), ("ball", (0.055, 0, 1.67), (0.1, 0.08, 0.115)), ("ball", (0.1, 0, 1.6), (0.055, 0.056, 0.055))]
    head += [("ball", (0.158, 0, 1.638), (0.02, 0.014, 0.024)), ("ball", (0.045, 0.082, 1.645), (0.022, 0.013, 0.032)), ("ball", (0.045, -0.082, 1.645), (0.022, 0.013, 0.032))]
    made.append(clay(head, flesh, grain=0.006, soft=3))
    for y in (0.033, -0.033):
        made.append(ball((0.139, y, 1.672), (0.012, 0.013, 0.008), dark))
        made.append(ball((0.142, y, 1.694), (0.012, 0.021, 0.006), strands))
    made.append(ball((0.145, 0, 1.588), (0.012, 0.026, 0.006), material("lips", (150, 84, 76), 0.5)))
    if cap:
        peaked = material(f"cap {cap}", cap, 0.9, bump=0.2)
        made.append(clay([("ball", (0.045, 0, 1.722), (0.108, 0.09, 0.075))], peaked, grain=0.01))
        made.append(clay([("ball", (0.15, 0, 1.722), (0.09, 0.07, 0.012))], peaked, grain=0.008))
        tuft = [("ball", (0.02, 0, 1.665), (0.1, 0.087, 0.09))]
    else:
        tuft = [("ball", (0.035, 0, 1.71), (0.108, 0.09, 0.09)), ("ball", (-0.005, 0, 1.665), (0.085, 0.088, 0.1)), ("ball", (0.09, 0.02, 1.755), (0.05, 0.06, 0.03))]
    if long_hair:
        tuft += [("limb", (-0.03, 0, 1.68), (-0.075, 0, 1.47), 0.088, 0.06), ("limb", (0.0, 0.075, 1.68), (-0.01, 0.085, 1.5), 0.035, 0.03), ("limb", (0.0, -0.075, 1.68), (-0.01, -0.085, 1.5), 0.035, 0.03)]
    made.append(clay(tuft, strands, grain=0.008, folds=0.012, fold=28))
    if carries:
        made += parcel(at=(0.4, 0, 1.0))
    else:
        made.append(rod((-0.02, -0.17 * w, 1.0), (-0.02, 0.17 * w, 1.0), 0.01, leather))
    return made


def parcel(at=(0, 0, 0), size=(0.34, 0.44, 0.28)):
    card = material("card", (186, 142, 92), 0.9, mottled=0.2, scale=30)
    tape = material("tape", (214, 186, 140), 0.35)
    x, y, z = at
    w, h = [part / 2 for part in size[:2]], size[2]
    made = [box((x - w[0], y - w[1], z), (x + w[0], y + w[1], z + h), card, 0.006)]
    made.append(box((x - w[0] - 0.002, y - 0.03, z - 0.001), (x + w[0] + 0.002, y + 0.03, z + h + 0.002), tape, 0))
    made.append(box((x - w[0] - 0.003, y + 0.07, z + 0.1), (x - w[0] + 0.02, y + 0.19, z + 0.2), material("label", (242, 240, 234), 0.6), 0))
    return made


def bin_():
    green, dark = material("bin", (44, 88, 58), 0.55, bump=0.05), material("bin dark", (32, 66, 44), 0.55)
    rings = [(0.05, 0.22, 0.2), (0.5, 0.26, 0.24), (0.92, 0.29, 0.28), (0.96, 0.31, 0.3)]
    made = [loft([[(-w, -d, z), (w, -d, z), (w, d, z), (-w, d, z)] for z, w, d in rings], green, level=0)]
    modify(made[0], "BEVEL", width=0.03, segments=3)
    made.append(box((-0.32, -0.32, 0.96), (0.32, 0.32, 1.02), dark, 0.03))
    made.append(clay([("limb", (-0.26, 0.33, 0.95), (0.26, 0.33, 0.95), 0.025, 0.025)], dark, grain=None))
    for x in (-0.27, 0.27):
        made.append(rod((x - 0.03, 0.24, 0.1), (x + 0.03, 0.24, 0.1), 0.1, material("tyre", (24, 24, 26), 0.85)))
    return made

