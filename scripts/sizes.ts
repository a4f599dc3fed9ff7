import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CODE = /\.(?:tsx?|mjs|css|html|sh)$/;
/** Tests and what only they use, data (the words of each language), and migrations. */
const NOT_COUNTED =
	/\.(?:test|spec)\.tsx?$|\/testing\/|^e2e\/|^server\/migrations\/|^model\/src\/languages\/|^scripts\/specification\.ts$/;
const LONG = 300;

export interface Sized {
	path: string;
	lines: number;
}

/** The files that count, with their lines. */
export function codeFiles(root: string): Sized[] {
	const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
		cwd: root,
	});
	return String(listed)
		.split('\n')
		.filter((path) => CODE.test(path) && !NOT_COUNTED.test(path) && existsSync(join(root, path)))
		.map((path) => ({ path, lines: readFileSync(join(root, path), 'utf8').split('\n').length - 1 }));
}

/** One line, so that growth is noticed. */
export function sizes(files: Sized[]): string {
	const sum = (of: RegExp) =>
		files.filter(({ path }) => of.test(path)).reduce((all, { lines }) => all + lines, 0);
	const sorted = files.map(({ lines }) => lines).sort((a, b) => a - b);
	const figures = [
		`server and model ${sum(/^(?:server|model)\//)}`,
		`portal ${sum(/^portal\//)}`,
		`all ${sum(/./)}`,
		`median file ${sorted[sorted.length >> 1] ?? 0}`,
		`files over ${LONG} ${sorted.filter((lines) => lines > LONG).length}`,
	];
	return `lines: ${figures.join(', ')} (without tests, data and migrations)`;
}
