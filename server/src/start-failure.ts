import { FolderInUse } from './adapters/database/folder-lock.ts';
import { PortInUse } from './http/listen.ts';
import { withoutValues } from './log.ts';
import { BadSettings } from './settings.ts';

/** What went wrong at start, in words where the operator can mend it; the whole error where only we can. */
export function explainStartFailure(error: unknown): string {
	if (error instanceof BadSettings || error instanceof FolderInUse || error instanceof PortInUse)
		return error.message;
	const code = errorCode(error);
	if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ETIMEDOUT') {
		return 'The database at DATABASE_URL does not answer. Is it running, and is the address right?';
	}
	if (code === '28P01' || code === '28000')
		return 'The database at DATABASE_URL refuses this user or password.';
	if (code === '3D000')
		return 'The database named in DATABASE_URL does not exist. Create it, then start again.';
	if (code === 'EACCES' || code === 'EROFS') return `DATA_DIR cannot be written: ${(error as Error).message}`;
	if (code === 'ENOSPC') return 'The disk that holds DATA_DIR is full.';
	const told = withoutValues(error);
	return `Watchword could not start.\n${told instanceof Error ? told.stack : String(told)}`;
}

function errorCode(error: unknown): string | undefined {
	for (let cause = error; cause instanceof Error; cause = cause.cause) {
		if ('code' in cause && typeof cause.code === 'string') return cause.code;
		if (cause instanceof AggregateError) return errorCode(cause.errors[0]);
	}
	return undefined;
}
