import { eq } from 'drizzle-orm';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '../accounts/tables.ts';
import { automations } from '../automations/tables.ts';
import { newId } from '../base/ids.ts';
import { automationRuns } from '../runs/tables.ts';
import { addAutomation, grant } from '../testing/automation.ts';
import { endedRuns } from '../testing/runs.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { fireDue } from './schedule.ts';

let server: TestServer;
beforeAll(async () => {
	// These tests use their own clock, so the server runs no scheduler.
	server = await startServer({ env: { ROLES: 'api,worker' } });
});
afterAll(() => server.stop());

const NOON = new Date('2031-06-15T12:00:00Z');
const minutes = (n: number) => new Date(NOON.getTime() + n * 60_000);

async function scheduled(next: Date, fields: Parameters<typeof addAutomation>[2] = {}) {
	const customer = await server.customer();
	await grant(server, customer.uid, 100);
	return addAutomation(server, customer.uid, { _triggerType: 'schedule', next_fire_at: next, ...fields });
}

async function times(id: string): Promise<string[]> {
	const runs = await server.services.database.db
		.select()
		.from(automationRuns)
		.where(eq(automationRuns._automationId, id))
		.orderBy(automationRuns._timestamp);
	return runs.map((run) => run._timestamp.toISOString());
}

async function nextOf(id: string): Promise<string | undefined> {
	const [row] = await server.services.database.db.select().from(automations).where(eq(automations.id, id));
	return row?.next_fire_at?.toISOString();
}

describe('a schedule', () => {
	const fire = (at: Date) => fireDue(server.services.database.db, at);

	test('of a disabled account does not fire, and continues when the account is enabled', async () => {
		const id = await scheduled(NOON);
		const { db } = server.services.database;
		const [owned] = await db.select().from(automations).where(eq(automations.id, id));
		const own = eq(users.id, String(owned?._owner));
		await db.update(users).set({ disabled_at: NOON }).where(own);
		await fire(NOON);
		expect(await times(id)).toEqual([]);
		await db.update(users).set({ disabled_at: null }).where(own);
		await fire(minutes(1));
		expect(await times(id)).toEqual([NOON.toISOString()]);
	});

	test('fires at its time, once, and plans the next day', async () => {
		const id = await scheduled(NOON);
		await fire(minutes(-1));
		expect(await times(id)).toEqual([]);
		await fire(minutes(0));
		await fire(minutes(0));
		await fire(minutes(1));
		expect(await times(id)).toEqual(['2031-06-15T12:00:00.000Z']);
		expect(await nextOf(id)).toBe('2031-06-16T12:00:00.000Z');
		const [run] = await endedRuns(server, id, 1);
		expect(run).toMatchObject({ _status: 'succeeded', _triggerType: 'schedule', credits: 1 });
	});

	test('mails what the model wrote, and nothing of why: there was nothing to look at', async () => {
		const to = `${newId()}@example.com`;
		const id = await scheduled(NOON, { action_toAddress: to });
		await fire(minutes(0));
		const [run] = await endedRuns(server, id, 1);
		expect(run?.action_evidence).toBe('One person at the gate.');
		const { text } = await PostalMime.parse((await server.rawMails(to, 1))[0] ?? '');
		expect(text).toContain('Someone is there.');
		expect(text).not.toContain('One person at the gate.');
	});

	test('fires once, even if several schedulers run at the same moment', async () => {
		const id = await scheduled(NOON);
		await Promise.all(Array.from({ length: 8 }, () => fire(minutes(0))));
		expect(await times(id)).toHaveLength(1);
	});

	test('runs once for each time missed in the last hour; older times do not run', async () => {
		const id = await scheduled(new Date('2031-06-15T09:00:00Z'), {
			_schedule: ['09:00', '11:04', '11:06', '11:40', '12:00'],
		});
		await fire(minutes(5));
		expect(await times(id)).toEqual([
			'2031-06-15T11:06:00.000Z',
			'2031-06-15T11:40:00.000Z',
			'2031-06-15T12:00:00.000Z',
		]);
	});

	test('does not fire twice when the clock is set back, and misses no time when it is set forward', async () => {
		const id = await scheduled(NOON);
		await fire(minutes(1));
		await server.services.database.db
			.update(automations)
			.set({ next_fire_at: NOON })
			.where(eq(automations.id, id));
		await fire(minutes(2));
		expect(await times(id)).toHaveLength(1);
		// A decision that is being stored locks the automation, and a locked one waits for the next tick.
		await endedRuns(server, id, 1);
		await fire(new Date('2031-06-16T12:30:00Z'));
		expect(await times(id)).toHaveLength(2);
	});

	test('keeps its wall-clock time when daylight saving ends', async () => {
		const summer = { _zone: 'Europe/Berlin', _utcOffset: 120, _schedule: ['10:00'] };
		const id = await scheduled(new Date('2031-10-25T10:00:00Z'), summer);
		await fire(new Date('2031-10-25T10:00:00Z'));
		await endedRuns(server, id, 1);
		await fire(new Date('2031-10-26T11:00:00Z'));
		expect(await times(id)).toEqual(['2031-10-25T10:00:00.000Z', '2031-10-26T11:00:00.000Z']);
	});

	test('of a deleted automation, or of one with another trigger, does not fire', async () => {
		const deleted = await scheduled(NOON, { _deleted: true });
		const mail = await scheduled(NOON, { _triggerType: 'email' });
		await fire(minutes(0));
		expect([await times(deleted), await times(mail)]).toEqual([[], []]);
	});
});

test('saving an automation plans its next fire', async () => {
	const customer = await server.customer();
	const created = (await (await customer.post('/api/automations')).json()) as Record<string, unknown>;
	const { runs: _runs, id, _owner, _deleted, ...settings } = created;
	const saved = await customer.send('PUT', `/api/automations/${id}`, {
		...settings,
		_triggerType: 'schedule',
	});
	expect(saved.status).toBe(200);
	expect(Date.parse(String(await nextOf(String(id))))).toBeGreaterThan(Date.now());
});
