import { rename, writeFile } from 'node:fs/promises';

/** Replaces a file that only its owner may read, in one step, so that a crash or a power failure never leaves a half-written one. */
export async function replaceFile(file: string, text: string): Promise<void> {
	await writeFile(`${file}.new`, text, { mode: 0o600, flush: true });
	await rename(`${file}.new`, file);
}
