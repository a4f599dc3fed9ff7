import { CannotStart } from '../base/cannot-start.ts';
import { codeOf, isUnanswered } from '../base/failures.ts';
import { withoutValues } from '../base/log.ts';
import { BadSettings } from '../settings/environment.ts';

/**
 * Explains why the start failed: a sentence if the operator can correct it, otherwise the whole error. `named` is the setting
 * with the address of the database.
 */
export function explainStartFailure(error: unknown, named = 'DATABASE_URL'): string {
	if (error instanceof BadSettings || error instanceof CannotStart) return error.message;
	const code = codeOf(error);
	if (isUnanswered(error))
		return `The database at ${named} does not answer. Is it running, and is the address right?`;
	if (code === '08006') return (error as Error).message;
	const { message } = error instanceof Error ? error : new Error(String(error));
	if (isOutOfMemory(error, code))
		return 'There is too little memory to start: Watchword needs about 1 GB. Close other programs, or raise the limit of its container.';
	const database = DATABASE_WAYS[code ?? ''] ?? (/SSL connections$/.test(message) && DATABASE_WAYS.TLS);
	if (database) return `The database at ${named} ${database}`;
	const folder = FOLDER_WAYS[code ?? ''];
	if (folder) return folder.replace('WHY', () => message);
	const told = withoutValues(error);
	return `Watchword could not start.\n${told instanceof Error ? told.stack : String(told)}`;
}

const REFUSED = 'refuses this user or password. Correct them in the address.';
const UNTRUSTED =
	'has a certificate that this machine does not trust. Name its authority with sslrootcert=FILE in the address.';

/** What the operator can do about an error that PostgreSQL, or the way to it, gives. */
const DATABASE_WAYS: Record<string, string> = {
	'57P03': 'is starting or stopping. Wait a moment, then start again.',
	'28P01': REFUSED,
	28000: REFUSED,
	'3D000': 'does not exist. Create it, then start again.',
	53300: 'has no connection left. Raise its max_connections, or use a pooler in session mode.',
	42501: 'does not let this user create tables. Make the user the owner of the database.',
	25006:
		'accepts no writes: it is a standby. Name the primary, or all servers with target_session_attrs=read-write.',
	TLS: 'does not speak TLS. Remove sslmode from the address, or turn TLS on there.',
	SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
	DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
};

const CLOSED =
	'DATA_DIR cannot be written: WHY. Let this user write there, or set DATA_DIR to another folder.';
const FILE = 'DATA_DIR must be a folder: WHY. Set it to another path.';
const FULL =
	'The disk that holds DATA_DIR is full. Make room there, or set DATA_DIR to a folder on another disk.';
const FILES = 'The system allows this user too few open files. Raise the limit, such as with ulimit -n 4096.';

/** The same about the data folder and the machine. */
const FOLDER_WAYS: Record<string, string> = {
	EACCES: CLOSED,
	EPERM: CLOSED,
	EROFS: CLOSED,
	EEXIST: FILE,
	ENOTDIR: FILE,
	EISDIR: 'A folder stands in DATA_DIR where a file should be: WHY. Move it away.',
	ENOSPC: FULL,
	EDQUOT: FULL,
	EIO: 'The disk that holds DATA_DIR fails: WHY. Check it, and restore a backup if it is damaged.',
	EMFILE: FILES,
	ENFILE: FILES,
};

const isOutOfMemory = (error: unknown, code: string | undefined) =>
	code === 'ENOMEM' ||
	code === 'ERR_WORKER_OUT_OF_MEMORY' ||
	(error instanceof RangeError && /memory|allocation/i.test(error.message));
