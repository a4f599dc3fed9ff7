import { expect, test } from 'vitest';
import { whyUnsupported } from './supported.ts';

const claims = [12, 13].map((amount) => ({ value: { amount, currency: 'EUR' }, evidence: 'Total: 12 EUR' }));

// Where the end of the text is looked for at each of its marks, or its marks are sorted, this takes minutes.
test.each(['*', ' *', '"', '\u0323\u0301'])('a text with many %j is compared with its evidence', (mark) => {
	const text = `Total: 12 EUR ${mark.repeat(100_000)} Thanks`;
	const [first, second] = whyUnsupported(claims, { texts: [text], hasImages: false });
	expect(first).toBeNull();
	expect(second).not.toBeNull();
});
