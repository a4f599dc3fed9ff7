import { z } from 'zod';
import { draft, draftEdit } from '../approval.ts';
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

export const readDraft = route({
	method: 'get',
	path: '/api/runs/{id}/draft',
	summary: 'The mail of a run that waits for your yes',
	tags,
	params,
	answer: draft,
	says: 'As it would be sent. A conflict if the run does not wait.',
});

export const approveRun = route({
	method: 'post',
	path: '/api/runs/{id}/approve',
	// Only a person may approve, not a program.
	scope: 'session',
	summary: 'Send the mail of a run that waits for your yes',
	description:
		'The first answer counts. After it every other one is a conflict that says what became of the mail.',
	tags,
	params,
	body: draftEdit,
	answer: z.object({}),
	says: 'It is sent now.',
});

export const discardRun = route({
	method: 'post',
	path: '/api/runs/{id}/discard',
	scope: 'session',
	summary: 'Do not send the mail of a run that waits for your yes',
	tags,
	params,
	answer: z.object({}),
	says: 'It is not sent, and the run ends.',
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
