import { z } from 'zod';
import { alertSettings } from './alert-settings.ts';
import { quietHoursProblem, waysProblem } from './alerts.ts';
import { condition } from './condition-schema.ts';
import { MAX_BURST } from './connection.ts';
import {
	ALLOWED_SENDERS_MAX,
	DAILY_CAP_MAX,
	NAME_MAX_LENGTH,
	PROMPT_MAX_LENGTH,
	SCHEDULE_MAX_TIMES,
} from './constants.ts';
import { resultFields } from './field-settings.ts';
import { email, id, line, timeOfDay, timeZone, utcOffset } from './ids.ts';
import { ends } from './limit.ts';
import { isSenderRule } from './mailbox.ts';
import { NEW_AUTOMATION } from './new-automation.ts';

export const TRIGGER_TYPES = ['email', 'schedule', 'capture'] as const;
export const ACTION_TYPES = ['sendEmail', 'replyToEmail', 'save'] as const;
export const DEVICE_TRIGGERS = ['conditional', 'continuous'] as const;

const schedule = z
	.array(timeOfDay)
	.min(1, 'needs at least one time')
	.max(SCHEDULE_MAX_TIMES, ends(`may have at most ${SCHEDULE_MAX_TIMES} times`))
	.refine((times) => times.every((time, at) => at === 0 || String(times[at - 1]) < time), {
		message: 'must be in order, each time once',
	});

/** With at least one visible character. */
const name = line(NAME_MAX_LENGTH, `must have at most ${NAME_MAX_LENGTH} characters`).regex(
	/[^\s\p{Cc}\p{Cf}]/u,
	'must not be blank',
);

/** The settings that the owner chooses. */
const settings = {
	_name: name,
	_triggerType: z.enum(TRIGGER_TYPES),
	/** In UTC; plus `_utcOffset` it is the wall-clock time in `_zone`, which stays the same all year. */
	_schedule: schedule,
	_actionType: z.enum(ACTION_TYPES),
	_limited: z.boolean(),
	_limitSchedule: schedule,
	trigger_device_deviceID: id.nullable(),
	trigger_device_type: z.enum(DEVICE_TRIGGERS),
	action_prompt: z.string().max(PROMPT_MAX_LENGTH, ends(`must have at most ${PROMPT_MAX_LENGTH} characters`)),
	action_toAddress: email.nullable(),
	/** The IANA zone in which the times were entered, and its minutes east of UTC at that moment. */
	_zone: timeZone,
	_utcOffset: utcOffset,
	/** The most runs in a day, if the owner set a limit. */
	_dailyCap: z.int().min(1).max(DAILY_CAP_MAX).nullable(),
	/** Whose mail it accepts: addresses, or `@domain` for everyone there. Empty for everybody's. */
	_allowedSenders: z
		.array(
			z
				.string()
				.trim()
				.toLowerCase()
				.refine(isSenderRule, 'must be an address, or @ and a domain such as @example.com'),
		)
		.max(ALLOWED_SENDERS_MAX, ends(`may have at most ${ALLOWED_SENDERS_MAX} entries`))
		.overwrite((senders) => [...new Set(senders)]),
	/** How many pictures of one moment a conditional watch of captures judges together. */
	_burst: z.int().min(1).max(MAX_BURST, `must be at most ${MAX_BURST}`),
	/** The built-in model looks first; only pictures that it does not rule out go to the language model. */
	_firstLook: z.boolean(),
	/**
	 * If a language model decides and the built-in model is sure, people are told at once; a push message is updated when the language
	 * model has answered.
	 */
	_atOnce: z.boolean(),
	/** A mail waits for the owner's approval before it is sent. */
	_approve: z.boolean(),
	/** What the model should find in each mail or picture, for a table of results. */
	_fields: resultFields,
	/** What it watches for. Read from the prompt, unless the owner changed it. */
	_condition: condition.nullable(),
	/** The owner changed the condition, so it stays as it is when the prompt changes. */
	_conditionChanged: z.boolean(),
	...alertSettings,
};

/** An older editor does not know these settings and leaves them as they are. */
const optional = z
	.object({
		_dailyCap: settings._dailyCap,
		_allowedSenders: settings._allowedSenders,
		_burst: settings._burst,
		_firstLook: settings._firstLook,
		_atOnce: settings._atOnce,
		_approve: settings._approve,
		_fields: settings._fields,
		_condition: settings._condition,
		_conditionChanged: settings._conditionChanged,
		...alertSettings,
	})
	.partial().shape;

type Settings = z.infer<z.ZodObject<typeof settings>>;
type Rules = Pick<Settings, '_triggerType' | '_actionType' | 'trigger_device_deviceID'> & {
	[K in
		| '_quiet'
		| '_quietStart'
		| '_quietEnd'
		| '_notify'
		| '_channels'
		| '_condition'
		| '_conditionChanged']?: Settings[K] | undefined;
};

