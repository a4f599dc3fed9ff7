import type { Dashboard } from '@watchword/contract/dashboard';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../base/ids.ts';
import { addAutomation, addCamera } from '../testing/automation.ts';
import { jpeg } from '../testing/images.ts';
import { endedRuns } from '../testing/runs.ts';
import { refusal, startServer, type TestServer } from '../testing/server.ts';
import { waitFor } from '../testing/wait.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

type Customer = Awaited<ReturnType<TestServer['customer']>>;

const HOUR = 3_600_000;
const since = () => new Date(Date.now() - 5 * HOUR).toISOString();
const read = async (customer: Customer, from = since()) =>
	(await (await customer.get(`/api/dashboard?since=${from}`)).json()) as Dashboard;

interface Past {
	hoursAgo: number;
	status: string;
	verdict?: string;
	reason?: string;
}

async function ran(customer: Customer, automation: string, { hoursAgo, status, verdict, reason }: Past) {
	const id = newId();
	await server.services.database.db.execute(sql`
		insert into automation_runs (id, _owner, "_automationId", "_triggerKey", _timestamp, "_triggerType", "_actionType",
			_status, action_verdict, _reason, ended_at)
		values (${id}, ${customer.uid}, ${automation}, ${id}, now() - make_interval(secs => ${hoursAgo * 3600}), 'email', 'sendEmail',
			${status}, ${verdict ?? null}, ${reason ?? null}, now())`);
	return id;
}

test('counts the runs of today by hour and outcome, and lists the same failure once', async () => {
	const customer = await server.customer();
	const automation = await addAutomation(server, customer.uid);
	await ran(customer, automation, { hoursAgo: 0.5, status: 'succeeded', verdict: 'met' });
	await ran(customer, automation, { hoursAgo: 0.6, status: 'succeeded', verdict: 'not met' });
	await ran(customer, automation, { hoursAgo: 2.5, status: 'failed', reason: 'The model is away.' });
	const newest = await ran(customer, automation, {
		hoursAgo: 2.4,
		status: 'failed',
		reason: 'The model is away.',
	});
	await ran(customer, automation, { hoursAgo: 2.3, status: 'skipped' });
	await ran(customer, automation, { hoursAgo: 7, status: 'failed', reason: 'Last night.' });
	await ran(customer, automation, { hoursAgo: 30, status: 'failed', reason: 'Long ago.' });

	const { hours, failures, hasRun } = await read(customer);
	expect(hours).toEqual([
		{ hour: 2, outcome: 'failed', runs: 2 },
		{ hour: 2, outcome: 'skipped', runs: 1 },
		{ hour: 4, outcome: 'done', runs: 1 },
		{ hour: 4, outcome: 'not-met', runs: 1 },
	]);
	expect(failures).toMatchObject([
		{ _automationId: automation, _reason: 'The model is away.', runs: 2, runId: newest },
		{ _reason: 'Last night.', runs: 1 },
	]);
	expect(hasRun).toBe(true);
});

test('counts the runs of each camera that belong to no episode: a day is quiet only if all of them found nothing', async () => {
	const customer = await server.customer();
	const camera = await addCamera(server, customer.uid);
	const id = await addAutomation(server, customer.uid, {
		_triggerType: 'capture',
		_actionType: 'save',
		trigger_device_deviceID: camera.deviceId,
		trigger_device_type: 'continuous',
	});
	await camera.send(await jpeg());
	const [run] = await endedRuns(server, id, 1);
	expect(run?._episodeId).toBeNull();
	expect((await read(customer)).cameras).toEqual([
		{ deviceId: camera.deviceId, outcome: run?._outcome, runs: 1 },
	]);
});

test('shows the newest picture of each device', async () => {
	const customer = await server.customer();
	const camera = await addCamera(server, customer.uid);
	await addCamera(server, customer.uid);
	expect(await read(customer)).toEqual({
		waiting: { runs: 0, oldest: [] },
		hours: [],
		cameras: [],
		failures: [],
		pictures: [],
		drawn: [],
		hasRun: false,
	});
	await camera.send(await jpeg());
	const pictures = await waitFor('a picture on the dashboard', async () => {
		const shown = (await read(customer)).pictures;
		return shown.length > 0 && shown;
	});
	expect(pictures).toMatchObject([{ deviceId: camera.deviceId }]);
	const path = encodeURIComponent(String(pictures[0]?.thumb_path));
	expect((await customer.get(`/v0/b/watchword/o/${path}`)).status).toBe(200);

	// Few captures are made small when they come. One that somebody wants to see here is.
	const answer = (await (await camera.send(await jpeg())).json()) as { captureId: string };
	await waitFor('the next picture on the dashboard', async () =>
		(await read(customer)).pictures[0]?.thumb_path.includes(answer.captureId),
	);
});

test.each(['', '?since=', '?since=today', '?since=2026-02-30T00:00:00Z', `?since=${since()}&uid=x`])(
	'refuses %j with a reason',
	async (query) => {
		const customer = await server.customer();
		expect(await refusal(await customer.get(`/api/dashboard${query}`))).toBe('400 invalid-argument');
	},
);

test('a start of the day in the future or years ago gets an answer too', async () => {
	const customer = await server.customer();
	const automation = await addAutomation(server, customer.uid);
	await ran(customer, automation, { hoursAgo: 1, status: 'succeeded' });
	await ran(customer, automation, { hoursAgo: 100, status: 'succeeded' });
	expect((await read(customer, '2999-01-01T00:00:00Z')).hours).toEqual([]);
	expect((await read(customer, '1999-01-01T00:00:00Z')).hours).toHaveLength(1);
});
