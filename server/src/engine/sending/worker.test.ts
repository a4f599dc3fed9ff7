import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { type NewDelivery, queueDeliveries } from '../../deliveries/queue.ts';
import { deliveries, pushSubscriptions } from '../../deliveries/tables.ts';
import { quiet } from '../../testing/quiet.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
import { waitFor } from '../../testing/wait.ts';
import type { LeasedDelivery } from './lease.ts';
import type { DeliveryNeeds, Sent } from './sender.ts';
import { nextTry } from './store.ts';
import { startDeliveries } from './worker.ts';

let server: TestServer;
const workers: { stop(): Promise<void> }[] = [];
const db = () => server.services.database.db;
beforeAll(async () => {
	server = await startServer({ env: { ROLES: 'api' } });
});
afterEach(async () => {
	for (const worker of workers.splice(0)) await worker.stop();
	await db().delete(deliveries);
});
afterAll(() => server.stop());

async function startWorker(send: (delivery: LeasedDelivery) => Promise<Sent>): Promise<void> {
	const needs = {
		...server.services,
		db: db(),
		log: quiet,
		bucket: 'watchword',
		contact: 'mailto:a@example.com',
	};
	const sender = { send: (_: DeliveryNeeds, delivery: LeasedDelivery) => send(delivery) };
	workers.push(
		await startDeliveries(server.services.database, needs, {
			push: sender,
			webhook: sender,
			channel: sender,
		}),
	);
}

async function addPhone(uid: string): Promise<string> {
	const id = newId();
	await db()
		.insert(pushSubscriptions)
		.values({
			id,
			_owner: uid,
			name: 'A phone',
			endpoint: `https://push.example/${id}`,
			p256dh: '',
			auth: '',
		});
	return id;
}

const about = (uid: string, pushId: string, key: string = newId()): NewDelivery => ({
	...{ _owner: uid, kind: 'push', key, pushId },
	...{ target: 'A phone', event: 'run.ended', payload: {} },
});
const queue = (...rows: NewDelivery[]) => db().transaction((tx) => queueDeliveries(tx, rows));
const stored = async (key: string) =>
	(await db().select().from(deliveries).where(eq(deliveries.key, key)))[0];
const ended = (key: string, status: string) =>
	waitFor(`delivery ${key} to be ${status}`, async () => (await stored(key))?.status === status);

test('a delivery that is queued twice is sent once', async () => {
	const { uid } = await server.customer();
	const phone = await addPhone(uid);
	const keys: string[] = [];
	await startWorker(async ({ key }) => {
		keys.push(key);
		return { outcome: 'sent', answer: 201 };
	});
	await queue(about(uid, phone, 'one'), about(uid, phone, 'two'));
	await queue(about(uid, phone, 'one'), about(uid, phone, 'three'));
	await Promise.all(['one', 'two', 'three'].map((key) => ended(key, 'sent')));
	expect(keys.sort()).toEqual(['one', 'three', 'two']);
	expect(await stored('one')).toMatchObject({ attempts: 1, answer: 201, problem: null });
});

test('a target that hangs holds up neither other targets nor other customers, and gets only a few at once', async () => {
	const [one, other] = [await server.customer(), await server.customer()];
	const hanging = await addPhone(one.uid);
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	let [now, most] = [0, 0];
	await startWorker(async ({ pushId }) => {
		if (pushId === hanging) {
			most = Math.max(most, ++now);
			await released;
			now--;
		}
		return { outcome: 'sent' };
	});
	await queue(...Array.from({ length: 40 }, (_, n) => about(one.uid, hanging, `hangs-${n}`)));
	await waitFor('as many as may go to one target at once', () => now === 4);
	await queue(
		about(one.uid, await addPhone(one.uid), 'same-customer'),
		about(other.uid, await addPhone(other.uid), 'other'),
	);
	await Promise.all([ended('same-customer', 'sent'), ended('other', 'sent')]);
	release();
	await ended('hangs-39', 'sent');
	expect(most).toBe(4);
});