/** The names of all settings. */
export const SETTINGS = Object.keys(settings) as (keyof Settings)[];
/** An automation with every setting, including the optional ones. */
export type WholeSettings = Settings;

/** The current state of an automation. A save or a trial may include it as it was read; it changes nothing. */
const state = z.object({
	/** Nothing triggers it until it is resumed. */
	_paused: z.boolean(),
	/** Until when it notifies nobody; ISO 8601, null if it is not snoozed. */
	_snoozedUntil: z.string().nullable(),
	/** The built-in model decides, and will always answer "cannot tell". */
	_undecidable: z.boolean(),
	/** What the built-in model decided by before an update and does not understand since then; null once its owner has seen to it. */
	_nowBeyond: z.object({ words: z.array(z.string()), since: z.string() }).nullable(),
});

/** The same in a request. Its list is not looked at: nothing limits how many mistakes it may have. */
const sent = { ...state.partial().shape, _nowBeyond: z.unknown().optional() };

/** A complete automation as its owner sets it, with the rules between the fields. */
export const automationSettings = keepRules(z.strictObject({ ...settings, ...optional, ...sent }));

/** A save: the settings, and the version they were made from. Another version in between is a conflict. */
export const automationEdit = keepRules(
	z.strictObject({ ...settings, ...optional, ...sent, _version: z.int().min(1) }),
);
export type AutomationEdit = z.infer<typeof automationEdit>;

export const automationName = z.strictObject({ _name: name, _version: z.int().min(1).optional() });
export type AutomationName = z.infer<typeof automationName>;

function keepRules<T extends z.ZodType<Rules>>(schema: T): T {
	return schema
		.refine((edit) => edit._actionType !== 'replyToEmail' || edit._triggerType === 'email', {
			message: 'only an email can be replied to',
			path: ['_actionType'],
		})
		.refine((edit) => edit._triggerType !== 'capture' || edit.trigger_device_deviceID !== null, {
			message: 'needs a device to watch',
			path: ['trigger_device_deviceID'],
		})
		.refine((edit) => !(edit._conditionChanged && edit._condition === null), {
			message: 'is needed if it was changed',
			path: ['_condition'],
		})
		.check(({ value: { _quiet, _quietStart = null, _quietEnd = null }, issues }) => {
			const problem = _quiet === 'own' ? quietHoursProblem(_quietStart, _quietEnd) : null;
			if (problem) issues.push({ code: 'custom', message: problem, path: ['_quietEnd'], input: _quietEnd });
		})
		.check(({ value: { _notify = 'mail', _channels }, issues }) => {
			const problem = _channels ? waysProblem(_notify, _channels) : null;
			if (problem) issues.push({ code: 'custom', message: problem, path: ['_channels'], input: _channels });
		});
}

/** Some of the settings, without the rules between them. */
export const automationFields = z.strictObject(settings).partial();

/** A new automation: omitted fields get their defaults. */
export const automationStart = automationFields
	.transform((start) => ({ ...NEW_AUTOMATION, ...start }))
	.pipe(keepRules(z.strictObject(settings)));
export type AutomationStart = z.input<typeof automationStart>;

/** An automation as lists show it. */
export const automationSummary = z.object({
	id,
	_owner: id,
	...settings,
	// Stored values were checked when they were saved, so an answer does not check them again.
	_name: z.string(),
	_schedule: z.array(timeOfDay),
	_limitSchedule: z.array(timeOfDay),
	action_prompt: z.string(),
	action_toAddress: z.string().nullable(),
	_zone: z.string(),
	_allowedSenders: z.array(z.string()),
	action_moreAddresses: z.array(z.string()),
	...state.shape,
	_deleted: z.boolean(),
	/** Counts the saves; a save names the version it was made from. */
	_version: z.int(),
});
export type AutomationSummary = z.infer<typeof automationSummary>;

/** An automation, automations/{id}. `runs` shows the newest hundred ids. */
export const automation = automationSummary.extend({ runs: z.array(id) });
export type Automation = z.infer<typeof automation>;

/** One saved version of an automation: what it was, who saved it and when. */
export const automationVersion = z.object({
	id,
	_automationId: id,
	_version: z.int(),
	/** ISO 8601. */
	_savedAt: z.string(),
	_savedBy: z.object({ uid: id, name: z.string() }),
	document: automationSummary.omit({
		id: true,
		_owner: true,
		_paused: true,
		_snoozedUntil: true,
		_undecidable: true,
		_nowBeyond: true,
		_deleted: true,
		_version: true,
	}),
});
export type AutomationVersion = z.infer<typeof automationVersion>;
