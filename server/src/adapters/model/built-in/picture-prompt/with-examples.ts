/** Which part of a prompt the customer's examples are about. */
import { EXAMPLES_LEAST, type TaughtState } from '@watchword/contract/example';
import type { Example } from '../../../../ports.ts';
import { type Condition, flat, negate } from '../sight/condition.ts';
import { knownPart, unknownWords } from '../sight/condition-parts.ts';
import { inPlainWords } from '../sight/condition-words.ts';
import { FEATURES_VERSION } from '../sight/lesson.ts';
import type { Reading } from './clause.ts';

/** Stands for a phrase with “(taught)” behind it while the prompt is read. No language has this word. */
const PHRASE = 'taughtphrase';

/** An example with the side it is on, for the words that are taught. */
export interface UsableExample extends Example {
	yes: boolean;
}

export interface WithExamples extends Reading {
	taught: TaughtState;
	/** Those that count, once there are enough; none before that. */
	examples: UsableExample[];
}

/** “A person, and the gate is open (taught)”: the phrase, and the prompt with one word in its place. */
export function cutPhrase(prompt: string): { prompt: string; phrase: string | null } {
	const marked = /(?<![^.;:!?,()\n])([^.;:!?,()\n]*)\(\s*taught\s*\)/i.exec(prompt);
	if (!marked) return { prompt, phrase: null };
	const [whole, before = ''] = marked;
	const phrase = before.replace(/^.*\b(?:and|or|but|if|when|whenever|unless|while)\b/i, '').trim();
	const bare = phrase.replace(
		/^(?:please )?(?:tell|mail|email|alert|notify|warn|inform|let) (?:me|us)(?: know)?\b/i,
		'',
	);
	if (!/\p{L}/u.test(bare)) return { prompt: prompt.replace(whole, before), phrase: null };
	const kept = before.slice(
		0,
		before.length - before.trimEnd().length - bare.trimStart().length || undefined,
	);
	return {
		prompt: `${prompt.slice(0, marked.index)}${kept} ${PHRASE} ${prompt.slice(marked.index + whole.length)}`,
		phrase: bare.trim(),
	};
}

/** The reading with the examples put in where they belong; null if there are none and nothing says that it is taught. */
export function withExamples(
	reading: Reading,
	phrase: string | null,
	examples: readonly Example[],
): Reading | WithExamples {
	const plain = phrase === null ? reading : { ...reading, condition: named(reading.condition, phrase) };
	const isTaught = examples.some(({ about }) => about === 'words');
	if (!isTaught && phrase === null) return plain;
	const condition = taughtIn(reading.condition, phrase);
	if (!condition) return { ...plain, notes: [...plain.notes, ONE_PHRASE] };
	const usable = isTaught ? sidesOf(condition, examples) : [];
	const count = (yes: boolean) => usable.filter((example) => example.yes === yes).length;
	const missing = {
		yes: Math.max(0, EXAMPLES_LEAST - count(true)),
		no: Math.max(0, EXAMPLES_LEAST - count(false)),
	};
	const words = taughtWords(condition);
	const taught = { words, yes: count(true), no: count(false), missing };
	if (missing.yes + missing.no > 0) return { ...plain, taught, examples: [] };
	const isAll = condition.op === 'taught' && !condition.needs;
	return { condition, notes: isAll ? [] : reading.notes, taught, examples: usable };
}

const ONE_PHRASE =
	'several parts are beyond the built-in model, and the examples can teach one: write “(taught)” behind it';

/** The condition with the customer's words in place of the stand-in. */
function named(condition: Condition, phrase: string): Condition {
	const back = (words: string[]) => words.map((word) => (word.includes(PHRASE) ? phrase : word));
	return change(condition, (part) => {
		if (part.op === 'unknown') return { ...part, words: back(part.words) };
		if ((part.op === 'count' || part.op === 'touch') && part.only) return { ...part, only: back(part.only) };
		return part;
	});
}

