import { MAX_WEBHOOKS, type WebhookEvent } from '@watchword/contract/delivery';
import type { WebhookEndpoint, WebhookTest } from '@watchword/contract/webhook';
import { and, asc, count, eq, sql } from 'drizzle-orm';
import { noteEvent, type Origin } from '../accounts/history.ts';
import { lockAccount } from '../accounts/standing.ts';
import { publish } from '../base/events.ts';
import { Refusal } from '../base/failures.ts';
import { newId } from '../base/ids.ts';
import { limit } from '../base/limits.ts';
import type { Db } from '../ports/database.ts';
import { type Outgoing, RequestFailed } from './outgoing.ts';
import { newSecret, postWebhook } from './send-webhook.ts';
import { deliveries, webhookEndpoints } from './tables.ts';

type Row = typeof webhookEndpoints.$inferSelect;

const documentOf = ({ _owner, secret, created_at, failing_since, disabled_at, ...row }: Row) => ({
	...row,
	created_at: created_at.toISOString(),
	failing_since: failing_since?.toISOString() ?? null,
	disabled_at: disabled_at?.toISOString() ?? null,
});

const mine = (uid: string, id: string) => and(eq(webhookEndpoints.id, id), eq(webhookEndpoints._owner, uid));

function found<T>(row: T | undefined): T {
	if (!row) throw new Refusal('not-found', 'There is no such webhook.');
	return row;
}

export async function listWebhooks(db: Db, uid: string): Promise<WebhookEndpoint[]> {
	const rows = await db
		.select()
		.from(webhookEndpoints)
		.where(eq(webhookEndpoints._owner, uid))
		.orderBy(asc(webhookEndpoints.created_at), asc(webhookEndpoints.id));
	return rows.map(documentOf);
}

export async function findWebhook(db: Db, uid: string, id: string): Promise<Row> {
	const [row] = await db.select().from(webhookEndpoints).where(mine(uid, id));
	return found(row);
}

interface Edit {
	url: string;
	events: WebhookEvent[];
}

export async function addWebhook(
	db: Db,
	outgoing: Outgoing,
	uid: string,
	{ url, events }: Edit,
	origin: Origin,
) {
	await checkUrl(db, outgoing, uid, url);
	const row = await db.transaction(async (tx: Db) => {
		await lockAccount(tx, uid);
		const [has] = await tx
			.select({ count: count() })
			.from(webhookEndpoints)
			.where(eq(webhookEndpoints._owner, uid));
		if ((has?.count ?? 0) >= MAX_WEBHOOKS) {
			throw new Refusal('conflict', `You have ${MAX_WEBHOOKS} webhooks. Remove one to add another.`);
		}
		const [added] = await tx
			.insert(webhookEndpoints)
			.values({ id: newId(), _owner: uid, url, secret: newSecret(), events })
			.returning();
		await noteEvent(tx, uid, 'webhook-added', { name: hostOf(url) }, origin);
		await publish(tx, uid, { topic: 'deliveries' });
		return found(added);
	});
	return { ...documentOf(row), secret: row.secret };
}

export async function editWebhook(
	db: Db,
	outgoing: Outgoing,
	uid: string,
	id: string,
	{ url, events, enabled }: Edit & { enabled: boolean },
): Promise<WebhookEndpoint> {
	const before = await findWebhook(db, uid, id);
	if (url !== before.url) await checkUrl(db, outgoing, uid, url);
	const [row] = await db
		.update(webhookEndpoints)
		.set({
			url,
			events,
			...(enabled && before.disabled_at && { disabled_at: null, failing_since: null }),
			...(!enabled && { disabled_at: sql`coalesce(${webhookEndpoints.disabled_at}, now())` }),
		})
		.where(mine(uid, id))
		.returning();
	await publish(db, uid, { topic: 'deliveries' });
	return documentOf(found(row));
}

async function checkUrl(db: Db, outgoing: Outgoing, uid: string, url: string): Promise<void> {
	await limit(db, `webhook-check:${uid}`, 60, 600);
	try {
		await outgoing.check(url);
	} catch (error) {
		if (error instanceof RequestFailed) throw new Refusal('invalid-argument', error.message);
		throw error;
	}
}

export async function removeWebhook(db: Db, uid: string, id: string, origin: Origin): Promise<void> {
	await db.transaction(async (tx) => {
		const [gone] = await tx.delete(webhookEndpoints).where(mine(uid, id)).returning();
		await noteEvent(tx, uid, 'webhook-removed', { name: hostOf(found(gone).url) }, origin);
		await publish(tx, uid, { topic: 'deliveries' });
	});
}

/** For the history: the rest of an address may hold a secret. */
const hostOf = (url: string) => new URL(url).host;

/** From now on everything is signed with the new secret, including retries. */
export async function replaceSecret(db: Db, uid: string, id: string, origin: Origin): Promise<string> {
	await limit(db, `webhook-secret:${uid}`, 60, 3600);
	return db.transaction(async (tx) => {
		const set = tx.update(webhookEndpoints).set({ secret: newSecret() });
		const [row] = await set.where(mine(uid, id)).returning();
		const { url, secret } = found(row);
		await noteEvent(tx, uid, 'webhook-secret', { name: hostOf(url) }, origin);
		return secret;
	});
}

/** Sends a test at once, even to a disabled endpoint, and stores it in the log. It is not retried. */
export async function testWebhook(
	db: Db,
	outgoing: Outgoing,
	uid: string,
	endpointId: string,
): Promise<WebhookTest> {
	const endpoint = await findWebhook(db, uid, endpointId);
	await limit(db, `webhook-test:${uid}`, 30, 600);
	const [id, created_at] = [newId(), new Date()];
	const event = 'webhook.test';
	const payload = {
		type: event,
		timestamp: created_at.toISOString(),
		data: { message: 'This is a test from Watchword.' },
	};
	const sent = await postWebhook(outgoing, endpoint, id, payload);
	const ended_at = new Date();
	const answer = sent.answer ?? null;
	const problem = sent.outcome === 'failed' ? sent.problem : null;
	await db.insert(deliveries).values({
		...{ id, _owner: uid, kind: 'webhook', key: `${event}:${id}`, webhookId: endpointId },
		...{ target: endpoint.url, event, payload, status: sent.outcome, attempts: 1 },
		...{ answer, problem, created_at, ended_at },
	});
	await publish(db, uid, { topic: 'deliveries' });
	return { outcome: sent.outcome, answer, problem, ms: ended_at.getTime() - created_at.getTime() };
}
