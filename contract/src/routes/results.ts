import { z } from 'zod';
import { id } from '../ids.ts';
import {
	correctedRun,
	corrections,
	feed,
	newFeed,
	resultsFilter,
	resultsPage,
	resultsQuery,
} from '../results.ts';
import { route } from '../route.ts';

const tags = ['Results'];
const params = z.object({ id });

export const listResults = route({
	method: 'get',
	path: '/api/automations/{id}/results',
	summary: 'What the runs of an automation found for its fields',
	tags,
	params,
	query: resultsQuery,
	answer: resultsPage,
	says: 'Newest first, a page at a time, with the fields as they are now.',
});

export const downloadResultsCsv = route({
	method: 'get',
	path: '/api/automations/{id}/results.csv',
	summary: 'The same table as a file for a spreadsheet',
	tags,
	params,
	query: resultsFilter,
	answer: z.string(),
	contentType: 'text/csv',
	says: 'All rows that match, newest first.',
});

export const downloadResultsJson = route({
	method: 'get',
	path: '/api/automations/{id}/results.json',
	summary: 'The same table as JSON, with the evidence',
	tags,
	params,
	query: resultsFilter,
	answer: z.object({
		fields: z.array(z.object({ id: z.string(), name: z.string(), type: z.string() })),
		results: z.array(z.record(z.string(), z.unknown())),
	}),
	says: 'All rows that match, newest first.',
});

export const correctRun = route({
	method: 'put',
	path: '/api/runs/{id}/corrections',
	scope: 'automations',
	summary: 'Correct what a run found, or take a correction back',
	description: 'What the model said stays beside it.',
	tags,
	params,
	body: corrections,
	answer: correctedRun,
	says: 'All corrections of the run.',
});

export const readFeed = route({
	method: 'get',
	path: '/api/automations/{id}/feed',
	summary: 'Whether programs can read the table of an automation by an address',
	tags,
	params,
	answer: feed,
	says: 'When the address was made and last read. The address itself is not kept.',
});

export const makeFeed = route({
	method: 'post',
	path: '/api/automations/{id}/feed',
	summary: 'Make an address at which programs read the table without signing in',
	description: 'An earlier address stops working.',
	tags,
	params,
	answer: newFeed,
	says: 'The addresses. They are shown this once.',
});

export const revokeFeed = route({
	method: 'delete',
	path: '/api/automations/{id}/feed',
	summary: 'Revoke the address at once',
	tags,
	params,
	answer: z.strictObject({}),
	says: 'Revoked.',
});
