import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { automations } from '../../automations/tables.ts';
import { newId } from '../../base/ids.ts';
import { automationRuns, episodes } from '../../runs/tables.ts';
import { addAutomation } from '../../testing/automation.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
import type { LeasedRun } from '../lease.ts';
import { planAlerts, storeWithAlerts } from '../plan-alerts.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer({ env: { ROLES: 'api' } });
});
afterAll(() => server.stop());

const START = Date.now() - 60 * 60_000;
const db = () => server.services.database.db;

interface Capture {
	minute: number;
	verdict: 'met' | 'not met' | 'cannot tell';
	/** Judged by the prompt before the last change, though it comes after it. */
	stale: boolean;
}

/** Stores the decision of a capture as a worker does; what it tells. */
async function decide(uid: string, id: string, { minute, verdict }: Capture, prompt: string) {
	const run = {
		id: newId(),
		_owner: uid,
		_automationId: id,
		_triggerKey: newId(),
		_timestamp: new Date(START + minute * 60_000),
		_triggerType: 'capture',
		_actionType: 'sendEmail',
		action_prompt: prompt,
		trigger_captureId: newId(),
		lease: newId(),
		attempts: 1,
	} as const;
	await db().insert(automationRuns).values(run);
	const leased = { ...run, trigger_device_type: 'conditional', deviceId: null } as unknown as LeasedRun;
	return db().transaction(async (tx) => {
		const step = { run: leased, change: { action_verdict: verdict } };
		const alerts = await planAlerts(tx, [step], { now: new Date(), lateAfterMs: Number.MAX_SAFE_INTEGER });
		const alert = alerts.get(run.id);
		const links = { publicUrl: server.url, bucket: 'watchword' };
		await storeWithAlerts(tx, links, [{ ...step, alert }]);
		return alert?.change.action_tells ?? null;
	});
}

test('in any order, with changes in between, every episode notifies once and no capture is lost', async () => {
	const customer = await server.customer();
	const capture = fc.record({
		minute: fc.integer({ min: 0, max: 40 }),
		verdict: fc.constantFrom('met', 'not met', 'cannot tell'),
		stale: fc.boolean(),
	});
	await fc.assert(
		fc.asyncProperty(
			fc.uniqueArray(capture, { maxLength: 14, selector: ({ minute }) => minute }),
			fc.nat({ max: 14 }),
			fc.boolean(),
			async (captures, changedAfter, _tellOver) => {
				const id = await addAutomation(server, customer.uid, {
					_triggerType: 'capture',
					_tell: 'begin',
					_tellOver,
					action_prompt: 'Before',
				});
				const told: string[] = [];
				for (const [index, one] of captures.entries()) {
					if (index === changedAfter)
						await db().update(automations).set({ action_prompt: 'After' }).where(eq(automations.id, id));
					const isOld = index < changedAfter || (one.stale && index > changedAfter);
					const tells = await decide(customer.uid, id, one, isOld ? 'Before' : 'After');
					if (tells) told.push(tells);
				}
				const found = await db().select().from(episodes).where(eq(episodes._automationId, id));
				const runs = await db().select().from(automationRuns).where(eq(automationRuns._automationId, id));
				expect(told.filter((tells) => tells === 'begin')).toHaveLength(found.length);
				expect(told.filter((tells) => tells === 'over').length).toBeLessThanOrEqual(
					_tellOver ? found.filter(({ ended_at }) => ended_at).length : 0,
				);
				expect(found.filter(({ ended_at }) => !ended_at).length).toBeLessThanOrEqual(1);
				for (const episode of found) {
					const members = runs.filter((run) => run._episodeId === episode.id && run.action_verdict === 'met');
					const times = members.map(({ _timestamp }) => _timestamp.getTime());
					expect(episode.captures).toBe(members.length);
					expect(episode.first_at.getTime()).toBe(Math.min(...times));
					expect(episode.last_at.getTime()).toBe(Math.max(...times));
					const first = members.find(({ id }) => id === episode.first_runId);
					expect(first?._timestamp).toEqual(episode.first_at);
					expect(new Set(members.map(({ action_prompt }) => action_prompt)).size).toBe(1);
				}
				// Only what was judged by a prompt that no longer counts may belong to none.
				const lost = runs.filter((run) => run.action_verdict === 'met' && !run._episodeId);
				expect(lost.every(({ action_prompt }) => action_prompt === 'Before')).toBe(true);
				if (changedAfter >= captures.length) expect(lost).toEqual([]);
			},
		),
		{ numRuns: 25 },
	);
});

test.each([
	['the first', []],
	['later', [{ minute: 0, verdict: 'not met', stale: false } as const]],
])('captures that several processes judge at the same time are told once: %s', async (_which, earlier) => {
	const customer = await server.customer();
	const id = await addAutomation(server, customer.uid, {
		_triggerType: 'capture',
		_tell: 'begin',
		action_prompt: 'Same',
	});
	for (const capture of earlier) await decide(customer.uid, id, capture, 'Same');
	const minutes = Array.from({ length: 12 }, (_, index) => index + 1);
	const told = await Promise.all(
		minutes.map((minute) => decide(customer.uid, id, { minute, verdict: 'met', stale: false }, 'Same')),
	);
	expect(told.filter(Boolean)).toEqual(['begin']);
	const found = await db().select().from(episodes).where(eq(episodes._automationId, id));
	expect(found).toMatchObject([{ captures: minutes.length }]);
});
