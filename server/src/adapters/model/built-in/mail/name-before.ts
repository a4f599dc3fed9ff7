/** The words before a place in a prompt that name what is said there: "the total" of "if the total is over 100". */
const BOUNDARY =
	/[,.;:!?()\n\ue000-\uf8ff]|(?<![\p{L}\p{N}])(?:if|when|whenever|once|unless|whether|and|or|but|except|while|although|though|provided|because|either|both|as\s+long\s+as|that|which|only|there|wenn|sobald|und|oder|aber|außer|obwohl|dass|it|me|us|i|we|you|they|es|has|have|contains?|mentions?|says?|with|mit|for|für)(?![\p{L}\p{N}])/giu;
const VERBS =
	/(?<![\p{L}\p{N}])(?:(?:is|are|was|were|does|do)n['’]t|is|are|was|were|not|nicht|of|be|costs?|falls?|rises?|goes|drops?|gets?|becomes?|stays?|lies|amounts?\s+to|now|currently|still|already|due|ist|sind|liegt|beträgt|steigt|kostet|auf)\s*$/iu;
const ARTICLES =
	/^\s*(?:falls\s+|(?:is|are|was|were)\s+)?(?:the|an?|its|my|our|your|their|any|der|die|das|den|ein|eine[nr]?|mein|meine|unsere?)\s+/iu;

/**
 * What is taken out of a prompt leaves a sign in its place, so that “and”, “or” and “not” keep their meaning. The signs are
 * characters that no text uses.
 */
const KINDS = ['date', 'comparison', 'statement', 'event', 'outcome'] as const;
export const signOf = (kind: (typeof KINDS)[number], index: number) =>
	String.fromCharCode(0xe000 + KINDS.indexOf(kind) * 0x100 + (index % 0x100));
export const withoutSigns = (prompt: string) => prompt.replace(/[\ue000-\uf8ff]/g, ' ');

/** The longest phrase that is looked at. */
const MOST = 120;

export interface Named {
	/** In small letters; null if nothing is named. */
	name: string | null;
	/** What stands between the name and the place. */
	verb: string;
	/** Where the name begins. */
	start: number;
}

/** What a place in a prompt is about. */
export function namedBefore(prompt: string, index: number): Named {
	const before = prompt.slice(Math.max(0, index - MOST), index);
	let phrase = before.split(BOUNDARY).at(-1) ?? '';
	const start = index - phrase.length;
	const whole = phrase.trimEnd();
	for (let last = ''; last !== phrase; ) {
		last = phrase;
		phrase = phrase.replace(VERBS, '');
	}
	const name = phrase.replace(ARTICLES, '').trim().replace(/\s+/g, ' ').toLowerCase();
	const verb = whole.slice(phrase.trimEnd().length).trim().toLowerCase();
	return { name: name === '' ? null : name, verb, start };
}
