import type { ResultField } from '@watchword/contract/field';
import { expect, test } from 'vitest';
import { createLog } from '../../../../base/log.ts';
import type { Question } from '../../../../ports/model.ts';
import { explainPrompt } from '../explain.ts';
import { openMailReader } from './reader.ts';

const nobody = { address: null, checks: '' };
const FIELD: ResultField = { id: 'total', name: 'Total', type: 'amount', choices: [] };
const mail = (text: string) => ({ sender: nobody, from: 'Ann', subject: 'Invoice', text });

test('a mail that takes too long to read is no verdict, and its fields stay empty', async () => {
	const { answer, fill } = openMailReader(createLog('silent'), { ms: 1 });
	const text = 'total\n'.repeat(400_000);
	expect(await answer('If it mentions an order', mail(text))).toMatchObject({
		verdict: 'cannot tell',
		evidence: 'This mail takes too long to read.',
	});
	const material = { mail: mail(text), texts: [text, text, text], scenes: [], value: null };
	expect(await fill([FIELD], material)).toMatchObject([
		{ value: null, problem: 'This mail takes too long to read.' },
	]);
});

test('an ordinary mail is read', async () => {
	const { answer, fill } = openMailReader(createLog('silent'));
	const given = mail('Total: 12 EUR');
	expect(await answer('If it mentions a total', given)).toMatchObject({ verdict: 'met' });
	const material = { mail: given, texts: [given.text], scenes: [], value: null };
	expect(await fill([FIELD], material)).toMatchObject([{ value: { amount: 12, currency: 'EUR' } }]);
});

test('prompts are read in a thread, each once, and as they are read anywhere else', async () => {
	const { explain } = openMailReader(createLog('silent'));
	const prompt = 'If it mentions an invoice, tell me the total.';
	expect(await explain(prompt, 'email')).toEqual(explainPrompt(prompt, 'email'));
	expect(explain(prompt, 'email')).toBe(explain(prompt, 'email'));
	expect(explain(prompt, 'email')).not.toBe(explain(prompt, 'schedule'));
});

test('the words of a mail are made plain in a thread', async () => {
	const { asSeen } = openMailReader(createLog('silent'));
	const mail = {
		from: 'a@b.example',
		subject: 'Ｈi',
		text: `Ｐaq${'\u0323\u0301'.repeat(200_000)}`,
		sender: null,
	};
	const question = { parts: { prompt: 'an invoice', trigger: 'email', mail }, enclosed: ['ｘ'] };
	const seen = await asSeen(question as unknown as Question);
	expect([seen?.parts.mail?.subject, seen?.enclosed]).toEqual(['Hi', ['x']]);
	expect(seen?.parts.mail?.text).toMatch(/^Paq.{8,16}$/u);
});
