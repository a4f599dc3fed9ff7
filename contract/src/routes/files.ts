import { z } from 'zod';
import { fileMetadata } from '../file.ts';
import { id, page } from '../ids.ts';
import { ends } from '../limit.ts';
import { route } from '../route.ts';
import { savedFilter, savedFolder, savedResult, zipFilter, zipPart } from '../saved.ts';

export const readFile = route({
	method: 'get',
	path: '/v0/b/{bucket}/o/{path}',
	summary: 'Metadata of a stored object, or with alt=media and its token the bytes',
	description:
		'The path is one encoded segment. Metadata needs the session, as a cookie or as Authorization: Firebase or Bearer with the session token or an API token. Either reads the bytes with alt=media, too.',
	tags: ['Files'],
	params: z.object({ bucket: z.string(), path: z.string() }),
	query: z.object({
		alt: z.enum(['media', 'json']).optional(),
		token: z.string().max(200, ends()).optional(),
	}),
	answer: fileMetadata,
	bytes: true,
	says: 'The metadata document, or the bytes.',
});

const tags = ['Files'];
const params = z.object({ id });

export const listFolders = route({
	method: 'get',
	path: '/api/files/folders',
	summary: 'The automations that have saved results, with how much they saved',
	tags,
	answer: z.object({ items: z.array(savedFolder) }),
	says: 'By the newest result. Deleted automations are among them.',
});

export const listSaved = route({
	method: 'get',
	path: '/api/files',
	summary: 'What automations saved, one item for each run',
	tags,
	query: savedFilter,
	answer: page(savedResult),
	says: 'Newest first, a page at a time.',
});

export const deleteSaved = route({
	method: 'delete',
	path: '/api/files/{id}',
	scope: 'automations',
	summary: 'Delete what a run saved',
	description: 'The run stays and says that its saved files were deleted.',
	tags,
	params,
	answer: z.object({ deleted: z.number() }),
	says: 'How many results were deleted.',
});

export const deleteFolder = route({
	method: 'delete',
	path: '/api/files/folders/{id}',
	scope: 'automations',
	summary: 'Delete everything that an automation has saved until now',
	tags,
	params,
	answer: z.object({ deleted: z.number(), goesOn: z.boolean() }),
	says: 'How many results were deleted, and whether the rest is being deleted in the background.',
});

export const listZips = route({
	method: 'get',
	path: '/api/files/archive/parts',
	summary: 'The zips that are needed to download results',
	description: 'One zip holds at most 2,000 results or 2 GB.',
	tags,
	query: zipFilter.omit({ cursor: true }),
	answer: z.object({ parts: z.array(zipPart) }),
	says: 'From the oldest results to the newest.',
});

export const downloadZip = route({
	method: 'get',
	path: '/api/files/archive',
	summary: 'Results as a zip, from the oldest to the newest',
	description:
		'One zip holds at most 2,000 results or 2 GB. If there are more, it contains MORE.txt with the address of the next zip.',
	tags,
	query: zipFilter,
	answer: z.string(),
	contentType: 'application/zip',
	says: 'The zip, written while it is read.',
});
