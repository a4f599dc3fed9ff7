/** The tools that read. */
import { episodeFilter } from '@watchword/contract/episode';
import { id } from '@watchword/contract/ids';
import { runFilter } from '@watchword/contract/run';
import { z } from 'zod';
import { bounded } from './bounded.ts';
import { json, STRANGERS, tool } from './tool.ts';

/** Lists show the beginnings of texts; one document shows more of them. */
const LIST = { text: 500, items: 100 };
const ONE = { text: 8000, items: 100 };
const RUNS_SHOWN = 20;

const cursor = z.string().max(200).optional().describe('`next` of the page before, to read on');

const listAutomations = tool({
	name: 'list_automations',
	title: 'List automations',
	description: `All automations with their trigger, prompt and action, oldest first. ${STRANGERS}`,
	kind: 'read',
	input: z.strictObject({
		offset: z.int().min(0).default(0).describe('How many to leave out, where there are more than 100'),
	}),
	run: async ({ call }, { offset }) => {
		const { items } = await call('GET /api/automations');
		const shown = items.slice(offset, offset + LIST.items);
		return json({ items: bounded(shown, LIST), total: items.length });
	},
});

const getAutomation = tool({
	name: 'get_automation',
	title: 'Read an automation',
	description:
		'One automation with all its settings, its `_version`, which a change must name, and the ids of its newest runs.',
	kind: 'read',
	input: z.strictObject({ id }),
	run: async ({ call }, params) => {
		const automation = await call('GET /api/automations/{id}', { params });
		return json(bounded({ ...automation, runs: automation.runs.slice(0, RUNS_SHOWN) }, ONE));
	},
});

const listDevices = tool({
	name: 'list_devices',
	title: 'List devices',
	description: `The cameras of the account: name, when each took its last picture and last made contact, what is wrong with it, its zones and its automations. ${STRANGERS}`,
	kind: 'read',
	input: z.strictObject({
		offset: z.int().min(0).default(0).describe('How many to leave out, where there are more than 100'),
	}),
	run: async ({ call }, { offset }) => {
		const { items } = await call('GET /api/devices');
		const shown = items.slice(offset, offset + LIST.items);
		return json({ items: bounded(shown, LIST), total: items.length });
	},
});

const getDevice = tool({
	name: 'get_device',
	title: 'Read a device',
	description: `One camera of the account. ${STRANGERS}`,
	kind: 'read',
	input: z.strictObject({ id }),
	run: async ({ call }, params) => json(bounded(await call('GET /api/devices/{id}', { params }), ONE)),
});

const listCaptures = tool({
	name: 'list_captures',
	title: 'List captures of a device',
	description: 'The pictures that a device sent, newest first. get_picture shows one of them.',
	kind: 'read',
	input: z.strictObject({ deviceId: id, cursor }),
	run: async ({ call }, { deviceId, cursor }) =>
		json(await call('GET /api/devices/{id}/captures', { params: { id: deviceId }, query: { cursor } })),
});

const { automation, episode, trigger, outcome, from, to, search } = runFilter.shape;

const listRuns = tool({
	name: 'list_runs',
	title: 'List runs',
	description: `What automations did: what set each run off, its verdict with the evidence, and how it ended. Newest first, 50 on a page. ${STRANGERS}`,
	kind: 'read',
	input: z.strictObject({
		automation: automation.describe('Only runs of this automation'),
		episode: episode.describe('Only runs of this episode'),
		trigger,
		outcome,
		from: from.describe('From this moment on, in seconds since 1970'),
		to: to.describe('Before this moment, in seconds since 1970'),
		search: search.describe('Beginnings of words in the sender, the subject, the evidence or the reason'),
		cursor,
	}),
	run: async ({ call }, query) => json(bounded(await call('GET /api/runs', { query }), LIST)),
});

const getRun = tool({
	name: 'get_run',
	title: 'Read a run',
	description: `One run with everything it saw, decided and did. Long texts are cut. ${STRANGERS}`,
	kind: 'read',
	input: z.strictObject({ id }),
	run: async ({ call }, params) => {
		const { trigger_html, ...run } = await call('GET /api/runs/{id}', { params });
		// The HTML of a mail is left out if it has a plain text.
		return json(bounded(run.trigger_text === null ? { ...run, trigger_html } : run, ONE));
	},
});

const listEpisodes = tool({
	name: 'list_episodes',
	title: 'List episodes',
	description: `What watches of cameras saw, from beginning to end. Newest first, 100 on a page. ${STRANGERS}`,
	kind: 'read',
	input: episodeFilter,
	run: async ({ call }, query) => json(bounded(await call('GET /api/episodes', { query }), LIST)),
});

const getEpisode = tool({
	name: 'get_episode',
	title: 'Read an episode',
	description: `One episode. list_runs with its id lists its runs. ${STRANGERS}`,
	kind: 'read',
	input: z.strictObject({ id }),
	run: async ({ call }, params) => json(bounded(await call('GET /api/episodes/{id}', { params }), ONE)),
});

export const READING = [
	...[listAutomations, getAutomation, listDevices, getDevice, listCaptures],
	...[listRuns, getRun, listEpisodes, getEpisode],
];
