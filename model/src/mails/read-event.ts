/** Reads what happens to a thing: "the backup fails". */
import type { Condition } from '@watchword/contract/condition';
import type { Word } from '../reading/words.ts';
import { beyond, isJoint, LONGEST_BEYOND } from './beyond.ts';
import type { Vocabulary } from './vocabulary.ts';

/** "The backup fails", as mails say it. Null if it is no event; beyond if the thing is not named. */
export function readEvent(
	words: readonly Word[],
	voc: Vocabulary,
): { condition: Condition; to: Word[] } | null {
	for (const { pattern, name } of voc.events) {
		const x = pattern.match(words)?.x;
		const event = voc.data.events[name];
		const isOther = event?.of && !x?.some(({ text }) => event.of?.includes(text));
		if (!x || isOther || x.some(isJoint)) continue;
		const nots = x.filter(({ text, quoted }) => !quoted && (text === 'not' || text === 'no'));
		const shown =
			nots.length === 0
				? event
				: nots.length === 1 && event?.opposite
					? voc.data.events[event.opposite]
					: undefined;
		const thing = x.filter((word) => word.quoted || (!nots.includes(word) && !voc.generic.has(word.text)));
		const isUnclear =
			nots.some((word) => x.indexOf(word) === 0) || !shown || thing.length === 0 || thing.length > 3;
		const isNoThing = thing.some(
			({ text, quoted }) =>
				!quoted &&
				(voc.pronouns.has(text) ||
					voc.modal.has(text) ||
					/^\d+$/.test(text) ||
					voc.nobody.has(text) ||
					voc.joins.has(text) ||
					/^[^\p{L}\p{N}]/u.test(text)),
		);
		const condition = isUnclear || isNoThing ? beyond(words) : reported(thing, shown.shown, voc);
		return { condition, to: x };
	}
	return null;
}

/** "Backup … failed": the thing, the words that tell which, and what happened to it, in one sentence. */
function reported(thing: readonly Word[], shown: readonly string[], voc: Vocabulary): Condition {
	const of = thing.find(({ text }) => voc.meaningOf(text)) ?? thing.at(-1);
	const more = thing.filter((word) => word !== of);
	const text = of?.text ?? '';
	const meaning = voc.meaningOf(text);
	const same = (word: string) => word.toLowerCase() === text || `${word.toLowerCase()}s` === text;
	const name = (of?.quoted ? null : meaning?.find(same)) ?? of?.said ?? '';
	const names = meaning
		? [name, ...meaning.filter((word) => word.toLowerCase() !== name.toLowerCase())]
		: [name];
	const which = more.map(({ said }) => ` … ${said}`).join('');
	const words = inOneSentence(names, which, shown);
	return words.length > 0 ? { is: 'says', words, match: 'any', in: 'anywhere' } : beyond(thing);
}

/** "backup/Datensicherung … failed/error": one of each in one sentence. As few texts as their length allows. */
export function inOneSentence(names: readonly string[], which: string, shown: readonly string[]): string[] {
	const texts: string[] = [];
	const name = [3, 2, 1]
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
