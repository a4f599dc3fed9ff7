import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/security.md'), 'utf8');
const claims = [...page.matchAll(/^- (?:.|\n(?!\n|- |#))*/gm)].map(([claim]) => claim);

test('every claim of the security page names a test that exists', () => {
	expect(claims.length).toBeGreaterThan(30);
	for (const claim of claims) {
		const tests = [...claim.matchAll(/`([\w/.-]+\.(?:test|spec)\.ts)`/g)].map(([, path]) => String(path));
		expect(tests, claim).not.toEqual([]);
		for (const path of tests) {
			const place = /^(?:e2e|scripts|portal|contract|camera)\//.test(path) ? path : `server/src/${path}`;
			expect(existsSync(join(root, place)), `${place}, named by: ${claim}`).toBe(true);
		}
	}
});
