import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const WORKFLOWS = join(import.meta.dirname, '../.github/workflows');

test.each(readdirSync(WORKFLOWS))('%s uses actions by their commit, and names the version', (name) => {
	const text = readFileSync(join(WORKFLOWS, name), 'utf8');
	const used = [...text.matchAll(/\buses: (.*)$/gm)].map(([, action = '']) => action);
	const pinned = /^(?:[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\.\/\.github\/workflows\/\w+\.yml)$/;
	expect(used.filter((action) => !pinned.test(action))).toEqual([]);
});
