import { sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { newId } from '../base/ids.ts';
import { enter } from '../billing/billing.ts';
import { automationRuns } from '../runs/tables.ts';
import { addAutomation, askForRun, grant } from '../testing/automation.ts';
import { answerOf, scriptedModel } from '../testing/model.ts';
import { endedRuns } from '../testing/runs.ts';
import { refusal, startSecond, startServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
afterEach(() => server.stop());

test('a daily cap allows exactly that many runs, even if more are triggered at once', async () => {
	server = await startServer({ env: { ROLES: 'api' } });
	const customer = await server.customer();
	await grant(server, customer.uid, 100);
	const zone = 'Australia/Sydney';
	const id = await addAutomation(server, customer.uid, {
		_triggerType: 'schedule',
		_actionType: 'save',
		_dailyCap: 7,
		_zone: zone,
	});
	for (let n = 0; n < 30; n++) await askForRun(server, id);
	// Neither a run of yesterday (in the zone of the automation) nor a failed run of today counts.
	const { db } = server.services.database;
	const midnight = sql`date_trunc('day', now() at time zone ${zone}) at time zone ${zone}`;
	const past = {
		_owner: customer.uid,
		_automationId: id,
		ended_at: new Date(),
		action_verdict: 'met',
	} as const;
	const kind = { _triggerType: 'email', _actionType: 'save' } as const;
	await db.insert(automationRuns).values([
		{
			...past,
			...kind,
			id: newId(),
			_triggerKey: newId(),
			_status: 'succeeded',
			_timestamp: sql`${midnight} - interval '1 second'`,
		},
		{ ...past, ...kind, id: newId(), _triggerKey: newId(), _status: 'failed', _timestamp: sql`now()` },
	]);
	const second = await startSecond(server);
	server = second;
	const runs = (await endedRuns(second, id, 32)).slice(0, 30);
	const skipped = runs.filter((run) => run._status === 'skipped');
	expect(runs.filter((run) => run._status === 'succeeded' && run.credits === 1)).toHaveLength(7);
	expect([...new Set(skipped.map((run) => run._reason))]).toEqual([
		'This automation may run 7 times a day, and it had.',
	]);
	expect(skipped.every((run) => run.credits === 0 && run.action_verdict === null)).toBe(true);
	expect(
		await (
			await second.services.database.db.execute(
				sql`select balance from ledger_entries where uid = ${customer.uid} order by seq desc limit 1`,
			)
		).rows,
	).toEqual([{ balance: 93 }]);
});

test('each time credits run low or are used up, the customer gets one mail', async () => {
	server = await startServer({ model: scriptedModel(() => answerOf({ verdict: 'not met' })) });
	const customer = await server.customer();
	const id = await addAutomation(server, customer.uid, { _triggerType: 'schedule' });
	let ran = 0;
	const run = async (count: number) => {
		for (let n = 0; n < count; n++) await askForRun(server, id);
		ran += count;
		await endedRuns(server, id, ran);
	};
	const spend = (credits: number) =>
		enter(server.services.database.db, {
			uid: customer.uid,
			kind: 'charge',
			credits: -credits,
			reference: newId(),
		});
	await grant(server, customer.uid, 22);
	await run(3);
	const [low] = await server.mails(customer.email, 1);
	expect(low).toContain('20 credits are left.');
	await spend(17);
	await run(2);
	await grant(server, customer.uid, 21);
	await run(1);
	const mails = (await server.mails(customer.email, 3)).map((mail) => mail.split('\n')[0]);
	expect(mails.filter((mail) => mail?.startsWith('20 credits are left.'))).toHaveLength(2);
	expect(mails.filter((mail) => mail?.startsWith('Automations that cost credits are skipped'))).toHaveLength(
		1,
	);
});

test('with CREDITS=off runs succeed without credits, and nothing is sold', async () => {
	server = await startServer({
		env: { CREDITS: 'off' },
		model: scriptedModel(() => answerOf({ verdict: 'not met' })),
	});
	const customer = await server.customer();
	const id = await addAutomation(server, customer.uid, { _triggerType: 'schedule' });
	await askForRun(server, id);
	expect(await endedRuns(server, id, 1)).toMatchObject([{ _status: 'succeeded', credits: 0 }]);
	expect(await (await customer.get('/api/portal')).json()).toMatchObject({ payments: { provider: 'none' } });
	const bought = await customer.post('/api/payment-intent', { userId: customer.uid, amount: 5 });
	expect(await refusal(bought)).toBe('404 not-found');
});
