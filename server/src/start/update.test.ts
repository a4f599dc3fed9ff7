import type { Automation } from '@watchword/contract/automation';
import type { Condition } from '@watchword/contract/condition';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '../accounts/tables.ts';
import { builtInModel } from '../adapters/model/built-in/model.ts';
import { readConditionsAgain } from '../automations/read-again.ts';
import type { ReadCondition } from '../automations/read-condition.ts';
import { automations } from '../automations/tables.ts';
import { newId } from '../base/ids.ts';
import { mailBrief } from '../engine/brief/brief.ts';
import type { Mail } from '../ports/mailer.ts';
import { decidedLately } from '../runs/runs.ts';
import { automationRuns } from '../runs/tables.ts';
import { addAutomation, addCamera } from '../testing/automation.ts';
import { quiet } from '../testing/quiet.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { waitFor } from '../testing/wait.ts';

let server: TestServer;
beforeAll(async () => {
	// Only its prompts are read here: no network is loaded.
	server = await startServer({ model: builtInModel(quiet) });
});
afterAll(() => server.stop());

type Customer = Awaited<ReturnType<TestServer['customer']>>;
type Run = Partial<typeof automationRuns.$inferInsert>;

const db = () => server.services.database.db;
const read = async (customer: Customer, id: string) =>
	(await (await customer.get(`/api/automations/${id}`)).json()) as Automation;
/** What every start does. */
const start = () => server.services.queue.send(db(), 'read-conditions', {});

/** An automation as a version without conditions left it, and its runs. */
const older = (...what: [customer: Customer, prompt: string, ...runs: Run[]]) => olderOn(server, ...what);

async function olderOn(on: TestServer, customer: Customer, action_prompt: string, ...runs: Run[]) {
	const { deviceId } = await addCamera(on, customer.uid);
	const watch = { _triggerType: 'capture', trigger_device_deviceID: deviceId, action_prompt } as const;
	const id = await addAutomation(on, customer.uid, watch);
	for (const run of runs)
		await on.services.database.db.insert(automationRuns).values({
			...{
				id: newId(),
				_owner: customer.uid,
				_automationId: id,
				_triggerKey: newId(),
				ended_at: new Date(),
			},
			...{ _triggerType: 'capture', _actionType: 'save', _status: 'succeeded', model: 'built-in' },
			...run,
		} as typeof automationRuns.$inferInsert);
	return id;
}

const ODD = 'Tell me when a person frobnicates';
const NOT_MET = { action_verdict: 'not met' } as const;
const readOnce = (customer: Customer, id: string) =>
	waitFor('a condition', async () => (await read(customer, id))._condition !== null);

