/** The words of one language, made ready for reading. */
import type { Comparison, Part } from '@watchword/contract/condition';
import { Lexicon } from '../reading/lexicon.ts';
import { formOf, phrasesOf } from '../reading/phrases.ts';
import type { Word } from '../reading/words.ts';
import type { Mark, Order, PromptWords, ValueType } from './prompt-words.ts';

/** What a phrase of a clause is. */
export type Role =
	| { is: Mark }
	| { is: 'thing'; part: Part }
	| { is: 'event'; name: string; isBehind: boolean; isBefore: boolean };

type Range = 'within' | 'before' | 'until' | 'after' | 'from' | 'on';
const RANGES: readonly Range[] = ['within', 'before', 'until', 'after', 'from', 'on'];
const SETS = [
	...[
		'noise',
		'definite',
		'amounts',
		'off',
		'dative',
		'asks',
		'wonders',
		'articles',
		'owners',
		'titles',
		'nobody',
		'pronouns',
		'be',
		'everything',
		'ofMail',
	],
	...['ambiguous', 'wide', 'generic', 'percent', 'aroundNumber', 'totals', 'worth', 'content'],
	...['chooses', 'valueEnds'],
] as const;
const SMALL = ['articles', 'owners', 'pronouns', 'be'] as const;
type SetName = (typeof SETS)[number];

const set = (words: string) => new Set(words.split(' '));
const entriesOf = <K extends string, V>(record: Partial<Record<K, V>>) => Object.entries(record) as [K, V][];

export class Vocabulary {
	readonly data: PromptWords;
	/** The lists of words. */
	readonly is: Record<SetName, ReadonlySet<string>>;
	readonly roles: Lexicon<Role>;
	/** Some of them are events of other things: “the parcel arrived”. */
	readonly fillers: ReadonlySet<string>;
	readonly orders: Lexicon<Order>;
	readonly comparisons: Lexicon<Comparison['compare']>;
	readonly orMore: Lexicon<Comparison['compare']>;
	readonly ranges: Lexicon<Range>;
	readonly labels: Lexicon<string>;
	readonly rest: Lexicon<true>;
	readonly wished: Lexicon<true>;
	readonly greetings: Lexicon<true>;
	readonly questions: {
		slot: ReturnType<typeof formOf>;
		names: readonly string[];
		type: ValueType | undefined;
	}[];
	readonly meanings: ReadonlyMap<string, readonly string[]>;
	readonly #fields: ReadonlySet<string>;
	readonly #fieldEnds: string[];
	readonly #same: Lexicon<string>;
	readonly #known: Lexicon<true>;
	readonly #language: ReadonlySet<string>;

	constructor(data: PromptWords, meanings: readonly (readonly string[])[], real: readonly string[]) {
		this.data = data;
		const { lists, dates } = data;
		const lexicon = <M>(forms: readonly (readonly [forms: readonly string[], meaning: M])[]) =>
			new Lexicon(
				forms.flatMap(([some, meaning]) =>
					some.flatMap((form) => phrasesOf(form, lists).map((phrase) => [phrase, meaning] as const)),
				),
			);
		this.is = Object.fromEntries(SETS.map((name) => [name, set(data[name])])) as unknown as Vocabulary['is'];
		const files = entriesOf(data.attachments);
		const kinds = entriesOf(data.kinds);
		this.roles = lexicon<Role>([
			...files.map(([kind, forms]) => [forms, thing({ is: 'attachment', kind })] as const),
			...entriesOf(data.named).map(
				([name, words]) =>
					[
						[name, `${name}s`, `${name}es`, `${name}en`],
						thing({ is: 'says', words: [...words], match: 'any', in: 'anywhere' }),
					] as const,
			),
			...kinds.map(([kind, forms]) => [forms, thing({ is: 'kind', kind })] as const),
			...entriesOf(data.events).flatMap(([name, { said, before = [] }]) =>
				eventRoles(name, said, before, lists),
			),
			...entriesOf(data.marks).map(([mark, forms]) => [forms, { is: mark }] as const),
			[
				[data.articles, data.owners, data.pronouns, data.be, data.everything].join(' ').split(' '),
				{ is: 'filler' },
			],
		]);
		this.fillers = new Set(data.marks.filler.flatMap((form) => phrasesOf(form, lists)));
		this.orders = lexicon(entriesOf(data.orders).map(([order, forms]) => [forms, order] as const));
		this.comparisons = lexicon(
			entriesOf(data.comparisons).map(([compare, forms]) => [forms, compare] as const),
		);
		this.orMore = lexicon(Object.entries(data.orMore).map(([form, compare]) => [[form], compare] as const));
		this.ranges = lexicon(RANGES.map((range) => [dates[range], range] as const));
		this.labels = lexicon(Object.entries(dates.labels).map(([form, label]) => [[form], label] as const));
		this.rest = lexicon([[data.rest, true]]);
		this.wished = lexicon([[data.wished, true]]);
		this.greetings = lexicon([[data.greetings, true]]);
		this.questions = data.questions.map(([text, names, type]) => ({
			slot: formOf(text, lists),
			names,
			type,
		}));
		this.meanings = new Map(
			meanings.flatMap((words) => words.map((word) => [word.toLowerCase(), words] as const)),
		);
		this.#fields = set(data.fields);
		this.#fieldEnds = data.fields
			.split(' ')
			.flatMap((field) => (field.startsWith('-') ? [field.slice(1)] : []));
		this.#same = new Lexicon(Object.entries(data.same));
		const known = [this.roles, this.orders, this.comparisons, this.labels].flatMap((one) => one.words());
		known.push(...this.#same.words(), ...meanings.flat().map((word) => word.toLowerCase()));
		const others = [
			...SETS.flatMap((name) => data[name].split(' ')),
			...[this.rest, this.wished, this.greetings, this.ranges].flatMap((one) => one.words()),
			...Object.keys(data.units),
			...dates.months,
			...this.#fields,
		];
		// “Meier” is not meant to be “meiner”.
		const isSmall = new Set(SMALL.flatMap((name) => [...this.is[name]]));
		const meant = known.filter((word) => !isSmall.has(word));
		const isKnown = new Set(meant);
		this.#language = new Set([...known, ...others]);
		this.#known = new Lexicon(
			meant.map((word) => [word, true] as const),
			[...real, ...others].filter((word) => !isKnown.has(word)),
		);
	}

