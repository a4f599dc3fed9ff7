import { expectedVerdicts } from '@watchword/contract/mark';
import { expect, test } from 'vitest';
import { expectedInWords } from './verdicts.ts';

test('what a mark expects is said in words', () => {
	expect(expectedInWords(expectedVerdicts('met', 'right'))).toBe('Met');
	expect(expectedInWords(expectedVerdicts('met', 'wrong'))).toBe('Not met');
	expect(expectedInWords(expectedVerdicts('cannot tell', 'right'))).toBe('Cannot tell');
	expect(expectedInWords(expectedVerdicts('cannot tell', 'wrong'))).toBe('anything but “Cannot tell”');
});
