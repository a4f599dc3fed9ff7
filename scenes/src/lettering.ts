/** Letters drawn as strokes on a grid of 4 by 6: the machine that draws may have no font at all. */
const STROKES: Record<string, string> = {
	A: 'M0 6L2 0L4 6M.7 4H3.3',
	B: 'M0 0V6M0 0H2.4Q4 0 4 1.5Q4 2.9 2.4 2.9H0M2.4 2.9Q4.2 2.9 4.2 4.4Q4.2 6 2.4 6H0',
	C: 'M4 1.2Q3.4 0 2.1 0Q0 0 0 3Q0 6 2.1 6Q3.4 6 4 4.8',
	D: 'M0 0V6H1.8Q4 6 4 3Q4 0 1.8 0Z',
	E: 'M3.8 0H0V6H3.8M0 2.9H3.2',
	F: 'M3.8 0H0V6M0 2.9H3.2',
	G: 'M4 1.2Q3.4 0 2.1 0Q0 0 0 3Q0 6 2.1 6Q4 6 4 4V3.2H2.3',
	H: 'M0 0V6M4 0V6M0 2.9H4',
	I: 'M1 0V6',
	J: 'M3 0V4.2Q3 6 1.5 6Q0 6 0 4.4',
	K: 'M0 0V6M4 0L0 3.6M1.4 2.5L4 6',
	L: 'M0 0V6H3.6',
	M: 'M0 6V0L2.2 4L4.4 0V6',
	N: 'M0 6V0L4 6V0',
	O: 'M2.4 0Q0 0 0 3Q0 6 2.4 6Q4.8 6 4.8 3Q4.8 0 2.4 0Z',
	P: 'M0 6V0H2.4Q4 0 4 1.6Q4 3.3 2.4 3.3H0',
	Q: 'M2.1 0Q0 0 0 3Q0 6 2.1 6Q4.2 6 4.2 3Q4.2 0 2.1 0ZM2.6 4.4L4.3 6.4',
	R: 'M0 6V0H2.4Q4 0 4 1.5Q4 3.1 2.4 3.1H0M2.2 3.1L4 6',
	S: 'M3.8 1.1Q3.3 0 2 0Q.2 0 .2 1.5Q.2 2.6 2 2.9Q4 3.2 4 4.5Q4 6 2 6Q.5 6 0 4.8',
	T: 'M0 0H4M2 0V6',
	U: 'M0 0V4Q0 6 2 6Q4 6 4 4V0',
	V: 'M0 0L2 6L4 0',
	W: 'M0 0L1.3 6L2.6 1L3.9 6L5.2 0',
	X: 'M0 0L4 6M4 0L0 6',
	Y: 'M0 0L2 3L4 0M2 3V6',
	Z: 'M0 0H4L0 6H4',
	'0': 'M1.6 0Q0 0 0 3Q0 6 1.6 6Q3.2 6 3.2 3Q3.2 0 1.6 0Z',
	'1': 'M.4 1.3L2 0V6',
	'2': 'M0 1.6Q.1 0 1.9 0Q3.7 0 3.7 1.7Q3.7 2.8 2.4 3.9L0 6H3.9',
	'3': 'M.1 1.2Q.5 0 1.9 0Q3.6 0 3.6 1.5Q3.6 2.8 1.8 2.8M1.8 2.8Q3.9 2.8 3.9 4.4Q3.9 6 1.9 6Q.3 6 0 4.7',
	'4': 'M3 6V0L0 4.3H4.1',
	'5': 'M3.6 0H.6L.3 2.7Q1 2.2 2 2.2Q3.9 2.2 3.9 4.1Q3.9 6 1.9 6Q.4 6 0 4.8',
	'6': 'M3.4 .6Q2.9 0 2 0Q0 0 0 3.4Q0 6 2 6Q3.9 6 3.9 4.2Q3.9 2.5 2.1 2.5Q.6 2.5 .1 3.8',
	'7': 'M0 0H3.8L1.4 6',
	'8': 'M1.9 2.8Q.3 2.7 .3 1.4Q.3 0 1.9 0Q3.6 0 3.6 1.4Q3.6 2.7 1.9 2.8Q0 3 0 4.5Q0 6 1.9 6Q3.9 6 3.9 4.5Q3.9 3 1.9 2.8Z',
	'9': 'M.5 5.4Q1 6 1.9 6Q3.9 6 3.9 2.6Q3.9 0 1.9 0Q0 0 0 1.8Q0 3.5 1.8 3.5Q3.4 3.5 3.8 2.2',
	'.': 'M.3 5.7V6',
	',': 'M.5 5.6L0 6.8',
	':': 'M.4 1.8V2.1M.4 5V5.3',
	'-': 'M0 3.2H2',
};
const WIDTH: Record<string, number> = {
	I: 2,
	'0': 3.2,
	'1': 2.6,
	M: 4.4,
	O: 4.8,
	W: 5.2,
	'.': 0.6,
	',': 0.6,
	':': 0.8,
	'-': 2,
	' ': 2,
};

interface Style {
	/** Of a capital letter. */
	height: number;
	colour?: string;
	/** Of a stroke, as a share of the height. */
	weight?: number;
}

/** A line of text as SVG, with how wide it is. Letters it does not have are left blank; all are capitals. */
export function lettering(
	text: string,
	x: number,
	y: number,
	{ height, colour = '#111', weight = 0.14 }: Style,
): { svg: string; width: number } {
	const unit = height / 6;
	const gap = 1.1 + weight * 4;
	let at = 0;
	const letters = [...text.toUpperCase()].map((letter) => {
		const path = STROKES[letter];
		const place = at;
		at += (WIDTH[letter] ?? 4) + gap;
		return path ? `<path transform="translate(${place} 0)" d="${path}"/>` : '';
	});
	const style = `fill="none" stroke="${colour}" stroke-width="${6 * weight}" stroke-linejoin="round"`;
	const svg = `<g transform="translate(${x} ${y}) scale(${unit})" ${style}>${letters.join('')}</g>`;
	return { svg, width: Math.max(0, at - gap) * unit };
}
