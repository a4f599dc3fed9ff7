import sharp from 'sharp';
import { driveway } from './driveway.ts';
import { place } from './figures.ts';
import { garden } from './garden.ts';
import * as layers from './layers.ts';
import { lightAt, type Weather } from './light.ts';
import { type Figure, HEIGHT, type Place, type Who, WIDTH } from './place.ts';
import { porch } from './porch.ts';
import { pick, seeded } from './random.ts';
import { stamp } from './stamp.ts';
import { STATES, type State } from './states.ts';

const PLACES = { driveway, garden, porch } as const;
export type PlaceName = keyof typeof PLACES;

const NEAR = 480;

export interface Scene {
	place: PlaceName;
	at: Date;
	who: readonly Who[];
	/** The same seed and time of day make the same picture, except for the weather and the date in its corner. */
	seed: string;
	/** The same word puts the same people at the same spots; by default each picture has its own. */
	cast?: string;
	/** By default the weather of that day. */
	weather?: Weather;
	/** The state of the things in states.ts, such as an open gate. */
	states?: readonly State[];
	/** How many pixels the camera may be off its usual place, as in the wind. */
	shake?: number;
}

/** A realistic picture of a place, as a JPEG: what a camera there would have seen. */
export async function drawScene(scene: Scene): Promise<Buffer> {
	const { place: name, at, who, seed, weather, states = [], shake = 0, cast } = scene;
	const where: Place = PLACES[name];
	const light = lightAt(at, seed, weather);
	const random = seeded(seed, name, at.getHours(), at.getMinutes(), at.getSeconds());
	const people = figuresOf(where, who, cast === undefined ? random : seeded(seed, name, cast));
	const moved = seeded(seed, 'states', at.getTime());
	const things = states.map((state) => thingOf(STATES[state], (range) => (moved() - 0.5) * range));
	const standing = things.filter((thing) => typeof thing !== 'string');
	const behind = await Promise.all(where.behind.map(place));
	const figures = await Promise.all(
		[...where.props, ...standing, ...people].sort((a, b) => a.y - b.y).map(place),
	);
	const { picture } = layers;

	// A figure in front of a lit window hides its light; the houses far off have windows of their own.
	const shining = light.night > 0.05 && picture(layers.glow(where, light, seeded(seed)));
	const inFront = figures
		.filter(({ top, raw }) => top + raw.height > NEAR)
		.map((figure) => ({ ...figure, blend: 'dest-out' as const }));
	const glow =
		shining && (await sharp(shining).composite(inFront).raw().toBuffer({ resolveWithObject: true }));

	const pixels = await sharp(picture(layers.sky(where, light, seeded(seed, at.getHours()))))
		.composite([
			...behind,
			{ input: picture(layers.ground(where, light, seeded(seed, name))) },
			{ input: picture(things.filter((thing) => typeof thing === 'string').join('')) },
			{ input: picture(layers.shadows(figures, light)) },
			...figures,
			{ input: picture(layers.shade(where, light)), blend: 'multiply' },
			...(glow ? [{ input: glow.data, raw: glow.info, blend: 'screen' as const }] : []),
			{ input: picture(layers.weather(where, light, random)) },
		])
		.removeAlpha()
		.raw()
		.toBuffer();
	addGrain(pixels, 3 + light.night * 4, random);
	const whole = { raw: { width: WIDTH, height: HEIGHT, channels: 3 } } as const;
	return sharp(shake > 0 ? await shaken(pixels, whole, shake, random) : pixels, whole)
		.composite([{ input: picture(stamp(`${clock(at)}  ${where.title}`, 28, 26)) }])
		.jpeg({ quality: 82 })
		.toBuffer();
}

function figuresOf(where: Place, who: readonly Who[], random: () => number): Figure[] {
	return who.flatMap((someone) => {
		const spots = where.spots[someone];
		if (spots.length === 0) return [];
		const spot = pick(random, spots);
		const x = spot.x + (random() - 0.5) * (someone === 'car' ? 10 : 50);
		// Who comes with a parcel brings it.
		const as = someone === 'person' && who.includes('parcel') ? ['courier'] : spot.as;
		return [{ ...spot, x, is: pick(random, as) }];
	});
}

/** A thing in its state: a figure, or drawn as SVG. */
const thingOf = (state: (typeof STATES)[State], by: (range: number) => number): Figure | string =>
	'stand' in state ? state.stand(by) : state.draw(by);

/** The same picture from a camera that is a little off its place: enlarged by the margin and cropped. */
async function shaken(
	pixels: Buffer,
	whole: { raw: { width: number; height: number; channels: 3 } },
	shake: number,
	random: () => number,
): Promise<Buffer> {
	return sharp(pixels, whole)
		.resize(WIDTH + 2 * shake, HEIGHT + 2 * shake, { fit: 'fill' })
		.extract({
			left: Math.round(random() * 2 * shake),
			top: Math.round(random() * 2 * shake),
			width: WIDTH,
			height: HEIGHT,
		})
		.raw()
		.toBuffer();
}

/** The noise of a small sensor, more of it in the dark. */
function addGrain(pixels: Buffer, strength: number, random: () => number): void {
	// A prime length, so that its repetition makes no pattern across the rows.
	const noise = Int8Array.from({ length: 65_521 }, () =>
		Math.round((random() + random() + random() - 1.5) * strength),
	);
	for (let i = 0, pixel = 0; i < pixels.length; i += 3, pixel++) {
		const by = noise[pixel % noise.length] ?? 0;
		for (let channel = i; channel < i + 3; channel++) {
			pixels[channel] = Math.max(0, Math.min(255, (pixels[channel] ?? 0) + by));
		}
	}
}

const two = (value: number) => String(value).padStart(2, '0');
const clock = (at: Date) =>
	`${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
