/** Everything that can go wrong with a stored object, and what is said about it. */
const TEXTS = {
	unknown: 'An unknown error occurred.',
	'object-not-found': 'Object does not exist',
	'bucket-not-found': 'The bucket is not configured.',
	'project-not-found': 'The project is not configured for storage.',
	'quota-exceeded': 'The storage quota is used up.',
	unauthenticated:
		'User is not authenticated, please authenticate using Firebase Authentication and try again.',
	'unauthorized-app': 'This app does not have permission to access storage.',
	unauthorized: 'User does not have permission to access',
	'retry-limit-exceeded': 'Max retry time for operation exceeded, please try again.',
	'invalid-checksum': 'The file received does not match the file sent.',
	canceled: 'User canceled the upload/download.',
	'invalid-url': 'This is not the address of a stored object.',
	'invalid-default-bucket': 'This is not the name of a bucket.',
	'no-default-bucket': 'No bucket is set.',
	'no-download-url': 'The given file does not have any download URLs.',
	'invalid-argument': 'An argument is not valid.',
	'invalid-root-operation': 'This cannot be done at the root of a bucket; name an object in it.',
	'internal-error': 'The answer of the storage service could not be read.',
	'app-deleted': 'The storage client was shut down.',
} as const;

type StorageErrorName = keyof typeof TEXTS;
export type StorageErrorCode = `storage/${StorageErrorName}`;

interface Details {
	message?: string;
	/** The server's response, unchanged. */
	serverResponse?: string | null;
	status?: number;
}

export class StorageError extends Error {
	readonly code: StorageErrorCode;
	readonly serverResponse: string | null;
	/** The HTTP status, or 0 if there was no answer. */
	readonly status: number;

	constructor(name: StorageErrorName, { message, serverResponse = null, status = 0 }: Details = {}) {
		super(message ?? TEXTS[name]);
		this.name = 'StorageError';
		this.code = `storage/${name}`;
		this.serverResponse = serverResponse;
		this.status = status;
	}
}

/** The error for an answer other than 200. */
export function errorOf(status: number, serverResponse: string): StorageError {
	return new StorageError(nameOf(status, serverResponse), { status, serverResponse });
}

function nameOf(status: number, response: string): StorageErrorName {
	if (status === 401)
		return /app ?check token is invalid/i.test(response) ? 'unauthorized-app' : 'unauthenticated';
	if (status === 402) return 'quota-exceeded';
	if (status === 403) return 'unauthorized';
	if (status === 404) return 'object-not-found';
	return 'unknown';
}

/** A number outside its range is refused with the bound it crossed. */
export function expectRange(value: number, min: number, max: number): void {
	if (!(value >= min)) throw new StorageError('invalid-argument', { message: `Expected ${min} or greater` });
	if (value > max) throw new StorageError('invalid-argument', { message: `Expected ${max} or less` });
}
