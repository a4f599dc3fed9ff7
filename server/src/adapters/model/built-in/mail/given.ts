/** What a mail gives under its labels, for the judge of conditions. */
import type { Given } from '@watchword/model';
import { decimalMarkOf, readAmountAt } from '../results/amounts.ts';
import { valuesCalled } from '../results/called.ts';
import { extractFacts } from './extract.ts';

export const givenOf = (today: Given['today'], clock: Given['clock']): Given => ({
	today,
	clock,
	valuesCalled,
	amountsIn(text) {
		const mark = decimalMarkOf(text);
		return (extractFacts(text).get('amount') ?? []).flatMap((said) => {
			const read = readAmountAt(said, mark);
			return read && 'value' in read ? [{ said, ...read.value }] : [];
		});
	},
});
