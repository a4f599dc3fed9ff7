import { expect, test } from 'vitest';
import { overflow } from './limits.ts';

const sizes = (...all: number[]) => all.map((size, i) => ({ name: 'abcdef'[i], size }));
const names = (all: { name: string | undefined }[]) => all.map(({ name }) => name).join('');

test.each([
	['within the limits nothing goes', sizes(1, 1, 1), { count: 3, bytes: 3 }, ''],
	['too many: the oldest go', sizes(1, 1, 1, 1), { count: 2, bytes: 99 }, 'ab'],
	['too large: as many as must', sizes(5, 1, 5, 5), { count: 9, bytes: 10 }, 'ab'],
	['the newest stays, however large', sizes(1, 99), { count: 9, bytes: 10 }, 'a'],
	['nothing from nothing', sizes(), { count: 0, bytes: 0 }, ''],
])('%s', (_title, all, limits, gone) => {
	expect(names(overflow(all, limits))).toBe(gone);
});
