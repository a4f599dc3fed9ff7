import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { BrokerFailure } from '../base/failures.ts';
import { oneLookAtATime } from '../base/loops.ts';
import { workFor } from '../base/turns.ts';
import { drawPicture } from '../engine/actions/mail-pictures.ts';
import type { BrokerConnection, BrokerMessage } from '../ports/broker.ts';
import type { Db } from '../ports/database.ts';
import type { Log } from '../ports/log.ts';
import type { ObjectStore } from '../ports/objects.ts';
import { type Announcement, announcementsOf, type Surroundings } from './announce.ts';
import { type CommandNeeds, Commands } from './commands.ts';
import { announcedAccounts, type Picture, readFacts } from './facts.ts';
import { ALL_CONFIGS, BIRTH_TOPIC, readConfigTopic } from './topics.ts';

const LONGEST_SIDE = 1280;
const TRY_AGAIN_MS = 5000;
const GOODBYE_MS = 3000;
/** Things that were announced once and may be gone. Only rubbish has more. */
const MAX_FOUND = 100_000;

export interface PublisherNeeds extends Omit<CommandNeeds, 'tell'>, Omit<Surroundings, 'tried'> {
	db: Db;
	objects: ObjectStore;
	log: Log;
	/** What "Try it" said; kept over connections. */
	tried: Map<string, string>;
}

/**
 * Keeps what the broker has the same as what the database says, as long as one connection lasts. An account that changed is read
 * again, and what differs from what was published is published; so nothing has to be queued.
 */
export class Publisher {
	readonly #connection: BrokerConnection;
	readonly #needs: PublisherNeeds;
	readonly #commands: Commands;
	/** For each account, what each of its topics has. */
	readonly #published = new Map<string, Map<string, string>>();
	/** What was announced before this connection, as the ids of each account. */
	readonly #found = new Map<string, Set<string>>();
	#foundCount = 0;
	readonly #changed = new Set<string>();
	readonly #looking: ReturnType<typeof oneLookAtATime>;
	#current: Promise<void> = Promise.resolve();
	#again: NodeJS.Timeout | undefined;
	#stopped = false;

