import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Run } from '@watchword/contract/run';
import { imageQuery } from '../../lib/storage-image.ts';

const MAX = { pictures: 20, bytes: 5 * 1024 * 1024 };

type Attachments = Run['trigger_attachments'];

/** A mail's own attached pictures for its HTML, as data URLs: its page may load nothing else. */
export function useInlinePictures(attachments: Attachments): ReadonlyMap<string, string> | undefined {
	return useQuery(inlinePictures(someOf(attachments))).data;
}

/** As many as a page can hold. */
function someOf(attachments: Attachments): Attachments {
	let room = MAX.bytes;
	return attachments
		.filter(({ cid, contentType }) => cid !== undefined && /^image\/(jpeg|png|gif|webp)$/.test(contentType))
		.slice(0, MAX.pictures)
		.filter(({ size }) => {
			room -= size;
			return room >= 0;
		});
}

const inlinePictures = (shown: Attachments) =>
	queryOptions({
		queryKey: ['inline-pictures', ...shown.map(({ path }) => path)],
		queryFn: async ({ client, signal }) => {
			const pairs = shown.map(async ({ cid = '', path }): Promise<[string, string][]> => {
				try {
					const { url } = await client.ensureQueryData(imageQuery(path));
					const response = await fetch(url, { signal });
					return response.ok ? [[cid, await asDataUrl(await response.blob())]] : [];
				} catch {
					// A picture that is no longer stored is left out.
					return [];
				}
			});
			return new Map((await Promise.all(pairs)).flat());
		},
		enabled: shown.length > 0,
		staleTime: 'static',
	});

function asDataUrl(blob: Blob): Promise<string> {
	const { promise, resolve, reject } = Promise.withResolvers<string>();
	const reader = new FileReader();
	reader.onload = () => resolve(String(reader.result));
	reader.onerror = () => reject(reader.error);
	reader.readAsDataURL(blob);
	return promise;
}
