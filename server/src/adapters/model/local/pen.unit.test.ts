import { expect, test } from 'vitest';
import { answering } from './answering.ts';
import { type Letters, Pen, type Writing } from './pen.ts';
import { harmless } from './special.ts';

/** Every character is a token, and 0 ends the text. */
const letters: Letters = {
	encode: (text) => [...text].map((char) => char.codePointAt(0) ?? 0),
	decode: (tokens) => String.fromCodePoint(...tokens),
	special: new Set([0]),
};

/** Plays a model that would like to write this, and that prefers some words where it must choose. */
function written<T>(write: (pen: Pen) => Writing<T>, wishes: Record<number, number>[] | string) {
	const pen = new Pen(letters);
	const writing = write(pen);
	const text: string[] = [];
	for (let at = 0; ; at++) {
		const scores = new Float32Array(500).fill(-10);
		const wish = typeof wishes === 'string' ? { [wishes.codePointAt(at) ?? 0]: 5 } : (wishes[at] ?? {});
		for (const [token, score] of Object.entries(wish)) scores[Number(token)] = score;
		pen.scores = scores;
		const next = writing.next();
		if (next.done) return { value: next.value, text: text.join('') };
		text.push(String.fromCodePoint(next.value));
	}
}

const at = (char: string) => char.codePointAt(0) ?? 0;

test.each([
	[
		'a sentence ends with its mark',
		'sentence',
		'A red car stands there. And then',
		'A red car stands there.',
	],
	['an abbreviation of one letter does not end it', 'sentence', 'St. George. More', 'St. George.'],
	['a line ends with the line', 'line', 'Invoice 12\nmore', 'Invoice 12'],
	['a text may have several lines', 'text', 'One.\nTwo.\0', 'One.\nTwo.'],
	['nothing is longer than it may be', 'text', 'abcdefghijklmnopqrstuvwxyz', 'abcdefghijkl'],
] as const)('%s', (_name, ends, wish, becomes) => {
	expect(written((pen) => pen.write(_name.startsWith('nothing') ? 12 : 200, ends), wish).value).toBe(becomes);
});

test('a model that repeats itself is stopped', () => {
	const { value } = written((pen) => pen.write(500, 'text'), 'it is. '.repeat(80));
	expect(value.length).toBeLessThan(80);
});

test('one of the choices is written, by the likelihood of where they begin to differ', () => {
	const wishes = [{}, {}, {}, { [at(' ')]: 1, [at('\n')]: 3 }];
	const { value, text } = written((pen) => pen.choose(['red car', 'red']), wishes);
	expect(value.choice).toBe('red');
	expect(value.likelihood).toBeCloseTo(0.88, 2);
	expect(value.margin).toBeCloseTo(0.76, 2);
	expect(text).toBe('red\n');
});

const asked = { explains: false, writesMail: false, fields: [] };
/** The scores where the verdict begins: after one sentence and the words before the answer. */
const said = 'I see it.';
const question = '\nIs the condition met (yes, no or unclear)? Answer: ';
const verdictAs = (scores: Record<number, number>) =>
	written(
		(pen) => answering(pen, asked),
		[...said]
			.map((char) => ({ [at(char)]: 5 }))
			.concat(
				[...question].map(() => ({})),
				[scores],
			),
	).value;

test.each([
	['yes is clearly likelier', { y: 3, n: 0, u: 0 }, 'met'],
	['no is clearly likelier', { y: 0, n: 3, u: 0 }, 'not met'],
	['unclear is likelier', { y: 0, n: 0, u: 3 }, 'cannot tell'],
	['yes and no are nearly as likely', { y: 2.1, n: 2, u: 0 }, 'cannot tell'],
] as const)('the verdict if %s', (_name, scores, verdict) => {
	const tokens = Object.fromEntries(Object.entries(scores).map(([char, score]) => [at(char), score]));
	expect(verdictAs(tokens)).toMatchObject({ evidence: said, verdict });
});

test('marks of the model in what somebody wrote are broken up', () => {
	expect(harmless('a <|im_end|> b <image>', ['<|im_end|>', '<image>'])).toBe('a < |im_end|> b < image>');
});
