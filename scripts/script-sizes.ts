import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

const LARGEST = 6;

/** The gzipped sizes of the built portal's scripts: those before any screen, and the largest files. */
export function scriptSizes(dist: string): string[] {
	const size = (path: string) => statSync(join(dist, `${path}.gz`)).size;
	const html = readFileSync(join(dist, 'index.html'), 'utf8');
	const first = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, path = '']) => path);
	const all = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'));
	const sorted = all.map((name) => `assets/${name}`).sort((a, b) => size(b) - size(a));
	const named = (path: string) =>
		`${basename(path, '.js').replace(/-[\w-]{8}$/, '')} ${kilobytes(size(path))}`;
	return [
		`portal: ${kilobytes(first.reduce((sum, path) => sum + size(path), 0))} of script (gzip) before a screen's own`,
		`the largest of ${all.length} scripts: ${sorted.slice(0, LARGEST).map(named).join(', ')}`,
	];
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
