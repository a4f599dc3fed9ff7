import { z } from 'zod';

/** The metadata document of a stored object: GET /v0/b/{bucket}/o/{path}, the path as one encoded segment. */
export const fileMetadata = z.object({
	bucket: z.string(),
	/** The full path. */
	name: z.string(),
	generation: z.string(),
	metageneration: z.string(),
	size: z.string(),
	timeCreated: z.string(),
	updated: z.string(),
	md5Hash: z.string(),
	cacheControl: z.string(),
	contentDisposition: z.string(),
	contentEncoding: z.string(),
	contentLanguage: z.string().optional(),
	contentType: z.string(),
	metadata: z.record(z.string(), z.string()).optional(),
	/** One or more tokens, comma-separated; each opens `?alt=media&token=`. */
	downloadTokens: z.string(),
});
export type FileMetadata = z.infer<typeof fileMetadata>;
