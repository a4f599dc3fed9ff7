import { once } from 'node:events';
import { TRIAL_MAIL_MAX_LENGTH, TRIALS_PER_HOUR } from '@watchword/contract/constants';
import type { Trial } from '@watchword/contract/trial';
import { sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ModelFailure } from '../../base/failures.ts';
import { newId } from '../../base/ids.ts';
import type { Question } from '../../ports/model.ts';
import { addAutomation, addCamera, grant } from '../../testing/automation.ts';
import { jpeg } from '../../testing/images.ts';
import { answerOf, scriptedModel } from '../../testing/model.ts';
import { endedRuns } from '../../testing/runs.ts';
import { refusal, startServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let asked: Question;
const hanging = new EventTarget();

/** The prompt names the verdict. Other prompts make the model fail in a realistic way. */
beforeAll(async () => {
	server = await startServer({
		model: scriptedModel(async (question, _repair, signal) => {
			asked = question;
			const { prompt } = question.parts;
			if (prompt === 'broken') throw new ModelFailure('The model is not there.', true);
			if (prompt === 'nonsense') return 'no JSON';
			if (prompt === 'slow') {
				hanging.dispatchEvent(new Event('asked'));
				await once(signal, 'abort');
				hanging.dispatchEvent(new Event('aborted'));
			}
			return answerOf({
				verdict: prompt as 'met' | 'not met' | 'cannot tell',
				email_html: '<p>Someone is there.<script>alert(1)</script></p>',
			});
		}),
	});
});
afterAll(() => server.stop());

type Fields = Parameters<typeof addAutomation>[2];
type Customer = Awaited<ReturnType<TestServer['customer']>>;

const DRAFT = {
	_name: 'Watch <b>',
	_triggerType: 'schedule',
	_schedule: ['12:00'],
	_actionType: 'sendEmail',
	_limited: false,
	_limitSchedule: ['12:00'],
	trigger_device_deviceID: null as string | null,
	trigger_device_type: 'conditional',
	action_prompt: 'met',
	action_toAddress: 'ops@example.com' as string | null,
	_zone: 'Europe/Berlin',
	_utcOffset: 60,
};
type Draft = Partial<typeof DRAFT>;

const post = (as: Customer, id: string, draft: Draft, on: object) =>
	as.post(`/api/automations/${id}/try`, { draft: { ...DRAFT, ...draft }, on });

async function tried(as: Customer, id: string, draft: Draft, on: object): Promise<Trial> {
	const answer = await post(as, id, draft, on);
	expect(answer.status, await answer.clone().text()).toBe(200);
	return (await answer.json()) as Trial;
}

async function refused(as: Customer, id: string, draft: Draft, on: object): Promise<string> {
	const answer = await post(as, id, draft, on);
	const { error } = (await answer.clone().json()) as { error: { message: string } };
	return `${await refusal(answer)}: ${error.message}`;
}

async function watched(fields: Fields = {}) {
	const customer = await server.customer();
	const camera = await addCamera(server, customer.uid);
	const trigger_device_deviceID = camera.deviceId;
	const id = await addAutomation(server, customer.uid, { action_prompt: 'met', ...fields });
	const send = async (bytes?: Buffer) => {
		const answer = await camera.send(bytes ?? (await jpeg()));
		return ((await answer.json()) as { captureId: string }).captureId;
	};
	return { customer, id, send, draft: { _triggerType: 'capture', trigger_device_deviceID } };
}

async function traces(uid: string) {
	const { rows } = await server.services.database.db.execute(sql`
		select (select count(*)::int from automation_runs where _owner = ${uid}) as runs,
			(select count(*)::int from ledger_entries where uid = ${uid}) as entries,
			(select count(*)::int from mails where _owner = ${uid}) as mails`);
	return rows[0];
}

test('a draft is tried on a capture: it shows verdict, evidence and mail, and stores nothing', async () => {
	const { customer, id, send, draft } = await watched();
	const captureId = await send();
	const on = { kind: 'capture', captureId };
	expect(await tried(customer, id, draft, on)).toMatchObject({
		verdict: 'met',
		evidence: 'One person at the gate.',
		acts: true,
		hindrance: null,
		mail: { to: 'ops@example.com', subject: 'Someone is there' },
		model: 'scripted',
		run: null,
	});
	const { mail } = await tried(customer, id, draft, on);
	expect(mail?.html).toContain('Sent by the automation Watch &lt;b&gt;.');
	expect(mail?.html).not.toContain('script');
	expect(mail?.html).toContain('<img src="data:image/');
	expect(mail?.html).not.toContain('style=');
	expect(asked.images).toHaveLength(1);

	expect(await tried(customer, id, { ...draft, action_prompt: 'not met' }, on)).toMatchObject({
		verdict: 'not met',
		acts: false,
		mail: null,
	});
	const always = { ...draft, action_prompt: 'cannot tell', trigger_device_type: 'continuous' };
	expect(await tried(customer, id, always, on)).toMatchObject({ verdict: 'cannot tell', acts: true });
	expect(await tried(customer, id, { ...draft, _actionType: 'save' }, on)).toMatchObject({
		acts: true,
		mail: null,
	});
	expect(await tried(customer, id, { ...draft, action_toAddress: null }, on)).toMatchObject({
		hindrance: 'Nothing could be sent: there is no address to send to.',
	});
	const further = {
		...draft,
		action_toAddress: null,
		action_moreAddresses: ['a@example.com', 'b@example.com'],
	};
	expect(await tried(customer, id, { ...further, _approve: true } as Draft, on)).toMatchObject({
		...{ mail: { to: 'a@example.com, b@example.com' }, hindrance: null, waits: true },
	});
	const asks = { ...draft, _approve: true } as Draft;
	expect(await tried(customer, id, asks, on)).toMatchObject({ acts: true, waits: true });
	expect(await traces(customer.uid)).toEqual({ runs: 0, entries: 0, mails: 0 });
	expect(await server.rawMails('ops@example.com', 0)).toEqual([]);
});

test('a picture that shows nothing gets no verdict, and no model is asked', async () => {
	const { customer, id, draft, send } = await watched();
	const black = sharp({ create: { width: 320, height: 240, channels: 3, background: '#000' } });
	const captureId = await send(await black.jpeg().toBuffer());
	expect(await tried(customer, id, draft, { kind: 'capture', captureId })).toMatchObject({
		verdict: 'cannot tell',
		evidence: 'The picture is black. The camera may be covered or broken, or it is too dark there.',
		model: null,
		acts: false,
	});
});

test('a trial shows the earlier run of the same capture with its verdict and mark; a run can be tried too', async () => {
	const customer = await server.customer();
	const camera = await addCamera(server, customer.uid);
	const watching = { _triggerType: 'capture', trigger_device_deviceID: camera.deviceId } as const;
	const id = await addAutomation(server, customer.uid, { ...watching, action_prompt: 'met' });
	const { captureId } = (await (await camera.send(await jpeg())).json()) as { captureId: string };
	const [run] = await endedRuns(server, id, 1);
	await customer.send('PUT', `/api/runs/${run?.id}/mark`, { mark: 'wrong' });
	const draft = { ...watching, action_prompt: 'not met' };
	const expected = {
		verdict: 'not met',
		run: { id: run?.id, action_verdict: 'met', _mark: 'wrong' },
	};
	expect(await tried(customer, id, draft, { kind: 'capture', captureId })).toMatchObject(expected);
	const again = await tried(customer, id, draft, { kind: 'run', runId: run?.id });
	expect(again).toMatchObject(expected);
	expect(Object.keys(again.run ?? {})).toHaveLength(3);
	expect(asked.parts.now).toEqual(run?._timestamp);
	expect(await refused(customer, id, {}, { kind: 'run', runId: run?.id })).toBe(
		'400 invalid-argument: on: a scheduled automation is tried now',
	);
	await server.services.database.db.execute(sql`delete from captures where id = ${captureId}`);
	expect(await refused(customer, id, draft, { kind: 'run', runId: run?.id })).toBe(
		'404 not-found: The capture is not kept any more.',
	);
});

test('a received, a pasted and a typed mail can be tried; a reply is shown with the rules for replies', async () => {
	const customer = await server.customer();
	await grant(server, customer.uid, 5);
	const id = await addAutomation(server, customer.uid, { action_prompt: 'not met' });
	await createTransport({ host: '127.0.0.1', port: server.smtpPort, ignoreTLS: true }).sendMail({
		from: 'Mia Tan <mia@customers.example>',
		to: `${id}@automations.localhost`,
		subject: 'Invoice 4711',
		text: 'It is due.',
		attachments: [{ filename: 'note.txt', content: 'enclosed words' }],
	});
	const [run] = await endedRuns(server, id, 1);
	const before = await traces(customer.uid);
	const reply = { _triggerType: 'email', _actionType: 'replyToEmail' };
	const mail = { to: 'mia@customers.example', subject: 'Re: Invoice 4711' };
	expect(await tried(customer, id, reply, { kind: 'run', runId: run?.id })).toMatchObject({
		mail,
		hindrance: null,
	});
	expect(asked.text).toContain('enclosed words');

	const raw = 'From: Mia Tan <mia@customers.example>\nSubject: Invoice 4711\n\nIt is due.\n';
	expect(await tried(customer, id, reply, { kind: 'rawMail', raw })).toMatchObject({ mail, run: null });
	expect(asked.parts.mail).toMatchObject({
		from: 'Mia Tan <mia@customers.example>',
		subject: 'Invoice 4711',
	});
	expect(
		await tried(customer, id, reply, { kind: 'rawMail', raw: `Auto-Submitted: auto-replied\n${raw}` }),
	).toMatchObject({ hindrance: 'No reply would be sent: it is an automatic mail.' });
	await tried(customer, id, reply, { kind: 'rawMail', raw: 'Only words, at 12:30\nand more of them' });
	expect(asked.parts.mail?.text).toContain('Only words, at 12:30');

	const words = { kind: 'mail', from: '', subject: 'Hello', text: 'Good day' };
	expect(await tried(customer, id, reply, words)).toMatchObject({ mail: { to: null, subject: 'Re: Hello' } });
	const long = `${'word '.repeat(20_000)}past the limit`;
	for (const on of [
		{ ...words, text: long },
		{ kind: 'rawMail', raw: `From: mia@customers.example\n\n${long}\n` },
	]) {
		await tried(customer, id, reply, on);
		expect(asked.parts.mail?.text).toHaveLength(100_000);
		expect(asked.text).toContain('the text after the first 100,000 characters');
	}
	expect(await traces(customer.uid)).toEqual(before);

	await server.services.database.db.execute(sql`delete from mails where "automationId" = ${id}`);
	expect(await refused(customer, id, reply, { kind: 'run', runId: run?.id })).toBe(
		'404 not-found: The mail is not kept any more.',
	);
});

test('a schedule is tried now, in the zone of the draft', async () => {
	const customer = await server.customer();
	const id = await addAutomation(server, customer.uid, { _triggerType: 'schedule' });
	expect(await tried(customer, id, {}, { kind: 'now' })).toMatchObject({ verdict: 'met', acts: true });
	expect(asked.parts).toMatchObject({ zone: 'Europe/Berlin', trigger: 'schedule', mail: null });
});

test('the failure of a model is shown as a message, never as a verdict', async () => {
	const customer = await server.customer();
	const id = await addAutomation(server, customer.uid);
	expect(await refused(customer, id, { action_prompt: 'broken' }, { kind: 'now' })).toBe(
		'503 unavailable: The model is not there.',
	);
	expect(await refused(customer, id, { action_prompt: 'nonsense' }, { kind: 'now' })).toMatch(
		/^503 unavailable: The model answered twice in a form that cannot be used/,
	);
});

test('a customer who stops waiting stops the model', async () => {
	const customer = await server.customer();
	const id = await addAutomation(server, customer.uid);
	const stop = new AbortController();
	const begun = once(hanging, 'asked');
	const ended = once(hanging, 'aborted');
	const request = customer.fetch(`/api/automations/${id}/try`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ draft: { ...DRAFT, action_prompt: 'slow' }, on: { kind: 'now' } }),
		signal: stop.signal,
	});
	await begun;
	stop.abort();
	await expect(request).rejects.toThrow();
	await ended;
});

