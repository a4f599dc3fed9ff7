import type { Placed } from './figures.ts';
import type { Light } from './light.ts';
import { HEIGHT, type Place, WIDTH } from './place.ts';

/** The layers of a picture that are drawn rather than rendered, each as SVG. */
export const picture = (content: string) =>
	Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${content}</svg>`);

const many = (count: number, draw: (i: number) => string) =>
	Array.from({ length: count }, (_, i) => draw(i)).join('');
const whole = (fill: string) => `<rect width="${WIDTH}" height="${HEIGHT}" fill="${fill}"/>`;
const fall = (id: string, from: string, to: string) =>
	`<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;
const blur = (id: string, by: number) =>
	`<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${by}"/></filter>`;

export function sky(
	{ far, horizon }: Place,
	{ skyTop, skyLow, weather }: Light,
	random: () => number,
): string {
	const [count, opacity] = weather === 'clear' ? [4, 0.75] : [9, 0.5];
	const puffs = [
		[-1.5, 0.3, 0.7],
		[-0.6, -0.15, 1],
		[0.6, 0, 0.9],
		[1.5, 0.3, 0.6],
	];
	const clouds = many(count, () => {
		const [x, y, r] = [random() * WIDTH, 40 + random() * 190, 34 + random() * 40];
		return puffs
			.map(
				([dx = 0, dy = 0, k = 1]) =>
					`<ellipse cx="${x + dx * r}" cy="${y + dy * r}" rx="${r * k}" ry="${r * k * 0.62}"/>`,
			)
			.join('');
	});
	return `<defs>${fall('sky', skyTop, skyLow)}${blur('soft', 14)}</defs>
		<rect width="${WIDTH}" height="${horizon + 60}" fill="url(#sky)"/>
		<g fill="#fff" opacity="${opacity}" filter="url(#soft)">${clouds}</g>${far}`;
}

/** What is level, by day and when it lies under snow. */
const LEVEL = {
	lawn: ['#86b56c', '#5f9a55', '#f4f7fa', '#dde5ec'],
	'far-lawn': ['#9fc58b', '#8bb878', '#eef2f6', '#e3e9ef'],
	street: ['#8b8d90', '#77797d', '#c3c8cd', '#aeb3b9'],
	drive: ['#bdb7ac', '#a39d93', '#e9edf0', '#d5dade'],
} as const;

export function ground(place: Place, { weather }: Light, random: () => number): string {
	const level = Object.entries(LEVEL).map(([id, [far, near, farSnow, nearSnow]]) =>
		weather === 'snow' ? fall(id, farSnow, nearSnow) : fall(id, far, near),
	);
	return `<defs>${level.join('')}
		${fall('post', '#f4f1ea', '#d9d3c7')}${fall('stone', '#d6d1c7', '#b3aca0')}
		${fall('boards', '#a98a66', '#8c6f4f')}${fall('door', '#2a7257', '#1f5c46')}
		</defs>${place.ground(random)}`;
}

export function shadows(placed: Placed[], { shadow, lean }: Light): string {
	const without = placed.filter(({ hasShadow }) => !hasShadow);
	const under = without.map(({ left, top, raw: { width, height } }) => {
		const [x, y] = [left + width / 2 + lean * width * 4, top + height - height * 0.012];
		return `<ellipse cx="${x}" cy="${y}" rx="${width * 0.52}" ry="${Math.max(4, width * 0.075)}"/>`;
	});
	return `<defs>${blur('soft', 6)}</defs><g fill="#14201a" opacity="${shadow}" filter="url(#soft)">${under.join('')}</g>`;
}

/** The light of the hour and the light pools of the lamps: multiplied with everything, so that it also falls on figures. */
export function shade({ lamps }: Place, { tint, night }: Light): string {
	if (night < 0.05) return whole(tint);
	const pools = lamps.map(
		(
			{ x, pool, reach },
			i,
		) => `<radialGradient id="pool${i}" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1" gradientTransform="translate(${x} ${pool}) scale(${reach} ${reach * 0.68})">
			<stop stop-color="#ffe9c2" stop-opacity="${night}"/><stop offset=".45" stop-color="#f2cf9a" stop-opacity="${night * 0.6}"/>
			<stop offset="1" stop-color="#f2cf9a" stop-opacity="0"/></radialGradient>`,
	);
	return `<defs>${pools.join('')}</defs>${whole(tint)}${lamps.map((_, i) => whole(`url(#pool${i})`)).join('')}`;
}

/** What shines after dark. */
export function glow(
	{ lamps, windows, horizon, roofedTo }: Place,
	{ night, weather }: Light,
	random: () => number,
): string {
	const shining = lamps.filter((lamp) => lamp.glow > 0);
	const halos = shining.map(
		(
			{ x, y, glow },
			i,
		) => `<radialGradient id="halo${i}" gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="${glow}">
			<stop stop-color="#fff0cf" stop-opacity=".95"/><stop offset=".2" stop-color="#ffd894" stop-opacity=".5"/>
			<stop offset="1" stop-color="#ffc46a" stop-opacity="0"/></radialGradient><circle cx="${x}" cy="${y}" r="${glow}" fill="url(#halo${i})"/>`,
	);
	const panes = windows.map(
		({ x, y, width, height }) =>
			`<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#e28d2b" opacity=".85"/>`,
	);
	const stars = many(
		weather === 'clear' ? 70 : 0,
		() =>
			`<circle cx="${roofedTo + random() * (WIDTH - roofedTo)}" cy="${random() * horizon * 0.7}" r="${0.6 + random() * 1.1}" fill="#cdd8ff" opacity="${0.3 + random() * 0.6}"/>`,
	);
	return `<g opacity="${night}">${stars}${panes.join('')}${halos.join('')}</g>`;
}

export function weather({ roofedTo }: Place, { weather: now, night }: Light, random: () => number): string {
	if (now === 'rain') {
		const drops = many(170, () => {
			const [x, y, length] = [
				roofedTo + random() * (WIDTH - roofedTo),
				random() * HEIGHT,
				16 + random() * 26,
			];
			return `M${x} ${y}l${-length * 0.16} ${length}`;
		});
		return `<path d="${drops}" stroke="#eef4fa" stroke-width="1.6" opacity="${0.34 - night * 0.2}" fill="none"/>`;
	}
	if (now === 'snow') {
		const flakes = many(260, () => {
			const near = random() ** 3;
			const x = roofedTo + random() * (WIDTH - roofedTo);
			return `<circle cx="${x}" cy="${random() * HEIGHT}" r="${1.2 + near * 5}" opacity="${0.85 - near * 0.4}"/>`;
		});
		return `<g fill="#fff">${flakes}</g>`;
	}
	if (now === 'mist') {
		return `<defs><linearGradient id="mist" x2="0" y2="1"><stop stop-color="#dfe5e8" stop-opacity=".25"/>
			<stop offset=".4" stop-color="#dfe5e8" stop-opacity=".4"/><stop offset=".75" stop-color="#dfe5e8" stop-opacity=".06"/>
			<stop offset="1" stop-color="#dfe5e8" stop-opacity="0"/></linearGradient></defs>
			<rect x="${roofedTo}" width="${WIDTH}" height="${HEIGHT}" fill="url(#mist)" opacity="${1 - night * 0.75}"/>`;
	}
	return '';
}
