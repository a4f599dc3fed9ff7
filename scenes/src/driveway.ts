import { PEOPLE, type Place } from './place.ts';

/** From above the garage: the drive runs out to the street, lawn on either side, neighbours across. */
export const driveway: Place = {
	title: 'DRIVEWAY',
	horizon: 360,
	roofedTo: 0,
	far: `
		<path d="M0 330Q180 250 380 305T760 270T1280 318V420H0Z" fill="#8fb59a"/>
		<path d="M0 352Q260 300 520 340T1280 330V420H0Z" fill="#7aa67f"/>`,
	behind: [],
	ground: (random) => `
		<rect y="372" width="1280" height="70" fill="url(#far-lawn)"/>
		<rect y="436" width="1280" height="16" fill="#cfcac0"/>
		<rect y="450" width="1280" height="76" fill="url(#street)"/>
		${[...Array(9)].map((_, i) => `<rect x="${i * 160 - 40}" y="485" width="78" height="5" rx="2" fill="#e9e4d4" opacity=".75"/>`).join('')}
		<rect y="526" width="1280" height="20" fill="#d5d0c6"/>
		<rect y="544" width="1280" height="5" fill="#b3ada2"/>
		<rect y="549" width="1280" height="411" fill="url(#lawn)"/>
		${[0, 1, 2, 3].map((i) => `<path d="M${-420 + i * 130} 960L${170 + i * 76} 549h40L${-330 + i * 130} 960Z" fill="#fff" opacity=".05"/>`).join('')}
		${[0, 1, 2, 3].map((i) => `<path d="M${1230 + i * 130} 960L${850 + i * 86} 549h40L${1320 + i * 130} 960Z" fill="#fff" opacity=".05"/>`).join('')}
		<path d="M512 526H780L1130 960H170Z" fill="url(#drive)"/>
		<path d="M512 526L170 960h-26L500 526ZM780 526L1130 960h26L792 526Z" fill="#dcd6ca"/>
		${[590, 668, 780].map((y) => `<path d="M${seam(y)[0]} ${y}H${seam(y)[1]}" stroke="#8b867e" stroke-width="3" opacity=".55"/>`).join('')}
		${tufts(random)}
		<g>
			<rect x="0" y="505" width="322" height="12" rx="4" fill="#e9e5dc"/><rect x="0" y="552" width="322" height="12" rx="4" fill="#ddd8cd"/>
			${[0, 1, 2, 3, 4, 5, 6].map((i) => `<path d="M${6 + i * 44} 600V492l12-13 12 13V600Z" fill="url(#post)"/>`).join('')}
		</g>
		<path d="M1085 545V300q0-26 26-26h14" fill="none" stroke="#4b4f55" stroke-width="9" stroke-linecap="round"/>
		<path d="M1112 270h44l12 26h-68Z" fill="#3f4348"/><ellipse cx="1134" cy="298" rx="26" ry="6" fill="#f6ecc9"/>
		<g><rect x="858" y="520" width="10" height="74" fill="#7b5b40"/><path d="M836 522v-22q0-16 16-16h28q16 0 16 16v22Z" fill="#3f6f8f"/><rect x="892" y="494" width="5" height="20" fill="#c6453a"/></g>`,
	props: [
		{ is: 'house', x: 720, y: 440, height: 176 },
		{ is: 'fir', x: 868, y: 434, height: 126 },
		{ is: 'tree', x: 975, y: 436, height: 180 },
		{ is: 'cottage', x: 1190, y: 440, height: 180, flip: true },
	],
	spots: {
		person: [
			{ as: PEOPLE, x: 500, y: 880, height: 460, flip: true },
			{ as: PEOPLE, x: 800, y: 880, height: 450 },
		],
		dog: [
			{ as: ['dog'], x: 400, y: 880, height: 300 },
			{ as: ['dog'], x: 860, y: 880, height: 300, flip: true },
		],
		car: [{ as: ['red car'], x: 650, y: 850, height: 400 }],
		truck: [{ as: ['truck'], x: 650, y: 860, height: 420, flip: true }],
		parcel: [],
	},
	lamps: [
		{ x: 1134, y: 298, pool: 560, reach: 480, glow: 110 },
		{ x: 620, y: 1000, pool: 960, reach: 760, glow: 0 },
	],
	windows: [
		{ x: 737, y: 353, width: 37, height: 37 },
		{ x: 1104, y: 354, width: 36, height: 36 },
	],
};

const seam = (y: number) => {
	const t = (y - 526) / 434;
	return [512 - 342 * t, 780 + 350 * t];
};

function tufts(random: () => number): string {
	return [...Array(60)]
		.map(() => {
			const y = 570 + random() * 380;
			const x = random() < 0.5 ? random() * 200 : 1080 + random() * 200;
			return `<path d="M${x} ${y}q2-12 -4-16M${x} ${y}q0-14 5-18" stroke="#4f8a4a" stroke-width="2.5" fill="none" opacity=".55"/>`;
		})
		.join('');
}
