import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAutomation, addCamera, askForRun, grant } from '../../testing/automation.ts';
import { jpeg } from '../../testing/images.ts';
import { addReplier, deliverMail } from '../../testing/mail.ts';
import { endedRuns } from '../../testing/runs.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
import { openTinyModel } from '../../testing/tiny-model.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer({ model: openTinyModel() });
});
afterAll(() => server.stop());

const judged = {
	model: 'tiny-model',
	action_verdict: expect.stringMatching(/^(?:met|not met|cannot tell)$/),
	action_evidence: expect.stringMatching(/./),
};

test('a language model in a process of this server judges a capture', async () => {
	const customer = await server.customer();
	const camera = await addCamera(server, customer.uid);
	const id = await addAutomation(server, customer.uid, {
		_triggerType: 'capture',
		trigger_device_deviceID: camera.deviceId,
		action_prompt: 'Is the gate open?',
	});
	await camera.send(await jpeg());
	const [run] = await endedRuns(server, id, 1);
	expect(run).toMatchObject(judged);
	expect(run?.tokensIn).toBeGreaterThan(0);
});

test('and a mail, with fields', async () => {
	const { id, to } = await addReplier(server, {
		_actionType: 'save',
		_fields: [{ id: 'kindkind', name: 'Kind', type: 'choice', choices: ['Invoice', 'Reminder'] }],
	});
	await deliverMail(server, {
		...{ from: 'Acme <bills@acme.example>', to, subject: 'Invoice 7' },
		text: 'Please pay 12 EUR for this Invoice.',
	});
	const [run] = await endedRuns(server, id, 1);
	expect(run).toMatchObject(judged);
	expect(run?.action_fields).toMatchObject([{ name: 'Kind' }]);
});

test('and what is due at a time', async () => {
	const customer = await server.customer();
	await grant(server, customer.uid, 1);
	const id = await addAutomation(server, customer.uid, {
		_triggerType: 'schedule',
		action_prompt: 'Write a line for the day.',
	});
	await askForRun(server, id);
	expect((await endedRuns(server, id, 1))[0]).toMatchObject(judged);
});

test('a reply follows its verdict alone, and a trial of the same mail says the same', async () => {
	const { customer, id, to } = await addReplier(server, { action_prompt: 'Answer if a customer complains.' });
	const from = 'ann@customers.example';
	await deliverMail(server, { from, to, subject: 'Broken', text: 'The parcel came broken.' });
	const [run] = await endedRuns(server, id, 1);
	expect(run).toMatchObject(judged);
	expect(run?.action_sentTo).toBe(run?.action_verdict === 'met' ? from : null);
	const saved = Object.entries((await (await customer.get(`/api/automations/${id}`)).json()) as object);
	const own = ['id', '_owner', '_deleted', '_version', 'runs'];
	const draft = Object.fromEntries(saved.filter(([name]) => !own.includes(name)));
	const tried = await customer.post(`/api/automations/${id}/try`, {
		draft,
		on: { kind: 'run', runId: run?.id },
	});
	expect(await tried.json()).toMatchObject({
		verdict: run?.action_verdict,
		acts: run?.action_verdict === 'met',
		model: 'tiny-model',
	});
});
