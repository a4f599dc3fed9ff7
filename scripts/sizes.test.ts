import { expect, test } from 'vitest';
import { sizes } from './sizes.ts';

test('the sizes stand in one line', () => {
	const files = [
		{ path: 'server/src/main.ts', lines: 80 },
		{ path: 'model/src/index.ts', lines: 20 },
		{ path: 'portal/src/app/main.tsx', lines: 301 },
	];
	expect(sizes(files)).toBe(
		'lines: server and model 100, portal 301, all 401, median file 80, files over 300 1 (without tests, data and migrations)',
	);
});