test('an invalid draft or mail is refused, and the message names the field', async () => {
	const customer = await server.customer();
	const id = await addAutomation(server, customer.uid);
	const cases: [Draft, object, string][] = [
		[{ action_prompt: ' \n' }, { kind: 'now' }, 'draft.action_prompt: must say what to look for'],
		[{ _schedule: [] }, { kind: 'now' }, 'draft._schedule: needs at least one time'],
		[{ _triggerType: 'capture' }, { kind: 'now' }, 'draft.trigger_device_deviceID: needs a device to watch'],
		[{ action_toAddress: 'ops@' }, { kind: 'now' }, 'draft.action_toAddress: '],
		[{ _actionType: 'replyToEmail' }, { kind: 'now' }, 'draft._actionType: only an email can be replied to'],
		[{ _triggerType: 'email' }, { kind: 'now' }, 'on: an automation that takes mail is tried on a mail'],
		[{}, { kind: 'run', runId: 'x' }, 'on.runId: must be an id'],
		[
			{ _triggerType: 'email' },
			{ kind: 'rawMail', raw: 'x'.repeat(TRIAL_MAIL_MAX_LENGTH + 1) },
			'on.raw: may have at most 1,000,000 characters',
		],
	];
	for (const [draft, on, message] of cases) {
		expect(await refused(customer, id, draft, on)).toContain(`400 invalid-argument: ${message}`);
	}
	const on = { kind: 'rawMail', raw: 'x'.repeat(5_000_000) };
	expect(await refused(customer, id, { _triggerType: 'email' }, on)).toBe(
		'413 payload-too-large: A mail to try may have at most 2 MB.',
	);
});

