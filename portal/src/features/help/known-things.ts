import { KNOWN_OBJECTS, type KnownObject } from '@watchword/contract/known-objects';

/** The groups of objects in the detector's order, each with its first object. */
const KINDS: [title: string, first: KnownObject][] = [
	['People', 'person'],
	['Vehicles', 'bicycle'],
	['In the street', 'traffic light'],
	['Animals', 'bird'],
	['Carried and worn', 'backpack'],
	['Sport and play', 'frisbee'],
	['At the table', 'bottle'],
	['Food', 'banana'],
	['Furniture', 'chair'],
	['Electronics', 'tv'],
	['Kitchen', 'microwave'],
	['Around the house', 'book'],
];

/** Everyday words for labels of the detector that are unclear. */
const ORDINARY: Partial<Record<KnownObject, string>> = {
	tie: 'necktie',
	'sports ball': 'ball',
	tv: 'television',
	mouse: 'computer mouse',
	remote: 'remote control',
	'cell phone': 'phone',
	'hair drier': 'hair dryer',
};

/** Everything the built-in model can see, by kind, in ordinary words. */
export const KNOWN_THINGS = KINDS.map(([title, first], at) => {
	const next = KINDS[at + 1]?.[1];
	const things = KNOWN_OBJECTS.slice(
		KNOWN_OBJECTS.indexOf(first),
		next === undefined ? undefined : KNOWN_OBJECTS.indexOf(next),
	);
	return { title, things: things.map((thing) => ORDINARY[thing] ?? thing) };
});
