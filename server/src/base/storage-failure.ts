/** The file storage failed. A retry may succeed. */
export class StorageFailure extends Error {
	constructor(cause: unknown) {
		super('The file storage could not be reached.', { cause });
	}
}
