import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api.ts';
import { curlLine, expiryInWords, makeFailure } from './api-token-words.ts';

test('the line for a terminal fits what the token may do', () => {
	const line = (...scopes: Parameters<typeof curlLine>[2]) => curlLine('https://example.com', 'ww_x', scopes);
	expect(line('read', 'captures')).toBe(
		'curl -H "Authorization: Bearer ww_x" https://example.com/api/automations',
	);
	expect(line('billing')).toContain('/api/billing');
	expect(line('automations')).toContain(`-d '{"_name":"From a program"}'`);
	expect(line('captures')).toContain('X-Device-Id');
});

test('the expiry is shown before and after', () => {
	const token = { id: '', name: '', scopes: [], created_at: '', used_at: null };
	const now = Date.parse('2026-05-05T12:00:00Z');
	expect(expiryInWords({ ...token, expires_at: null }, now)).toBe('Does not expire');
	expect(expiryInWords({ ...token, expires_at: '2026-06-10T12:00:00Z' }, now)).toMatch(/^Expires on June 10/);
	expect(expiryInWords({ ...token, expires_at: '2026-05-01T12:00:00Z' }, now)).toMatch(/^Expired on May 1/);
});

test('too many tokens and too many requests have different messages', () => {
	const full = new ApiError('resource-exhausted', 'An account has at most 50 API tokens.', 429);
	expect(makeFailure(full)).toBe('An account has at most 50 API tokens.');
	expect(makeFailure(new ApiError('resource-exhausted', '', 429, 600))).toContain('often enough');
	expect(makeFailure(new ApiError('internal', ''))).toContain('Please try again');
});
