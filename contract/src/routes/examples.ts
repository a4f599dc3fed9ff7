import { z } from 'zod';
import { exampleMarks, exampleSheet } from '../example.ts';
import { id } from '../ids.ts';
import { route } from '../route.ts';

const tags = ['Automations'];
const params = z.object({ id });

export const readExamples = route({
	method: 'get',
	path: '/api/automations/{id}/examples',
	summary: 'The pictures an automation is taught by',
	tags,
	params,
	answer: exampleSheet,
	says: 'Oldest first, with what they teach and how well they judge each other.',
});

export const markExamples = route({
	method: 'put',
	path: '/api/automations/{id}/examples',
	scope: 'automations',
	summary: 'Mark pictures as examples, or take marks back',
	description: 'Those that are not named stay. The model looks at new ones in the background.',
	tags,
	params,
	body: exampleMarks,
	answer: exampleSheet,
	says: 'All examples as they are now.',
});
