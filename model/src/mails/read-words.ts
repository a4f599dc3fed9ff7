/** Reads names and words to look for: "from ACME", "about the electricity bill". */
import { type Condition, joined } from '@watchword/contract/condition';
import { saidBy, type Word } from '../reading/words.ts';
import { beyond, LONGEST_BEYOND } from './beyond.ts';
import type { SlotMeaning } from './prompt-words.ts';
import { inOneSentence } from './read-event.ts';
import { first, type Vocabulary } from './vocabulary.ts';

export function senderIn(words: readonly Word[], voc: Vocabulary): Condition | null {
	const [head, ...others] = words;
	if (!head) return null;
	const ends = words.findLastIndex(({ text, quoted }) => quoted || !voc.be.has(text)) + 1;
	const whole = (voc.articles.has(head.text) && others.length > 0 ? others : words).slice(0, ends);
	const come = voc.comes.match(whole)?.x ?? whole;
	// "Anyone at ACME".
	const bare = voc.someone.match(come)?.x ?? come;
	const isName = ({ text, quoted }: Word) =>
		quoted ||
		(/^[@\p{L}\p{N}]/u.test(text) && !voc.joins.has(text) && !voc.be.has(text) && !voc.pronouns.has(text));
	const isKept = (word: Word) => isName(word) || /^[.&'’@-]|^'s$/.test(word.text);
	if (bare.length > 5 || !bare.every(isKept)) return null;
	const isCapital = ({ said }: Word) => voc.data.areNamesCapital && /^\p{Lu}/u.test(said);
	const named = bare.filter((word) => word.quoted || isCapital(word) || !voc.nobody.has(word.text));
	const isOwned = bare.some(({ text }) => voc.owners.has(text));
	const isVague =
		voc.articles.has(head.text) &&
		bare.every(({ said, quoted }) => !quoted && !/^[\p{Lu}@]|[.@]/u.test(said));
	if (
		isOwned ||
		isVague ||
		named.length === 0 ||
		bare.some(({ text }) => text === 'mail' || text === 'mails')
	)
		return beyond(words);
	const name = saidBy(bare)
		.replace(/[“”]/g, '')
		.replace(/\s*['’]s$/, '')
		.trim();
	// “Von den Stadtwerken”.
	if (head.text === 'den' && /\p{L}{5}n$/u.test(name))
		return { is: 'sender', any: [name, name.slice(0, -1)] };
	return { is: 'sender', any: [/^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u.test(name) ? `@${name}` : name] };
}

/** The words to look for; none if they are too wide, null if they are no words to look for. */
export function wordsSaid(given: readonly Word[], means: SlotMeaning, voc: Vocabulary): string[] | null {
	// “It says that …” may say so in other words.
	if (given[0]?.text === 'that') return [];
	let words = [...given];
	while (words.length > 1 && words[0] && !words[0].quoted && voc.articles.has(words[0].text))
		words = words.slice(1);
	if (words.some(({ quoted }) => quoted))
		return words.every(({ quoted }) => quoted)
			? words.map(({ said }) => said.slice(0, LONGEST_BEYOND))
			: null;
	if (words.length > 5) return [];
	const isLiteral = means !== 'about';
	const texts = words.map(({ text }) => text);
	const isClause = !isLiteral && texts.some((text) => voc.be.has(text));
	if (isClause || texts.some((text) => voc.joins.has(text) || voc.owners.has(text) || /^[:,()]$/.test(text)))
		return [];
	if (
		!isLiteral &&
		(texts.every((text) => voc.wide.has(text)) ||
			texts.some((text) => voc.pronouns.has(text) || text in voc.data.dates.points))
	)
		return [];
	if (!isLiteral && words.length > 4) return [];
	const phrase = saidBy(words);
	if (phrase.length > LONGEST_BEYOND) return [];
	const plain = texts.join(' ');
	const meaning = voc.meaningOf(plain);
	const own = /^\p{Lu}|\d/u.test(phrase) || !meaning ? phrase : plain;
	const others = meaning?.filter((word) => word.toLowerCase() !== plain && !voc.ambiguous.has(word)) ?? [];
	return isLiteral ? [own] : [own, ...others];
}

/** "The electricity bill": a kind of mail that says a word. */
export function whichThing(words: readonly Word[], voc: Vocabulary): Condition | null {
	for (const [end, kind] of Object.entries(voc.data.compounds)) {
		const at = words.findIndex(
			({ text }) => text.length > end.length + 2 && text.replace(/en$/, '').endsWith(end),
		);
		const word = words[at];
		if (!word) continue;
		const thing = first(voc.things, words.with(at, { ...word, text: end }))?.means;
		const name = word.said.replace(/en$/, '');
		if (thing?.is === 'kind' && thing.kind === kind)
			return joined('all', [
				thing,
				{ is: 'says', words: [name, `${name.slice(0, -end.length)} … ${end}`], match: 'any', in: 'anywhere' },
			]);
	}
	for (const [at, word] of words.entries()) {
		const isName =
			!word.quoted &&
			(voc.meaningOf(word.text) || (at > 0 && voc.data.areNamesCapital && /^\p{Lu}/u.test(word.said)));
		if (!isName || at === words.length - 1) continue;
		const thing = first(voc.things, [...words.slice(0, at), ...words.slice(at + 1)])?.means;
		if (thing?.is !== 'kind') continue;
		const names = [word.said, ...(voc.meaningOf(word.text) ?? [])];
		const said = [...new Map(names.map((name) => [name.toLowerCase(), name])).values()];
		const kinds = voc.meaningOf(thing.kind);
		const together = kinds ? inOneSentence(said.slice(0, 3), '', kinds) : [];
		const all = together.length > 0 ? [...together, ...said.filter((name) => /rechnung$/i.test(name))] : said;
		return joined('all', [thing, { is: 'says', words: all, match: 'any', in: 'anywhere' }]);
	}
	return null;
}

export function namedIn(words: readonly Word[], voc: Vocabulary): Condition | null {
	const bare = withoutFrame(words, voc);
	const name = bare.map(({ text }) => text).join(' ');
	const known = [name, name.replace(/s$/, '')].find((one) => Object.hasOwn(voc.data.named, one));
	const said = known === undefined ? undefined : voc.data.named[known];
	return said ? { is: 'says', words: [...said], match: 'any', in: 'anywhere' } : null;
}

/** "There is a ...", "... arrives". */
function withoutFrame(words: readonly Word[], voc: Vocabulary): readonly Word[] {
	const bare = words.filter(
		({ text }) => !voc.articles.has(text) && !voc.be.has(text) && !voc.pronouns.has(text),
	);
	return voc.comes.match(bare)?.x ?? bare;
}
