import type { Channel, ChannelTarget, ChannelTest } from '@watchword/contract/channel';
import { CHANNELS_MAX } from '@watchword/contract/channels';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { noteEvent, type Origin } from '../../accounts/history.ts';
import { lockAccount } from '../../accounts/standing.ts';
import { automations } from '../../automations/tables.ts';
import { publish } from '../../base/events.ts';
import { Refusal } from '../../base/failures.ts';
import { newId } from '../../base/ids.ts';
import { limit } from '../../base/limits.ts';
import type { Db } from '../../ports/database.ts';
import { RequestFailed } from '../outgoing.ts';
import { channels } from '../tables.ts';
import type { ChannelMessage } from './channel.ts';
import { addressOf, type ChannelNeeds, hintOf, sendToChannel } from './send.ts';

type Row = typeof channels.$inferSelect;

/** Without its secrets. */
const documentOf = ({ id, kind, name, hint, created_at, sent_at, problem }: Row): Channel => ({
	...{ id, kind, name, hint, problem },
	created_at: created_at.toISOString(),
	sent_at: sent_at?.toISOString() ?? null,
});

const mine = (uid: string, id: string) => and(eq(channels.id, id), eq(channels._owner, uid));

function found<T>(row: T | undefined): T {
	if (!row) throw new Refusal('not-found', 'There is no such channel.');
	return row;
}

export async function listChannels(db: Db, uid: string): Promise<Channel[]> {
	const rows = await db
		.select()
		.from(channels)
		.where(eq(channels._owner, uid))
		.orderBy(asc(channels.created_at), asc(channels.id));
	return rows.map(documentOf);
}

/** Locks those of the channels that belong to the customer, so that none can be removed before the commit; their number. */
export async function holdChannels(tx: Db, uid: string, ids: string[]): Promise<number> {
	const held = await tx
		.select({ id: channels.id })
		.from(channels)
		.where(and(inArray(channels.id, ids), eq(channels._owner, uid)))
		.for('share');
	return held.length;
}

interface Needs extends ChannelNeeds {
	db: Db;
}

interface Given {
	name: string;
	target: ChannelTarget;
}

export async function addChannel(
	{ db, ...needs }: Needs,
	uid: string,
	{ name, target }: Given,
	origin: Origin,
): Promise<Channel> {
	await checkTarget({ db, ...needs }, uid, target);
	return db.transaction(async (tx: Db) => {
		await lockAccount(tx, uid);
		if ((await tx.$count(channels, eq(channels._owner, uid))) >= CHANNELS_MAX) {
			throw new Refusal('conflict', `You have ${CHANNELS_MAX} channels. Remove one to add another.`);
		}
		const [added] = await tx
			.insert(channels)
			.values({ id: newId(), _owner: uid, kind: target.kind, name, target, hint: hintOf(target) })
			.returning();
		await noteEvent(tx, uid, 'channel-added', { name }, origin);
		await publish(tx, uid, { topic: 'deliveries' });
		return documentOf(found(added));
	});
}

export async function editChannel(
	{ db, ...needs }: Needs,
	uid: string,
	id: string,
	{ name, target }: { name: string; target?: ChannelTarget | undefined },
	origin: Origin,
): Promise<Channel> {
	if (target) await checkTarget({ db, ...needs }, uid, target);
	return db.transaction(async (tx: Db) => {
		const [before] = await tx.select().from(channels).where(mine(uid, id)).for('update');
		if (target && target.kind !== found(before).kind) {
			throw new Refusal('invalid-argument', 'target.kind: cannot change. Add another channel instead.');
		}
		const [changed] = await tx
			.update(channels)
			.set({ name, ...(target && { target, hint: hintOf(target), problem: null }) })
			.where(mine(uid, id))
			.returning();
		if (target) await noteEvent(tx, uid, 'channel-changed', { name }, origin);
		await publish(tx, uid, { topic: 'deliveries' });
		return documentOf(found(changed));
	});
}

async function checkTarget({ db, outgoing }: Needs, uid: string, target: ChannelTarget): Promise<void> {
	await limit(db, `channel-change:${uid}`, 60, 600);
	const address = addressOf(target);
	if (address === null) return;
	try {
		await outgoing.check(address);
	} catch (error) {
		if (error instanceof RequestFailed) throw new Refusal('invalid-argument', `target.url: ${error.message}`);
		throw error;
	}
}

const NAMED = 3;

/** A channel that automations name stays: without it, some of them would tell nobody. */
export async function removeChannel(db: Db, uid: string, id: string, origin: Origin): Promise<void> {
	await db.transaction(async (tx: Db) => {
		const [row] = await tx.select().from(channels).where(mine(uid, id)).for('update');
		const { name } = found(row);
		const using = await tx
			.select({ name: automations._name })
			.from(automations)
			.where(
				and(
					eq(automations._owner, uid),
					sql`not ${automations._deleted} and ${automations._channels} @> array[${id}]`,
				),
			)
			.orderBy(asc(automations._name));
		if (using.length > 0) {
			const named = using.slice(0, NAMED).map((one) => `“${one.name}”`);
			const more = using.length > NAMED ? ` and ${using.length - NAMED} more` : '';
			const message = `It is used by ${named.join(', ')}${more}. Choose another way to tell you there first.`;
			throw new Refusal('conflict', message);
		}
		await tx.delete(channels).where(mine(uid, id));
		await noteEvent(tx, uid, 'channel-removed', { name }, origin);
		await publish(tx, uid, { topic: 'deliveries' });
	});
}

const TEST: ChannelMessage = {
	id: 'test',
	title: 'Watchword',
	text: 'This is a test. Messages of your automations arrive here.',
	...{ open: null, snooze: null, picture: null, quiet: false, replaces: null },
};

/** Enough to try a new channel, too few to make it ring all day. */
const TESTS_PER_HOUR = 30;

/** Sends a test at once. It is not retried. */
export async function testChannel({ db, ...needs }: Needs, uid: string, id: string): Promise<ChannelTest> {
	const [row] = await db.select().from(channels).where(mine(uid, id));
	const { target } = found(row);
	await limit(db, `channel-test:${uid}`, TESTS_PER_HOUR, 3600);
	const sent = await sendToChannel(needs, target, TEST);
	const problem = sent.outcome === 'failed' ? sent.problem : null;
	await noteAnswer(db, id, problem);
	await publish(db, uid, { topic: 'deliveries' });
	return { outcome: sent.outcome, problem };
}

/** Stores what came of the last message. */
export async function noteAnswer(db: Db, id: string, problem: string | null): Promise<void> {
	await db
		.update(channels)
		.set({ problem, ...(problem === null && { sent_at: sql`now()` }) })
		.where(eq(channels.id, id));
}
