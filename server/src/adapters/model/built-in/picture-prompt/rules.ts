/** The grammar as regular expressions over one letter for each item. */
import { type Effect, GRAMMAR } from './grammar.ts';
import type { Item } from './items.ts';

const LETTERS: Record<Exclude<Item['is'], 'joint' | 'written' | 'time'>, string> = {
	thing: 't',
	number: 'c',
	quantity: 'q',
	bound: 'b',
	unknown: 'u',
	clause: 'z',
	article: 'a',
	definite: 'd',
	link: 'l',
	not: 'n',
	gone: 'g',
	empty: 'e',
	weak: 'w',
	relation: '[ro]',
	on: 'o',
	holding: 'h',
	state: 's',
	change: 'x',
	self: 'i',
	place: 'p',
	spot: 'k',
	zone: 'y',
};

/** How often a `*` may repeat. Without an end, a prompt of nothing but numbers would be tried in too many ways. */
const MOST_IN_A_ROW = 12;

/** Rules as regular expressions over one letter for each item, with `_` between items that do not stand side by side. */
const COMPILED = GRAMMAR.map((rule) => {
	const source = rule.pattern
		.replace(/\+\(([^)]*)\)/g, (_, names: string) => `(+${names.replaceAll('|', '|+')})`)
		.replace(/\+?[a-z]+/g, (name) => {
			const letter = LETTERS[name.replace('+', '') as keyof typeof LETTERS];
			return name.startsWith('+') ? letter : `(?:_?${letter})`;
		})
		.replaceAll(' ', '')
		.replaceAll('*', `{0,${MOST_IN_A_ROW}}`);
	return { ...rule, regex: new RegExp(source, 'y') };
});

/** The items of a phrase as letters. */
export function lettersOf(items: readonly Item[]): { letters: string; starts: number[] } {
	let letters = '';
	const starts = items.map((item, index) => {
		const before = items[index - 1];
		if (before && before.to !== item.from) letters += '_';
		letters +=
			item.is === 'joint' || item.is === 'written' || item.is === 'time'
				? ''
				: item.is === 'relation'
					? 'r'
					: LETTERS[item.is];
		return letters.length - 1;
	});
	return { letters, starts };
}

/** The first rule that fits at an item, and how many items it takes. */
export function ruleAt(
	{ letters, starts }: { letters: string; starts: number[] },
	at: number,
	when: 'before' | 'after',
): { effect: Effect; length: number } | null {
	for (const rule of COMPILED) {
		if (rule.when && rule.when !== when) continue;
		rule.regex.lastIndex = starts[at] ?? 0;
		const [matched] = rule.regex.exec(letters) ?? [];
		if (matched) return { effect: rule.effect, length: matched.replaceAll('_', '').length };
	}
	return null;
}
