import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { inAscii } from './ascii.ts';

test.each([
	`'été “quoted” 🚲'`,
	String.raw`'C:\\é \\\\— \é \\n \n'`,
	'`a template — \\\\é`',
	String.raw`[/^[—é]+\\$/.test('é—\\'), /^🚲$/u.test('🚲'), /^[🚲]$/u.test('🚲'), '🚲'.length]`,
])('%s means the same in ASCII', (script) => {
	const ascii = inAscii(script);
	expect(ascii).toMatch(/^[\0-\x7f]*$/);
	expect(runInNewContext(ascii)).toEqual(runInNewContext(script));
});
