import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { automations } from '../automations/tables.ts';
import { ModelFailure } from '../base/failures.ts';
import { deliveries } from '../deliveries/tables.ts';
import type { Model } from '../ports/model.ts';
import { automationRuns } from '../runs/tables.ts';
import { addAutomation, addCamera, grant } from '../testing/automation.ts';
import { jpeg } from '../testing/images.ts';
import { refuseForNow } from '../testing/mail.ts';
import { startMessengers, targetsAt } from '../testing/messengers.ts';
import { answerOf, scriptedModel } from '../testing/model.ts';
import { PushService } from '../testing/push-service.ts';
import { endedRuns } from '../testing/runs.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { waitFor } from '../testing/wait.ts';
import { mailsTo } from '../testing/watch.ts';

/** The questions that the language model was asked and has not answered. */
const asked: ((answer: string | ModelFailure) => void)[] = [];
const says = (verdict: 'met' | 'not met' | 'cannot tell') =>
	answerOf({ verdict, evidence: `The language model: ${verdict}.` });
/** Stands for the built-in model: the prompt names its verdict. */
const firstLook: Model = {
	...scriptedModel(({ parts: { prompt } }) =>
		answerOf({
			verdict: prompt as 'met',
			evidence: `First: ${prompt}.`,
			email_subject: 'A dog',
			email_html: '<p>One dog.</p>',
		}),
	),
	builtIn: true,
	readPrompt: async (prompt) => ({
		condition: { is: 'seen', kinds: ['dog'], least: 1, most: null },
		readAs: prompt,
		beyond: [],
	}),
};

let server: TestServer;
let service: PushService;
let messengers: Awaited<ReturnType<typeof startMessengers>>;
let picture: Buffer;
beforeAll(async () => {
	picture = await jpeg();
	service = await PushService.start();
	messengers = await startMessengers();
	server = await startServer({
		env: { WEBHOOK_PRIVATE_NETWORKS: 'loopback', MODEL_FALLBACK: 'no', TELEGRAM_API_URL: messengers.url },
		model: scriptedModel(
			() =>
				new Promise((resolve, reject) =>
					asked.push((answer) => (typeof answer === 'string' ? resolve(answer) : reject(answer))),
				),
		),
		firstLook,
	});
});
afterAll(async () => {
	await server.stop();
	messengers.close();
	expect(service.refused).toEqual([]);
	await service.stop();
});
const db = () => server.services.database.db;

async function watch(fields: Partial<typeof automations.$inferInsert> = {}) {
	const customer = await server.customer();
	await grant(server, customer.uid, 100);
	const camera = await addCamera(server, customer.uid);
	const attached = { _triggerType: 'capture', trigger_device_deviceID: camera.deviceId } as const;
	// Two that run free of charge, so that the third is charged.
	for (const _paused of [true, true]) await addAutomation(server, customer.uid, { ...attached, _paused });
	const id = await addAutomation(server, customer.uid, {
		...{ ...attached, _tell: 'begin', _notify: 'both', action_toAddress: customer.email },
		...{ action_prompt: 'met', _atOnce: true, ...fields },
	});
	const { key } = (await (await customer.get('/api/push')).json()) as { key: string };
	const phone = service.subscribe(key);
	await customer.post('/api/push', { ...phone.subscription, name: 'Phone' });
	/** Sends a picture, as soon as the language model is asked about it. */
	const look = async () => {
		const before = asked.length;
		expect((await camera.send(picture)).status).toBe(202);
		const answer = await waitFor('the language model is asked', async () => asked[before]);
		const [run] = await db()
			.select()
			.from(automationRuns)
			.where(eq(automationRuns._automationId, id))
			.orderBy(desc(automationRuns.seq))
			.limit(1);
		return { answer, run };
	};
	const mails = () => mailsTo(server, customer.email);
	const ended = async (count: number) => (await endedRuns(server, id, count)).at(-1);
	const pushes = async (runId: string | undefined) =>
		(
			await waitFor('all messages are sent', async () => {
				const all = await db()
					.select()
					.from(deliveries)
					.where(eq(deliveries.runId, String(runId)))
					.orderBy(deliveries.created_at);
				return all.every(({ status }) => status === 'sent') && all;
			})
		).map(({ event }) => event);
	return { customer, id, phone, look, mails, ended, pushes };
}

test('people are told before the language model has answered, once, and its answer updates the message', async () => {
	const { customer, phone, look, mails, ended, pushes } = await watch();
	const { answer, run } = await look();
	const [first] = await phone.messages(1);
	expect(first).toMatchObject({
		body: expect.stringMatching(/^A dog\nFirst: met\.\nThe built-in model is sure/),
	});
	expect(await mails()).toMatchObject([{ subject: 'A dog' }]);
	expect(run).toMatchObject({
		...{ _status: 'queued', credits: 0, action_verdict: null, action_sentTo: customer.email },
		action_firstLook: { verdict: 'met', evidence: 'First: met.', asked: true, told_at: expect.any(String) },
	});

	answer(says('met'));
	const [, second] = await phone.messages(2);
	expect(second).toMatchObject({ tag: first?.tag, quiet: true });
	expect(second?.body).toContain('The language model: met.');
	expect(first?.quiet).toBeUndefined();
	const done = await ended(1);
	expect(done).toMatchObject({
		...{ _status: 'succeeded', credits: 1, action_verdict: 'met', action_tells: 'begin', _reason: null },
		...{ action_evidence: 'The language model: met.', action_email_subject: 'A dog' },
		...{ action_firstLook: { told_at: run?.action_firstLook?.told_at }, _episodeId: first?.tag },
		action_notification: { state: 'sent', at: run?.action_firstLook?.told_at },
	});
	expect(await pushes(done?.id)).toEqual(['alert', 'update']);
	expect((await waitFor('it is counted', async () => (await ended(1))?.action_pushes)) as number).toBe(1);
	expect(await mails()).toHaveLength(1);
	expect(await (await customer.get('/api/billing')).json()).toEqual({ creditBalance: 99 });

	// What lasts is told no second time, at once or later.
	const next = await look();
	next.answer(says('met'));
	expect(await ended(2)).toMatchObject({ action_tells: null, action_firstLook: { asked: true } });
	expect(next.run?.action_firstLook).toBeNull();
	expect([phone.pushed.length, (await mails()).length]).toEqual([2, 1]);
});