	/** Words for the same, if it is a word that is known. */
	meaningOf(text: string): readonly string[] | undefined {
		const one = ['', 's', 'n', 'en'].find(
			(end) => text.endsWith(end) && this.meanings.has(text.slice(0, text.length - end.length)),
		);
		return one === undefined ? undefined : this.meanings.get(text.slice(0, text.length - one.length));
	}

	/** The words as forms have them: repaired, each phrase by its usual word. Those that change nothing are left out. */
	plain(words: readonly Word[]): Word[] {
		const repaired = this.#withNumbers(this.#known.repaired(words));
		const plain: Word[] = [];
		for (let at = 0; at < repaired.length; ) {
			// “Who is it?” asks; “those who write” tells which.
			const asks = at === 0 && this.is.wonders.has(repaired[0]?.text ?? '');
			const found = asks ? null : this.#same.at(repaired, at);
			const some = repaired.slice(at, at + (found?.length ?? 1));
			at += some.length;
			const [first] = some;
			if (!first) continue;
			if (!found) {
				const isArrow = first.text === '>' && !/^\d|^\p{Sc}/u.test(repaired[at]?.text ?? '');
				if (first.quoted || !(isArrow || this.is.noise.has(first.text))) plain.push(first);
				continue;
			}
			const said = some.map((word, n) => (n > 0 && word.gap ? ' ' : '') + word.said).join('');
			for (const [n, text] of found.meaning.split(' ').entries())
				if (!this.is.noise.has(text))
					plain.push({ text, said: n === 0 ? said : '', gap: n === 0 && first.gap });
		}
		return plain;
	}

	/** Whether it is the last word of the name of a value. */
	isField(word: string): boolean {
		return this.#fields.has(word) || this.#fieldEnds.some((end) => word.endsWith(end));
	}

	isKnown(word: string): boolean {
		return this.#language.has(word);
	}

	/** How many words are of this language. */
	known(words: readonly Word[]): number {
		return words.filter(({ text, quoted }) => !quoted && this.#language.has(text)).length;
	}

	/** "nas01" is one name. */
	#withNumbers(words: readonly Word[]): Word[] {
		const names: Word[] = [];
		for (const word of words) {
			const last = names.at(-1);
			const isPart =
				last &&
				!word.gap &&
				!last.quoted &&
				/^\d+$/.test(word.text) &&
				/^\p{L}/u.test(last.text) &&
				!(last.text in this.data.units);
			if (isPart)
				names[names.length - 1] = { ...last, text: last.text + word.text, said: last.said + word.said };
			else names.push(word);
		}
		return names;
	}
}

const thing = (part: Part): Role => ({ is: 'thing', part });

/** "Failed" stands behind a thing or before it. */
function eventRoles(
	name: string,
	said: readonly string[],
	before: readonly string[],
	lists: PromptWords['lists'],
): (readonly [string[], Role])[] {
	const [behind, ahead] = [said, before].map(
		(forms) => new Set(forms.flatMap((form) => phrasesOf(form, lists))),
	);
	return [...new Set([...(behind ?? []), ...(ahead ?? [])])].map((phrase) => [
		[phrase],
		{ is: 'event', name, isBehind: behind?.has(phrase) ?? false, isBefore: ahead?.has(phrase) ?? false },
	]);
}

/** Whether a phrase is all of the words. */
export const isWhole = (lexicon: Lexicon<true>, words: readonly Word[]) =>
	words.length > 0 && lexicon.at(words, 0)?.length === words.length;
