/**
 * Renders the dog of the scenes: `node scenes/render-dog.ts` writes pictures/dog.webp anew. Its shape is a formula that
 * gives the distance from any point to the nearest surface; rays are followed until they meet one.
 */
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

type Vector = [x: number, y: number, z: number];

const WIDTH = 640;
const HEIGHT = 525;
/** Turned towards the camera, which looks a little from above. */
const YAW = 0.75;
const PITCH = 0.15;
const VIEW = 2.35;

const add = (a: Vector, b: Vector, times = 1): Vector => [
	a[0] + b[0] * times,
	a[1] + b[1] * times,
	a[2] + b[2] * times,
];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const length = (a: Vector) => Math.hypot(...a);
const unit = (a: Vector): Vector => add([0, 0, 0], a, 1 / (length(a) || 1));
const clamp = (value: number, low = 0, high = 1) => Math.max(low, Math.min(high, value));

/** The union of two shapes, with a soft seam. */
function join(a: number, b: number, softness: number): number {
	const near = Math.max(softness - Math.abs(a - b), 0) / softness;
	return Math.min(a, b) - (near * near * softness) / 4;
}

function limb(p: Vector, from: Vector, to: Vector, thick: number, thin: number): number {
	const [along, whole] = [add(p, from, -1), add(to, from, -1)];
	const t = clamp(dot(along, whole) / dot(whole, whole));
	return length(add(along, whole, -t)) - (thick + (thin - thick) * t);
}

function ball(p: Vector, centre: Vector, radii: Vector): number {
	const [x, y, z] = add(p, centre, -1);
	return (Math.hypot(x / radii[0], y / radii[1], z / radii[2]) - 1) * Math.min(...radii);
}

/** The dog faces along x and stands on y = 0; both sides are alike. */
function coat(p: Vector): number {
	const side: Vector = [p[0], p[1], Math.abs(p[2])];
	let body = limb(p, [-0.5, 0.75, 0], [0.35, 0.76, 0], 0.19, 0.24);
	body = join(body, ball(p, [0.4, 0.72, 0], [0.24, 0.28, 0.21]), 0.12);
	body = join(body, ball(side, [-0.52, 0.66, 0.1], [0.19, 0.23, 0.13]), 0.1);
	let hind = limb(side, [-0.5, 0.58, 0.13], [-0.4, 0.38, 0.14], 0.12, 0.08);
	hind = join(hind, limb(side, [-0.4, 0.38, 0.14], [-0.58, 0.25, 0.14], 0.075, 0.05), 0.05);
	hind = join(hind, limb(side, [-0.58, 0.25, 0.14], [-0.54, 0.04, 0.14], 0.05, 0.045), 0.03);
	hind = join(hind, ball(side, [-0.49, 0.045, 0.14], [0.09, 0.05, 0.06]), 0.03);
	let front = limb(side, [0.4, 0.6, 0.12], [0.38, 0.33, 0.13], 0.11, 0.065);
	front = join(front, limb(side, [0.38, 0.33, 0.13], [0.4, 0.05, 0.13], 0.06, 0.048), 0.04);
	front = join(front, ball(side, [0.45, 0.045, 0.13], [0.09, 0.05, 0.06]), 0.03);
	body = join(join(body, hind, 0.08), front, 0.08);
	let head = limb(p, [0.45, 0.86, 0], [0.66, 1.12, 0], 0.2, 0.145);
	head = join(head, ball(p, [0.74, 1.2, 0], [0.17, 0.155, 0.15]), 0.06);
	head = join(head, limb(p, [0.82, 1.16, 0], [1.04, 1.1, 0], 0.1, 0.072), 0.05);
	const [x, y, z] = add(side, [0.66, 1.17, 0.155], -1);
	head = join(head, ball([x + y * 0.25, y, z - y * 0.15], [0, -0.03, 0], [0.085, 0.16, 0.035]), 0.025);
	let tail = limb(p, [-0.66, 0.84, 0], [-0.86, 1, 0], 0.07, 0.055);
	tail = join(tail, limb(p, [-0.86, 1, 0], [-0.93, 1.24, 0], 0.055, 0.03), 0.05);
	return join(join(body, head, 0.12), tail, 0.05);
}

/** Nose, eyes and mouth. */
function features(p: Vector): number {
	const side: Vector = [p[0], p[1], Math.abs(p[2])];
	return Math.min(
		length(add(p, [1.1, 1.14, 0], -1)) - 0.042,
		length(add(side, [0.865, 1.235, 0.1], -1)) - 0.027,
		limb(side, [1.08, 1.075, 0.03], [0.92, 1.075, 0.085], 0.012, 0.012),
	);
}

