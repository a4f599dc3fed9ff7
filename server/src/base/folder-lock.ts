import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CannotStart } from './cannot-start.ts';

/** Another process holds the data folder. */
export class FolderInUse extends CannotStart {}

/**
 * Locks a folder for this process. Node has no file locks, but its SQLite uses those of the operating system. These end
 * with the process, so a killed server leaves no lock behind.
 */
export function lockFolder(folder: string): () => void {
	const lock = new DatabaseSync(join(folder, 'lock'));
	try {
		lock.exec('pragma locking_mode = exclusive; begin exclusive; commit');
	} catch (error) {
		lock.close();
		if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
			throw new FolderInUse(
				`The data folder ${folder} is in use by another Watchword. Stop that one, or set DATA_DIR to another folder.`,
			);
		}
		throw error;
	}
	return () => lock.close();
}

const SQLITE_BUSY = 5;
