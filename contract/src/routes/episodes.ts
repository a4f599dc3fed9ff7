import { z } from 'zod';
import { episode, episodeFilter } from '../episode.ts';
import { id, page } from '../ids.ts';
import { route } from '../route.ts';

const tags = ['Runs'];

export const listEpisodes = route({
	method: 'get',
	path: '/api/episodes',
	summary: 'What watches of captures saw, from beginning to end',
	tags,
	query: episodeFilter,
	answer: page(episode),
	says: 'Newest first, a page at a time.',
});

export const readEpisode = route({
	method: 'get',
	path: '/api/episodes/{id}',
	summary: 'One episode; its runs are in the list of runs, by its id',
	tags,
	params: z.object({ id }),
	answer: episode,
	says: 'The episode.',
});
