import { expect, test } from 'vitest';
import { waitFor } from './wait.ts';

test('gives the first answer there is', async () => {
	const answers = [undefined, null, false, 0];
	expect(await waitFor('a number', () => answers.shift())).toBe(0);
});

test('fails with what it waited for and what is there instead', async () => {
	const nothing = waitFor('two mails to ann@example.com', async () => undefined, {
		withinMs: 30,
		seen: () => ['one'],
	});
	await expect(nothing).rejects.toThrow('waited 0.03 s for two mails to ann@example.com; there is ["one"]');
});
