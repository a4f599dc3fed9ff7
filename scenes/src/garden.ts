import { PEOPLE, type Place } from './place.ts';

/** Behind the house: a lawn, a bed along the fence, and a shed. */
export const garden: Place = {
	title: 'GARDEN',
	horizon: 330,
	roofedTo: 0,
	far: '<path d="M0 300Q200 215 420 280T820 240T1280 292V460H0Z" fill="#86ad8d"/>',
	behind: [
		{ is: 'fir', x: 640, y: 430, height: 240 },
		{ is: 'fir', x: 760, y: 430, height: 200 },
		{ is: 'fir', x: 150, y: 440, height: 250 },
	],
	ground: (random) => `
		<rect y="388" width="1280" height="150" fill="#8a6440"/>
		${planks()}
		<rect y="520" width="1280" height="440" fill="url(#lawn)"/>
		${[...Array(9)].map((_, i) => `<path d="M${-700 + i * 300} 960L${240 + i * 100} 520h50L${-550 + i * 300} 960Z" fill="#fff" opacity=".055"/>`).join('')}
		<path d="M0 512H1280V548Q1120 572 960 552T640 560T330 552T0 572Z" fill="#6b4a35"/>
		<path d="M0 540H1280V548Q1120 572 960 552T640 560T330 552T0 572Z" fill="#4f8a4a" opacity=".5"/>
		${tufts(random)}
		<g>
			<path d="M930 300L1100 222L1272 300V320H930Z" fill="#7d4b3a"/><path d="M930 300L1100 222L1272 300l-8 10L1100 238L938 310Z" fill="#9a5f49"/>
			<rect x="950" y="306" width="302" height="232" fill="#c49a6c"/>
			${[...Array(9)].map((_, i) => `<path d="M${983 + i * 33.5} 306V538" stroke="#a67d52" stroke-width="3"/>`).join('')}
			<rect x="990" y="356" width="108" height="182" rx="4" fill="#8b5e3c"/><path d="M996 362L1092 532M1092 362L996 532" stroke="#73492c" stroke-width="6"/><circle cx="1084" cy="450" r="6" fill="#e0c48a"/>
			<rect x="1140" y="368" width="84" height="74" rx="4" fill="#f3ead8"/><rect x="1147" y="375" width="70" height="60" fill="#a9cfe0"/><path d="M1182 375v60M1147 405h70" stroke="#f3ead8" stroke-width="5"/>
			<path d="M1112 338h14v18h-14Z" fill="#3f4348"/><ellipse cx="1119" cy="358" rx="12" ry="4" fill="#f6ecc9"/>
		</g>`,
	props: [],
	spots: {
		person: [
			{ as: PEOPLE, x: 860, y: 840, height: 440 },
			{ as: PEOPLE, x: 960, y: 850, height: 450 },
		],
		dog: [
			{ as: ['dog'], x: 480, y: 880, height: 330 },
			{ as: ['dog'], x: 520, y: 890, height: 340, flip: true },
		],
		car: [],
		truck: [],
		parcel: [],
	},
	lamps: [
		{ x: 1119, y: 360, pool: 560, reach: 520, glow: 90 },
		{ x: 480, y: 1000, pool: 960, reach: 700, glow: 0 },
	],
	windows: [{ x: 1147, y: 375, width: 70, height: 60 }],
};

function planks(): string {
	const boards = [...Array(33)].map((_, i) => {
		const x = i * 40 - 12;
		return `<path d="M${x} 540V${372 + (i % 3) * 3}l18-14 18 14V540Z" fill="${i % 2 ? '#b98b5e' : '#c2966a'}"/><path d="M${x + 34} 376V540" stroke="#8a6440" stroke-width="3" opacity=".6"/>`;
	});
	return `${boards.join('')}<rect y="402" width="1280" height="13" fill="#a47a50"/><rect y="486" width="1280" height="13" fill="#a47a50"/>`;
}

function tufts(random: () => number): string {
	return [...Array(70)]
		.map(() => {
			const [x, y] = [random() * 1280, 600 + random() * 350];
			return `<path d="M${x} ${y}q2-11 -4-15M${x} ${y}q0-13 5-17" stroke="#4f8a4a" stroke-width="2.5" fill="none" opacity=".5"/>`;
		})
		.join('');
}
