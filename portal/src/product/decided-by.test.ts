import { expect, test } from 'vitest';
import { decidedBy } from './decided-by.ts';

test('shows which model decided and how long it took, never "in 0.0 s"', () => {
	expect(decidedBy('built-in', 1930)).toBe('Decided by the built-in model in 1.9 s');
	expect(decidedBy('qwen', 40)).toBe('Decided by qwen at once');
	expect(decidedBy('qwen', null)).toBe('Decided by qwen');
	expect(decidedBy(null, 0)).toBe('No model was asked');
});
