import { constants } from 'node:fs';
import { access, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { Problem } from '../problem.ts';

/** Atomic, and never readable by others, not even for a moment. */
export async function writeConfig(file: string, text: string): Promise<void> {
	const aside = `${file}.${process.pid}.new`;
	try {
		await writeFile(aside, text, { mode: 0o600, flag: 'wx' });
		await rename(aside, file);
	} finally {
		await rm(aside, { force: true });
	}
}

/** A code works only once, so the file must be writable before the code is redeemed. */
export async function refuseUnwritable(file: string): Promise<void> {
	await access(dirname(file), constants.W_OK).catch(() => {
		throw new Problem(
			`${file} has pairing codes, and their keys must be written into it, but its folder cannot be written to.`,
		);
	});
}

export async function open(file: string) {
	const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
		throw new Problem(`${file} cannot be read (${error.code}).`);
	});
	if (found.mode & 0o077) {
		throw new Problem(
			`${file} can be read by others, and camera passwords are in it. Make it yours alone: chmod 600 ${file}`,
		);
	}
	const lines = new LineCounter();
	const document = parseDocument(await readFile(file, 'utf8'), { lineCounter: lines });
	const [broken] = document.errors;
	// The parser's own message quotes the line, which may hold a password.
	if (broken) {
		throw new Problem(
			`${file}, line ${lines.linePos(broken.pos[0]).line}: this is no YAML (${broken.code}).`,
		);
	}
	return { document, lines };
}

export function inWords(
	file: string,
	document: Document,
	lines: LineCounter,
	issue: z.core.$ZodIssue,
): string {
	const path = issue.path as (string | number)[];
	const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
	const full = unknown === undefined ? path : [...path, unknown];
	const name = path[0] === 'cameras' && path.length > 1 ? document.getIn(['cameras', path[1], 'name']) : null;
	const who =
		path[0] === 'cameras' && path.length > 1
			? `, camera ${typeof name === 'string' ? `"${name}"` : Number(path[1]) + 1}`
			: '';
	const field = String(full.at(-1) ?? '');
	const what = full.length === 0 || typeof full.at(-1) === 'number' ? 'it' : field;
	const message =
		issue.code === 'unrecognized_keys'
			? 'is not a setting'
			: issue.code === 'invalid_type' && document.getIn(path) === undefined
				? 'is missing'
				: issue.message;
	return `${file}, line ${lineOf(document, lines, full)}${who}: ${what} ${message}.`;
}

/** The line of a value, or of its nearest existing parent. */
export function lineOf(document: Document, lines: LineCounter, path: (string | number)[]): number {
	for (let length = path.length; length >= 0; length--) {
		const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
		if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
	}
	return 1;
}
