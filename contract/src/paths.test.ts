import { expect, test } from 'vitest';
import { isScreen } from './paths.ts';

test.each([
	'/',
	'/signin',
	'/signin/',
	'/resetpassword/confirm',
	'/app',
	'/app/automations',
	'/app/automations/abc',
	'/app/billing/receipts/abc',
])('%s is a screen', (path) => expect(isScreen(path)).toBe(true));

test.each([
	'/nothing',
	'/app/nothing',
	'/app/runs/abc',
	'/app/automations/abc/def',
	'/signin/x',
	'/app/billing/receipts',
])('%s is not', (path) => expect(isScreen(path)).toBe(false));
