/**
 * The names of topics. They are made of ids alone: what people type could contain `+`, `#` and `/`, which mean something there. The
 * topics of an account are below two names with its id, so that a broker can keep accounts apart.
 */
import { id } from '@watchword/contract/ids';

/** Where Home Assistant looks for devices, and where it says that it has started. */
const DISCOVERY = 'homeassistant';
export const BIRTH_TOPIC = `${DISCOVERY}/status`;

/** What was announced before, perhaps by a process that is gone. */
export const ALL_CONFIGS = `${DISCOVERY}/device/+/+/config`;

/** What is announced of a camera, an automation or an account, besides its config; and what it takes commands for. */
const STATES = [
	'picture',
	'captured',
	'problem',
	'trouble',
	'met',
	'why',
	'paused',
	'tried',
	'presence',
] as const;
export type State = (typeof STATES)[number];
const COMMANDS = ['presence', 'paused', 'try'] as const;
export type CommandName = (typeof COMMANDS)[number];

export interface Command {
	uid: string;
	id: string;
	name: CommandName;
}

export type Topics = ReturnType<typeof topicsBelow>;

/** `root` is this installation's own: several may share a broker. */
export const topicsBelow = (root: string) => ({
	/** Whether the installation is connected. */
	status: `${root}/status`,
	/** All commands to all accounts. */
	commands: `${root}/+/+/+/set`,
	config: (uid: string, id: string) => `${DISCOVERY}/device/${uid}/${id}/config`,
	state: (uid: string, id: string, what: State) => `${root}/${uid}/${id}/${what}`,
	command: ({ uid, id, name }: Command) => `${root}/${uid}/${id}/${name}/set`,
	/** Everything that may have been announced of one thing, its config first. */
	allOf: (uid: string, id: string) => [
		`${DISCOVERY}/device/${uid}/${id}/config`,
		...STATES.map((what) => `${root}/${uid}/${id}/${what}`),
	],
	/** The command that a topic names; null if it names none. */
	readCommand(topic: string): Command | null {
		if (!topic.startsWith(`${root}/`)) return null;
		const [uid, thing, name, set, ...rest] = topic.slice(root.length + 1).split('/');
		const known = COMMANDS.find((one) => one === name);
		if (!known || set !== 'set' || rest.length > 0) return null;
		const [owner, what] = [id.safeParse(uid), id.safeParse(thing)];
		return owner.success && what.success ? { uid: owner.data, id: what.data, name: known } : null;
	},
});

/** The account and the thing of a config; null if the topic is none of ours. */
export function readConfigTopic(topic: string): { uid: string; id: string } | null {
	const [prefix, device, uid, thing, config, ...rest] = topic.split('/');
	if (prefix !== DISCOVERY || device !== 'device' || config !== 'config' || rest.length > 0) return null;
	const [owner, what] = [id.safeParse(uid), id.safeParse(thing)];
	return owner.success && what.success ? { uid: owner.data, id: what.data } : null;
}
