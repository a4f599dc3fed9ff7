/** Names of senders and words to look for: "from ACME", "about the electricity bill". */
import { type Condition, joined, type Part, type Says } from '@watchword/contract/condition';
import { saidBy, type Word } from '../reading/words.ts';
import { LONGEST_BEYOND } from './beyond.ts';
import type { Vocabulary } from './vocabulary.ts';

/** “E.ON” is no domain. */
const ADDRESS = /@|\p{L}{2}\.\p{L}/u;
const MOST_WORDS = 5;

/** Null if it is no name that an address could show. With `isStrict`, "the sender is angry" is none. */
export function senderIn(words: readonly Word[], voc: Vocabulary, isStrict: boolean): Part | null {
	const addresses = words.filter(({ text, quoted }) => ADDRESS.test(text) && !quoted);
	// “Lena (lena@example.com)”.
	if (addresses.length > 0)
		return addresses.length > 1
			? null
			: { is: 'sender', any: addresses.map(({ text }) => (text.includes('@') ? text : `@${text}`)) };
	const { articles, nobody, owners, pronouns, titles } = voc.is;
	const hasArticle = articles.has(words[0]?.text ?? '');
	const whole = words.slice(hasArticle ? 1 : 0);
	const name = whole.filter(({ text }, at) => at === whole.length - 1 || !titles.has(text));
	const [head] = name;
	if (!head || name.length > MOST_WORDS || name.some(({ text }) => owners.has(text) || pronouns.has(text)))
		return null;
	const isCapital = ({ said, quoted }: Word) => quoted || /^[\p{Lu}\d]/u.test(said);
	const isSmall = !isCapital(head);
	// “From work”, “from the plumber”.
	if (isSmall && (hasArticle || isStrict || name.length > 2 || name.some(({ text }) => voc.isKnown(text))))
		return null;
	const isJoin = ({ text }: Word) => /^(?:of|&|'s|\.|and)$/.test(text) || articles.has(text);
	if (!isSmall && !name.every((word, at) => isCapital(word) || (at > 0 && isJoin(word)))) return null;
	const isProper = (word: Word) =>
		word.quoted || (voc.data.areNamesCapital && isCapital(word)) || !nobody.has(word.text);
	if (!name.some(isProper) || (!voc.data.areNamesCapital && !name.every(isProper))) return null;
	const said = saidBy(name)
		.replace(/[“”]/g, '')
		.replace(/\s*['’]s$/, '')
		.trim();
	// “Von den Stadtwerken”.
	const isPlural = voc.is.dative.has(words[0]?.text ?? '') && /\p{L}{5}n$/u.test(said);
	return { is: 'sender', any: isPlural ? [said, said.slice(0, -1)] : [said] };
}

/** Words to look for; null if they are too wide or too many. With `isLiteral`, exactly these. */
export function saidIn(
	given: readonly Word[],
	place: Says['in'],
	isLiteral: boolean,
	voc: Vocabulary,
): Says | null {
	const { articles, owners, pronouns, wide, be } = voc.is;
	const start = given.findIndex(({ text, quoted }) => quoted || !(articles.has(text) || owners.has(text)));
	const words = given.slice(Math.max(start, 0));
	const says = (some: string[]): Says => ({ is: 'says', words: some, match: 'any', in: place });
	const [head] = words;
	if (!head || start < 0) return null;
	if (words.some(({ quoted }) => quoted))
		return words.length === 1 ? says([head.said.slice(0, LONGEST_BEYOND)]) : null;
	const texts = words.map(({ text }) => text);
	if (words.length > MOST_WORDS || texts.some((text) => !/^[\p{L}\p{N}@]/u.test(text))) return null;
	const isSomebody = texts.some((text) => pronouns.has(text) || be.has(text) || owners.has(text));
	if (!isLiteral && (isSomebody || texts.every((text) => wide.has(text) || text in voc.data.dates.points)))
		return null;
	// “My address Lindenweg 5”; “refunded | save the amount” is an order.
	const isOrder = words.some((_, at) => at > 0 && at < words.length - 1 && voc.orders.at(words, at));
	if (isOrder || (!isLiteral && texts.some((text) => wide.has(text)))) return null;
	const phrase = saidBy(words);
	if (phrase.length > LONGEST_BEYOND) return null;
	const plain = texts.join(' ');
	const meaning = isLiteral ? undefined : voc.meaningOf(plain);
	const own = /^\p{Lu}|\d/u.test(phrase) || !meaning ? phrase : plain;
	const others = meaning?.filter((word) => word.toLowerCase() !== plain && !voc.is.ambiguous.has(word)) ?? [];
	return says([own, ...others]);
}

/** "The backup has failed", as mails say it; null if the thing is not named. */
export function reportOf(given: readonly Word[], name: string, voc: Vocabulary): Part | null {
	const event = voc.data.events[name];
	const { generic, nobody, pronouns, wide, chooses } = voc.is;
	const thing = given.filter((word) => word.quoted || !generic.has(word.text));
	const isNone = ({ text, quoted }: Word) =>
		!quoted && [nobody, pronouns, wide, chooses].some((words) => words.has(text));
	const isOther = event?.of && !given.some(({ text }) => event.of?.includes(text));
	if (!event || isOther || thing.length === 0 || thing.length > 3 || thing.some(isNone)) return null;
	if (thing.some(({ text, quoted }, at) => !quoted && !(at > 0 ? /^[\p{L}\p{N}]/u : /^\p{L}/u).test(text)))
		return null;
	const of = thing.find(({ text }) => voc.meaningOf(text)) ?? thing.at(-1);
	const text = of?.text ?? '';
	const meaning = of?.quoted ? undefined : voc.meaningOf(text);
	const same = (word: string) => text.startsWith(word.toLowerCase()) && text.length <= word.length + 2;
	const own = meaning?.find(same) ?? of?.said ?? '';
	const names = event.names ?? [
		own,
		...(meaning ?? []).filter((word) => word.toLowerCase() !== own.toLowerCase()),
	];
	const which = thing.flatMap((word) => (word === of ? [] : [` … ${word.said}`])).join('');
	const words = inOneSentence(names, which, event.shown);
	return words.length > 0 ? { is: 'says', words, match: 'any', in: 'anywhere' } : null;
}

/** "backup/Datensicherung … failed/error": one of each in one sentence. As few texts as their length allows. */
function inOneSentence(names: readonly string[], which: string, shown: readonly string[]): string[] {
	const texts: string[] = [];
	const name = [6, 3, 2, 1]
		.map((many) => `${names.slice(0, many).join('/')}${which}`)
		.find(({ length }) => length < 50);
	if (name === undefined) return [];
	for (const one of shown) {
		const last = texts.at(-1);
		if (last !== undefined && last.length + one.length < LONGEST_BEYOND)
			texts[texts.length - 1] = `${last}/${one}`;
		else texts.push(`${name} … ${one}`);
	}
	return texts;
}

/** "The electricity | bill": a kind of mail that says a word. */
export function whichThing(which: readonly Word[], thing: Part, voc: Vocabulary): Condition | null {
	const [word, ...more] = which;
	if (!word || more.length > 0 || thing.is !== 'kind') return null;
	const meaning = voc.meaningOf(word.text);
	const isName = word.quoted || (voc.data.areNamesCapital && /^\p{Lu}/u.test(word.said));
	if (!meaning && !isName) return null;
	const names = [word.said, ...(meaning ?? [])];
	const said = [...new Map(names.map((name) => [name.toLowerCase(), name])).values()];
	const kinds = voc.meaningOf(thing.kind);
	const together = kinds ? inOneSentence(said.slice(0, 3), '', kinds) : [];
	const whole = said.filter((name) => compoundIn(name.toLowerCase(), voc));
	const words = together.length > 0 ? [...together, ...whole] : said;
	return joined('all', [thing, { is: 'says', words, match: 'any', in: 'anywhere' }]);
}

/** “Stromrechnung” is an invoice of “Strom”. */
function compoundIn(text: string, voc: Vocabulary) {
	const bare = text.replace(/en$/, '');
	return Object.entries(voc.data.compounds).find(
		([end]) => bare.endsWith(end) && bare.length > end.length + 2,
	);
}

export function compoundOf(word: Word, voc: Vocabulary): Condition | null {
	const [end, kind] = word.quoted ? [] : (compoundIn(word.text, voc) ?? []);
	if (!end || !kind) return null;
	const name = word.said.replace(/en$/, '');
	const words = [name, `${name.slice(0, -end.length)} … ${end}`];
	return joined('all', [
		{ is: 'kind', kind },
		{ is: 'says', words, match: 'any', in: 'anywhere' },
	]);
}
