import { StorageFailure } from '../../base/failures.ts';
import type { ObjectStore } from '../../ports/objects.ts';

/** The same store. Every error in it becomes a StorageFailure, so that it is not taken for an error of another port. */
export function typedFailures(store: ObjectStore): ObjectStore {
	const typed = <T>(work: Promise<T>) =>
		work.catch((error: unknown) => {
			throw new StorageFailure(error);
		});
	return {
		describe: store.describe,
		put: (...args) => typed(store.put(...args)),
		putStream: (...args) => typed(store.putStream(...args)),
		read: (...args) => typed(store.read(...args)),
		get: (...args) => typed(store.get(...args)),
		delete: (...args) => typed(store.delete(...args)),
		deleteFolder: (...args) => typed(store.deleteFolder(...args)),
	};
}
