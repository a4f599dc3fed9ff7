/** A condition in plain words. */
import { counted, inWords, type Meaning } from '../picture-prompt/lexicon.ts';
import type { Condition } from './condition.ts';
import { writtenInWords } from './written.ts';
import { whereWords } from './zones.ts';

/** The condition as it was understood, so that the customer can compare it with what was meant. */
export function inPlainWords(condition: Condition): string {
	switch (condition.op) {
		case 'count':
			return `${amount(condition)}${onlyWords(condition.only)}${whereWords(condition.in)}`;
		case 'touch': {
			const { what, where, least = 1, held, only } = condition;
			const how = held ? 'with' : 'at';
			return `${amount({ what, least, most: Number.POSITIVE_INFINITY })}${onlyWords(only)} ${how} ${one(where.label)}${whereWords(condition.in)}`;
		}
		case 'time':
			return `“${condition.hours.words}”`;
		case 'text':
		case 'number':
			return writtenInWords(condition);
		case 'unknown':
			return condition.words.map((word) => `“${word}”`).join(', ');
		case 'taught':
			return `${condition.words.map((word) => (word.includes('“') ? word : `“${word}”`)).join(', ')} (taught)`;
		case 'agree':
			return `${inPlainWords(condition.part)} (taught too)`;
		case 'not': {
			const { part } = condition;
			if (part.op === 'count' && part.least === 1 && part.most === Number.POSITIVE_INFINITY) {
				return `no ${part.what.label}${onlyWords(part.only)}${whereWords(part.in)}`;
			}
			if (part.op === 'text') return writtenInWords(part, true);
			if (part.op === 'touch') return inPlainWords(part).replace('at least one', 'no');
			return `not ${inside(part)}`;
		}
		default:
			return inWords(
				condition.parts.map((part) => inside(part)),
				condition.op,
			);
	}
}

const inside = (part: Condition) =>
	part.op === 'and' || part.op === 'or' ? `(${inPlainWords(part)})` : inPlainWords(part);

function amount({ what: { label }, least, most }: { what: Meaning; least: number; most: number }): string {
	if (most === 0) return `no ${label}`;
	if (least === most) return `exactly ${counted(least, label)}`;
	if (most !== Number.POSITIVE_INFINITY) {
		return least > 0 ? `${least} to ${counted(most, label)}` : `at most ${counted(most, label)}`;
	}
	return least === 1 ? oneOrMore(label) : `at least ${counted(least, label)}`;
}

const onlyWords = (words: string[] = []) =>
	words.length > 0 ? ` (${words.map((word) => `“${word}”`).join(', ')})` : '';

const oneOrMore = (label: string) =>
	/^(some|any)thing$/.test(label)
		? label
		: `at least one ${label === 'scissors' || label === 'skis' ? `pair of ${label}` : label}`;

export const one = (label: string) => {
	if (/^(some|any)thing$/.test(label) || ['skis', 'scissors'].includes(label)) return label;
	return `${/^[aeiou]/.test(label) ? 'an' : 'a'} ${label}`;
};
