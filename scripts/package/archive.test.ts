import { readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { isShipped } from './archive.ts';

const ROOT = join(import.meta.dirname, '../..');
const documents = ['README.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)].filter(
	(path) => path.endsWith('.md'),
);

test.each(documents)('what %s links to is in the archive, too', (path) => {
	const text = readFileSync(join(ROOT, path), 'utf8');
	const links = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, to = '']) =>
		normalize(join(path, '..', to)).replace(/\/$/, ''),
	);
	expect(links.filter((link) => !isShipped(link))).toEqual([]);
});
