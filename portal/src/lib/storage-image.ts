import { queryOptions } from '@tanstack/react-query';
import { portalQuery } from './documents.ts';
import { createStorage } from './storage.ts';

export interface StoredImage {
	url: string;
	/** When it was taken, or else stored; ISO 8601. Null where neither is known. */
	takenAt: string | null;
}

const KEPT_MS = 60 * 60_000;

/** A stored image by its path. What lies at a path never changes, so it is asked for once. */
export const imageQuery = (path: string) =>
	queryOptions({
		queryKey: ['files', path],
		queryFn: async ({ client, signal }): Promise<StoredImage> => {
			const { storageBucket } = await client.ensureQueryData(portalQuery);
			const storage = createStorage({ bucket: storageBucket });
			const metadata = await storage.getMetadata(path, signal);
			return {
				url: storage.downloadURLOf(metadata),
				takenAt: metadata.customMetadata.capturedAt ?? (metadata.timeCreated || null),
			};
		},
		staleTime: 'static',
		// A tab left open sees a new path with every capture: those long out of sight are let go.
		gcTime: KEPT_MS,
		// The storage client tries again by itself.
		retry: false,
	});
