import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dependency } from './dependencies.ts';

const LICENCE = /^(licen[cs]e|notice|copying)(?!.*\.[cm]?[jt]s$)/i;

/** The licences of packages whose code, but not files, is in an archive. Packages with the same text are listed before it. */
export async function licencesOf(packages: Dependency[], root: string): Promise<string> {
	const byText = new Map<string, string[]>();
	for (const { path, name, locked } of packages) {
		const text = await licenceIn(join(root, path));
		const title = `${name} ${locked.version} (${locked.license ?? 'see below'})`;
		byText.set(text, [...(byText.get(text) ?? []), title]);
	}
	return [...byText]
		.map(([text, titles]) => `${titles.join('\n')}\n\n${text}\n`)
		.join(`\n${'-'.repeat(80)}\n\n`);
}

async function licenceIn(folder: string): Promise<string> {
	const files = (await readdir(folder)).filter((name) => LICENCE.test(name)).sort();
	const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
	return (
		texts.map((text) => text.trim()).join('\n\n') || 'The package comes without the text of its licence.'
	);
}