test('devices, captures, runs and automations of others, made-up ids and deleted automations are refused', async () => {
	const {
		customer: owner,
		id: theirs,
		send,
		draft: theirDraft,
	} = await watched({ _triggerType: 'schedule' });
	const captureId = await send();
	const { customer, id, draft } = await watched();
	expect(await refused(customer, id, theirDraft, { kind: 'capture', captureId })).toBe(
		'400 invalid-argument: trigger_device_deviceID: must be one of your devices',
	);
	expect(await refused(customer, id, draft, { kind: 'capture', captureId })).toMatch(/^404 not-found/);
	expect(await refused(customer, id, draft, { kind: 'capture', captureId: newId() })).toMatch(
		/^404 not-found/,
	);
	expect(await refused(customer, theirs, {}, { kind: 'now' })).toMatch(/^404 not-found/);
	expect(await refused(customer, newId(), {}, { kind: 'now' })).toMatch(/^404 not-found/);

	// A run of the same customer, but of another automation.
	const other = await addAutomation(server, owner.uid, { _triggerType: 'schedule' });
	const runId = newId();
	await server.services.database.db.execute(sql`
		insert into automation_runs (id, _owner, "_automationId", "_triggerKey", "_triggerType", "_actionType", _status, ended_at)
		values (${runId}, ${owner.uid}, ${theirs}, ${runId}, 'schedule', 'save', 'succeeded', now())`);
	expect((await post(owner, theirs, {}, { kind: 'run', runId })).status).toBe(200);
	expect(await refused(owner, other, {}, { kind: 'run', runId })).toMatch(/^404 not-found/);
	expect(await refused(customer, id, {}, { kind: 'run', runId })).toMatch(/^404 not-found/);

	await customer.send('DELETE', `/api/automations/${id}`, {});
	expect(await refused(customer, id, {}, { kind: 'now' })).toMatch(/^404 not-found/);
});

test('each customer has a limited number of trials per hour', async () => {
	const customer = await server.customer();
	const id = await addAutomation(server, customer.uid);
	await server.services.database.db.execute(sql`
		insert into rate_limits (key, count, resets_at)
		values (${`trial:${customer.uid}`}, ${TRIALS_PER_HOUR - 1}, now() + interval '1 hour')`);
	await tried(customer, id, {}, { kind: 'now' });
	expect(await refused(customer, id, {}, { kind: 'now' })).toMatch(
		/^429 resource-exhausted: Too many attempts/,
	);
	// Nothing is looked up or read beyond the limit.
	expect(await refused(customer, id, {}, { kind: 'run', runId: newId() })).toMatch(/^429/);
	const other = await server.customer();
	await tried(other, await addAutomation(server, other.uid), {}, { kind: 'now' });
});
