/** What is published of an account: for each thing a config by which Home Assistant finds it, and its states. Pure. */

import { PRESENCES } from '@watchword/contract/alerts';
import type { Verdict } from '@watchword/contract/mark';
import type { AccountFacts, AutomationFacts, CameraFacts, Picture } from './facts.ts';
import type { CommandName, State, Topics } from './topics.ts';

/** A message that the broker keeps. A picture is only opened when it is published. */
export type Announcement = { topic: string } & ({ text: string } | { picture: Picture });

export interface Surroundings {
	topics: Topics;
	/** It may change while the server runs. */
	publicUrl(): string;
	release: string;
	/** What "Try it" said, by the id of the automation. */
	tried: ReadonlyMap<string, string>;
}

/** Home Assistant's word for a state that is not known. */
const UNKNOWN = 'None';
const TEXT_MAX = 2000;

const onOff = (is: boolean) => (is ? 'ON' : 'OFF');
const MET: Record<Verdict, string> = { met: 'ON', 'not met': 'OFF', 'cannot tell': UNKNOWN };

/** Everything that should be known of an account. What was published of it and is not here should be removed. */
export function announcementsOf(facts: AccountFacts, around: Surroundings): Announcement[] {
	const { uid } = facts;
	return [
		...accountOf(facts, new Thing(uid, uid, around)),
		...facts.cameras.flatMap((camera) => cameraOf(camera, new Thing(uid, camera.id, around))),
		...facts.automations.flatMap((one) => automationOf(one, new Thing(uid, one.id, around))),
	];
}

function accountOf({ name, presence }: AccountFacts, thing: Thing): Announcement[] {
	return [
		thing.config(
			{ name: `Watchword of ${name}`, model: 'Account', at: '/app/account' },
			{
				presence: {
					platform: 'select',
					name: 'Home or away',
					icon: 'mdi:home-account',
					options: [...PRESENCES],
					state_topic: thing.topic('presence'),
					command_topic: thing.command('presence'),
				},
			},
		),
		thing.state('presence', presence),
	];
}

function cameraOf(
	{ name, picture, capturedAt, problem, problemSince }: CameraFacts,
	thing: Thing,
): Announcement[] {
	return [
		thing.config(
			{ name, model: 'Camera', at: '/app/devices' },
			{
				picture: {
					platform: 'image',
					name: 'Latest picture',
					image_topic: thing.topic('picture'),
					content_type: 'image/jpeg',
				},
				captured: {
					platform: 'sensor',
					name: 'Last capture',
					device_class: 'timestamp',
					state_topic: thing.topic('captured'),
				},
				problem: {
					platform: 'binary_sensor',
					name: 'Problem',
					device_class: 'problem',
					entity_category: 'diagnostic',
					state_topic: thing.topic('problem'),
					json_attributes_topic: thing.topic('trouble'),
				},
			},
		),
		thing.state('captured', capturedAt ?? UNKNOWN),
		thing.state('problem', onOff(problem !== null)),
		thing.state('trouble', JSON.stringify({ problem, since: problemSince })),
		...(picture ? [{ topic: thing.topic('picture'), picture }] : []),
	];
}

function automationOf({ id, name, paused, last }: AutomationFacts, thing: Thing): Announcement[] {
	return [
		thing.config(
			{ name, model: 'Automation', at: `/app/automations/${id}` },
			{
				met: {
					platform: 'binary_sensor',
					name: 'Condition',
					state_topic: thing.topic('met'),
					json_attributes_topic: thing.topic('why'),
				},
				paused: {
					platform: 'switch',
					name: 'Paused',
					icon: 'mdi:pause',
					state_topic: thing.topic('paused'),
					command_topic: thing.command('paused'),
				},
				try: {
					platform: 'button',
					name: 'Try it',
					icon: 'mdi:test-tube',
					command_topic: thing.command('try'),
				},
				tried: {
					platform: 'sensor',
					name: 'Last try',
					entity_category: 'diagnostic',
					state_topic: thing.topic('tried'),
					value_template: '{{ value_json.result }}',
					json_attributes_topic: thing.topic('tried'),
				},
			},
		),
		thing.state('met', last ? MET[last.verdict] : UNKNOWN),
		thing.state('why', JSON.stringify(last ? thing.why(last) : {})),
		thing.state('paused', onOff(paused)),
		thing.state('tried', thing.tried),
	];
}

/** What "Try it" said. */
export const triedOf = (result: string, evidence: string, at: Date): string =>
	JSON.stringify({ result, evidence: evidence.slice(0, TEXT_MAX), at: at.toISOString() });

/** A camera, an automation or an account: Home Assistant calls it a device. */
class Thing {
	readonly #uid: string;
	readonly #id: string;
	readonly #around: Surroundings;

	constructor(uid: string, id: string, around: Surroundings) {
		this.#uid = uid;
		this.#id = id;
		this.#around = around;
	}

	topic(what: State): string {
		return this.#around.topics.state(this.#uid, this.#id, what);
	}

	command(name: CommandName): string {
		return this.#around.topics.command({ uid: this.#uid, id: this.#id, name });
	}

	get tried(): string {
		return this.#around.tried.get(this.#id) ?? JSON.stringify({ result: null });
	}

	state(what: State, text: string): Announcement {
		return { topic: this.topic(what), text };
	}

	why({ runId, at, verdict, sentence, evidence }: NonNullable<AutomationFacts['last']>) {
		return {
			verdict,
			sentence: sentence?.slice(0, TEXT_MAX) ?? '',
			evidence: evidence?.slice(0, TEXT_MAX) ?? '',
			at: at.toISOString(),
			run: `${this.#around.publicUrl()}/app/runs?run=${runId}`,
		};
	}

	config(
		{ name, model, at }: { name: string; model: string; at: string },
		components: Record<string, Record<string, unknown>>,
	): Announcement {
		const { topics, release } = this.#around;
		const publicUrl = this.#around.publicUrl();
		const payload = {
			device: {
				identifiers: [`watchword_${this.#id}`],
				name,
				manufacturer: 'Watchword',
				model,
				sw_version: release,
				configuration_url: `${publicUrl}${at}`,
			},
			origin: { name: 'Watchword', sw_version: release, support_url: publicUrl },
			availability: [{ topic: topics.status }],
			components: Object.fromEntries(
				Object.entries(components).map(([key, component]) => [
					key,
					{ ...component, unique_id: `watchword_${this.#id}_${key}` },
				]),
			),
		};
		return { topic: topics.config(this.#uid, this.#id), text: JSON.stringify(payload) };
	}
}
