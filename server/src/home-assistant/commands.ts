/** What Home Assistant asks for. A command does what a request of the owner would do, by the same functions. */
import { PRESENCES } from '@watchword/contract/alerts';
import { SETTINGS } from '@watchword/contract/automation';
import { type Trial, type TrialRequest, type TrialSubject, trialRequest } from '@watchword/contract/trial';
import { desc, eq } from 'drizzle-orm';
import { setPresence } from '../accounts/accounts.ts';
import { readAutomation, type StoredAutomation } from '../automations/automations.ts';
import { pauseAutomation } from '../automations/pause.ts';
import { Refusal } from '../base/failures.ts';
import { limit } from '../base/limits.ts';
import { captures } from '../devices/tables.ts';
import type { BrokerMessage } from '../ports/broker.ts';
import type { Db } from '../ports/database.ts';
import type { Log } from '../ports/log.ts';
import { latestRuns } from '../runs/runs.ts';
import { triedOf } from './announce.ts';
import { isAnnouncedAccount } from './facts.ts';
import type { Command, Topics } from './topics.ts';

/** The longest word that is a command has five letters. */
const MAX_BYTES = 64;
const PER_ACCOUNT_HOUR = 1000;
/** Commands that may wait, in all and for one account. What comes beyond that is dropped. */
const MAX_WAITING = 200;
const MAX_OF_ACCOUNT = 20;
const LOG_EVERY_MS = 60_000;

export interface CommandNeeds {
	db: Db;
	log: Log;
	tryAutomation(uid: string, id: string, request: TrialRequest, cancelled: AbortSignal): Promise<Trial>;
	/** Publishes what "Try it" said. */
	tell(uid: string, id: string, tried: string): void;
}

type Act = (needs: CommandNeeds, command: Command, word: string, stopping: AbortSignal) => Promise<unknown>;

/** Each throws a Refusal if it cannot be done. */
const ACTS: Record<Command['name'], Act> = {
	async presence({ db }, { uid, id }, word) {
		const presence = PRESENCES.find((one) => one === word);
		if (!presence || id !== uid) throw unknown();
		await setPresence(db, uid, presence);
	},
	async paused({ db }, { uid, id }, word) {
		if (word !== 'ON' && word !== 'OFF') throw unknown();
		await pauseAutomation(db, uid, id, word === 'ON');
	},
	async try(needs, { uid, id }, word, stopping) {
		if (word !== 'PRESS') throw unknown();
		needs.tell(uid, id, await tryNow(needs, uid, id, stopping));
	},
};

const unknown = () => new Refusal('invalid-argument', 'a command that is not known');

/** Takes commands in the order in which they came; a try holds up nothing else. */
export class Commands {
	readonly #needs: CommandNeeds;
	readonly #topics: Topics;
	readonly #stopping = new AbortController();
	/** The last command of each account that is under way, and how many there are. */
	readonly #waiting = new Map<string, { last: Promise<void>; count: number }>();
	#count = 0;
	#ignored = 0;
	#loggedAt = Number.NEGATIVE_INFINITY;

	constructor(needs: CommandNeeds, topics: Topics) {
		this.#needs = needs;
		this.#topics = topics;
	}

	/** What the broker kept is old: it would act again at every start. */
	take({ topic, payload, retained }: BrokerMessage): void {
		const command = this.#topics.readCommand(topic);
		if (!command || retained || payload.length > MAX_BYTES) {
			this.#ignore(retained ? 'a command that the broker kept' : 'a command that is not known');
			return;
		}
		// Tries of one automation wait for each other, and for nothing else.
		const lane = command.name === 'try' ? `try ${command.id}` : command.uid;
		const { last, count } = this.#waiting.get(lane) ?? { last: Promise.resolve(), count: 0 };
		if (this.#stopping.signal.aborted) return;
		if (this.#count >= MAX_WAITING || count >= (command.name === 'try' ? 1 : MAX_OF_ACCOUNT)) {
			this.#ignore('too many commands at once');
			return;
		}
		this.#count++;
		const next = last.then(() => this.#obey(command, payload.toString()));
		this.#waiting.set(lane, { last: next, count: count + 1 });
		void next.finally(() => {
			this.#count--;
			const waiting = this.#waiting.get(lane);
			if (!waiting || waiting.count === 1) this.#waiting.delete(lane);
			else waiting.count--;
		});
	}

	async #obey(command: Command, word: string): Promise<void> {
		const { db, log } = this.#needs;
		const { uid, id, name } = command;
		try {
			if (!(await isAnnouncedAccount(db, uid))) throw unknown();
			await limit(db, `home-assistant:${uid}`, PER_ACCOUNT_HOUR, 3600);
			await ACTS[name](this.#needs, command, word, this.#stopping.signal);
			log.info({ uid, id, command: name }, 'command from Home Assistant');
		} catch (error) {
			if (error instanceof Refusal) this.#ignore(error.message);
			else log.error({ err: error, uid, id, command: name }, 'command from Home Assistant failed');
		}
	}

	/** One line a minute, however many there are; nothing of what was sent is in it. */
	#ignore(why: string): void {
		this.#ignored++;
		if (performance.now() - this.#loggedAt < LOG_EVERY_MS) return;
		this.#needs.log.warn({ ignored: this.#ignored, last: why }, 'MQTT commands were ignored');
		this.#ignored = 0;
		this.#loggedAt = performance.now();
	}

	async stop(): Promise<void> {
		this.#stopping.abort();
		await Promise.allSettled([...this.#waiting.values()].map(({ last }) => last));
	}
}

/** Tries an automation as it is saved, on the newest that it would have run on. */
async function tryNow(
	{ db, tryAutomation }: CommandNeeds,
	uid: string,
	id: string,
	stopping: AbortSignal,
): Promise<string> {
	const automation = await readAutomation(db, uid, id);
	try {
		const on = await newestOf(db, automation);
		const draft = Object.fromEntries(SETTINGS.map((name) => [name, automation[name]]));
		const request = trialRequest.safeParse({ draft, on });
		if (!request.success) throw new Refusal('invalid-argument', 'It has no prompt yet.');
		const { verdict, evidence } = await tryAutomation(uid, id, request.data, stopping);
		return triedOf(verdict, evidence, new Date());
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		return triedOf('failed', error.message, new Date());
	}
}

async function newestOf(db: Db, automation: StoredAutomation): Promise<TrialSubject> {
	const { id, _triggerType, trigger_device_deviceID: device } = automation;
	if (_triggerType === 'schedule') return { kind: 'now' };
	if (_triggerType === 'email') {
		const [runId] = await latestRuns(db, id);
		if (!runId) throw new Refusal('not-found', 'It has got no mail yet.');
		return { kind: 'run', runId };
	}
	const [newest] = await db
		.select({ id: captures.id })
		.from(captures)
		.where(eq(captures.deviceId, device ?? ''))
		.orderBy(desc(captures.captured_at), desc(captures.id))
		.limit(1);
	if (!newest) throw new Refusal('not-found', 'Its camera has sent no picture yet.');
	return { kind: 'capture', captureId: newest.id };
}
