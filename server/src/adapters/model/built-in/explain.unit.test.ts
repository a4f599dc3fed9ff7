import { canDecide } from '@watchword/contract/condition';
import { expect, test } from 'vitest';
import { explainPrompt } from './explain.ts';

// Where a rule can match the same words in many ways, this takes minutes.
test.each([
	['1 ', 'capture', 1800],
	['1/', 'capture', 1800],
	[', ', 'capture', 1800],
	['a person ', 'capture', 2997],
	['>', 'capture', 3000],
	['\ufdfa', 'capture', 3000],
	['. ', 'schedule', 19_900],
	['\n', 'email', 19_900],
] as const)('a prompt that is all %j for %s holds up nothing', (part, trigger, length) => {
	const prompt = `remind me ${part.repeat(length / part.length)} x`.slice(-length);
	expect(explainPrompt(prompt, trigger)).toBeDefined();
});

test('what follows a prompt that is too long could decide otherwise, so nothing is judged', () => {
	const prompt = `Tell me when a person is there. ${'We live in a small house. '.repeat(120)}But not if it is me.`;
	const condition = explainPrompt(prompt, 'capture')?.condition;
	expect(condition && canDecide(condition)).toBe(false);
	const mails = `Tell me if it mentions an invoice. ${'We buy a lot of things. '.repeat(300)}`;
	expect(explainPrompt(mails, 'email')).toMatchObject({ readAs: null });
});
