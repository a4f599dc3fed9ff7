import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Listed } from '../adapters/model/local/catalogue.ts';
import { localModel } from '../adapters/model/local/model.ts';
import { ON_HUB } from './hub.ts';
import { quiet } from './quiet.ts';

/** A language model of random weights, as it would be in the data folder. */
export const TINY_MODEL = fileURLToPath(new URL('./tiny-model', import.meta.url));

/** The same in a process of its own. */
export const openTinyModel = (
	more: { folder?: string } & Parameters<typeof localModel>[2] = {},
	{ folder = TINY_MODEL, ...options } = more,
) => localModel(quiet, { folder, timeoutSeconds: 60, imagePixels: 768 }, options);

/** A copy that a test may damage. */
export async function copyTinyModel(to: string): Promise<string> {
	const folder = join(to, 'tiny-model');
	await cp(TINY_MODEL, folder, { recursive: true });
	return folder;
}

/** Its files as a hub has them, and how a catalogue lists it. */
export async function tinyOnHub(): Promise<{ files: Record<string, Buffer>; listed: Listed }> {
	const names = (await readdir(TINY_MODEL, { recursive: true })).filter((name) =>
		/\.(?:json|onnx)$/.test(name),
	);
	const files = Object.fromEntries(
		await Promise.all(names.map(async (name) => [name, await readFile(join(TINY_MODEL, name))] as const)),
	);
	const listed = {
		...{ name: 'tiny', title: 'Tiny', licence: 'MIT', goodFor: 'tests', ...ON_HUB },
		files: Object.fromEntries(names.map((name) => [name, null])),
		...{ bytes: 750_000, memoryBytes: 1, secondsAPicture: 1 },
	};
	return { files, listed };
}
