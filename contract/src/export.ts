import { z } from 'zod';
import { id } from './ids.ts';

/** A zip of everything that belongs to a customer, made in the background. */
export const dataExport = z.object({
	id,
	status: z.enum(['waiting', 'making', 'ready', 'failed']),
	createdAt: z.string(),
	/** How many documents and files are in it so far, and of how many. */
	done: z.int(),
	total: z.int(),
	/** Its storage path once it is ready; only its owner can read it. */
	path: z.string().nullable(),
	size: z.int().nullable(),
	/** When it is removed. */
	expiresAt: z.string().nullable(),
});
export type DataExport = z.infer<typeof dataExport>;

/** The newest one; null if none was requested or it was removed. */
export const latestExport = z.object({ latest: dataExport.nullable() });
