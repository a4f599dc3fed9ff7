/** The patterns and words of one language, made ready for reading. */
import type { ATTACHMENT_KINDS, Comparison, MAIL_KINDS } from '@watchword/contract/condition';
import { Lexicon } from '../reading/lexicon.ts';
import { Pattern, type Slots } from '../reading/pattern.ts';
import type { Word } from '../reading/words.ts';
import type { PromptWords, SlotMeaning, ValueType } from './prompt-words.ts';

type Order = keyof PromptWords['orders'];
export type ThingMeaning =
	| { is: 'kind'; kind: (typeof MAIL_KINDS)[number] }
	| { is: 'attachment'; kind: (typeof ATTACHMENT_KINDS)[number] };

const set = (words: string) => new Set(words.split(' '));
const oneOf = (patterns: readonly string[]) => `(${patterns.join('|')})`;
/** Every word of patterns. */
const wordsIn = (patterns: Iterable<string>) =>
	[...patterns].flatMap(
		(pattern) => pattern.replace(/\{[^}]*\}|<[\w-]+>/g, ' ').match(/[^\s[\](|)]+/g) ?? [],
	);

export class Vocabulary {
	readonly data: PromptWords;
	readonly noise: Set<string>;
	readonly asks: Set<string>;
	readonly wonders: Set<string>;
	readonly articles: Set<string>;
	readonly determiners: Set<string>;
	/** Verbs of what a mail says. */
	readonly says: Set<string>;
	readonly verbs: Set<string>;
	readonly owners: Set<string>;
	readonly nobody: Set<string>;
	readonly pronouns: Set<string>;
	readonly joins: Set<string>;
	readonly modal: Set<string>;
	readonly be: Set<string>;
	readonly wide: Set<string>;
	readonly ambiguous: Set<string>;
	readonly generic: Set<string>;
	readonly aroundNumber: Set<string>;
	readonly totals: Set<string>;
	readonly worth: Set<string>;
	readonly anAmount: Set<string>;
	readonly percent: Set<string>;
	readonly chooses: Set<string>;
	readonly ends: Set<string>;
	readonly valueEnds: Set<string>;
	readonly questions: { pattern: Pattern; names: readonly string[]; type: ValueType | undefined }[];
	readonly #fields: Set<string>;
	readonly #fieldEnds: string[];
	readonly parts: (readonly [Pattern, SlotMeaning])[];
	readonly things: (readonly [Pattern, ThingMeaning])[];
	readonly every: Pattern;
	readonly wished: Pattern;
	readonly greeting: Pattern;
	readonly rest: Pattern;
	readonly comes: Pattern;
	readonly someone: Pattern;
	readonly targeted: Pattern;
	readonly events: { pattern: Pattern; name: string }[];
	readonly orders: (readonly [Pattern, Order])[];
	readonly comparisons: (readonly [Pattern, Comparison['compare']])[];
	readonly orMore: (readonly [Pattern, Comparison['compare']])[];
	readonly equals: Pattern;
	/** "Due | within a week", and "within a week | due". */
	readonly labelled: { label: string; before: Pattern; behind: Pattern }[];
	readonly ranges: Record<'within' | 'before' | 'until' | 'after' | 'from' | 'on', Pattern>;
	readonly meanings: ReadonlyMap<string, readonly string[]>;
	readonly #same: Lexicon<string>;
	readonly #known: Lexicon<true>;
	readonly #language: ReadonlySet<string>;