describe('after an update', () => {
	test('every automation gets its condition, in batches', async () => {
		const customer = await server.customer();
		const first = await older(customer, 'Tell me when a person is there');
		await db().execute(sql`
			insert into automations (id, _name, _owner, "_triggerType", _schedule, "_actionType", _limited, "_limitSchedule",
				trigger_device_type, action_prompt, "trigger_device_deviceID")
			select id || n, _name, _owner, "_triggerType", _schedule, "_actionType", _limited, "_limitSchedule",
				trigger_device_type, action_prompt, "trigger_device_deviceID"
			from automations, generate_series(1, 250) n where id = ${first}`);
		await start();
		const left = () => db().$count(automations, sql`_owner = ${customer.uid} and _condition is null`);
		await waitFor('all conditions', async () => (await left()) === 0);
		const PERSON: Condition = { is: 'seen', kinds: ['person'], least: 1, most: null };
		expect(await read(customer, first)).toMatchObject({ _condition: PERSON, _version: 1, _nowBeyond: null });
	});

	test.each<[string, string, Run[], boolean]>([
		['what decided is beyond it now', ODD, [NOT_MET], true],
		['it never decided', ODD, [{ action_verdict: 'cannot tell' }], false],
		['it never ran', ODD, [], false],
		['a language model decided', ODD, [{ ...NOT_MET, model: 'a language model' }], false],
		['it is understood', 'Tell me when a person is there', [NOT_MET], false],
	])('where %s: whether the owner is told', async (_, prompt, runs, isTold) => {
		const customer = await server.customer();
		const id = await older(customer, prompt, ...runs);
		await start();
		await readOnce(customer, id);
		expect((await read(customer, id))._nowBeyond?.words ?? []).toEqual(
			isTold ? [expect.stringContaining('frobnicates')] : [],
		);
	});

	test('the owner is told once: on the automation until it is dismissed or changed, and in one brief', async () => {
		const customer = await server.customer();
		const [kept, mended] = [await older(customer, ODD, NOT_MET), await older(customer, ODD, NOT_MET)];
		await start();
		for (const id of [kept, mended]) await readOnce(customer, id);
		const told = await read(customer, kept);
		await start();
		const briefOf = async (until: Date) => {
			const sent: Mail[] = [];
			const mailer = {
				describe: 'kept',
				server: null,
				from: 'us@example.com',
				send: async (mail: Mail) => void sent.push(mail),
				close() {},
			};
			const needs = { ...server.services, db: db(), mailer, mailDomain: 'x.example' };
			await mailBrief(needs, { uid: customer.uid, until: until.toISOString() });
			return sent[0]?.text ?? '';
		};
		await db().update(users).set({ brief_at: '07:00' }).where(eq(users.id, customer.uid));
		const tomorrow = Date.now() + 60_000;
		expect(await briefOf(new Date(tomorrow))).toContain(`/app/automations/${kept}`);
		expect(await briefOf(new Date(tomorrow))).toMatch(/Since the update\n- Watch: “.*frobnicates.*”/);
		expect(await briefOf(new Date(tomorrow + 24 * 3600_000))).not.toContain('Since the update');

		expect((await read(customer, kept))._nowBeyond).toEqual(told._nowBeyond);
		const dismissed = await customer.send('DELETE', `/api/automations/${kept}/now-beyond`, {});
		expect(await dismissed.json()).toMatchObject({ _nowBeyond: null, _version: 1 });
		const { id, _owner, _deleted, runs, ...edit } = await read(customer, mended);
		const saved = await customer.send('PUT', `/api/automations/${mended}`, {
			...edit,
			action_prompt: 'Tell me when a person is there',
		});
		expect(await saved.json()).toMatchObject({ _nowBeyond: null });
		await start();
		await start();
		expect((await read(customer, kept))._nowBeyond).toBeNull();
	});
});

test('a reading that is cut off goes on; what was read, saved or erased meanwhile is left alone', async () => {
	// Without a worker, nothing else reads.
	const idle = await startServer({ env: { ROLES: 'api' } });
	const { queue, database } = idle.services;
	const [customer, gone] = [await idle.customer(), await idle.customer()];
	const ids = (
		await Promise.all([customer, customer, customer, gone].map((one) => olderOn(idle, one, ODD, NOT_MET)))
	).toSorted();
	const lost: Condition = { is: 'beyond', words: 'frobnicates' };
	let left = 2;
	const readCondition: ReadCondition = async (uid) => {
		if (uid === gone.uid) await database.db.delete(users).where(eq(users.id, uid));
		if (left-- === 0) throw new Error('killed');
		return lost;
	};
	const needs = {
		...{ db: database.db, queue, readCondition, decidedLately },
		isBuiltIn: () => true,
	};
	await expect(readConditionsAgain(needs, {})).rejects.toThrow('killed');
	const since = async () => {
		const rows = await database.db.select().from(automations).orderBy(automations.id);
		return rows.filter(({ id }) => ids.includes(id)).map(({ _nowBeyond }) => _nowBeyond?.since ?? null);
	};
	const before = await since();
	expect(before.filter(Boolean)).not.toHaveLength(ids.length);
	left = -1;
	await Promise.all([readConditionsAgain(needs, {}), readConditionsAgain(needs, {})]);
	const after = await since();
	expect(after).toHaveLength(3);
	expect(after).not.toContain(null);
	for (const time of before.filter(Boolean)) expect(after).toContain(time);
	await idle.stop();
});