	constructor(connection: BrokerConnection, needs: PublisherNeeds) {
		this.#connection = connection;
		this.#needs = needs;
		const tell = (uid: string, id: string, tried: string) => {
			needs.tried.set(id, tried);
			this.touch(uid);
		};
		this.#commands = new Commands({ ...needs, tell }, needs.topics);
		this.#looking = oneLookAtATime(
			() => this.#next(),
			(error) => this.#failed(error),
		);
	}

	/** Announces everything. */
	async begin(): Promise<void> {
		const { topics } = this.#needs;
		await this.#connection.listen([topics.status, topics.commands, BIRTH_TOPIC, ALL_CONFIGS], (message) =>
			this.#hear(message),
		);
		await this.#connection.publish(topics.status, 'online');
		await this.touchAll();
	}

	async touchAll(): Promise<void> {
		const announced = await announcedAccounts(this.#needs.db);
		for (const uid of [...announced, ...this.#published.keys()]) this.#changed.add(uid);
		this.#look();
	}

	/** Something of this account has changed. */
	touch(uid: string): void {
		this.#changed.add(uid);
		this.#look();
	}

	isPublished(uid: string): boolean {
		return this.#published.has(uid);
	}

	#look(): void {
		if (!this.#stopped && !this.#looking.isLooking()) this.#current = this.#looking.poll();
		else void this.#looking.poll();
	}

	async #next(): Promise<boolean> {
		const [uid] = this.#changed;
		if (uid === undefined || this.#stopped) return false;
		this.#changed.delete(uid);
		try {
			await this.#publish(uid);
		} catch (error) {
			this.#changed.add(uid);
			throw error;
		}
		return this.#changed.size > 0;
	}

	/** The end of a connection is seen elsewhere. What the database or the storage could not say is asked again. */
	#failed(error: unknown): void {
		if (error instanceof BrokerFailure || this.#stopped) return;
		this.#needs.log.error({ err: error }, 'an account could not be announced to Home Assistant');
		clearTimeout(this.#again);
		this.#again = setTimeout(() => this.#look(), TRY_AGAIN_MS);
	}

	async #publish(uid: string): Promise<void> {
		const { db, topics } = this.#needs;
		const known = this.#published.get(uid) ?? new Map<string, string>();
		// Before it is read, so that a change meanwhile counts.
		this.#published.set(uid, known);
		const facts = await readFacts(db, uid);
		const wanted = facts ? announcementsOf(facts, this.#needs) : [];
		const isWanted = new Set(wanted.map(({ topic }) => topic));
		for (const topic of known.keys()) if (!isWanted.has(topic)) await this.#remove(known, topic);
		for (const id of this.#found.get(uid) ?? []) {
			if (isWanted.has(topics.config(uid, id))) continue;
			for (const topic of topics.allOf(uid, id)) await this.#remove(known, topic);
		}
		this.#found.delete(uid);
		for (const one of wanted) {
			const version = versionOf(one);
			if (known.get(one.topic) === version) continue;
			const payload = 'text' in one ? one.text : await this.#draw(uid, one.picture);
			if (payload === null) continue;
			await this.#connection.publish(one.topic, payload);
			known.set(one.topic, version);
		}
		if (known.size === 0) this.#published.delete(uid);
	}

	async #remove(known: Map<string, string>, topic: string): Promise<void> {
		await this.#connection.publish(topic, '');
		known.delete(topic);
	}

	/** Null if it is gone by now, or cannot be drawn: the next one will do. */
	async #draw(uid: string, { path, boxes, zones }: Picture): Promise<Buffer | null> {
		const bytes = await this.#needs.objects.read(path);
		const found = { action_boxes: boxes, action_zones: zones };
		return bytes && workFor({ owner: uid }, () => drawPicture(bytes, found, 0, LONGEST_SIDE));
	}

	#hear(message: BrokerMessage): void {
		if (this.#stopped) return;
		const { topic, payload, retained } = message;
		const { topics } = this.#needs;
		const word = () => payload.toString('utf8', 0, 16);
		if (topic === topics.status) {
			// The last will of a connection that ended after this one began.
			if (word() === 'offline') this.#say(topics.status, 'online');
		} else if (topic === BIRTH_TOPIC) {
			if (word() === 'online' && !retained) this.#announceAgain();
		} else if (topic.endsWith('/config')) {
			if (retained) this.#noteFound(topic, payload);
		} else this.#commands.take(message);
	}

	#say(topic: string, word: string): void {
		this.#connection.publish(topic, word).catch((error: unknown) => this.#failed(error));
	}

	/** Home Assistant has started. It may have missed what the broker did not keep. */
	#announceAgain(): void {
		for (const known of this.#published.values()) for (const topic of known.keys()) known.set(topic, '');
		this.touchAll().catch((error: unknown) => this.#failed(error));
	}

	/** Something of this installation: if it is gone since, its topics are removed. */
	#noteFound(topic: string, payload: Buffer): void {
		const named = readConfigTopic(topic);
		if (!named || this.#foundCount >= MAX_FOUND || !this.#isOurs(payload)) return;
		this.#foundCount++;
		const ids = this.#found.get(named.uid) ?? new Set();
		this.#found.set(named.uid, ids.add(named.id));
		this.touch(named.uid);
	}

	#isOurs(payload: Buffer): boolean {
		try {
			const config = JSON.parse(payload.toString());
			return config?.availability?.[0]?.topic === this.#needs.topics.status;
		} catch {
			return false;
		}
	}

	/** Says goodbye, because a clean end has no last will. */
	async stop(): Promise<void> {
		this.#stopped = true;
		clearTimeout(this.#again);
		const goodbye = async () => {
			await this.#commands.stop();
			await this.#current;
			await this.#connection.publish(this.#needs.topics.status, 'offline').catch(() => undefined);
		};
		// A broker that does not answer, or a database, holds up no stop.
		await Promise.race([goodbye(), sleep(GOODBYE_MS, null, { ref: false })]);
	}
}

function versionOf(one: Announcement): string {
	const content = 'text' in one ? one.text : JSON.stringify(one.picture);
	return createHash('sha256').update(content).digest('base64url');
}
