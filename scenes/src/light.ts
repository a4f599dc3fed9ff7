import { pick, seeded } from './random.ts';

export type Weather = 'clear' | 'cloudy' | 'rain' | 'mist' | 'snow';

/** What the hour and the weather do to a picture. */
export interface Light {
	/** 0 by day, 1 in the dark. */
	night: number;
	/** 1 at sunrise and sunset. */
	golden: number;
	weather: Weather;
	skyTop: string;
	skyLow: string;
	/** The colour that everything below the sky is multiplied with. */
	tint: string;
	/** Where shadows fall, in picture widths: to the left in the morning, to the right in the evening. */
	lean: number;
	shadow: number;
}

type Rgb = [number, number, number];

const DAY = { top: [92, 158, 222], low: [214, 233, 244] } satisfies Record<string, Rgb>;
const GREY = { top: [139, 153, 168], low: [208, 214, 217] } satisfies Record<string, Rgb>;
const GOLDEN = { top: [128, 134, 190], low: [255, 196, 142] } satisfies Record<string, Rgb>;
const NIGHT_TINT: Rgb = [52, 62, 104];
const WHITE: Rgb = [255, 255, 255];
const WARM: Rgb = [255, 222, 184];
const DULL: Rgb = [224, 229, 234];

/** Local time: a picture taken at eight in the evening should look like evening to the viewer. */
export function lightAt(at: Date, seed: string, given?: Weather): Light {
	const hour = at.getHours() + at.getMinutes() / 60;
	// The weather lasts some hours, and is the same for every camera of a place.
	const random = seeded(seed, at.getFullYear(), at.getMonth(), at.getDate(), Math.floor(hour / 6));
	const wet = [11, 0, 1].includes(at.getMonth()) ? 'snow' : 'rain';
	const weather =
		given ?? pick(random, ['clear', 'clear', 'clear', 'cloudy', 'cloudy', 'mist', wet] as const);
	const night = 1 - step(5.4, 7.4, hour) + step(18.9, 20.8, hour);
	const golden = Math.max(bump(6.9, 1.3, hour), bump(19.1, 1.5, hour)) * (weather === 'clear' ? 1 : 0.4);
	const open = weather === 'clear' ? DAY : GREY;
	const daylight = mix(mix(WHITE, DULL, weather === 'clear' ? 0 : 1), WARM, golden * 0.8);
	return {
		night,
		golden,
		weather,
		skyTop: css(mix(open.top, GOLDEN.top, golden)),
		skyLow: css(mix(open.low, GOLDEN.low, golden)),
		tint: css(mix(daylight, NIGHT_TINT, night)),
		lean: Math.max(-1, Math.min(1, (hour - 13) / 6)) * 0.03,
		shadow: (weather === 'clear' ? 0.34 : 0.2) * (1 - night * 0.35),
	};
}

const step = (from: number, to: number, x: number) => {
	const t = Math.max(0, Math.min(1, (x - from) / (to - from)));
	return t * t * (3 - 2 * t);
};
const bump = (centre: number, width: number, x: number) => Math.max(0, 1 - Math.abs(x - centre) / width);
const mix = (a: Rgb, b: Rgb, t: number) => a.map((value, i) => value + ((b[i] ?? 0) - value) * t) as Rgb;
const css = (colour: Rgb) => `rgb(${colour.map(Math.round).join(',')})`;