function collar(p: Vector): number {
	const from = add(p, [0.56, 1, 0], -1);
	const height = dot(from, unit([0.21, 0.26, 0]));
	return Math.hypot(Math.sqrt(Math.max(0, dot(from, from) - height ** 2)) - 0.165, height) - 0.028;
}

const dog = (p: Vector) => Math.min(coat(p), features(p), collar(p));

/** A random number for each point of a grid, the same every time. */
function speck(x: number, y: number, z: number): number {
	let mixed = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(z, 2147483647);
	mixed = Math.imul(mixed ^ (mixed >>> 13), 1274126177);
	return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

function noise(x: number, y: number, z: number): number {
	const [left, low, near] = [Math.floor(x), Math.floor(y), Math.floor(z)];
	let sum = 0;
	for (const i of [0, 1]) {
		for (const j of [0, 1]) {
			for (const k of [0, 1]) {
				const weight =
					(1 - Math.abs(x - left - i)) * (1 - Math.abs(y - low - j)) * (1 - Math.abs(z - near - k));
				sum += weight * speck(left + i, low + j, near + k);
			}
		}
	}
	return sum;
}

function colourAt(p: Vector): Vector {
	if (coat(p) >= 0.006) return features(p) < collar(p) ? [28, 24, 24] : [176, 40, 36];
	const [x, y, z] = p;
	const fur = noise(x * 22, y * 60, z * 60) * 0.6 + noise(x * 60, y * 120, z * 120) * 0.4 - 0.5;
	const golden = add([222, 178, 118], [-52, -62, -56], clamp((y - 0.55) * 2.2));
	return add([0, 0, 0], golden, 1 + fur * 0.45);
}

const SUN = unit([0.2, 0.9, 0.55]);

function lightAt(p: Vector): number {
	const slope = (by: Vector) => dog(add(p, by)) - dog(add(p, by, -1));
	const normal = unit([slope([0.004, 0, 0]), slope([0, 0.004, 0]), slope([0, 0, 0.004])]);
	const above = add(p, normal, 0.02);
	let sunlit = 1;
	for (let far = 0.04, step = 0; step < 20 && far < 1; step++) {
		const room = dog(add(above, SUN, far));
		sunlit = Math.min(sunlit, Math.max(0, (8 * room) / far));
		far += Math.max(0.02, room);
	}
	const open = clamp(dog(add(p, normal, 0.12)) / 0.12, 0.35);
	return Math.max(0, dot(normal, SUN)) * sunlit * 0.75 + (0.32 + 0.16 * normal[1]) * open;
}

const [turn, tilt] = [
	[Math.cos(YAW), Math.sin(YAW)],
	[Math.cos(PITCH), Math.sin(PITCH)],
] as [[number, number], [number, number]];
const RIGHT: Vector = [turn[0], 0, -turn[1]];
const UP: Vector = [-turn[1] * tilt[1], tilt[0], -turn[0] * tilt[1]];
const AHEAD: Vector = [-turn[1] * tilt[0], -tilt[1], -turn[0] * tilt[0]];

/** Where the ray through a pixel meets the dog. */
function meet(column: number, row: number): Vector | null {
	const [across, above] = [(column / WIDTH - 0.5) * VIEW, ((0.5 - row / HEIGHT) * VIEW * HEIGHT) / WIDTH];
	const start = add(add(add([0.08, 0.68, 0], RIGHT, across), UP, above), AHEAD, -3);
	for (let far = 0, step = 0; step < 90 && far < 6; step++) {
		const point = add(start, AHEAD, far);
		const room = dog(point);
		if (room < 0.003) return point;
		far += room * 0.85;
	}
	return null;
}

const pixels = Buffer.alloc(WIDTH * HEIGHT * 4);
for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
	const point = meet(pixel % WIDTH, Math.floor(pixel / WIDTH));
	if (!point) continue;
	const colour = add([0, 0, 0], colourAt(point), lightAt(point));
	pixels.set([...colour.map((value) => clamp(value, 0, 255)), 255], pixel * 4);
}
const trimmed = await sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } })
	.trim({ threshold: 0 })
	.png()
	.toBuffer();
await sharp(trimmed)
	.resize({ height: 400 })
	.webp({ quality: 82 })
	.toFile(fileURLToPath(new URL('pictures/dog.webp', import.meta.url)));
