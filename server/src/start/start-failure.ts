import { CannotStart } from '../base/cannot-start.ts';
import { codeOf, isUnanswered } from '../base/causes.ts';
import { withoutValues } from '../base/log.ts';
import { BadSettings } from '../settings.ts';

/**
 * Explains why the start failed: a sentence if the operator can correct it, otherwise the whole error. `named` is the setting
 * with the address of the database.
 */
export function explainStartFailure(error: unknown, named = 'DATABASE_URL'): string {
	if (error instanceof BadSettings || error instanceof CannotStart) return error.message;
	const code = codeOf(error);
	if (isUnanswered(error))
		return `The database at ${named} does not answer. Is it running, and is the address right?`;
	if (code === '57P03')
		return `The database at ${named} is starting or stopping. Wait a moment, then start again.`;
	if (code === '08006') return (error as Error).message;
	if (code === '28P01' || code === '28000') return `The database at ${named} refuses this user or password.`;
	if (code === '3D000') return `The database named in ${named} does not exist. Create it, then start again.`;
	if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
		return `DATA_DIR cannot be written: ${(error as Error).message}`;
	if (code === 'EEXIST' || code === 'ENOTDIR')
		return `DATA_DIR must be a folder: ${(error as Error).message}`;
	if (code === 'ENOSPC') return 'The disk that holds DATA_DIR is full.';
	const told = withoutValues(error);
	return `Watchword could not start.\n${told instanceof Error ? told.stack : String(told)}`;
}
