import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open as openFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Refusal } from '../../../base/failures.ts';
import { addressOf, type Hub, type HubFile, Interrupted, listFiles, open } from './hub.ts';

/** What is downloaded: some files of a commit, and the digests that are known already. */
export interface Wanted {
	repository: string;
	revision: string;
	files: Record<string, string | null>;
}

export interface Progress {
	done: number;
	total: number;
}

/** Tries in a row without a single byte. The waits add up to some minutes, as long as a router takes to start. */
const MAX_TRIES = 8;
/** Who is offline should learn that soon. */
const TRIES_TO_BEGIN = 3;
const waitMs = (tries: number) => Math.min(2 ** tries * 500, 60_000);

/** Tries again after failures of the network, until it went wrong too often in a row without getting further. */
async function patiently<T>(
	hub: Hub,
	most: number,
	act: () => Promise<T>,
	reached = async () => 0,
): Promise<T> {
	let furthest = await reached();
	for (let tries = 1; ; tries++) {
		try {
			return await act();
		} catch (error) {
			if (!(error instanceof Interrupted)) throw error;
			if (hub.signal?.aborted) throw stopped();
			const now = await reached();
			if (now > furthest) tries = 1;
			furthest = Math.max(furthest, now);
			if (tries >= most) throw unreachable(error);
			const ms = error.afterSeconds ? error.afterSeconds * 1000 : (hub.waitMs ?? waitMs)(tries);
			hub.note?.(`${error.message}. Trying again in ${Math.ceil(ms / 1000)} s ...`);
			await setTimeout(ms, undefined, hub.signal && { signal: hub.signal }).catch(() => {
				throw stopped();
			});
		}
	}
}

const stopped = () => new Refusal('unavailable', 'It was stopped. What was downloaded is kept.');

const unreachable = ({ message }: Interrupted) =>
	new Refusal(
		'unavailable',
		`It did not work: ${message}. What was downloaded is kept, and the same command goes on from there. On a machine without a network, carry the files here and use --from FOLDER; behind a proxy, set HTTPS_PROXY; for a mirror, set MODEL_HUB.`,
	);

/** The wanted files as the hub has them. What it says must agree with what is known. */
export async function findFiles(hub: Hub, { repository, revision, files }: Wanted): Promise<HubFile[]> {
	const there = await patiently(hub, TRIES_TO_BEGIN, () => listFiles(hub, repository, revision));
	return Object.entries(files).map(([path, sha256]) => {
		const file = there.find((one) => one.path === path);
		if (!file) throw new Refusal('not-found', `${path} is not in ${repository} at ${revision}.`);
		if (sha256 !== null && file.sha256 !== null && file.sha256 !== sha256) throw differs(path);
		return { ...file, sha256: sha256 ?? file.sha256 };
	});
}

/**
 * Downloads files into a folder, where earlier tries may have left some and parts of others. A file gets its name when its
 * content has been checked.
 */
export async function downloadFiles(
	hub: Hub,
	{ repository, revision }: Wanted,
	files: HubFile[],
	folder: string,
	report: (progress: Progress) => void,
): Promise<void> {
	const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
	let before = 0;
	for (const file of files) {
		const path = join(folder, file.path);
		await mkdir(dirname(path), { recursive: true });
		const address = addressOf(hub, repository, revision, file.path);
		if ((await sizeOf(path)) !== file.bytes) {
			const whole = before;
			await downloadFile(hub, address, file, path, (done) => report({ done: whole + done, total }));
		}
		before += file.bytes;
		report({ done: before, total });
	}
}

async function downloadFile(
	hub: Hub,
	address: string,
	file: HubFile,
	path: string,
	report: (done: number) => void,
): Promise<void> {
	const part = `${path}.part`;
	for (let damaged = 0; ; damaged++) {
		const size = () => sizeOf(part);
		await patiently(hub, MAX_TRIES, () => continuePart(hub, address, file, part, report), size);
		if (await isRight(part, file)) break;
		await rm(part, { force: true });
		// A damaged connection may do better once more; a hub with another file will not.
		if (damaged > 0) throw differs(file.path);
	}
	await rename(part, path);
}

/** Asks for what is missing of a file, and adds it. Rejects with Interrupted if the connection ends too early. */
async function continuePart(
	hub: Hub,
	address: string,
	{ bytes }: HubFile,
	part: string,
	report: (done: number) => void,
): Promise<void> {
	let done = await sizeOf(part);
	if (done > bytes) done = 0;
	if (done === bytes && bytes > 0) return;
	const answer = await open(hub, address, done);
	const { host } = new URL(address);
	if (/^text\/html/.test(answer.headers['content-type'] ?? '')) {
		answer.destroy();
		throw new Interrupted(`${host} sent a page instead of the file`);
	}
	// A server that knows no parts sends the whole file again.
	if (answer.statusCode === 200 || !String(answer.headers['content-range']).startsWith(`bytes ${done}-`)) {
		if (answer.statusCode === 206) {
			answer.destroy();
			await rm(part, { force: true });
			throw new Interrupted(`${host} sent another part`);
		}
		done = 0;
	}
	const length = answer.headers['content-length'];
	if (length !== undefined && Number(length) !== bytes - done) {
		answer.destroy();
		throw new Interrupted(`${host} sent something else`);
	}
	const target = await openFile(part, done === 0 ? 'w' : 'a');
	try {
		for await (const chunk of answer) {
			done += chunk.length;
			if (done > bytes) throw new Interrupted(`${host} sent too much`);
			await target.write(chunk);
			report(done);
		}
		await target.sync();
	} catch (error) {
		const { syscall, code } = error as NodeJS.ErrnoException;
		if (syscall === 'write' || syscall === 'fsync')
			throw new Refusal(
				'resource-exhausted',
				`The disk takes no more (${code}). What was downloaded is kept.`,
			);
		throw error instanceof Interrupted ? error : new Interrupted(`${host}: the connection ended`);
	} finally {
		await target.close();
	}
	if (done < bytes) throw new Interrupted(`${host}: the connection ended`);
}

/** Whether a file has the content that it should have. */
async function isRight(path: string, { bytes, sha256, gitHash }: HubFile): Promise<boolean> {
	// Git hashes a file together with its length.
	const hash = sha256 === null ? createHash('sha1').update(`blob ${bytes}\0`) : createHash('sha256');
	for await (const chunk of createReadStream(path)) hash.update(chunk);
	return hash.digest('hex') === (sha256 ?? gitHash);
}

const sizeOf = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.size ?? 0;

const differs = (path: string) =>
	new Refusal('unavailable', `${path} has another content than it should have, so nothing was installed.`);
