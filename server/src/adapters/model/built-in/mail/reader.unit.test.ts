import type { ResultField } from '@watchword/contract/field';
import { expect, test } from 'vitest';
import { createLog } from '../../../../base/log.ts';
import { openMailReader } from './reader.ts';

const nobody = { address: null, checks: '' };
const FIELD: ResultField = { id: 'total', name: 'Total', type: 'amount', choices: [] };
const mail = (text: string) => ({ sender: nobody, from: 'Ann', subject: 'Invoice', text });

test('a mail that takes too long to read is no verdict, and its fields stay empty', async () => {
	const { answer, fill } = openMailReader(createLog('silent'), { ms: 1 });
	const text = 'total\n'.repeat(16_000);
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
