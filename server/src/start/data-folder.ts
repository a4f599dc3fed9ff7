import { chmodSync, existsSync, lstatSync, readdirSync } from 'node:fs';
import { chmod, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CannotStart } from '../base/cannot-start.ts';

const OTHERS = 0o077;

/**
 * Makes the data folder private to the user that runs the server, because access to the folder gives full control. The
 * umask protects new files; this function protects files of earlier versions.
 */
export async function closeDataFolder(dataDir: string): Promise<void> {
	process.umask(OTHERS);
	await makeFolder(dataDir);
	const wasOpen = ((await stat(dataDir)).mode & OTHERS) !== 0;
	if (wasOpen) {
		await chmod(dataDir, 0o700).catch((error: NodeJS.ErrnoException) => {
			throw new CannotStart(
				`Other users of this machine can enter the data folder, and this user may not change that (${error.code}). As its owner or as root, run: chmod 700 '${dataDir}'`,
			);
		});
	}
	// Objects are always written private, and there may be very many. They are checked only if the folder was open. On a
	// separate disk, lost+found is readable only by root.
	closeInside(dataDir, wasOpen ? ['lost+found'] : ['lost+found', 'objects']);
}

/** One level at a time: on a file system that cannot hold folders, such as /proc, `recursive` never returns. */
async function makeFolder(path: string): Promise<void> {
	if ((await stat(path).catch(() => null))?.isDirectory()) return;
	const parent = dirname(path);
	if (!existsSync(parent)) await makeFolder(parent);
	await mkdir(path, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') throw new CannotStart(`DATA_DIR cannot be made: ${error.message}`);
		// Another process may have been faster.
		if (!(await stat(path).catch(() => null))?.isDirectory()) throw error;
	});
}

/** Synchronous, because a start has nothing else to do: a database has a thousand files, and awaiting each took a tenth of a start. */
function closeInside(folder: string, except: string[] = []): void {
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		if (except.includes(entry.name) || entry.isSymbolicLink()) continue;
		const path = join(folder, entry.name);
		const found = lstatSync(path, { throwIfNoEntry: false });
		if (!found) continue;
		if (found.mode & OTHERS) chmodSync(path, found.mode & 0o700);
		if (entry.isDirectory()) closeInside(path);
	}
}
