import { sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { snoozeLinkOf } from '../automations/snooze-links.ts';
import { newId } from '../base/ids.ts';
import { deliveries } from '../deliveries/tables.ts';
import { addAutomation, addCamera, askForRun, grant } from '../testing/automation.ts';
import { jpeg } from '../testing/images.ts';
import { endedRuns } from '../testing/runs.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { shareIt } from '../testing/shares.ts';
import { waitFor } from '../testing/wait.ts';
import { clean } from './cleaning.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

const query = async (statement: ReturnType<typeof sql>) =>
	(await server.services.database.db.execute(statement)).rows;
const age = (id: string, days: number) =>
	query(sql`update automation_runs set ended_at = now() - make_interval(days => ${days}) where id = ${id}`);
const isStored = async (path: string) => (await server.services.objects.read(path)) !== null;

async function outcomesLeft(automation: string): Promise<unknown[]> {
	const rows = await query(
		sql`select _outcome from automation_runs where "_automationId" = ${automation} order by 1`,
	);
	return rows.map(({ _outcome }) => _outcome);
}

test('runs go after the days of their outcome, what was not met first, and what is open never', async () => {
	const { uid } = await server.customer();
	const automation = await addAutomation(server, uid, { _deleted: true });
	const endings: [status: string, verdict: string | null][] = [
		['queued', null],
		['succeeded', 'met'],
		['succeeded', 'not met'],
		['succeeded', 'cannot tell'],
		['failed', null],
		['skipped', null],
	];
	for (const [status, verdict] of endings) {
		for (const days of [1, 20, 100]) {
			await query(sql`
				insert into automation_runs (id, _owner, "_automationId", "_triggerKey", "_triggerType", "_actionType",
					_status, action_verdict, ended_at, next_try_at)
				values (${newId()}, ${uid}, ${automation}, ${newId()}, 'schedule', 'save', ${status}, ${verdict},
					${status === 'queued' ? null : sql`now() - make_interval(days => ${days})`}, now() + interval '1 day')`);
		}
	}
	// Two processes at once are as one.
	await Promise.all([clean(server.services), clean(server.services)]);
	const kept = ['cannot-tell', 'done', 'failed'].flatMap((name) => [name, name]);
	expect(await outcomesLeft(automation)).toEqual([
		...kept,
		'not-met',
		...Array(3).fill('open'),
		'skipped',
		'skipped',
	]);
	await query(sql`delete from automation_runs where "_automationId" = ${automation}`);
});

test('a mail stays for as long as one of its runs, saved files for as long as theirs, charges for ever', async () => {
	const customer = await server.customer();
	await grant(server, customer.uid, 10);
	const automation = await addAutomation(server, customer.uid, { _actionType: 'save' });
	const transport = createTransport({ host: '127.0.0.1', port: server.smtpPort, ignoreTLS: true });
	await transport.sendMail({
		from: 'ann@customers.example',
		to: `${automation}@automations.localhost`,
		subject: 'With a note',
		text: 'see there',
		attachments: [{ filename: 'note.txt', content: 'hello' }],
	});
	const [first] = await endedRuns(server, automation, 1);
	await customer.post(`/api/runs/${first?.id}/again`);
	const runs = await endedRuns(server, automation, 2);
	const [raw] = await query(sql`select raw_path from mails where "automationId" = ${automation}`);
	const mail = [String(raw?.raw_path), ...(first?.trigger_attachments.map(({ path }) => path) ?? [])];
	const saved = runs.map((run) => run.action_files);
	expect([mail.length, saved[0]?.length]).toEqual([2, 3]);
	const stored = (paths: string[] = []) => Promise.all(paths.map(isStored));
	const path = String(saved[0]?.[0]);
	const [file] = await query(sql`select "downloadToken" as token from files where path = ${path}`);
	const download = () =>
		server.visitor().get(`/v0/b/watchword/o/${encodeURIComponent(path)}?alt=media&token=${file?.token}`);
	expect((await download()).status).toBe(200);

	await age(String(runs[0]?.id), 91);
	await clean(server.services);
	expect(await stored(saved[0])).toEqual([false, false, false]);
	// The link to a file of a removed run stops working with it.
	expect((await download()).status).toBe(404);
	expect(await stored([...mail, ...(saved[1] ?? [])])).toEqual(Array(5).fill(true));

	await age(String(runs[1]?.id), 91);
	await clean(server.services);
	expect(await stored([...mail, ...(saved[1] ?? [])])).toEqual(Array(5).fill(false));
	const left = sql`
		select (select count(*) from mails where _owner = ${customer.uid})::int as mails,
			(select count(*) from files where _owner = ${customer.uid})::int as files,
			(select count(*) from ledger_entries where uid = ${customer.uid} and kind = 'charge')::int as charges`;
	expect(await query(left)).toEqual([{ mails: 0, files: 0, charges: 2 }]);
});

test('a capture stays for as long as a run that was made from it, and its own days at least', async () => {
	const customer = await server.customer();
	const camera = await addCamera(server, customer.uid);
	const automation = await addAutomation(server, customer.uid, {
		_triggerType: 'capture',
		trigger_device_deviceID: camera.deviceId,
	});
	await camera.send(await jpeg());
	const [run] = await endedRuns(server, automation, 1);
	// A newer one takes its place on the device's card.
	await query(sql`update automations set _deleted = true where id = ${automation}`);
	await camera.send(await jpeg(300, 200));
	const captures = async () =>
		(await query(sql`select from captures where "deviceId" = ${camera.deviceId}`)).length;
	await query(
		sql`update captures set received_at = now() - interval '31 days' where id = ${run?.trigger_captureId}`,
	);
	await clean(server.services);
	expect(await captures()).toBe(2);
	await age(String(run?.id), 91);
	await clean(server.services);
	expect(await captures()).toBe(1);
	expect(await isStored(String(run?.trigger_capture))).toBe(false);
});

test('old versions go beyond the newest twenty, and a deleted automation when nothing of it is left', async () => {
	const customer = await server.customer();
	const automation = await addAutomation(server, customer.uid, { _triggerType: 'schedule', _version: 25 });
	await query(sql`
		insert into automation_versions (id, "_automationId", _version, "_savedAt", uid, name, document)
		select ${newId().slice(0, 18)} || lpad(n::text, 2, '0'), ${automation}, n,
			now() - make_interval(days => case when n = 2 then 10 else 400 end), ${customer.uid}, 'Robin', '{}'
		from generate_series(1, 25) n`);
	const versions = async () =>
		(
			await query(
				sql`select _version from automation_versions where "_automationId" = ${automation} order by 1`,
			)
		).map(({ _version }) => _version);
	await clean(server.services);
	expect(await versions()).toEqual([2, ...Array.from({ length: 20 }, (_, n) => n + 6)]);

	await grant(server, customer.uid, 1);
	await askForRun(server, automation);
	const [run] = await endedRuns(server, automation, 1);
	await query(sql`update automations set _deleted = true where id = ${automation}`);
	await query(
		sql`update automation_versions set "_savedAt" = now() - interval '400 days' where "_automationId" = ${automation}`,
	);
	await clean(server.services);
	expect(await versions()).toHaveLength(20);
	await age(String(run?.id), 91);
	await clean(server.services);
	expect(await query(sql`select from automations where id = ${automation}`)).toEqual([]);
	expect(await versions()).toEqual([]);
});

test('snooze links go a week after they expired', async () => {
	const { uid } = await server.customer();
	const automation = await addAutomation(server, uid);
	for (const days of [0, 13, 15]) {
		const link = await snoozeLinkOf(server.services.database.db, automation, `${days} days ago`);
		await query(
			sql`update snooze_links set created_at = now() - make_interval(days => ${days}) where id = ${link}`,
		);
	}
	await clean(server.services);
	const left = sql`select mail from snooze_links where "_automationId" = ${automation} order by mail`;
	expect(await query(left)).toEqual([{ mail: '0 days ago' }, { mail: '13 days ago' }]);
});

test('deliveries go after thirty days, and those that wait never', async () => {
	const { uid } = await server.customer();
	const kept = { _owner: uid, kind: 'push', target: 'A phone', event: 'run.ended' } as const;
	for (const [key, days, ended] of [
		['new', 29, true],
		['old', 31, true],
		['waiting', 31, false],
	] as const) {
		const at = new Date(Date.now() - days * 24 * 3600_000);
		const never = new Date('2100-01-01');
		await server.services.database.db.insert(deliveries).values({
			...{ ...kept, id: newId(), key, created_at: at },
			...(ended ? { status: 'sent', ended_at: at } : { next_try_at: never }),
		});
	}
	await clean(server.services);
	expect(await query(sql`select key from deliveries where _owner = ${uid} order by key`)).toEqual([
		{ key: 'new' },
		{ key: 'waiting' },
	]);
});

test('shared links are listed for thirty days after they expired, and end with the run they show', async () => {
	const customer = await server.customer();
	await grant(server, customer.uid, 5);
	const automation = await addAutomation(server, customer.uid, { _triggerType: 'schedule' });
	await askForRun(server, automation);
	const [run] = await endedRuns(server, automation, 1);
	const listed = async () => {
		const { items } = (await (await customer.get('/api/shares')).json()) as { items: { id: string }[] };
		return items.map(({ id }) => id);
	};
	const [works, recent, old] = [
		await shareIt(customer, { runId: String(run?.id) }),
		await shareIt(customer, { runId: String(run?.id) }),
		await shareIt(customer, { runId: String(run?.id) }),
	];
	for (const [{ id }, days] of [[recent, 29] as const, [old, 31] as const]) {
		await query(sql`update shares set expires_at = now() - make_interval(days => ${days}) where id = ${id}`);
	}
	await clean(server.services);
	expect(await listed()).toEqual([works.id, recent.id]);

	await age(String(run?.id), 91);
	await clean(server.services);
	expect(await listed()).toEqual([]);
	expect((await server.visitor().get(works.path)).status).toBe(404);
});

test('the embedded database uses the room of removed runs again', async () => {
	// PostgreSQL does that by itself, at a moment of its choice.
	if (!server.services.database.sole) return;
	const { uid } = await server.customer();
	const automation = await addAutomation(server, uid, { _triggerType: 'schedule' });
	const add = () =>
		query(sql`
			insert into automation_runs (id, _owner, "_automationId", "_triggerKey", "_triggerType", "_actionType", _status, action_prompt, ended_at)
			select left(md5(random()::text || n), 20), ${uid}, ${automation}, md5(random()::text || n), 'schedule', 'save', 'failed',
				repeat('long ', 100), now() - interval '100 days' from generate_series(1, 2000) n`);
	const size = async () =>
		Number((await query(sql`select pg_relation_size('automation_runs') as size`))[0]?.size);
	await add();
	const before = await size();
	await clean(server.services);
	await add();
	expect(await size()).toBeLessThanOrEqual(before);
});

test('the index of the search loses the words that no run has any more', async () => {
	const customer = await server.customer();
	const automation = await addAutomation(server, customer.uid, { _triggerType: 'schedule' });
	const add = (word: string, count: number) =>
		query(sql`
			insert into automation_runs (id, _owner, "_automationId", "_triggerKey", "_triggerType", "_actionType", _status, action_evidence, ended_at)
			select translate(left(md5(random()::text || n), 20), '0189', 'ghij'), ${customer.uid}, ${automation}, md5(random()::text || n), 'schedule', 'save', 'succeeded',
				${word} || n, now() from generate_series(1, ${count}) n`);
	const size = async () => Number((await query(sql`select pg_relation_size('runs_found') as size`))[0]?.size);
	const found = async (word: string) => {
		const { items } = (await (await customer.get(`/api/runs?search=${word}`)).json()) as { items: unknown[] };
		return items.length;
	};
	await add('stays', 3);
	const before = await size();
	await add('gone', 5000);
	await query(sql`delete from automation_runs where action_evidence like 'gone%'`);
	await query(sql`vacuum automation_runs`);
	expect(await size()).toBeGreaterThan(3 * before);

	// Attempts before it were interrupted.
	await query(sql`create index runs_found_ccnew on automation_runs (id)`);
	await query(sql`create index runs_found_ccold on automation_runs (id)`);
	const { database, queue } = server.services;
	await queue.send(database.db, 'search-index', {});
	let seen = {};
	const isRebuilt = async () => {
		const others = await query(sql`select relname from pg_class where relname like 'runs_found_%'`);
		seen = { others, bytes: await size(), before };
		return others.length === 0 && (await size()) <= 2 * before;
	};
	await waitFor('the index without those words, and no other', isRebuilt, { seen: () => seen });
	expect([await found('stays'), await found('gone')]).toEqual([3, 0]);
});
