import { copyFile, mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { FolderInUse, lockFolder } from '../../../base/cannot-start.ts';
import { Refusal } from '../../../base/failures.ts';
import { isModelName, modelFolder } from '../../../settings/services.ts';
import type { Listed } from './catalogue.ts';
import { downloadFiles, findFiles, type Progress } from './download.ts';
import { type Found, findModel } from './folder.ts';
import type { Hub } from './hub.ts';

/** Room that is left for everything else on the disk. */
const SPARE_BYTES = 200_000_000;

/** What is in the folder of models, also what is not whole. */
export async function listInstalled(dataDir: string): Promise<{ name: string; found: Found }[]> {
	const entries = await readdir(modelFolder(dataDir, ''), { withFileTypes: true }).catch(() => []);
	const names = entries.filter((one) => one.isDirectory() && isModelName(one.name)).map(({ name }) => name);
	return Promise.all(
		names.sort().map(async (name) => ({ name, found: await findModel(modelFolder(dataDir, name)) })),
	);
}

/** Copies a model from a folder of this machine: its texts, and the networks that are used. */
export async function installFrom(dataDir: string, name: string, from: string): Promise<void> {
	const found = await findModel(from);
	if ('missing' in found) throw new Refusal('invalid-argument', `${from} is not a model: ${found.missing}.`);
	await installAs(dataDir, name, async (aside) => {
		// An earlier download may have left parts of another one.
		await rm(aside, { recursive: true, force: true });
		await mkdir(join(aside, 'onnx'), { recursive: true });
		await requireRoom(dataDir, found.bytes);
		const texts = (await readdir(from)).filter((file) => /\.(?:json|jinja|txt)$/.test(file));
		const files = [...texts, ...found.networks.map((file) => join('onnx', file))];
		for (const file of files) await copyFile(join(from, file), join(aside, file));
	});
}

/** Downloads a model of the catalogue. What an interrupted download left is used. */
export async function installFromHub(
	dataDir: string,
	listed: Listed,
	hub: Hub,
	report: (progress: Progress) => void,
): Promise<void> {
	const small = tooSmall(listed);
	if (small !== null) throw new Refusal('resource-exhausted', small);
	await installAs(dataDir, listed.name, async (aside) => {
		const files = await findFiles(hub, listed);
		const there = await Promise.all(files.map(({ path }) => sizeThere(join(aside, path))));
		const missing = files.reduce((sum, { bytes }, at) => sum + Math.max(0, bytes - (there[at] ?? 0)), 0);
		await requireRoom(dataDir, missing);
		await downloadFiles(hub, listed, files, aside, report);
	});
}

/** Fills a folder aside, and moves it to its place in one step when it is a model. One at a time. */
async function installAs(
	dataDir: string,
	name: string,
	fill: (aside: string) => Promise<void>,
): Promise<void> {
	const [folder, all] = [modelFolder(dataDir, name), modelFolder(dataDir, '')];
	await mkdir(all, { recursive: true, mode: 0o700 });
	const unlock = lockModels(all);
	try {
		if ('dtype' in (await findModel(folder)))
			throw new Refusal('invalid-argument', `${name} is installed already.`);
		const aside = asideOf(dataDir, name);
		await mkdir(aside, { recursive: true, mode: 0o700 });
		await fill(aside);
		const filled = await findModel(aside);
		if ('missing' in filled) throw new Refusal('invalid-argument', `It is not a model: ${filled.missing}.`);
		// What is there is not whole, so nothing uses it.
		await rm(folder, { recursive: true, force: true });
		await rename(aside, folder);
	} finally {
		unlock();
	}
}

/** Takes a model away in one step, so that no half of it is ever seen, with what a download of it left. */
export async function removeModel(dataDir: string, name: string): Promise<void> {
	const all = modelFolder(dataDir, '');
	const aside = join(all, `.removed-${name}`);
	await rm(aside, { recursive: true, force: true });
	await rename(modelFolder(dataDir, name), aside).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'ENOENT') throw error;
	});
	await rm(aside, { recursive: true, force: true });
	await rm(asideOf(dataDir, name), { recursive: true, force: true });
}

function lockModels(folder: string): () => void {
	try {
		return lockFolder(folder);
	} catch (error) {
		if (error instanceof FolderInUse)
			throw new Refusal('unavailable', 'Another command is installing a model. Try again when it has ended.');
		throw error;
	}
}

/** The memory of this machine, or of the container. */
export const machineBytes = () => Math.min(process.constrainedMemory() || totalmem(), totalmem());

/** Why this machine has too little memory for a model; null if it has enough. */
export const tooSmall = ({ name, memoryBytes }: Pick<Listed, 'name' | 'memoryBytes'>): string | null =>
	machineBytes() >= memoryBytes
		? null
		: `${name} needs ${gigabytes(memoryBytes)} of memory, and this machine has ${gigabytes(machineBytes())}.`;

/** What is free on the disk of the models. */
export async function freeBytes(dataDir: string): Promise<number> {
	const { bavail, bsize } = await statfs(modelFolder(dataDir, '')).catch(() => statfs(dataDir));
	return bavail * bsize;
}

/** Why the disk has too little room for so many bytes; null if it has enough. */
export const tooFull = (bytes: number, free: number): string | null =>
	free >= bytes + SPARE_BYTES
		? null
		: `It needs ${gigabytes(bytes + SPARE_BYTES)} on the disk, and ${gigabytes(free)} is free.`;

async function requireRoom(dataDir: string, bytes: number): Promise<void> {
	const full = tooFull(bytes, await freeBytes(dataDir));
	if (full !== null) throw new Refusal('resource-exhausted', full);
}

/** The downloads that were begun and are not whole, with what each has. */
export async function listBegun(dataDir: string): Promise<{ name: string; bytes: number }[]> {
	const entries = await readdir(modelFolder(dataDir, ''), { withFileTypes: true }).catch(() => []);
	const names = entries.flatMap((one) => {
		const [, name] = (one.isDirectory() && /^\.installing-(.+)$/.exec(one.name)) || [];
		return name === undefined ? [] : [name];
	});
	return Promise.all(names.map(async (name) => ({ name, bytes: await sizeOf(asideOf(dataDir, name)) })));
}

/** Whether some process installs a model now. */
export function isInstalling(dataDir: string): boolean {
	try {
		lockFolder(modelFolder(dataDir, ''))();
		return false;
	} catch (error) {
		return error instanceof FolderInUse;
	}
}

async function sizeOf(folder: string): Promise<number> {
	const names = await readdir(folder, { recursive: true }).catch(() => []);
	const found = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => null)));
	return found.reduce((sum, one) => sum + (one?.isFile() ? one.size : 0), 0);
}

const asideOf = (dataDir: string, name: string) => join(modelFolder(dataDir, ''), `.installing-${name}`);

/** What is there of a file, whole or in part. */
async function sizeThere(path: string): Promise<number> {
	const found = (await stat(path).catch(() => null)) ?? (await stat(`${path}.part`).catch(() => null));
	return found?.size ?? 0;
}

export const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
