import { expect, test } from 'vitest';
import { readArguments } from './arguments.ts';

test('a code is enough', () => {
	expect(readArguments(['--code', 'ABCD2345'])).toEqual({
		by: { code: 'ABCD2345' },
		url: undefined,
		everyMs: 30_000,
		count: undefined,
		images: undefined,
		place: 'driveway',
		name: 'Terminal camera',
	});
});

test.each([
	['500ms', 500],
	['30', 30_000],
	['1.5m', 90_000],
	['2h', 7_200_000],
])('every %s', (words, everyMs) => {
	expect(readArguments(['--demo', '--every', words])).toMatchObject({ by: 'demo', everyMs });
});

test.each([
	[[], 'It needs one of --code, --key and --demo.'],
	[['--code', 'A', '--demo'], 'It needs one of --code, --key and --demo.'],
	[['--demo', '--url', 'localhost:8080'], '--url must be a web address'],
	[['--demo', '--every', 'soon'], '--every must be a time'],
	[['--demo', '--every', '1ms'], '--every must be a time'],
	[['--demo', '--count', '0'], '--count must be a whole number'],
	[['--demo', '--place', 'moon'], '--place must be one of driveway, garden, porch.'],
	[['--cod', 'A'], "Unknown option '--cod'"],
])('%j is explained', (argv, reason) => {
	expect(() => readArguments(argv)).toThrow(reason);
});
