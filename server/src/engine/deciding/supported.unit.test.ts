import { expect, test } from 'vitest';
import type { Question } from '../../ports.ts';
import { whyUnsupported } from './supported.ts';

// Where the end of the text is looked for at each of its marks, this takes minutes.
test.each(['*', ' *', '"'])('a text with many %j is compared with its evidence', (mark) => {
	const text = `Total: 12 EUR ${mark.repeat(100_000)} Thanks`;
	const question = { parts: { mail: { from: '', subject: '', text } }, images: [] } as unknown as Question;
	expect(whyUnsupported({ amount: 12, currency: 'EUR' }, 'Total: 12 EUR', question)).toBeNull();
	expect(whyUnsupported({ amount: 13, currency: 'EUR' }, 'Total: 12 EUR', question)).not.toBeNull();
});
