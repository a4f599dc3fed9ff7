import { expect, test } from 'vitest';
import { isTurned, plainLetters } from './letters.ts';

test.each([
	['Your in\u200bvoi\u00adce', 'Your invoice'],
	['Ku\u0308ndigung', 'Kündigung'],
	['\uff29\uff2e\uff36\uff2f\uff29\uff23\uff25 \uff15\uff10', 'INVOICE 50'],
	['con\ufb01rmed', 'confirmed'],
	['\u{1d408}\u{1d427}\u{1d42f}\u{1d428}\u{1d422}\u{1d41c}\u{1d41e}', 'Invoice'],
	// The first has Cyrillic letters among its Latin ones.
	['inv\u043ei\u0441e', 'invoice'],
	['Счёт на оплату, 5 m²', 'Счёт на оплату, 5 m²'],
])('%s is read as %s', (text, read) => expect(plainLetters(text)).toBe(read));

test('a text that is written backwards is noticed', () => {
	expect(isTurned('Total: \u202e005 RUE')).toBe(true);
	expect(isTurned('\u200fשלום')).toBe(false);
});

// More than linear time would be more than a test has.
test.each(['а', 'a', 'aа'])('a million letters %j are read', (part) => {
	expect(plainLetters(part.repeat(1_000_000 / part.length))).toHaveLength(1_000_000);
});
