import { expect, test } from 'vitest';
import { progressInWords } from './model-words.ts';

test.each([
	[{ done_bytes: 0, total_bytes: 460e6, bytes_a_second: 0 }, '1 kB of 460.0 MB'],
	[
		{ done_bytes: 120e6, total_bytes: 460e6, bytes_a_second: 2e6 },
		'120.0 MB of 460.0 MB, 2.0 MB a second, 3 minutes left',
	],
	[
		{ done_bytes: 459e6, total_bytes: 460e6, bytes_a_second: 2e6 },
		'459.0 MB of 460.0 MB, 2.0 MB a second, 1 second left',
	],
	[{ done_bytes: 120e6, total_bytes: 460e6, bytes_a_second: null }, '120.0 MB of 460.0 MB'],
])('%j is told as %s', (progress, words) => {
	expect(progressInWords(progress)).toBe(words);
});
