/** The kinds of object and their groups in English: "person", "people". */
const MANY: Record<string, string> = {
	person: 'people',
	bus: 'buses',
	bench: 'benches',
	sheep: 'sheep',
	'wine glass': 'wine glasses',
	knife: 'knives',
	sandwich: 'sandwiches',
	broccoli: 'broccoli',
	couch: 'couches',
	tv: 'TVs',
	mouse: 'computer mice',
	toothbrush: 'toothbrushes',
	skis: 'pairs of skis',
	scissors: 'pairs of scissors',
	anything: 'objects of any kind',
};
const ONE: Record<string, string> = {
	tv: 'TV',
	mouse: 'computer mouse',
	skis: 'pair of skis',
	scissors: 'pair of scissors',
	anything: 'object of any kind',
};

export const kindInWords = (kind: string, isMany = false): string =>
	isMany ? (MANY[kind] ?? `${kind}s`) : (ONE[kind] ?? kind);

/** "an umbrella". */
export const withArticle = (words: string): string => `${/^[aeiou]/i.test(words) ? 'an' : 'a'} ${words}`;
