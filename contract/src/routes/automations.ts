import { z } from 'zod';
import { SNOOZES } from '../alerts.ts';
import {
	automation,
	automationEdit,
	automationName,
	automationStart,
	automationSummary,
	automationVersion,
} from '../automation.ts';
import { AUTOMATIONS_MAX, CONDITION_FILLS_PER_HOUR } from '../constants.ts';
import { id, page } from '../ids.ts';
import { ends } from '../limit.ts';
import { automationMail } from '../mailbox-state.ts';
import {
	conditionAnswer,
	conditionRequest,
	promptReadingAnswer,
	promptReadingRequest,
} from '../prompt-reading.ts';
import { route } from '../route.ts';
import { trial, trialRequest } from '../trial.ts';

const tags = ['Automations'];
const params = z.object({ id });

export const listAutomations = route({
	method: 'get',
	path: '/api/automations',
	summary: 'The automations of the signed-in user',
	tags,
	answer: page(automationSummary),
	says: 'Oldest first, without their runs.',
});

export const createAutomation = route({
	method: 'post',
	path: '/api/automations',
	scope: 'automations',
	summary: 'A new automation',
	description: `An account has at most ${AUTOMATIONS_MAX.toLocaleString('en')}.`,
	tags,
	body: automationStart,
	bodyOptional: true,
	answer: automation,
	says: 'The automation; what was not given has its default.',
});

export const readAutomation = route({
	method: 'get',
	path: '/api/automations/{id}',
	summary: 'One automation',
	tags,
	params,
	answer: automation,
	says: 'The automation.',
});

export const readAutomationMail = route({
	method: 'get',
	path: '/api/automations/{id}/mail',
	summary: 'Whether mail reaches an automation',
	description:
		'Where mails are read from a mailbox of the operator, this says that the mailbox is really read.',
	tags,
	params,
	answer: automationMail,
	says: 'When the last mail came, of those that are kept, and when the mailbox was last looked at.',
});

export const saveAutomation = route({
	method: 'put',
	path: '/api/automations/{id}',
	scope: 'automations',
	summary: 'Save an automation over the version it was made from',
	tags,
	params,
	body: automationEdit,
	answer: automation,
	says: 'The automation as it is now. A `conflict` says that it changed.',
});

export const renameAutomation = route({
	method: 'put',
	path: '/api/automations/{id}/name',
	scope: 'automations',
	summary: 'Rename an automation',
	tags,
	params,
	body: automationName,
	answer: automation,
	says: 'The automation as it is now.',
});

export const deleteAutomation = route({
	method: 'delete',
	path: '/api/automations/{id}',
	scope: 'automations',
	summary: 'Delete an automation',
	tags,
	params,
	answer: z.strictObject({}),
	says: 'Deleted; its runs stay readable.',
});

export const copyAutomation = route({
	method: 'post',
	path: '/api/automations/{id}/copy',
	scope: 'automations',
	summary: 'Copy an automation',
	tags,
	params,
	answer: automation,
	says: 'The copy. It is paused, so that nobody is told twice.',
});

export const pauseAutomation = route({
	method: 'put',
	path: '/api/automations/{id}/paused',
	scope: 'automations',
	summary: 'Pause an automation, so that nothing sets it off, or resume it',
	tags,
	params,
	body: z.strictObject({ paused: z.boolean() }),
	answer: automation,
	says: 'The automation as it is now.',
});

export const snoozeAutomation = route({
	method: 'put',
	path: '/api/automations/{id}/snooze',
	scope: 'automations',
	summary: 'Let an automation tell nobody for a while, or wake it',
	description: 'It still runs and records what it sees, answers mails and saves.',
	tags,
	params,
	body: z.strictObject({ until: z.enum(SNOOZES).nullable() }),
	answer: automation,
	says: 'The automation as it is now.',
});

export const dismissNowBeyond = route({
	method: 'delete',
	path: '/api/automations/{id}/now-beyond',
	scope: 'automations',
	summary: 'Dismiss the notice that an update understands less of the prompt',
	tags,
	params,
	answer: automation,
	says: 'The automation as it is now.',
});

export const countSame = route({
	method: 'get',
	path: '/api/automations/{id}/same',
	summary: 'How many of the last captures of a device showed nothing new',
	tags,
	params,
	query: z.strictObject({ device: id }),
	answer: z.object({ captures: z.int(), same: z.int() }),
	says: 'How many captures were compared, and how many of them need not have been judged.',
});

export const countFirstLooks = route({
	method: 'get',
	path: '/api/automations/{id}/first-looks',
	summary: 'How many calls of the language model the first look has saved',
	tags,
	params,
	answer: z.object({ looks: z.int(), saved: z.int() }),
	says: 'Of the last seven days: how many pictures the built-in model looked at first, and how many of them it ruled out.',
});

export const listVersions = route({
	method: 'get',
	path: '/api/automations/{id}/versions',
	summary: 'The saved versions of an automation',
	tags,
	params,
	query: z.strictObject({ cursor: z.string().max(100, ends()).optional() }),
	answer: page(automationVersion),
	says: 'Newest first, a page at a time.',
});

export const tryAutomation = route({
	method: 'post',
	path: '/api/automations/{id}/try',
	scope: 'automations',
	summary: 'Try an automation as it stands in the editor, without sending, storing or charging anything',
	tags,
	params,
	body: trialRequest,
	answer: trial,
	says: 'What would have happened. A model that fails is `unavailable`, and says why.',
});

export const readPrompt = route({
	method: 'post',
	path: '/api/automations/{id}/reading',
	scope: 'automations',
	summary: 'How the built-in model reads a prompt',
	tags,
	params,
	body: promptReadingRequest,
	answer: promptReadingAnswer,
	says: 'The reading; null where a language model reads the prompt itself.',
});

export const fillCondition = route({
	method: 'post',
	path: '/api/automations/{id}/condition',
	scope: 'automations',
	summary: 'Let the language model read a prompt into a condition',
	description: `Nothing is saved, and no credits are taken. At most ${CONDITION_FILLS_PER_HOUR} times an hour.`,
	tags,
	params,
	body: conditionRequest,
	answer: conditionAnswer,
	says: 'The condition, to be confirmed. `not-found` where there is no language model, `invalid-argument` if it gave none that can be used.',
});
