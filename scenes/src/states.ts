import type { Figure } from './place.ts';

/**
 * Things that have two states, such as a gate: what a customer teaches by examples. Each is drawn over the ground and below the
 * figures, or is a figure itself, so that the light of the hour falls on it, and never twice in exactly the same place.
 */
export const STATES = {
	'gate open': { place: 'driveway', draw: (by: Wobble) => gate(by, true) },
	'gate closed': { place: 'driveway', draw: (by: Wobble) => gate(by, false) },
	'bin out': { place: 'driveway', stand: (by: Wobble) => bin(430 + by(60), 640 + by(24)) },
	'bin in': { place: 'driveway', stand: (by: Wobble) => bin(70 + by(50), 700 + by(24)) },
	'door open': { place: 'porch', draw: (by: Wobble) => door(by) },
	'door closed': { place: 'porch', draw: () => '' },
	'shed open': { place: 'garden', draw: (by: Wobble) => shed(by) },
	'shed closed': { place: 'garden', draw: () => '' },
	'washing out': { place: 'garden', draw: (by: Wobble) => line(by, true) },
	'washing in': { place: 'garden', draw: (by: Wobble) => line(by, false) },
} as const;
export type State = keyof typeof STATES;

/** A number around 0, at most half of `range` away from it. */
type Wobble = (range: number) => number;

/** Two leaves between posts where the drive meets the street. */
function gate(by: Wobble, isOpen: boolean): string {
	const posts = [490, 790].map((x) => `<rect x="${x}" y="470" width="18" height="104" fill="#6d5a48"/>`);
	const swing = isOpen ? 30 + by(24) : 139 + by(4);
	const leaf = (hinge: number, side: number) => {
		const end = hinge + side * swing;
		const drop = isOpen ? 34 + by(16) : 0;
		const bars = [0.06, 0.3, 0.54, 0.78, 1].map((part) => {
			const x = hinge + (end - hinge) * part;
			return `<path d="M${x} ${492 + drop * part}V${564 + drop * part}" stroke="#5b4a3b" stroke-width="7"/>`;
		});
		const rail = (y: number) =>
			`<path d="M${hinge} ${y}L${end} ${y + drop}" stroke="#7a6450" stroke-width="10"/>`;
		return `${rail(500)}${rail(552)}${bars.join('')}`;
	};
	return `<g>${leaf(508, 1)}${leaf(790, -1)}${posts.join('')}</g>`;
}

const bin = (x: number, y: number): Figure => ({ is: 'bin', x, y, height: 110 });

/** The front door, opened inwards: the hall behind it, and the leaf seen from its edge. */
function door(by: Wobble): string {
	const leaf = 70 + by(50);
	return `<g><rect x="244" y="194" width="226" height="542" fill="#3b2f28"/><path d="M244 736L300 640H420L470 736Z" fill="#7a5d43"/>
		<rect x="330" y="300" width="70" height="110" fill="#8d7b62"/>
		<path d="M244 194L${244 + leaf} 226V690L244 736Z" fill="#1f5c46"/><path d="M${256 + leaf * 0.2} 240L${244 + leaf * 0.8} 262V640L${256 + leaf * 0.2} 664Z" fill="none" stroke="#174936" stroke-width="5"/></g>`;
}

/** The door of the shed, opened outwards to the left. */
function shed(by: Wobble): string {
	const leaf = 78 + by(30);
	return `<g><rect x="990" y="356" width="108" height="182" fill="#2c231c"/><path d="M1010 538V470h30v68ZM1052 538l14-110 12 110Z" fill="#54463a"/>
		<path d="M990 356L${990 - leaf} 372V560L990 538Z" fill="#8b5e3c"/><path d="M984 366L${998 - leaf} 546" stroke="#73492c" stroke-width="6"/></g>`;
}

/** A washing line between two poles, with or without what hangs on it. */
function line(by: Wobble, isFull: boolean): string {
	const poles = [150, 700].map((x) => `<rect x="${x}" y="430" width="10" height="270" fill="#8d9196"/>`);
	const rope = '<path d="M155 442Q428 474 705 442" fill="none" stroke="#d8d8d2" stroke-width="3"/>';
	const colours = ['#e9e4da', '#c75b52', '#4f76a8', '#e5c15f', '#f2f2ee'];
	const things = colours.map((colour, index) => {
		const [x, long] = [190 + index * 100 + by(30), 90 + by(50)];
		return `<path d="M${x} 456h70l${by(10)} ${long}h-${66 + by(8)}Z" fill="${colour}"/>`;
	});
	return `<g>${poles.join('')}${rope}${isFull ? things.join('') : ''}</g>`;
}
