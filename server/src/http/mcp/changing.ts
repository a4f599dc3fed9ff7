/** The tools that change automations, try them and run them again. */
import { type AutomationSummary, automationFields, SETTINGS } from '@watchword/contract/automation';
import { id } from '@watchword/contract/ids';
import { type TrialSubject, trialSubject } from '@watchword/contract/trial';
import { z } from 'zod';
import { bounded } from './bounded.ts';
import type { Call } from './in-process.ts';
import { json, STRANGERS, tool } from './tool.ts';

const SHOWN = { text: 8000, items: 20 };
/** Each trial asks the model once. */
const MAX_TRIALS = 5;

const ABOUT_SETTINGS =
	'Times in `_schedule` are UTC, HH:MM. `_triggerType` is email, schedule or capture (then `trigger_device_deviceID` names the device); `action_prompt` says in plain words what to look for.';

/** The route checks the condition. Its schema would be most of what an assistant reads about the tools. */
const settings = automationFields.extend({
	_condition: z
		.looseObject({ is: z.string() })
		.nullable()
		.optional()
		.describe(
			'What decides instead of what `action_prompt` is read as, if `_conditionChanged` is true. As in an answer, or as `Condition` of /api/openapi.json describes it.',
		) as unknown as typeof automationFields.shape._condition,
});

const createAutomation = tool({
	name: 'create_automation',
	title: 'Create an automation',
	description: `Creates an automation, which works at once. What is not given has its default. ${ABOUT_SETTINGS} Needs the scope automations.`,
	kind: 'change',
	input: settings,
	run: async ({ call }, body) => json(bounded(await call('POST /api/automations', { body }), SHOWN)),
});

const updateAutomation = tool({
	name: 'update_automation',
	title: 'Change an automation',
	description: `Changes the settings that are given and leaves the others as they are. \`version\` is the \`_version\` you read; if somebody has changed the automation since, nothing is saved. ${ABOUT_SETTINGS} Needs the scopes read and automations.`,
	kind: 'change',
	input: z.strictObject({ id, version: z.int().min(1), changes: settings }),
	run: async ({ call }, { id, version, changes }) => {
		const body = { ...(await settingsWith(call, id, changes)), _version: version };
		return json(bounded(await call('PUT /api/automations/{id}', { params: { id }, body }), SHOWN));
	},
});

const pauseAutomation = tool({
	name: 'pause_automation',
	title: 'Pause or resume an automation',
	description: 'A paused automation is set off by nothing until it is resumed. Needs the scope automations.',
	kind: 'change',
	input: z.strictObject({ id, paused: z.boolean() }),
	run: async ({ call }, { id, paused }) => {
		const { _name, _paused } = await call('PUT /api/automations/{id}/paused', {
			params: { id },
			body: { paused },
		});
		return json({ id, _name, _paused });
	},
});

const [, , , aMail] = trialSubject.options;

const tryAutomation = tool({
	name: 'try_automation',
	title: 'Try an automation',
	description: `Decides as a run would and says what would have followed. Nothing is sent, stored or charged. Without more, an automation of a camera is tried on its latest capture, and one of a schedule as if its time had come; one of mails needs \`mail\` or \`runId\`. \`changes\` are tried without being saved. ${STRANGERS} Needs the scopes read and automations.`,
	kind: 'read',
	input: z.strictObject({
		id,
		changes: settings.optional(),
		latest: z
			.int()
			.min(1)
			.max(MAX_TRIALS)
			.default(1)
			.describe('How many of the latest captures to try it on'),
		captureId: id.optional(),
		runId: id.optional().describe('Try it on what set off this earlier run'),
		mail: aMail.omit({ kind: true }).optional().describe('Try it on a mail with this text'),
	}),
	run: async ({ call }, { id, changes, ...wanted }) => {
		const draft = await settingsWith(call, id, changes);
		const tried = [];
		// One after the other, as the model answers them.
		for (const on of await subjectsOf(call, draft, wanted)) {
			const trial = await call('POST /api/automations/{id}/try', { params: { id }, body: { draft, on } });
			tried.push({ ...(on.kind === 'capture' && { captureId: on.captureId }), ...trial });
		}
		return json(bounded({ tried }, SHOWN));
	},
});

const runAgain = tool({
	name: 'run_again',
	title: 'Run again',
	description:
		'Runs an automation again on what set off an earlier run, with the automation as it is now. It costs credits as a run does, and its action is done: a mail is sent. Needs the scope automations.',
	kind: 'act',
	input: z.strictObject({ runId: id }),
	run: async ({ call }, { runId }) =>
		json(await call('POST /api/runs/{id}/again', { params: { id: runId } })),
});

type Settings = Pick<AutomationSummary, (typeof SETTINGS)[number]>;

/** The settings of an automation, with some of them changed. */
async function settingsWith(call: Call, id: string, changes: object | undefined): Promise<Settings> {
	const automation = await call('GET /api/automations/{id}', { params: { id } });
	const settings = Object.fromEntries(SETTINGS.map((name) => [name, automation[name]]));
	return { ...settings, ...changes } as unknown as Settings;
}

interface Wanted {
	latest: number;
	captureId?: string | undefined;
	runId?: string | undefined;
	mail?: { from: string; subject: string; text: string } | undefined;
}

/** What to try a draft on. */
async function subjectsOf(
	call: Call,
	draft: Settings,
	{ latest, captureId, runId, mail }: Wanted,
): Promise<TrialSubject[]> {
	if (captureId) return [{ kind: 'capture', captureId }];
	if (runId) return [{ kind: 'run', runId }];
	if (mail) return [{ kind: 'mail', ...mail }];
	const deviceId = draft._triggerType === 'capture' ? draft.trigger_device_deviceID : null;
	if (!deviceId) return [{ kind: 'now' }];
	const { items } = await call('GET /api/devices/{id}/captures', { params: { id: deviceId }, query: {} });
	return items.slice(0, latest).map(({ id }) => ({ kind: 'capture', captureId: id }));
}

export const CHANGING = [createAutomation, updateAutomation, pauseAutomation, tryAutomation, runAgain];