/** The condition as examples decide it; null if they could be about several parts of it. */
function taughtIn(condition: Condition, phrase: string | null): Condition | null {
	if (phrase !== null) {
		let found = 0;
		const taught = change(condition, (part) => {
			if (!unknownWords(part).some((word) => word.includes(PHRASE))) return part;
			found++;
			const needs = knownPart(part);
			return { op: 'taught', words: [phrase], ...(needs && { needs }) };
		});
		return found === 1 ? taught : null;
	}
	if (unknownWords(condition).length === 0) return { op: 'agree', part: condition };
	if (knownPart(condition) === null) return { op: 'taught', words: [inPlainWords(condition)] };
	const taught = inPlace(condition);
	return count(taught) === 1 ? taught : null;
}

/** Puts what is beyond the detector together, part by part. */
function inPlace(condition: Condition): Condition {
	if (unknownWords(condition).length === 0) return condition;
	if (knownPart(condition) === null) return { op: 'taught', words: [bare(inPlainWords(condition))] };
	if (condition.op === 'not') return negate(inPlace(condition.part));
	if ('parts' in condition) {
		const unknown = condition.parts.filter((part) => knownPart(part) === null);
		const rest = condition.parts.filter((part) => !unknown.includes(part)).map(inPlace);
		if (unknown.length === 0) return flat(condition.op, rest);
		const words = bare(inPlainWords(flat(condition.op, unknown)));
		return flat(condition.op, [...rest, { op: 'taught', words: [words] }]);
	}
	// “At most two red cars” is not one thing that is so or not.
	if (condition.op === 'count' && condition.most !== Number.POSITIVE_INFINITY) return condition;
	const needs = knownPart(condition);
	return { op: 'taught', words: unknownWords(condition), ...(needs && { needs }) };
}

const bare = (words: string) => words.replace(/^“([^“”]*)”$/, '$1');

function count(condition: Condition): number {
	if (condition.op === 'taught') return 1;
	if (condition.op === 'not') return count(condition.part);
	if ('parts' in condition) return condition.parts.reduce((sum, part) => sum + count(part), 0);
	return unknownWords(condition).length > 0 ? Number.POSITIVE_INFINITY : 0;
}

function change(condition: Condition, by: (part: Condition) => Condition): Condition {
	if (condition.op === 'not') return negate(change(condition.part, by));
	if ('parts' in condition)
		return flat(
			condition.op,
			condition.parts.map((part) => change(part, by)),
		);
	return by(condition);
}

function taughtWords(condition: Condition): string {
	if (condition.op === 'taught') return bare(condition.words.join(', '));
	if (condition.op === 'not') return taughtWords(condition.part);
	if ('parts' in condition) return condition.parts.map(taughtWords).find(Boolean) ?? '';
	return condition.op === 'agree' ? inPlainWords(condition.part) : '';
}

/** The examples that were learned, each on its side. A mark on a run is about the whole condition. */
function sidesOf(condition: Condition, examples: readonly Example[]): UsableExample[] {
	return examples.flatMap((example) => {
		if (example.features?.version !== FEATURES_VERSION) return [];
		const held = example.said === 'yes';
		const yes = example.about === 'words' ? held : followsFrom(condition, held);
		return yes === null ? [] : [{ ...example, yes }];
	});
}

/** What the taught part must have been if the whole condition held or not; null if that does not follow. */
function followsFrom(condition: Condition, held: boolean): boolean | null {
	switch (condition.op) {
		case 'taught':
			// Without the laptop, it says nothing about an open one.
			return condition.needs && !held ? null : held;
		case 'agree':
			return held;
		case 'not':
			return followsFrom(condition.part, !held);
		case 'and':
		case 'or': {
			// If all of them hold, each does. If not all do, it may be another one.
			if (held !== (condition.op === 'and')) return null;
			const found = condition.parts.map((part) => followsFrom(part, held));
			return found.find((one) => one !== null) ?? null;
		}
		default:
			return null;
	}
}
