import type { AddressInfo, Socket } from 'node:net';
import { eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { ModelFailure } from '../base/failures.ts';
import { enter, readBilling } from '../billing/billing.ts';
import type { Db } from '../ports/database.ts';
import { automationRuns } from '../runs/tables.ts';
import { addAutomation, addCamera, askForRun, grant } from '../testing/automation.ts';
import { openTestDatabase } from '../testing/database.ts';
import { jpeg } from '../testing/images.ts';
import { answerOf, type Script, scriptedModel } from '../testing/model.ts';
import { endedRuns } from '../testing/runs.ts';
import { startSecond, startServer, type TestServer } from '../testing/server.ts';
import { waitFor } from '../testing/wait.ts';
import { leaseRuns, renewLeases } from './lease.ts';
import { mailFailures } from './notices.ts';
import { RUNS_CHANNEL } from './queue-runs.ts';
import { LeaseLost, storeStep, storeSteps } from './step.ts';
import { startWorker } from './worker.ts';

let server: TestServer;
/** For tests that need no settings of their own. */
const shared = new Map<string, TestServer>();
afterEach(async () => {
	if (![...shared.values()].includes(server)) await server.stop();
});
afterAll(async () => {
	for (const one of shared.values()) await one.stop();
});

async function share(name: string, options: Parameters<typeof startServer>[0]): Promise<void> {
	server = shared.get(name) ?? (await startServer(options));
	shared.set(name, server);
}

let script: Script;

/** All roles, and a model that answers as this test says. */
async function serveWithModel(answers: Script): Promise<void> {
	script = answers;
	await share('model', { model: scriptedModel((...asked) => script(...asked)) });
}

/** A process without workers, and no run waits: for tests that lease runs themselves. */
async function serveWithoutWorkers(): Promise<void> {
	await share('without workers', { env: { ROLES: 'api' } });
	await server.services.database.db
		.update(automationRuns)
		.set({ _status: 'skipped', ended_at: sql`now()` })
		.where(isNull(automationRuns.ended_at));
}

/** A server of the test's own, which sends its mails to a mail server with these rules. */
async function serveWithMailServer(rules: Partial<Rules>) {
	const sink = await mailSink(rules);
	onTestFinished(sink.close);
	server = await startServer({ env: { SMTP_URL: sink.url } });
	return sink;
}

/** An automation with credits, and queued runs of it. */
async function queued(count = 1, fields: Parameters<typeof addAutomation>[2] = {}) {
	const customer = await server.customer();
	await grant(server, customer.uid, 100);
	const id = await addAutomation(server, customer.uid, { _triggerType: 'schedule', ...fields });
	for (let n = 0; n < count; n++) await askForRun(server, id);
	return { customer, id };
}

/** Makes waiting retries due now, and wakes the workers. */
async function hurry(id: string): Promise<void> {
	const { db } = server.services.database;
	const due = await db
		.update(automationRuns)
		.set({ next_try_at: sql`now()` })
		.where(sql`${automationRuns._automationId} = ${id} and ${automationRuns.next_try_at} > now()`)
		.returning();
	if (due.length > 0) await db.execute(sql`select pg_notify(${RUNS_CHANNEL}, '')`);
}

async function hurryUntilEnded(id: string) {
	const timer = setInterval(() => void hurry(id).catch(() => undefined), 100);
	const runs = await endedRuns(server, id, 1);
	clearInterval(timer);
	return runs;
}

describe('a model', () => {
	test('that answers in a wrong form is asked once more, with what was wrong', async () => {
		const problems: (string | undefined)[] = [];
		await serveWithModel((_question, repair) => {
			problems.push(repair?.problem);
			return repair ? answerOf({}) : 'Sure! {"verdict":"met"}';
		});
		const { id } = await queued();
		const [run] = await endedRuns(server, id, 1);
		expect(run).toMatchObject({ _status: 'succeeded', tokensIn: 20, tokensOut: 10 });
		expect(problems).toEqual([undefined, 'it is not one complete JSON object']);
	});

	test('that answers with characters which cannot be stored is asked once, and they are replaced', async () => {
		let asked = 0;
		await serveWithModel(() => {
			asked++;
			return answerOf({ evidence: 'Half \ud83d', information: 'a\0b', email_html: '<p>\udc00\0</p>' });
		});
		const { id } = await queued();
		const [run] = await endedRuns(server, id, 1);
		expect(run).toMatchObject({
			_status: 'succeeded',
			action_evidence: 'Half \ufffd',
			action_information: 'a\ufffdb',
		});
		expect(asked).toBe(1);
	});

	test('that answers in a wrong form twice fails the run: no charge and no verdict', async () => {
		let text = '';
		await serveWithModel(() => text);
		for (text of [
			'',
			'{',
			'null',
			'[]',
			'{"verdict":"met"}',
			answerOf({ verdict: 'yes' as never }),
			answerOf({ evidence: '' }),
			answerOf({ 'half \ud83d and \0': '' } as never),
			'x'.repeat(1e6),
		]) {
			const { customer, id } = await queued();
			const [run] = await endedRuns(server, id, 1);
			expect(run, text.slice(0, 40)).toMatchObject({
				_status: 'failed',
				_reason: 'The model answered twice in a form that cannot be used.',
				action_verdict: null,
				action_condition_met: null,
				credits: 0,
			});
			expect((await readBilling(server.services.database.db, customer.uid)).creditBalance).toBe(100);
		}
	});

	test('that is down for a while is asked again; the run is charged once', async () => {
		let calls = 0;
		await serveWithModel(() => {
			if (++calls < 3) throw new ModelFailure('The model is busy.', true, { afterSeconds: 30 });
			return answerOf({});
		});
		const { customer, id } = await queued();
		const [run] = await hurryUntilEnded(id);
		expect(run).toMatchObject({ _status: 'succeeded', attempts: 3, credits: 1 });
		expect((await readBilling(server.services.database.db, customer.uid)).creditBalance).toBe(99);
	});

	test('that refuses permanently fails the run at once with its reason, and the owner gets a mail', async () => {
		let calls = 0;
		await serveWithModel(() => {
			calls++;
			throw new ModelFailure('The model refuses the key.', false);
		});
		const { id } = await queued();
		const [run] = await endedRuns(server, id, 1);
		expect([run?._status, run?._reason, calls]).toEqual(['failed', 'The model refuses the key.', 1]);
		const { rows } = await server.services.database.db.execute(
			sql`select data from queue.job where name = 'failure-mail' and data ->> 'automationId' = ${id}`,
		);
		expect(rows).toMatchObject([{ data: { automationId: id } }]);
	});

	test('that accepts the request but does not answer for several tries is waited for', async () => {
		let calls = 0;
		await serveWithModel(() => {
			if (++calls < 9) throw new ModelFailure('The model did not answer.', true, { absent: 'silent' });
			return answerOf({});
		});
		const { id } = await queued();
		const [run] = await hurryUntilEnded(id);
		expect([run?._status, run?.credits, calls]).toEqual(['succeeded', 1, 9]);
	});

	test.each([
		['that cannot answer', 'now', null],
		['that does not answer for ten minutes', '10 minutes', 'silent'],
		['that is down for an hour', '1 hour', 'away'],
	] as const)('%s is given up after a limited number of tries', async (_name, since, absent) => {
		await serveWithModel(() => {
			throw new ModelFailure('The model could not be asked.', true, { absent });
		});
		const { id } = await queued();
		if (since !== 'now') {
			await server.services.database.db
				.update(automationRuns)
				.set({ _timestamp: sql`now() - ${since}::interval` });
		}
		const [run] = await hurryUntilEnded(id);
		expect([run?._status, run?._reason, run?.attempts]).toEqual([
			'failed',
			'The model could not be asked.',
			6,
		]);
	});
});

describe('a mail server', () => {
	test('that is down for several tries is waited for', async () => {
		let tries = 0;
		const { mails, drop } = await serveWithMailServer({
			onMailFrom(_address, _session, done) {
				if (++tries > 8) done();
				else drop();
			},
		});
		const { id } = await queued();
		const [run] = await hurryUntilEnded(id);
		expect([run?._status, run?.credits, mails.length, tries]).toEqual(['succeeded', 1, 1, 9]);
	});

	test('that is down for an hour fails the run; the model is not asked again, nothing is charged', async () => {
		let calls = 0;
		server = await startServer({
			model: scriptedModel(() => {
				calls++;
				return answerOf({});
			}),
			env: { SMTP_URL: 'smtp://127.0.0.1:1' },
		});
		const { customer, id } = await queued();
		const { db } = server.services.database;
		await db.update(automationRuns).set({ _timestamp: sql`now() - interval '1 hour'` });
		const [run] = await hurryUntilEnded(id);
		expect(run).toMatchObject({
			_status: 'failed',
			_reason: 'The mail server could not be reached.',
			credits: 0,
		});
		expect(calls).toBe(1);
		// Charged when the model answered, refunded when the run failed.
		expect((await readBilling(db, customer.uid)).creditBalance).toBe(100);
	});
});

test('a file storage that is down for an hour fails the run and is named as the cause', async () => {
	server = await startServer({
		env: {
			S3_BUCKET: 'watchword',
			S3_ENDPOINT: 'http://127.0.0.1:1',
			S3_REGION: 'us-east-1',
			S3_ACCESS_KEY_ID: 'key',
			S3_SECRET_ACCESS_KEY: 'secret',
		},
	});
	const { id } = await queued(1, { _actionType: 'save' });
	await server.services.database.db
		.update(automationRuns)
		.set({ _timestamp: sql`now() - interval '1 hour'` });
	const [run] = await hurryUntilEnded(id);
	expect(run).toMatchObject({ _status: 'failed', _reason: 'The file storage could not be reached.' });
});

test('a process without workers accepts captures and leaves their runs to other processes', async () => {
	// As on the first start, when the queues do not exist yet.
	const database = await openTestDatabase();
	await database.db.execute('drop schema queue cascade');
	server = await startServer({ database, env: { ROLES: 'api' } });
	const customer = await server.customer();
	const camera = await addCamera(server, customer.uid);
	await addAutomation(server, customer.uid, {
		_triggerType: 'capture',
		trigger_device_deviceID: camera.deviceId,
	});
	expect((await camera.send(await jpeg())).status).toBe(202);
	const { runs: taken } = await leaseRuns(server.services.database.db, 'worker', 10);
	expect(taken).toMatchObject([{ _owner: customer.uid, _triggerType: 'capture', attempts: 1 }]);
});

describe('a worker', () => {
	test('hands back a run whose failure could not be stored, even while it is busy', async () => {
		await serveWithoutWorkers();
		const { id } = await queued(2);
		const [busy, again] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		const taken: string[] = [];
		const worker = await startWorker(server.services.database, server.services.log, 10, async (run) => {
			taken.push(run.id);
			if (taken.length === 1) await busy.promise;
			else if (taken.length === 2) throw new Error('the database is down');
			else again.resolve();
		});
		const timer = setInterval(() => void hurry(id), 100);
		await again.promise;
		clearInterval(timer);
		expect(taken[2]).toBe(taken[1]);
		busy.resolve();
		await worker.stop();
	});

	test('that lost its lease is replaced, and its late results are refused', async () => {
		await serveWithoutWorkers();
		const { id } = await queued();
		const { db } = server.services.database;
		const [first] = (await leaseRuns(db, 'first', 10)).runs;
		expect((await leaseRuns(db, 'second', 10)).runs).toEqual([]);
		await db
			.update(automationRuns)
			.set({ lease_until: sql`now() - interval '1 second'` })
			.where(eq(automationRuns._automationId, id));
		const [second] = (await leaseRuns(db, 'second', 10)).runs;
		expect(second).toMatchObject({ id: first?.id, attempts: 2 });
		if (!first || !second) throw new Error('no run was leased');
		await expect(storeStep(db, first, { _status: 'decided' })).rejects.toThrow(LeaseLost);
		expect((await storeStep(db, second, { _status: 'decided' }))._status).toBe('decided');
	});

	test('leases a capture and stores a step of it without reading all that wait, so that a backlog slows nothing down', async () => {
		await serveWithoutWorkers();
		await queued(60, { _triggerType: 'capture' });
		const { db } = server.services.database;
		const rowsRead = async (tx: Db) => {
			const { rows } = await tx.execute(sql`select seq_tup_read + idx_tup_fetch as read
				from pg_stat_xact_user_tables where relname = 'automation_runs'`);
			return Number(rows[0]?.read);
		};
		await db.transaction(async (tx: Db) => {
			// PostgreSQL may well read all of a table as small as this one.
			await tx.execute(sql`set local enable_seqscan = off`);
			const before = await rowsRead(tx);
			const [run] = (await leaseRuns(tx, 'worker', 1)).runs;
			if (!run) throw new Error('no run was leased');
			const leased = await rowsRead(tx);
			await storeSteps(tx, [{ run, change: { _status: 'decided' } }]);
			const stored = await rowsRead(tx);
			expect(leased - before).toBeLessThan(20);
			expect(stored - leased).toBeGreaterThan(0);
			expect(stored - leased).toBeLessThan(10);
		});
	});

	test('keeps only the leases of runs that it carries: one that it does not know of goes to another', async () => {
		await serveWithoutWorkers();
		const { id } = await queued(2);
		const { db } = server.services.database;
		const { runs } = await leaseRuns(db, 'first', 10);
		const [carried, unknown] = runs.map((run) => run.id);
		await db
			.update(automationRuns)
			.set({ lease_until: sql`now() - interval '1 second'` })
			.where(eq(automationRuns._automationId, id));
		await renewLeases(db, 'first', [carried ?? '']);
		expect((await leaseRuns(db, 'second', 10)).runs.map((run) => run.id)).toEqual([unknown]);
	});

	test('says whether others wait, as captures do behind one of the same camera', async () => {
		await serveWithoutWorkers();
		const customer = await server.customer();
		const camera = await addCamera(server, customer.uid);
		await addAutomation(server, customer.uid, {
			_triggerType: 'capture',
			trigger_device_deviceID: camera.deviceId,
		});
		const { db } = server.services.database;
		await camera.send(await jpeg());
		expect(await leaseRuns(db, 'worker', 10)).toMatchObject({ runs: [{}], othersWait: false });
		await camera.send(await jpeg());
		expect(await leaseRuns(db, 'worker', 10)).toEqual({ runs: [], othersWait: true });
	});

	test('carries no more runs at once than it may, however many captures come', async () => {
		const sent = Promise.withResolvers<void>();
		let atOnce = 0;
		let most = 0;
		server = await startServer({
			env: { RUNS_IN_FLIGHT: '2' },
			model: scriptedModel(async () => {
				most = Math.max(most, ++atOnce);
				await sent.promise;
				atOnce--;
				return answerOf({});
			}),
		});
		const customer = await server.customer();
		await grant(server, customer.uid, 100);
		const cameras = await Promise.all(Array.from({ length: 6 }, () => addCamera(server, customer.uid)));
		const ids = await Promise.all(
			cameras.map(({ deviceId }) =>
				addAutomation(server, customer.uid, {
					_triggerType: 'capture',
					trigger_device_deviceID: deviceId,
					_actionType: 'save',
				}),
			),
		);
		const picture = await jpeg();
		await Promise.all(cameras.flatMap((camera) => [camera.send(picture), camera.send(picture)]));
		const { db } = server.services.database;
		await waitFor('two runs that were begun', () => atOnce === 2);
		expect(await db.$count(automationRuns, isNotNull(automationRuns.lease))).toBe(2);
		sent.resolve();
		for (const id of ids) expect(await endedRuns(server, id, 2)).toHaveLength(2);
		expect(most).toBe(2);
	});

	test('takes customers in turns, so that a busy one does not starve the others', async () => {
		await serveWithoutWorkers();
		const busy = await queued(50);
		const quiet = await queued(2);
		const { runs: taken } = await leaseRuns(server.services.database.db, 'worker', 4);
		const count = (uid: string) => taken.filter((run) => run._owner === uid).length;
		expect([count(busy.customer.uid), count(quiet.customer.uid)]).toEqual([2, 2]);
	});

	test('leaves some places to others, however many runs one customer has', async () => {
		await serveWithoutWorkers();
		const busy = await queued(50);
		const { db } = server.services.database;
		const lease = async (most: number) => (await leaseRuns(db, 'worker', most, 8)).runs;
		expect(await lease(10)).toHaveLength(8);
		expect(await lease(2)).toEqual([]);
		const late = await queued(2);
		// Of those who have some, the one with fewer under way comes first.
		expect((await lease(1)).map((run) => run._owner)).toEqual([late.customer.uid]);
		await db.execute(sql`
			update automation_runs set _status = 'skipped', ended_at = now() where id in (
				select id from automation_runs where _owner = ${busy.customer.uid} and lease is not null limit 7)`);
		expect((await lease(2)).map((run) => run._owner).sort()).toEqual(
			[busy.customer.uid, late.customer.uid].sort(),
		);
	});

	test('never takes a run that another worker took at the same time', async () => {
		await serveWithoutWorkers();
		await queued(40);
		const { db } = server.services.database;
		const batches = await Promise.all(Array.from({ length: 8 }, (_, n) => leaseRuns(db, `worker ${n}`, 10)));
		const ids = batches.flatMap(({ runs }) => runs.map(({ id }) => id));
		expect(new Set(ids).size).toBe(ids.length);
	});

	test('holds many model calls in flight', async () => {
		let now = 0;
		const all = Promise.withResolvers<void>();
		server = await startServer({
			// One customer gets 32 of 36 places.
			env: { RUNS_IN_FLIGHT: '36' },
			// No call is answered before 32 are waiting: with fewer in flight, this test would not end.
			model: scriptedModel(async () => {
				if (++now === 32) all.resolve();
				await all.promise;
				return answerOf({});
			}),
		});
		const { id } = await queued(40);
		expect(await endedRuns(server, id, 40)).toHaveLength(40);
	});
});

test('a hundred runs at once against ten credits: exactly ten are charged and act', async () => {
	server = await startServer({ env: { ROLES: 'api' } });
	const { customer, id } = await queued(100, { _actionType: 'save' });
	const { db } = server.services.database;
	await db.transaction((tx) =>
		enter(tx, { uid: customer.uid, kind: 'charge', credits: -90, reference: 'spent' }),
	);
	const second = await startSecond(server);
	const runs = await endedRuns(second, id, 100);
	expect(runs.filter((run) => run._status === 'succeeded' && run.credits === 1)).toHaveLength(10);
	expect(runs.filter((run) => run._status === 'skipped' && run.credits === 0)).toHaveLength(90);
	expect((await readBilling(db, customer.uid)).creditBalance).toBe(0);
	server = second;
});

describe('a failure', () => {
	test('of a model that hangs leads to another try', async () => {
		let calls = 0;
		server = await startServer({
			env: { MODEL_TIMEOUT_SECONDS: '1' },
			model: scriptedModel(async (_question, _repair, signal) => {
				if (++calls === 1) await new Promise((_, fail) => signal.addEventListener('abort', fail));
				return answerOf({});
			}),
		});
		const { id } = await queued();
		const [run] = await hurryUntilEnded(id);
		expect(run).toMatchObject({ _status: 'succeeded', attempts: 2 });
	});

	test.each([
		['refuses the recipient', { onRcptTo: refuseMail }],
		['refuses the mail', { onData: refuseMail }],
	])(
		'of a mail server that %s ends the run at once, with its message and without a charge',
		async (_what, rules) => {
			await serveWithMailServer(rules);
			const { customer, id } = await queued();
			const [run] = await endedRuns(server, id, 1);
			expect(run).toMatchObject({ _status: 'failed', attempts: 1, credits: 0 });
			expect(run?._reason).toMatch(/^The mail server refused the mail: .*No such mailbox/);
			expect((await readBilling(server.services.database.db, customer.uid)).creditBalance).toBe(100);
		},
	);

	test('of a mail server that drops the connection leads to another try; the mail arrives once', async () => {
		let tries = 0;
		const { mails, drop } = await serveWithMailServer({
			onMailFrom: (_address, _session, done) => {
				if (++tries > 1) return done();
				drop();
			},
		});
		const { id } = await queued();
		const [run] = await hurryUntilEnded(id);
		expect(run).toMatchObject({ _status: 'succeeded', attempts: 2, credits: 1 });
		expect(mails).toHaveLength(1);
		expect(mails[0]).toContain(`Message-ID: <run-${run?.id}@automations.localhost>`);
	});

	test('of every worker that takes the run ends it after a limited number of tries', async () => {
		server = await startServer({ env: { ROLES: 'api' } });
		const { id } = await queued();
		const { db } = server.services.database;
		// Twenty workers took the run, and all of them died.
		await db.update(automationRuns).set({ attempts: 20 }).where(eq(automationRuns._automationId, id));
		const second = await startSecond(server);
		const [run] = await endedRuns(second, id, 1);
		server = second;
		expect([run?._status, run?._reason]).toEqual([
			'failed',
			'It was tried several times and did not come to an end.',
		]);
	});

	test('is reported to the owner in at most one mail per automation and hour', async () => {
		await serveWithModel(() => {
			throw new ModelFailure('The model refuses the key.', false);
		});
		const { customer, id } = await queued(3);
		await endedRuns(server, id, 3);
		const { database, mailer, publicUrl } = server.services;
		const jobs = await database.db.execute(
			sql`select data from queue.job where name = 'failure-mail' and data ->> 'automationId' = ${id}`,
		);
		// One in a minute, and one in the next hour for what the first does not find.
		expect(jobs.rows).toMatchObject([{ data: { automationId: id } }, { data: { automationId: id } }]);
		const needs = { db: database.db, mailer, publicUrl };
		await mailFailures(needs, id);
		await mailFailures(needs, id);
		const mails = await server.mails(customer.email, 1);
		expect(mails).toHaveLength(1);
		expect(mails[0]).toContain('3 runs of your automation "Watch" failed. Nothing was charged.');
		expect(mails[0]).toContain('The model refuses the key.');
	});
});

type Rules = ConstructorParameters<typeof SMTPServer>[0] & object;

function refuseMail(_what: unknown, _session: unknown, done: (error?: Error | null) => void): void {
	done(Object.assign(new Error('No such mailbox here'), { responseCode: 550 }));
}

/** A mail server that keeps the mails it gets. A test can override how it answers. */
async function mailSink(rules: Partial<Rules>) {
	const mails: string[] = [];
	const sockets = new Set<Socket>();
	const sink = new SMTPServer({
		disabledCommands: ['AUTH', 'STARTTLS'],
		closeTimeout: 10,
		onData: async (stream, _session, done) => {
			mails.push(Buffer.concat(await stream.toArray()).toString());
			done();
		},
		...rules,
	});
	sink.on('error', () => undefined);
	sink.server.on('connection', (socket: Socket) => sockets.add(socket));
	await new Promise<void>((listening) => sink.listen(0, '127.0.0.1', () => listening()));
	return {
		url: `smtp://127.0.0.1:${(sink.server.address() as AddressInfo).port}`,
		mails,
		drop() {
			for (const socket of sockets) socket.destroy();
		},
		close: () => new Promise<void>((closed) => sink.close(() => closed())),
	};
}
