import { PEOPLE, type Place } from './place.ts';

/** Under the eaves: the front door on the left, and past the post the front lawn and the street. */
export const porch: Place = {
	title: 'FRONT PORCH',
	horizon: 380,
	roofedTo: 822,
	far: '<path d="M760 360Q940 300 1100 345T1280 330V470H760Z" fill="#86ad8d"/>',
	behind: [],
	ground: () => `
		<rect x="700" y="420" width="580" height="60" fill="url(#far-lawn)"/>
		<rect x="700" y="470" width="580" height="58" fill="url(#street)"/>
		<rect x="700" y="526" width="580" height="14" fill="#d5d0c6"/>
		<rect x="700" y="540" width="580" height="420" fill="url(#lawn)"/>
		<path d="M890 540h84L1220 960H880Z" fill="url(#drive)"/>
		<rect width="806" height="730" fill="#e7e0d0"/>
		${[...Array(19)].map((_, i) => `<path d="M0 ${i * 39 + 20}H806" stroke="#c9c0ab" stroke-width="4"/><path d="M0 ${i * 39 + 24}H806" stroke="#fff" stroke-width="2" opacity=".5"/>`).join('')}
		<rect width="1280" height="74" fill="#b9b2a2"/><rect y="66" width="1280" height="12" fill="#9d9686"/>
		<rect x="770" y="74" width="52" height="690" fill="#f2eee4"/><rect x="808" y="74" width="14" height="690" fill="#d3ccbd"/>
		<rect y="716" width="806" height="20" fill="#bfb6a1"/>
		<path d="M0 730H880L1040 960H0Z" fill="url(#boards)"/>
		${[...Array(8)].map((_, i) => `<path d="M${-20 + i * 116} 730L${-190 + i * 176} 960" stroke="#7d6347" stroke-width="3" opacity=".6"/>`).join('')}
		<path d="M880 730L1040 960h44L912 742Z" fill="#6f573d"/>
		<g>
			<rect x="226" y="176" width="262" height="560" fill="#f6f2e8"/><rect x="244" y="194" width="226" height="542" fill="url(#door)"/>
			<rect x="272" y="226" width="170" height="150" rx="6" fill="#f6f2e8"/><rect x="280" y="234" width="154" height="134" fill="#a9cfe0"/><path d="M357 234v134M280 301h154" stroke="#f6f2e8" stroke-width="7"/>
			<rect x="272" y="410" width="74" height="130" rx="4" fill="none" stroke="#174936" stroke-width="6"/><rect x="368" y="410" width="74" height="130" rx="4" fill="none" stroke="#174936" stroke-width="6"/>
			<rect x="272" y="570" width="74" height="130" rx="4" fill="none" stroke="#174936" stroke-width="6"/><rect x="368" y="570" width="74" height="130" rx="4" fill="none" stroke="#174936" stroke-width="6"/>
			<circle cx="452" cy="480" r="11" fill="#d8b45a"/><circle cx="452" cy="477" r="5" fill="#f7e3a6"/>
		</g>
		<g><rect x="560" y="210" width="176" height="226" fill="#f6f2e8"/><rect x="574" y="224" width="148" height="198" fill="#a9cfe0"/><path d="M648 224v198M574 322h148" stroke="#f6f2e8" stroke-width="8"/><rect x="550" y="434" width="196" height="16" fill="#e2dac8"/></g>
		<g><rect x="130" y="250" width="16" height="52" rx="4" fill="#3f4348"/><path d="M108 288h60l-10 62h-40Z" fill="#f6ecc9"/><path d="M102 288q36-34 72 0Z" fill="#3f4348"/><rect x="114" y="348" width="48" height="8" rx="3" fill="#3f4348"/></g>
		<path d="M222 752H494L520 806H190Z" fill="#8a5a44"/><path d="M236 760H482L502 798H212Z" fill="none" stroke="#c08a68" stroke-width="4"/>`,
	props: [
		{ is: 'cottage', x: 1110, y: 462, height: 140 },
		{ is: 'fir', x: 985, y: 458, height: 130 },
		{ is: 'fir', x: 880, y: 456, height: 120 },
		{ is: 'plant', x: 96, y: 792, height: 236 },
		{ is: 'plant', x: 650, y: 786, height: 220, flip: true },
	],
	spots: {
		person: [
			{ as: PEOPLE, x: 560, y: 890, height: 500 },
			{ as: PEOPLE, x: 410, y: 880, height: 490, flip: true },
		],
		dog: [
			{ as: ['dog'], x: 640, y: 920, height: 320 },
			{ as: ['dog'], x: 330, y: 920, height: 320, flip: true },
		],
		car: [{ as: ['blue car'], x: 1040, y: 530, height: 112 }],
		truck: [],
		parcel: [{ as: ['parcel'], x: 214, y: 856, height: 112 }],
	},
	lamps: [{ x: 138, y: 320, pool: 520, reach: 820, glow: 170 }],
	windows: [
		{ x: 574, y: 224, width: 148, height: 198 },
		{ x: 280, y: 234, width: 154, height: 134 },
	],
};
