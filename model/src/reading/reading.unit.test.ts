import { describe, expect, test } from 'vitest';
import { Lexicon } from './lexicon.ts';
import { formOf } from './phrases.ts';
import { saidBy, sentencesOf } from './words.ts';

const textOf = (prompt: string) =>
	sentencesOf(prompt).map(({ words, asks }) => words.map(({ text }) => text).join(' ') + (asks ? ' ?' : ''));
const wordsOf = (prompt: string) => sentencesOf(prompt).flatMap(({ words }) => words);

describe('words', () => {
	test.each<[prompt: string, sentences: string[]]>([
		['Is a dog there? Tell me.', ['is a dog there ?', 'tell me']],
		['- one line\n- another; a third', [', one line', ', another', 'a third']],
		["It isn't the dog's bed, don’t worry", ["it is n't the dog 's bed , do n't worry"]],
		['From 22:00 to 6 a.m. at 3.5 °C', ['from 22:00 to 6 am at 3.5 ° c']],
		['e.g. a front-door — 20%', ['e.g. a front door , 20 %']],
		["If it says “We are CLOSED” or 'Sale'", ['if it says we are closed or sale']],
		['mail from ann.b@acme.co.uk or acme.com.', ['mail from ann.b@acme.co.uk or acme.com']],
		['Größer als 2,5 m', ['größer als 2,5 m']],
		['…?!', []],
	])('of %j', (prompt, sentences) => {
		expect(textOf(prompt)).toEqual(sentences);
	});

	test('stand as they were typed', () => {
		expect(saidBy(wordsOf('The SIGN says  “Sorry, closed” (or it isn’t there)'))).toBe(
			'The SIGN says “Sorry, closed” (or it isn’t there)',
		);
	});
});

describe('a lexicon', () => {
	const lexicon = new Lexicon(
		[
			['dog', 1],
			['hot dog', 2],
			['bicycle', 3],
			['truck', 4],
			['couch', 5],
			['coach', 6],
		],
		['trunk'],
	);

	test('finds the longest phrase', () => {
		expect(lexicon.at(wordsOf('hot dog'), 0)).toEqual({ meaning: 2, length: 2 });
		expect(lexicon.at(wordsOf('hot dog'), 1)).toEqual({ meaning: 1, length: 1 });
		expect(lexicon.at(wordsOf('hot cat'), 0)).toBeNull();
		expect(lexicon.at(wordsOf('“dog”'), 0)).toBeNull();
	});

	test.each([
		['a bicylce', 'a bicycle'],
		['a bicyclee', 'a bicycle'],
		['a bicyle', 'a bicycle'],
		['a bicyxle', 'a bicycle'],
		// Another word, a short one, another first letter, two that it may be, two slips.
		['a trunk', 'a trunk'],
		['a dgo', 'a dgo'],
		['a tricycle', 'a tricycle'],
		['a cooch', 'a cooch'],
		['a couach', 'a couach'],
		['a bcicylce', 'a bcicylce'],
	])('repairs %j as %j', (typed, meant) => {
		expect(
			lexicon
				.repaired(wordsOf(typed))
				.map(({ text }) => text)
				.join(' '),
		).toBe(meant);
	});
});

describe('a form', () => {
	const lists = { tell: 'tell|mail|let <us> know', us: 'me|us' };

	test.each<[form: string, prompt: string, slot: string | null]>([
		['[please] <tell> [<us>] of {x}', 'please let us know of a dog', 'a dog'],
		['[please] <tell> [<us>] of {x}', 'mail me of it', 'it'],
		['[please] <tell> [<us>] of {x}', 'mail me', null],
		['of {x} [end]', 'of a dog end', 'a dog'],
		['open {x}', 'open “x y”', '“x y”'],
		['says open', 'says “open”', null],
		['(a|b c) d', 'b c d', ''],
		['(a|b c) d', 'b d', null],
	])('%j on %j', (form, prompt, slot) => {
		const found = formOf(form, lists)(wordsOf(prompt));
		expect(found && saidBy(found)).toBe(slot);
	});
});
