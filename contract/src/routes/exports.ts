import { latestExport } from '../export.ts';
import { route } from '../route.ts';

const tags = ['Accounts'];
const path = '/api/exports';

export const readExport = route({
	method: 'get',
	path,
	scope: 'session',
	summary: 'The newest export of all data of the signed-in user',
	description: 'Once it is ready, its bytes are at its path in file storage, for a week.',
	tags,
	answer: latestExport,
	says: 'How far it is, and where it is stored.',
});

export const askForExport = route({
	method: 'post',
	path,
	confirmed: true,
	summary: 'Ask for a zip of all data of the signed-in user',
	tags,
	answer: latestExport,
	says: 'It is made in the background.',
});
