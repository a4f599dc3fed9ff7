import { queryOptions } from '@tanstack/react-query';
import { portalQuery } from './documents.ts';
import { createStorage } from './storage.ts';

export interface StoredImage {
	url: string;
	/** When it was created, from its metadata; ISO 8601. Null if unknown. */
	createdAt: string | null;
}

const KEPT_MS = 10 * 60_000;

/** A stored image by its path. The content of a path never changes, so it is fetched once. */
export const imageQuery = (path: string) =>
	queryOptions({
		queryKey: ['files', path],
		queryFn: async ({ client, signal }): Promise<StoredImage> => {
			const { storageBucket } = await client.ensureQueryData(portalQuery);
			const storage = createStorage({ bucket: storageBucket });
			const metadata = await storage.getMetadata(path, signal);
			return {
				url: storage.downloadURLOf(metadata),
				createdAt: metadata.timeCreated || null,
			};
		},
		staleTime: 'static',
		// An open tab gets a new path with every capture, so unused images are released.
		gcTime: KEPT_MS,
		// The storage client retries by itself.
		retry: false,
	});
