import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { automations } from '../automations/tables.ts';
import { automationRuns } from '../runs/tables.ts';
import { addAutomation, grant } from '../testing/automation.ts';
import { endedRuns } from '../testing/runs.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { fireDue } from './triggers/schedule.ts';

let server: TestServer;
beforeAll(async () => {
	// The clock of these tests is their own: no scheduler of the server's runs beside it.
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
	const runs = await server.house.database.db
		.select()
		.from(automationRuns)
		.where(eq(automationRuns._automationId, id))
		.orderBy(automationRuns._timestamp);
	return runs.map((run) => run._timestamp.toISOString());
}

async function nextOf(id: string): Promise<string | undefined> {
	const [row] = await server.house.database.db.select().from(automations).where(eq(automations.id, id));
	return row?.next_fire_at?.toISOString();
}

describe('a schedule', () => {
	const fire = (at: Date) => fireDue(server.house.database.db, at);

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

	test('fires once however many look at the same moment', async () => {
		const id = await scheduled(NOON);
		await Promise.all(Array.from({ length: 8 }, () => fire(minutes(0))));
		expect(await times(id)).toHaveLength(1);
	});

	test('missed within the hour runs once each; older times do not run', async () => {
		const id = await scheduled(new Date('2031-06-15T09:00:00Z'), {
			_schedule: ['09:00', '11:10', '11:40', '12:00'],
		});
		await fire(minutes(5));
		expect(await times(id)).toEqual([
			'2031-06-15T11:10:00.000Z',
			'2031-06-15T11:40:00.000Z',
			'2031-06-15T12:00:00.000Z',
		]);
	});

	test('does not fire again when the clock steps back, nor lose a time when it steps on', async () => {
		const id = await scheduled(NOON);
		await fire(minutes(1));
		await server.house.database.db
			.update(automations)
			.set({ next_fire_at: NOON })
			.where(eq(automations.id, id));
		await fire(minutes(2));
		expect(await times(id)).toHaveLength(1);
		await fire(new Date('2031-06-16T12:30:00Z'));
		expect(await times(id)).toHaveLength(2);
	});

	test('keeps its place on the wall clock in winter', async () => {
		const summer = { _zone: 'Europe/Berlin', _utcOffset: 120, _schedule: ['10:00'] };
		const id = await scheduled(new Date('2031-10-25T10:00:00Z'), summer);
		await fire(new Date('2031-10-25T10:00:00Z'));
		await fire(new Date('2031-10-26T11:00:00Z'));
		expect(await times(id)).toEqual(['2031-10-25T10:00:00.000Z', '2031-10-26T11:00:00.000Z']);
	});

	test('of a deleted automation, or one that listens to something else, does not fire', async () => {
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
