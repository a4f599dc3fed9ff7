import { z } from 'zod';
import { id, page } from '../ids.ts';
import { route } from '../route.ts';
import { run, runFilter, runMark, runSummary } from '../run.ts';
import { valueSeries } from '../values.ts';

const tags = ['Runs'];
const params = z.object({ id });

export const listRuns = route({
	method: 'get',
	path: '/api/runs',
	summary: 'The runs of the signed-in user',
	tags,
	query: runFilter,
	answer: page(runSummary),
	says: 'Newest first, a page at a time.',
});

export const readRun = route({
	method: 'get',
	path: '/api/runs/{id}',
	summary: 'One run with everything it saw and did',
	tags,
	params,
	answer: run,
	says: 'The run.',
});

export const runAgain = route({
	method: 'post',
	path: '/api/runs/{id}/again',
	scope: 'automations',
	summary: 'Run it again, on what set it off then, with the automation as it is now',
	tags,
	params,
	answer: z.object({ id }),
	says: 'The new run.',
});

export const listValues = route({
	method: 'get',
	path: '/api/automations/{id}/values',
	summary: 'The numbers that an automation has read or counted',
	tags,
	params,
	answer: valueSeries,
	says: 'From the oldest to the newest; the newest 5,000.',
});

export const markRun = route({
	method: 'put',
	path: '/api/runs/{id}/mark',
	scope: 'automations',
	summary: 'Say whether the verdict of a run was right, or take that back',
	tags,
	params,
	body: runMark,
	answer: runMark,
	says: 'As it is marked now.',
});