test('a message in a channel is changed in its place where that can be, and otherwise followed by another', async () => {
	const { customer, id, look, ended } = await watch({ _notify: 'none' });
	const _channels = [];
	for (const target of Object.values(targetsAt(messengers.url))) {
		const answer = await customer.post('/api/channels', { name: target.kind, target });
		_channels.push(((await answer.json()) as { id: string }).id);
	}
	await db().update(automations).set({ _channels }).where(eq(automations.id, id));
	const { answer, run } = await look();
	await waitFor('the first messages', async () => {
		const sent = await db()
			.select()
			.from(deliveries)
			.where(eq(deliveries.runId, String(run?.id)));
		return sent.length === 3 && sent.every(({ status }) => status === 'sent');
	});
	for (const { text } of messengers.shown) expect(text).toContain('The built-in model is sure');
	answer(says('met'));
	expect(await ended(1)).toMatchObject({ _status: 'succeeded', action_verdict: 'met' });
	const [, second] = await messengers.messages('apprise', 2);
	expect(second?.text).toContain('The language model: met.');
	const changed = await waitFor('the changed messages', () => {
		const found = messengers.shown.filter(({ edits }) => edits > 0);
		return found.length === 2 && found;
	});
	for (const { text } of changed) expect(text).toContain('The language model: met.');
	expect(messengers.shown.map(({ by }) => by).sort()).toEqual(['apprise', 'apprise', 'ntfy', 'telegram']);
});

test.each(['not met', 'cannot tell'] as const)(
	'if the language model then says “%s”, the message says so, no episode begins, and it is waited for the next time',
	async (verdict) => {
		const { phone, look, mails, ended } = await watch();
		const { answer } = await look();
		await phone.messages(1);
		answer(says(verdict));
		const [first, second] = await phone.messages(2);
		expect(second).toMatchObject({ tag: first?.tag, quiet: true });
		expect(second?.body).toBe(`The language model does not agree.\nThe language model: ${verdict}.`);
		expect(await ended(1)).toMatchObject({
			...{ _status: 'succeeded', action_verdict: verdict, action_tells: null, _episodeId: null },
			_reason: expect.stringContaining('The built-in model was sure, but the language model does not agree.'),
			credits: verdict === 'not met' ? 1 : 0,
			action_firstLook: { verdict: 'met', told_at: expect.any(String) },
		});
		expect(await mails()).toHaveLength(1);

		const next = await look();
		expect(next.run?.action_firstLook).toBeNull();
		next.answer(says('met'));
		expect(await ended(2)).toMatchObject({ action_tells: 'begin', action_verdict: 'met' });
		await phone.messages(3);
		expect(await mails()).toHaveLength(2);
	},
);

test.each<[string, Partial<typeof automations.$inferInsert>]>([
	['the customer does not want it', { _atOnce: false, _firstLook: true }],
	['the built-in model is not sure', { action_prompt: 'cannot tell' }],
	['it rules the picture out, but need not', { action_prompt: 'not met' }],
	['two captures must agree', { _tellTwice: true }],
	['it is snoozed', { _snoozedUntil: new Date(Date.now() + 3600_000) }],
	['the mail waits for a yes', { _approve: true }],
	['every capture is told, whatever is in it', { trigger_device_type: 'continuous' }],
	['nobody is to be told', { _actionType: 'save' }],
])('nobody is told at once if %s', async (_, fields) => {
	const { phone, look, mails, ended } = await watch(fields);
	const { answer, run } = await look();
	expect(run?.action_firstLook).toBeNull();
	expect([phone.asked, await mails()]).toEqual([0, []]);
	answer(says('not met'));
	await ended(1);
});

test('a language model that fails afterwards takes nothing back, and costs nothing', async () => {
	const { look, ended, mails, phone } = await watch();
	const { answer } = await look();
	await phone.messages(1);
	answer(new ModelFailure('The account at the model has no credit left.', false));
	expect(await ended(1)).toMatchObject({
		...{ _status: 'succeeded', action_verdict: null, credits: 0 },
		_reason: 'Told. The account at the model has no credit left.',
		action_firstLook: { verdict: 'met', asked: true, told_at: expect.any(String) },
	});
	expect(await mails()).toHaveLength(1);
});

test('who cannot get the mail at once gets it when the language model agrees, and nobody gets two', async () => {
	const late = `late-${Date.now()}@example.com`;
	const { customer, look, ended, mails } = await watch({ _notify: 'mail', action_moreAddresses: [late] });
	const refused = refuseForNow(server).add(late);
	const { answer } = await look();
	expect(await mails()).toMatchObject([{ subject: 'A dog' }]);
	refused.clear();
	answer(says('met'));
	expect(await ended(1)).toMatchObject({ action_sentTo: `${customer.email}, ${late}`, _reason: null });
	expect(await mails()).toHaveLength(1);
	expect(await mailsTo(server, late)).toHaveLength(1);
});
