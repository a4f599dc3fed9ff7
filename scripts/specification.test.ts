import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SPECIFICATION } from './specification.ts';

const sources = new Map<string, string>();
function sourceOf(file: string): string {
	const source =
		sources.get(file) ?? readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8');
	sources.set(file, source);
	return source;
}

test('every rule and text of the specification has its test', () => {
	const gone = SPECIFICATION.filter(([, , file, title]) =>
		[`'${title}'`, `"${title}"`].every((words) => !sourceOf(file).includes(words)),
	);
	expect(gone).toEqual([]);
	expect(new Set(SPECIFICATION.map(([section]) => section))).toEqual(new Set(['2', '5', '8', '9']));
});
