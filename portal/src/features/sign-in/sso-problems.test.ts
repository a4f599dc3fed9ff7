import { SSO_PROBLEMS } from '@watchword/contract/sso-problem';
import { expect, test } from 'vitest';
import { ssoProblem } from './sso-problems.ts';

test('every problem has a sentence of ours, and anything else has none', () => {
	for (const problem of SSO_PROBLEMS) expect(ssoProblem(problem, 'Example ID')).toMatch(/^[A-Z].*\.$/);
	for (const words of ['Call 0900', 'toString', '', null]) expect(ssoProblem(words, 'Example ID')).toBeNull();
});
