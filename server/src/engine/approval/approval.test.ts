import type { Draft } from '@watchword/contract/approval';
import { clockTime } from '@watchword/contract/clock-time';
import type { Dashboard } from '@watchword/contract/dashboard';
import type { Run, RunSummary } from '@watchword/contract/run';
import { and, asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '../../accounts/tables.ts';
import { automations } from '../../automations/tables.ts';
import { newId } from '../../base/ids.ts';
import { automationRuns, isWaiting } from '../../runs/tables.ts';
import { addAutomation, addCamera, askForRun, grant } from '../../testing/automation.ts';
import { jpeg } from '../../testing/images.ts';
import { addReplier, bodyOf, deliverMail } from '../../testing/mail.ts';
import { answerOf, scriptedModel } from '../../testing/model.ts';
import { PushService } from '../../testing/push-service.ts';
import { endedRuns } from '../../testing/runs.ts';
import { type Browser, refusal, startServer, type TestServer } from '../../testing/server.ts';
import { waitFor } from '../../testing/wait.ts';
import { mailsTo as allMailsTo, quietHours } from '../../testing/watch.ts';

const HTML = '<p>Someone is <b>there</b>.</p>\n<p>Look &amp; see.</p>';
const TEXT = 'Someone is there.\n\nLook & see.';

const METRICS_TOKEN = 'a token for the figures';

let server: TestServer;
let picture: Buffer;
let service: PushService;
beforeAll(async () => {
	picture = await jpeg();
	service = await PushService.start();
	server = await startServer({
		env: { ROLES: 'api,worker,mail', METRICS_TOKEN, WEBHOOK_PRIVATE_NETWORKS: 'loopback' },
		model: scriptedModel(() => answerOf({ email_html: HTML })),
	});
});
afterAll(async () => {
	await server.stop();
	await service.stop();
});
const db = () => server.services.database.db;

/** A customer with an automation that asks before it sends to an address nobody else uses. */
async function asking(fields: Partial<typeof automations.$inferInsert> = {}) {
	const customer = await server.customer();
	await grant(server, customer.uid, 500);
	const to = `${newId()}@example.com`;
	const id = await addAutomation(server, customer.uid, {
		_triggerType: 'schedule',
		action_toAddress: to,
		_approve: true,
		...fields,
	});
	return { customer, to, id };
}

/** The runs of an automation that wait, as soon as there are as many. */
const waitingRuns = (automationId: string, count = 1) =>
	waitFor(`${count} waiting runs`, async () => {
		const runs = await db()
			.select()
			.from(automationRuns)
			.where(and(eq(automationRuns._automationId, automationId), isWaiting))
			.orderBy(asc(automationRuns.seq));
		return runs.length >= count && runs;
	});

async function waitingRun(automationId: string): Promise<string> {
	await askForRun(server, automationId);
	return String((await waitingRuns(automationId)).at(-1)?.id);
}

const mailsTo = (address: string) => allMailsTo(server, address);
const draftOf = async (customer: Browser, run: string) =>
	(await (await customer.get(`/api/runs/${run}/draft`)).json()) as Draft;
const readRun = async (customer: Browser, run: string) =>
	(await (await customer.get(`/api/runs/${run}`)).json()) as Run;
const approve = (customer: Browser, run: string, { subject, text }: { subject: string; text: string }) =>
	customer.post(`/api/runs/${run}/approve`, { subject, text });
const messageOf = async (response: Response) =>
	((await response.json()) as { error: { message: string } }).error.message;

/** A browser of the customer that gets push messages. */
async function subscribe(customer: Browser) {
	const { key } = (await (await customer.get('/api/push')).json()) as { key: string };
	const phone = service.subscribe(key);
	await customer.post('/api/push', { ...phone.subscription, name: 'Phone' });
	return phone;
}

/** What the scheduler would do every minute. */
const tend = () => server.services.queue.send(db(), 'approvals', {});

describe('a mail that needs a yes', () => {
	test.each(['mail', 'both'] as const)(
		'waits if only further recipients would get it (%s)',
		async (_notify) => {
			const further = `${newId()}@example.com`;
			const { customer, id } = await asking({
				_notify,
				action_toAddress: null,
				action_moreAddresses: [further],
			});
			const run = await waitingRun(id);
			expect(await mailsTo(further)).toEqual([]);
			const draft = await draftOf(customer, run);
			expect(draft.to).toEqual([further]);
			expect((await approve(customer, run, draft)).status).toBe(200);
			await endedRuns(server, id, 1);
			expect(await mailsTo(further)).toHaveLength(1);
		},
	);

	test('waits, is shown to its owner, and is sent as it was written after the yes', async () => {
		const { customer, to, id } = await asking();
		const run = await waitingRun(id);
		const [asked] = await server.mails(customer.email, 1);
		expect(asked).toContain('asks before sending it');
		for (const words of [`To: ${to}`, 'Subject: Someone is there', '> Look & see.', `/app/runs?run=${run}`])
			expect(asked).toContain(words);
		expect(await readRun(customer, run)).toMatchObject({
			...{ _status: 'waiting', action_verdict: 'met', credits: 1 },
			...{ action_approval: null, action_sentTo: null, action_asked_at: expect.any(Number) },
		});
		// A scanner that follows the link, or reads whatever it finds, changes nothing.
		await customer.get(`/app/runs?run=${run}`);
		expect((await customer.get(`/api/runs/${run}/approve`)).status).toBe(404);
		const draft = await draftOf(customer, run);
		expect(draft).toMatchObject({ to: [to], toNow: null, subject: 'Someone is there', text: TEXT });
		expect(draft.html).toContain(HTML);
		// The page that shows it allows no styles.
		expect(draft.html).not.toContain('style=');
		expect(await mailsTo(to)).toEqual([]);

		expect((await approve(customer, run, draft)).status).toBe(200);
		await endedRuns(server, id, 1);
		const sent = await mailsTo(to);
		expect(sent).toHaveLength(1);
		expect(sent[0]).toMatchObject({
			subject: 'Someone is there',
			messageId: `<run-${run}@automations.localhost>`,
		});
		expect(sent[0]?.html).toContain(HTML);
		expect(await readRun(customer, run)).toMatchObject({
			...{ _status: 'succeeded', _reason: null, action_sentTo: to },
			...{ action_approval: 'sent', action_edited: false, action_answered_at: expect.any(Number) },
		});
	});

	test('is pushed to the browsers of its owner with the draft', async () => {
		const { customer, to, id } = await asking();
		const phone = await subscribe(customer);
		const run = await waitingRun(id);
		const [pushed] = await phone.messages(1);
		expect(pushed).toMatchObject({
			...{ title: 'Send this? Someone is there', url: `/app/runs?run=${run}` },
			body: `To ${to}\nSomeone is there.\nLook & see.`,
		});
	});

	test('is sent as its owner changed it, as plain text made safe', async () => {
		const { customer, to, id } = await asking();
		const run = await waitingRun(id);
		const text = 'Dear all,\r\n<script>alert(1)</script>\r\n\r\nbye & thanks';
		expect((await approve(customer, run, { subject: ' Mine: <now> ', text })).status).toBe(200);
		await endedRuns(server, id, 1);
		const [mail] = await mailsTo(to);
		expect(mail?.subject).toBe('Mine: <now>');
		const html = '<p>Dear all,<br>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n<p>bye &amp; thanks</p>';
		expect(mail?.html).toContain(html);
		expect(mail?.html).not.toContain('Look');
		expect(await readRun(customer, run)).toMatchObject({
			...{ action_email_subject: 'Mine: <now>', action_email_html: html, action_edited: true },
		});
	});

	test('keeps the markup of the model where only the subject was changed', async () => {
		const { customer, to, id } = await asking();
		const run = await waitingRun(id);
		await customer.post(`/api/runs/${run}/approve`, { subject: 'Another' });
		await endedRuns(server, id, 1);
		const [mail] = await mailsTo(to);
		expect([mail?.subject, mail?.html?.includes(HTML)]).toEqual(['Another', true]);
	});

	test('is not sent where its owner discards it, and what the model cost is not refunded', async () => {
		const { customer, to, id } = await asking();
		const run = await waitingRun(id);
		expect((await customer.post(`/api/runs/${run}/discard`)).status).toBe(200);
		const [ended] = await endedRuns(server, id, 1);
		expect([ended?._status, ended?._reason, ended?.credits]).toEqual([
			...['skipped', 'You discarded the mail, so nothing was sent.', 1],
		]);
		expect(await mailsTo(to)).toEqual([]);
		const again = await customer.post(`/api/runs/${run}/discard`);
		expect(again.status).toBe(409);
		expect(await messageOf(again)).toMatch(
			/^This mail was already discarded at \d\d:\d\d\. Nothing was sent\.$/,
		);
	});

	test('takes one answer, however many come at once', async () => {
		const { customer, to, id } = await asking();
		const run = await waitingRun(id);
		const draft = await draftOf(customer, run);
		const answers = await Promise.all([
			...[1, 2, 3].map(() => approve(customer, run, draft)),
			customer.post(`/api/runs/${run}/discard`),
		]);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
		const [ended] = await endedRuns(server, id, 1);
		expect(await mailsTo(to)).toHaveLength(ended?.action_approval === 'sent' ? 1 : 0);
		const late = await approve(customer, run, draft);
		expect(late.status).toBe(409);
		if (ended?.action_approval === 'sent')
			expect(await messageOf(late)).toMatch(
				/^You already said yes .+, and it was sent to .+@example\.com\.$/,
			);
		expect(await refusal(await customer.get(`/api/runs/${run}/draft`))).toBe('409 conflict');
	});

	test('refuses what cannot be sent, and says what to change', async () => {
		const { customer, id } = await asking();
		const run = await waitingRun(id);
		const bad = async (edit: object) => {
			const answer = await customer.post(`/api/runs/${run}/approve`, edit);
			expect(answer.status).toBe(400);
			return messageOf(answer);
		};
		expect(await bad({ to: 'me@example.com' })).toContain('to');
		expect(await bad({ subject: ' ', text: 'x' })).toBe('subject: must not be blank');
		expect(await bad({ subject: 'a\nBcc: b@c.de', text: 'x' })).toBe('subject: must be one line');
		expect(await bad({ subject: 'a', text: ' \n ' })).toBe('text: must not be blank');
		expect(await bad({ subject: 'a', text: 'x'.repeat(20_001) })).toBe(
			'text: must have at most 20,000 characters',
		);
		expect((await readRun(customer, run))._status).toBe('waiting');
	});

	test('a run that needs none takes no answer', async () => {
		const { customer, id } = await asking({ _approve: false });
		await askForRun(server, id);
		const [run] = await endedRuns(server, id, 1);
		expect(await messageOf(await customer.post(`/api/runs/${run?.id}/discard`))).toBe(
			'This run does not wait for you.',
		);
	});
});

describe('a reply', () => {
	test('waits, and stays a mail that names no automation', async () => {
		const { customer, id, to } = await addReplier(server, { _approve: true, _name: 'Secret helper' });
		const from = `${newId()}@customers.example`;
		await deliverMail(server, { from, to, subject: 'Hello', text: 'hi', messageId: '<q@customers.example>' });
		const [run] = await waitingRuns(id);
		const draft = await draftOf(customer, String(run?.id));
		expect(draft).toMatchObject({ to: [from], toNow: null, subject: 'Re: Hello', text: TEXT });
		expect(await mailsTo(from)).toEqual([]);
		await approve(customer, String(run?.id), { subject: draft.subject, text: 'My own words.' });
		await endedRuns(server, id, 1);
		const [mail] = await mailsTo(from);
		expect(mail).toMatchObject({ subject: 'Re: Hello', inReplyTo: '<q@customers.example>' });
		expect(bodyOf(mail?.html)).toBe('<p>My own words.</p>');
		expect(mail?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-replied');
	});

	test('that must not be sent anyway asks nobody', async () => {
		const { id, to } = await addReplier(server, { _approve: true });
		await deliverMail(server, { from: 'ann@unknown.example', to, subject: 'Hello', text: 'hi' });
		const [run] = await endedRuns(server, id, 1);
		expect([run?._status, run?.action_asked_at]).toEqual(['skipped', null]);
	});
});

describe('while it waits', () => {
	test('other captures of the automation are judged, and the owner is asked once about an episode', async () => {
		const customer = await server.customer();
		await grant(server, customer.uid, 500);
		const camera = await addCamera(server, customer.uid);
		const id = await addAutomation(server, customer.uid, {
			...{
				_triggerType: 'capture',
				trigger_device_deviceID: camera.deviceId,
				action_toAddress: customer.email,
			},
			...{ _tell: 'begin', _approve: true, _zone: 'UTC' },
		});
		const capture = (minutesAgo: number) =>
			camera.send(picture, { 'X-Captured-At': new Date(Date.now() - minutesAgo * 60_000).toISOString() });
		await capture(5);
		const [first] = await waitingRuns(id);
		await capture(4);
		const [second] = (await endedRuns(server, id, 1)).filter(({ ended_at }) => ended_at);
		const asked = clockTime(first?.action_asked_at ?? new Date(), 'UTC', new Date());
		expect((await readRun(customer, String(second?.id)))._reason).toBe(
			`You were already asked at ${asked}, still there.`,
		);
		// Who discarded it is not asked about the same episode again.
		await customer.post(`/api/runs/${first?.id}/discard`);
		await endedRuns(server, id, 2);
		await capture(3);
		const third = (await endedRuns(server, id, 3)).at(-1);
		expect((await readRun(customer, String(third?.id)))._reason).toBe(
			'Still there. You discarded the mail, so nothing was sent.',
		);
	});

	test('it is first among what is listed as waiting, on the dashboard and in the figures', async () => {
		const { customer, id } = await asking();
		const run = await waitingRun(id);
		const listed = async (query: string) =>
			((await (await customer.get(`/api/runs?${query}`)).json()) as { items: RunSummary[] }).items;
		expect((await listed('waiting=yes&grouped=yes')).map((one) => one.id)).toEqual([run]);
		expect(await listed('waiting=yes&trigger=email')).toEqual([]);
		const dashboard = await customer.get(`/api/dashboard?since=${new Date().toISOString()}`);
		expect(((await dashboard.json()) as Dashboard).waiting).toEqual({
			runs: 1,
			oldest: [
				{ id: run, _automationId: id, subject: 'Someone is there', action_asked_at: expect.any(Number) },
			],
		});
		const figures = async () =>
			(
				await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
			).text();
		const waits = Number(/^watchword_runs_waiting (\d+)$/m.exec(await figures())?.[1]);
		expect(waits).toBeGreaterThan(0);
		await customer.post(`/api/runs/${run}/discard`);
		await endedRuns(server, id, 1);
		expect(await listed('waiting=yes')).toEqual([]);
	});

	test('a deleted automation ends it; a paused one does not, and other recipients are pointed out', async () => {
		const { customer, to, id } = await asking();
		const run = await waitingRun(id);
		await db()
			.update(automations)
			.set({ action_toAddress: 'new@example.com', _paused: true })
			.where(eq(automations.id, id));
		expect(await draftOf(customer, run)).toMatchObject({ to: [to], toNow: ['new@example.com'] });
		await approve(customer, run, await draftOf(customer, run));
		expect((await endedRuns(server, id, 1))[0]).toMatchObject({ _status: 'succeeded', action_sentTo: to });

		const other = await waitingRun(id);
		expect((await customer.send('DELETE', `/api/automations/${id}`, {})).status).toBe(200);
		const [, ended] = await endedRuns(server, id, 2);
		expect([ended?.id, ended?._status, ended?._reason]).toEqual([
			...[other, 'skipped', 'The automation was deleted before you said yes, so no mail was sent.'],
		]);
		expect(
			await refusal(await customer.post(`/api/runs/${other}/approve`, { subject: 'a', text: 'b' })),
		).toBe('409 conflict');
	});

	test('it ends after seven days without an answer', async () => {
		const { customer, to, id } = await asking();
		const run = await waitingRun(id);
		const past = sql`now() - interval '7 days 1 minute'`;
		await db().update(automationRuns).set({ action_asked_at: past }).where(eq(automationRuns.id, run));
		await tend();
		const [ended] = await endedRuns(server, id, 1);
		expect([ended?._status, ended?._reason, ended?.action_approval]).toEqual([
			...['skipped', 'You did not answer within 7 days, so no mail was sent.', 'expired'],
		]);
		expect(await mailsTo(to)).toEqual([]);
		expect(await messageOf(await customer.post(`/api/runs/${run}/discard`))).toContain('waited too long');
	});

	test('its owner is reminded of everything at once, and not where reminders are off', async () => {
		const { customer, id } = await asking();
		await waitingRun(id);
		await askForRun(server, id);
		const runs = await waitingRuns(id, 2);
		expect(runs.every(({ next_try_at }) => next_try_at > new Date(Date.now() + 5.9 * 3600_000))).toBe(true);
		await server.mails(customer.email, 2);
		const due = { next_try_at: sql`now() - interval '1 second'` };
		await db()
			.update(automationRuns)
			.set(due)
			.where(eq(automationRuns.id, String(runs[0]?.id)));
		await tend();
		const [, , reminder] = await server.mails(customer.email, 3);
		for (const { id } of runs) expect(reminder).toContain(`/app/runs?run=${id}`);
		const [, , { subject } = {}] = await mailsTo(customer.email);
		expect(subject).toBe('2 mails wait for your yes');
		const later = await waitingRuns(id, 2);
		expect(later.every(({ next_try_at }) => next_try_at > new Date(Date.now() + 5.9 * 3600_000))).toBe(true);

		await db().update(users).set({ mail_waiting: false }).where(eq(users.id, customer.uid));
		await askForRun(server, id);
		const last = (await waitingRuns(id, 3)).at(-1);
		expect(last?.next_try_at.getTime()).toBeGreaterThan(Date.now() + 7 * 24 * 3600_000);
	});

	test('its owner is asked when the quiet hours end', async () => {
		const { customer, id, to } = await asking({ _triggerType: 'email' });
		const phone = await subscribe(customer);
		const quiet = quietHours();
		await db().update(users).set(quiet).where(eq(users.id, customer.uid));
		const mail = { from: 'ann@customers.example', to: `${id}@automations.localhost`, subject: 'Hello' };
		await deliverMail(server, { ...mail, text: 'hi' });
		const [row] = await waitingRuns(id);
		expect(row?.next_try_at.toISOString().slice(11, 16)).toBe(quiet.quiet_end);
		await db()
			.update(automationRuns)
			.set({ next_try_at: new Date() })
			.where(eq(automationRuns._automationId, id));
		await tend();
		const [asked] = await server.mails(customer.email, 1);
		expect(asked).toContain(`"Someone is there" to ${to}`);
		const [pushed] = await phone.messages(1);
		expect(pushed?.body).toContain('A mail waits for your yes.');
	});

	test('a disabled account is asked nothing, and what it said yes to is not sent', async () => {
		const { customer, to, id } = await asking();
		const run = await waitingRun(id);
		await server.mails(customer.email, 1);
		await db().transaction(async (tx) => {
			await tx.update(users).set({ disabled_at: new Date() }).where(eq(users.id, customer.uid));
			await tx
				.update(automationRuns)
				.set({ action_approval: 'sent', _status: 'decided', next_try_at: new Date() })
				.where(eq(automationRuns.id, run));
		});
		const [ended] = await endedRuns(server, id, 1);
		expect([ended?._status, ended?._reason]).toEqual(['skipped', 'This account is disabled.']);
		expect(await mailsTo(to)).toEqual([]);
	});

	test('a hundred are enough', async () => {
		const { customer, id } = await asking();
		const kind = { _triggerType: 'schedule', _actionType: 'sendEmail', _status: 'waiting' } as const;
		await db()
			.insert(automationRuns)
			.values(
				Array.from({ length: 100 }, () => ({
					...{ id: newId(), _triggerKey: newId(), _owner: customer.uid, _automationId: id, ...kind },
					...{ action_approve: true, action_asked_at: new Date(), next_try_at: new Date(Date.now() + 1e9) },
				})),
			);
		await askForRun(server, id);
		const ended = (await endedRuns(server, id, 1)).at(-1);
		expect([ended?._status, ended?._reason]).toEqual([
			'skipped',
			'100 mails of this automation already wait for your yes. Send or discard them, so that it can write further ones.',
		]);
	});
});
