import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '../../accounts/tables.ts';
import { automations } from '../../automations/tables.ts';
import { automationRuns } from '../../runs/tables.ts';
import { refuseForNow } from '../../testing/mail.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
import { waitFor } from '../../testing/wait.ts';
import { addWatch, askToSendHeld, mailsTo, quietHours, sendHeld, watchModel } from '../../testing/watch.ts';

let server: TestServer;
let later: Set<string>;
beforeAll(async () => {
	server = await startServer({
		env: { ALERT_LATE_MINUTES: '600', ROLES: 'api,worker' },
		model: watchModel(),
	});
	later = refuseForNow(server);
});
afterAll(() => server.stop());
const db = () => server.services.database.db;

/** A watch whose owner has quiet hours. */
async function quietWatch(fields?: Parameters<typeof addWatch>[1]) {
	const watch = await addWatch(server, fields);
	const quiet = (hours: Partial<typeof users.$inferInsert>) =>
		db().update(users).set(hours).where(eq(users.id, watch.customer.uid));
	const change = (fields: Partial<typeof automations.$inferInsert>) =>
		db().update(automations).set(fields).where(eq(automations.id, watch.id));
	await quiet(quietHours());
	return { ...watch, change, endQuietHours: () => quiet({ quiet_start: null, quiet_end: null }) };
}

const reasonOf = async (id: string | undefined) => {
	const [run] = await db()
		.select()
		.from(automationRuns)
		.where(eq(automationRuns.id, String(id)));
	return run?._reason;
};

describe('an alert that is due', () => {
	test.each([
		[
			'snoozed',
			{ _snoozedUntil: new Date(Date.now() + 3600_000) },
			'Nobody was told: it was snoozed when it was due.',
		],
		['paused', { _paused: true }, 'Nobody was told: it was paused when it was due.'],
		['deleted', { _deleted: true }, 'Nobody was told: it was deleted before it was due.'],
	])(
		'is not sent while its automation is %s; what still lasts is told afterwards',
		async (_what, state, why) => {
			const { captures, told, change, endQuietHours, id } = await quietWatch();
			const [held] = await captures('m', 30);
			await change(state);
			await sendHeld(server, id);
			expect([await told(), await reasonOf(held?.id)]).toEqual([[], why]);
			await change({ _snoozedUntil: null, _paused: false, _deleted: false });
			await endQuietHours();
			await captures('m', 20);
			expect(await told()).toEqual(['Someone is there']);
		},
	);

	test('that nobody could get is sent again later', async () => {
		const { customer, captures, told, change, endQuietHours, id } = await quietWatch({ _notify: 'push' });
		const [held] = await captures('m', 30);
		await sendHeld(server, id);
		expect(await reasonOf(held?.id)).toMatch(/^Nobody was told: no phone or browser/);
		await endQuietHours();
		await change({ _notify: 'mail', action_toAddress: customer.email });
		await captures('m', 20);
		expect(await told()).toEqual(['Someone is there']);
	});

	test('says that something still lasts or is over, like one that is sent at once', async () => {
		const { customer, captures, id } = await quietWatch({ _tellAgainMinutes: 20, _tellOver: true });
		await captures('mmn', 60, 20);
		await sendHeld(server, id);
		const [mail] = await mailsTo(server, customer.email);
		expect(mail?.text).toContain('\nStill there: Someone is there\n');
		expect(mail?.text).toContain('\nOver: Watch\n');
	});
});

describe('a recipient whose mail server says later', () => {
	const [refused, other] = ['refused@elsewhere.example', 'other@elsewhere.example'];
	const countOf = async (to: string) => (await mailsTo(server, to)).length;
	async function heldForTwo() {
		const watch = await quietWatch({ action_toAddress: refused, action_moreAddresses: [other] });
		later.add(refused);
		const before = await countOf(other);
		const [run] = await watch.captures('m', 30);
		await askToSendHeld(server, watch.id);
		await waitFor('the other recipient to get it', async () => (await countOf(other)) > before);
		return { ...watch, run, before };
	}

	test('gets held alerts when it takes them; the others get theirs at once and once', async () => {
		const { id, run, before } = await heldForTwo();
		later.delete(refused);
		await sendHeld(server, id);
		expect([await countOf(refused), await countOf(other)]).toEqual([1, before + 1]);
		expect(await reasonOf(run?.id)).toMatch(/^Told in one message\./);
	});

	test('is given up on after a day', async () => {
		const { id, run } = await heldForTwo();
		const ended_at = new Date(Date.now() - 26 * 3600_000);
		await db()
			.update(automationRuns)
			.set({ ended_at })
			.where(eq(automationRuns.id, String(run?.id)));
		await sendHeld(server, id);
		expect(await reasonOf(run?.id)).toMatch(/^Told in one message\./);
	});
});