test('customers whose targets hang, all of them, leave room for one more customer', async () => {
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	let now = 0;
	await startWorker(async ({ key }) => {
		now++;
		if (key !== 'other') await released;
		return { outcome: 'sent' };
	});
	const hanging = await Promise.all(
		Array.from({ length: 10 }, async () => {
			const { uid } = await server.customer();
			const phones = await Promise.all(Array.from({ length: 10 }, () => addPhone(uid)));
			return phones.map((phone) => about(uid, phone));
		}),
	);
	await queue(...hanging.flat());
	await waitFor('half of all that may be sent at once', () => now >= 16);
	const other = await server.customer();
	await queue(about(other.uid, await addPhone(other.uid), 'other'));
	await ended('other', 'sent');
	release();
});

test('a stop waits for what is just being leased', async () => {
	const { uid } = await server.customer();
	await queue(about(uid, await addPhone(uid), 'just leased'));
	await startWorker(async () => ({ outcome: 'sent' }));
	for (const worker of workers.splice(0)) await worker.stop();
	expect(await stored('just leased')).toMatchObject({ status: 'sent', lease_until: null });
});

test('what fails is tried again as the same delivery, and what fails for good is not', async () => {
	const { uid } = await server.customer();
	const [phone, gone] = [await addPhone(uid), await addPhone(uid)];
	const ids: string[] = [];
	await startWorker(async ({ id, pushId }) => {
		if (pushId === gone)
			return { outcome: 'failed', problem: 'There is no such phone.', answer: 410, final: true };
		ids.push(id);
		return ids.length < 2 ? { outcome: 'failed', problem: 'It is full.', answer: 507 } : { outcome: 'sent' };
	});
	await queue(about(uid, phone, 'again'), about(uid, gone, 'gone'));
	await ended('gone', 'failed');
	const waiting = await waitFor('the first failure', async () => {
		const row = await stored('again');
		return row?.problem ? row : null;
	});
	expect(waiting).toMatchObject({ status: 'waiting', attempts: 1, answer: 507, problem: 'It is full.' });
	expect(waiting.next_try_at.getTime()).toBeGreaterThan(Date.now() - 60_000);
	await db().update(deliveries).set({ next_try_at: sql`now()` }).where(eq(deliveries.key, 'again'));
	await ended('again', 'sent');
	expect(ids).toEqual([waiting.id, waiting.id]);
	expect(await stored('again')).toMatchObject({ attempts: 2, problem: null });
	expect(await stored('gone')).toMatchObject({ attempts: 1, answer: 410 });
});

test('what a worker was sending when its lease ran out is sent again, and its late outcome is not stored', async () => {
	const { uid } = await server.customer();
	const phone = await addPhone(uid);
	const { promise: released, resolve: release } = Promise.withResolvers<Sent>();
	const ids: string[] = [];
	await startWorker(({ id }) => {
		ids.push(id);
		return ids.length === 1 ? released : Promise.resolve({ outcome: 'sent', answer: 200 });
	});
	await queue(about(uid, phone, 'left'));
	await waitFor('the first attempt', () => ids.length === 1);
	await db().update(deliveries).set({ lease_until: sql`now() - interval '1 second'` });
	await ended('left', 'sent');
	release({ outcome: 'failed', problem: 'too late', final: true });
	for (const worker of workers.splice(0)) await worker.stop();
	expect(ids).toEqual([ids[0], ids[0]]);
	expect(await stored('left')).toMatchObject({ status: 'sent', attempts: 2, answer: 200, problem: null });
});

test('deliveries of a disabled account are dropped', async () => {
	const { uid } = await server.customer();
	const phone = await addPhone(uid);
	await db().execute(sql`update users set disabled_at = now() where id = ${uid}`);
	await startWorker(async () => ({ outcome: 'sent' }));
	await queue(about(uid, phone, 'disabled'));
	await ended('disabled', 'dropped');
});

test('attempts are seconds apart at first and hours later, and end after a day', () => {
	const created_at = new Date(0);
	const times: number[] = [0];
	for (let now = 0, attempts = 1; ; attempts++) {
		const next = nextTry({ attempts, created_at }, undefined, new Date(now), () => 0.5);
		if (!next) break;
		now = next.getTime();
		times.push(now / 1000);
	}
	expect(times.slice(0, 4)).toEqual([0, 5, 35, 155]);
	expect(times.at(-1)).toBe(86_400);
	expect(times.length).toBeLessThan(15);
	const asked = nextTry({ attempts: 1, created_at }, 900, new Date(0), () => 0);
	expect(asked?.getTime()).toBe(900_000);
});