	constructor(data: PromptWords, meanings: readonly (readonly string[])[], real: readonly string[]) {
		this.data = data;
		const { lists, dates } = data;
		const pattern = (text: string) => new Pattern(text, lists);
		this.noise = set(data.noise);
		this.asks = set(data.asks);
		this.wonders = set(data.wonders);
		this.articles = set(data.articles);
		this.determiners = new Set(data.lists.the?.split('|'));
		this.says = new Set(data.lists.mention?.split(/[| ]/));
		const small = new Set([...this.articles, ...set(data.joins), ...set(data.pronouns), ...set(data.owners)]);
		this.verbs = new Set(
			wordsIn(data.parts.map(([text]) => text)).filter((word) => word.length > 3 && !small.has(word)),
		);
		this.owners = set(data.owners);
		this.nobody = set(data.nobody);
		this.pronouns = set(data.pronouns);
		this.joins = set(data.joins);
		this.modal = set(data.modal);
		this.be = set(data.be);
		this.wide = set(data.wide);
		this.ambiguous = set(data.ambiguous);
		this.generic = set(data.generic);
		this.aroundNumber = set(data.aroundNumber);
		this.totals = set(data.totals);
		this.worth = set(data.worth);
		this.anAmount = set(data.anAmount);
		this.percent = set(data.percent);
		this.chooses = set(data.chooses);
		this.ends = set(data.ends);
		this.valueEnds = set(data.valueEnds);
		this.#fields = set(data.fields);
		this.#fieldEnds = data.fields
			.split(' ')
			.flatMap((field) => (field.startsWith('-') ? [field.slice(1)] : []));
		this.parts = data.parts.map(([text, means]) => [pattern(text), means] as const);
		const got = `[${data.got.join('|')}] [${[...this.articles, ...this.owners].join('|')}] [${[...this.articles].join('|')}]`;
		const comes = `[${data.comes.join('|')}]`;
		const kinds = Object.entries(data.kinds) as [(typeof MAIL_KINDS)[number], readonly string[]][];
		const files = Object.entries(data.attachments) as [
			(typeof ATTACHMENT_KINDS)[number],
			readonly string[],
		][];
		const attached = `[${data.attached.join('|')}]`;
		this.things = [
			...files.map(
				([kind, names]) =>
					[pattern(`${got} ${oneOf(names)} ${attached}`), { is: 'attachment', kind }] as const,
			),
			...files.map(
				([kind, names]) =>
					[pattern(`[<it>] <with> ${got} ${oneOf(names)} ${attached}`), { is: 'attachment', kind }] as const,
			),
			...kinds.map(
				([kind, names]) =>
					[pattern(`${got} ${oneOf(names)} ${comes} ${comes}`), { is: 'kind', kind }] as const,
			),
			...data.kindParts.map(([text, kind]) => [pattern(text), { is: 'kind', kind }] as const),
		];
		this.questions = data.questions.map(([text, names, type]) => ({ pattern: pattern(text), names, type }));
		this.every = pattern(oneOf(data.every));
		this.wished = pattern(oneOf(data.wished));
		this.greeting = pattern(oneOf(data.greetings));
		this.rest = pattern(oneOf(data.rest));
		this.comes = pattern(`{x} ${oneOf(data.comes)}`);
		this.someone = pattern(oneOf(data.someone));
		this.targeted = pattern(`{x} ${oneOf(data.targets)} [{to}]`);
		this.events = Object.entries(data.events).flatMap(([name, { said, before = [] }]) => [
			{ name, pattern: pattern(`{x} ${oneOf(said)} [<again>]`) },
			...(before.length > 0
				? [{ name, pattern: pattern(`[<it>] [<report>] [that] ${got} ${oneOf(before)} {x} ${comes}`) }]
				: []),
		]);
		this.orders = (Object.entries(data.orders) as [Order, readonly string[]][]).map(
			([order, texts]) => [pattern(`${oneOf(texts)} [{x}]`), order] as const,
		);
		const units = [...Object.keys(data.units), ...this.percent].join('|');
		const amount = (name: string) => `[${units}] {${name}:number} [${units}|° c|°|° f]`;
		this.comparisons = (Object.entries(data.comparisons) as [Comparison['compare'], readonly string[]][]).map(
			([compare, texts]) => {
				const second = compare === 'between' ? ` ${data.rangeJoint} ${amount('to')}` : '';
				return [
					pattern(`[{before}] ${oneOf(texts)} ${amount('than')}${second} [{behind}]`),
					compare,
				] as const;
			},
		);
		this.orMore = Object.entries(data.orMore).map(
			([text, compare]) => [pattern(`[{before}] ${amount('than')} ${text} [{behind}]`), compare] as const,
		);
		this.equals = pattern(`{before} (${[...this.be].join('|')}) ${amount('than')}`);
		const be = `[${[...this.be].join('|')}] [${[...this.be].join('|')}]`;
		this.labelled = Object.entries(dates.labels).map(([text, label]) => ({
			label,
			before: pattern(`[{before}] ${be} ${text} ${be} {days}`),
			behind: pattern(`{days} ${text} ${be}`),
		}));
		// The longest first: “bis zum”, “bis”.
		const range = (forms: readonly string[]) =>
			pattern(`${oneOf(forms.toSorted((a, b) => b.length - a.length))} {x}`);
		this.ranges = {
			within: range(dates.within),
			before: range(dates.before),
			until: range(dates.until),
			after: range(dates.after),
			from: range(dates.from),
			on: range(dates.on),
		};
		this.meanings = new Map(
			meanings.flatMap((words) => words.map((word) => [word.toLowerCase(), words] as const)),
		);
		this.#same = new Lexicon(Object.entries(data.same));
		const texts = [
			...data.parts.map(([text]) => text),
			...Object.values(lists),
			...data.every,
			...kinds.flatMap(([, names]) => names),
			...files.flatMap(([, names]) => names),
			...Object.values(data.events).flatMap(({ said, before = [] }) => [...said, ...before]),
			...Object.values(data.orders).flat(),
			...Object.values(data.comparisons).flat(),
			...Object.keys(dates.labels),
			...Object.keys(data.same),
			...Object.keys(data.named),
			...meanings.flat(),
		].map((text) => text.toLowerCase());
		const known = wordsIn(texts);
		const isKnown = new Set(known);
		const others = wordsIn([
			...Object.values(data).filter((value) => typeof value === 'string'),
			...[...data.greetings, ...data.wished, ...data.got, ...data.comes, ...data.rest],
			...Object.keys(data.units),
			...dates.months,
		]);
		this.#language = new Set([...known, ...others]);
		this.#known = new Lexicon(
			known.map((word) => [word, true] as const),
			[...real, ...others].filter((word) => !isKnown.has(word)),
		);
	}

	/** Words for the same, if it is a word that is known. */
	meaningOf(text: string): readonly string[] | undefined {
		return this.meanings.get(text) ?? this.meanings.get(text.replace(/s$/, ''));
	}

	/** The words as patterns have them: repaired, each phrase by its usual word. Those that change nothing are left out. */
	plain(words: readonly Word[]): Word[] {
		const repaired = this.#withNumbers(this.#known.repaired(words));
		const plain: Word[] = [];
		for (let at = 0; at < repaired.length; ) {
			// “Who is it?” asks; “those who write” tells which.
			const asks = at === 0 && this.wonders.has(repaired[0]?.text ?? '');
			const found = asks ? null : this.#same.at(repaired, at);
			const some = repaired.slice(at, at + (found?.length ?? 1));
			at += some.length;
			const [first] = some;
			if (!first) continue;
			if (!found) {
				if (first.quoted || !this.noise.has(first.text)) plain.push(first);
				continue;
			}
			const said = some.map((word, n) => (n > 0 && word.gap ? ' ' : '') + word.said).join('');
			for (const [n, text] of found.meaning.split(' ').entries())
				if (!this.noise.has(text)) plain.push({ text, said: n === 0 ? said : '', gap: n === 0 && first.gap });
		}
		return plain;
	}

	/** Whether it is the last word of the name of a value. */
	isField(word: string): boolean {
		return this.#fields.has(word) || this.#fieldEnds.some((end) => word.endsWith(end));
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

	/** What an order begins with, and what it is about. */
	orderAt(words: readonly Word[]): { order: Order; object: Word[] } | null {
		let best: { order: Order; object: Word[] } | null = null;
		for (const [pattern, order] of this.orders) {
			const slots = pattern.match(words);
			const object = slots && (slots.x ?? []);
			if (object && (!best || object.length < best.object.length)) best = { order, object };
		}
		return best;
	}
}

export const first = <T>(
	patterns: readonly (readonly [Pattern, T])[],
	words: readonly Word[],
): { slots: Slots; means: T } | null => {
	for (const [pattern, means] of patterns) {
		const slots = pattern.match(words);
		if (slots) return { slots, means };
	}
	return null;
};
