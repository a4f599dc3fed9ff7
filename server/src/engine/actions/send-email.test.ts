import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { automationRuns } from '../../runs/tables.ts';
import { refuseForNow } from '../../testing/mail.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
import { waitFor } from '../../testing/wait.ts';
import { addWatch, watchModel } from '../../testing/watch.ts';
import { RUNS_CHANNEL } from '../queue-runs.ts';

const [REFUSED, OTHER] = ['refused@elsewhere.example', 'other@elsewhere.example'];
let server: TestServer;
let later: Set<string>;
beforeAll(async () => {
	server = await startServer({ env: { ALERT_LATE_MINUTES: '600' }, model: watchModel() });
	later = refuseForNow(server);
});
afterAll(() => server.stop());
const db = () => server.services.database.db;

/** A run whose first recipient is refused for now, after its first attempt. */
async function refusedOnce() {
	later.add(REFUSED);
	const watch = await addWatch(server, { action_toAddress: REFUSED, action_moreAddresses: [OTHER] });
	const ended = watch.captures('m', 30);
	await waitFor('the other recipient to get the mail', async () => {
		const [run] = await db().select().from(automationRuns).where(eq(automationRuns._automationId, watch.id));
		return run?.action_sentTo === OTHER && run.lease === null;
	});
	const tryAgain = async (change: Partial<typeof automationRuns.$inferInsert> = {}) => {
		await db()
			.update(automationRuns)
			.set({ ...change, next_try_at: sql`now()` })
			.where(eq(automationRuns._automationId, watch.id));
		await db().execute(sql`select pg_notify(${RUNS_CHANNEL}, '')`);
		return ended;
	};
	return { ...watch, tryAgain };
}

test('a recipient whose mail server says "later" does not delay the others', async () => {
	const { tryAgain } = await refusedOnce();
	later.delete(REFUSED);
	const [run] = await tryAgain();
	expect(run).toMatchObject({ _status: 'succeeded', action_sentTo: `${OTHER}, ${REFUSED}`, _reason: null });
	expect(await server.mails(OTHER, 1)).toHaveLength(1);
});

test('a recipient that never accepts it does not fail a run if others got the mail', async () => {
	const { captures, tryAgain } = await refusedOnce();
	const [run] = await tryAgain({ _timestamp: new Date(Date.now() - 2 * 3600_000), attempts: 5 });
	expect(run).toMatchObject({
		_status: 'succeeded',
		action_sentTo: OTHER,
		_reason: 'Told. Not everybody got the mail. The mail server did not take it for now.',
	});
	const [next] = await captures('m', 20);
	expect(next?._reason).toBe('Still there. It was reported before.');
});
