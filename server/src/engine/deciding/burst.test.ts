import { NEW_AUTOMATION } from '@watchword/contract/new-automation';
import type { Run } from '@watchword/contract/run';
import type { Trial } from '@watchword/contract/trial';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Question } from '../../ports/model.ts';
import { addAutomation, addCamera, grant, sendBurst } from '../../testing/automation.ts';
import { jpeg, phoneJpeg } from '../../testing/images.ts';
import { answerOf, scriptedModel } from '../../testing/model.ts';
import { endedRuns } from '../../testing/runs.ts';
import { startServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
const asked: Question[] = [];
beforeAll(async () => {
	server = await startServer({
		model: scriptedModel((question) => {
			asked.push(question);
			return answerOf({ verdict: 'met' });
		}),
	});
});
afterAll(() => server.stop());

/** A camera that two or more automations watch, so that a third one is charged. */
async function watched(...automations: Parameters<typeof addAutomation>[2][]) {
	const customer = await server.customer();
	await grant(server, customer.uid, 10);
	const camera = await addCamera(server, customer.uid);
	const ids: string[] = [];
	for (const fields of automations) {
		const watch = { _triggerType: 'capture', trigger_device_deviceID: camera.deviceId } as const;
		ids.push(await addAutomation(server, customer.uid, { ...watch, _actionType: 'save', ...fields }));
	}
	const send = async (...files: Buffer[]) => {
		const answer = await sendBurst(server.url, camera.deviceKey, files);
		expect(answer.status).toBe(202);
		return ((await answer.json()) as { captureId: string }).captureId;
	};
	return { customer, ids, send };
}

const questionTo = (prompt: string) => asked.findLast(({ parts }) => parts.prompt === prompt);

test('each automation judges as many pictures of a moment as it asks for, in their order, for one charge', async () => {
	const { customer, ids, send } = await watched(
		{ action_prompt: 'One is enough' },
		{ action_prompt: 'Reports everything', _burst: 4, trigger_device_type: 'continuous' },
		{ action_prompt: 'Did they walk to the door?', _burst: 3 },
	);
	const pictures = await Promise.all(['#111', '#222', '#333', '#444'].map((c) => jpeg(320, 240, c)));
	await send(...pictures);
	const runs = await Promise.all(ids.map(async (id) => (await endedRuns(server, id, 1))[0]));
	expect(questionTo('One is enough')?.images).toHaveLength(1);
	expect(questionTo('One is enough')?.text).not.toContain('same moment');
	expect(questionTo('Reports everything')?.images).toHaveLength(1);
	const question = questionTo('Did they walk to the door?');
	expect(question?.images.map(({ bytes }) => Buffer.from(bytes))).toEqual(pictures.slice(0, 3));
	expect(question?.text).toContain('The 3 images are of the same moment');
	expect(runs.map((run) => run?.credits)).toEqual([0, 0, 1]);

	const run = (await (await customer.get(`/api/runs/${runs[2]?.id}`)).json()) as Run;
	expect(run.trigger_frames).toHaveLength(2);
	for (const path of run.trigger_frames) {
		const at = `/v0/b/watchword/o/${encodeURIComponent(path)}?alt=media`;
		expect((await customer.get(at)).status).toBe(200);
	}
	expect(run.action_files.map((path) => path.split('/').at(-1))).toEqual([
		'result.txt',
		'result.json',
		'capture.jpg',
		'capture-2.jpg',
		'capture-3.jpg',
	]);
});

test('a further picture that is broken is left out, and one on its side is turned upright first', async () => {
	const { ids, send } = await watched({ action_prompt: 'Upright?', _burst: 4 });
	const broken = Buffer.concat([(await jpeg(640, 480)).subarray(0, 1200), Buffer.from([0xff, 0xd9])]);
	await send(await jpeg(), broken, await phoneJpeg());
	const [run] = await endedRuns(server, String(ids[0]), 1);
	expect(run?._status).toBe('succeeded');
	expect(questionTo('Upright?')?.images).toHaveLength(2);
	expect(run?.trigger_frames).toEqual([expect.stringContaining('.3.clean.jpg')]);
});

test('a trial judges the pictures that the draft asks for, and names the further ones', async () => {
	const { customer, ids, send } = await watched({ action_prompt: 'Anyone?', _paused: true });
	const captureId = await send(await jpeg(), await jpeg());
	const answer = await customer.post(`/api/automations/${ids[0]}/try`, {
		draft: {
			...NEW_AUTOMATION,
			_triggerType: 'capture',
			trigger_device_deviceID: await deviceOf(customer),
			action_prompt: 'Tried',
			_burst: 2,
		},
		on: { kind: 'capture', captureId },
	});
	expect(answer.status).toBe(200);
	expect(questionTo('Tried')?.images).toHaveLength(2);
	const { frames } = (await answer.json()) as Trial;
	expect(frames).toHaveLength(1);
	const at = `/v0/b/watchword/o/${encodeURIComponent(String(frames[0]))}?alt=media`;
	expect((await customer.get(at)).status).toBe(200);
});

async function deviceOf(customer: Awaited<ReturnType<TestServer['customer']>>): Promise<string | undefined> {
	const { items } = (await (await customer.get('/api/devices')).json()) as { items: { id: string }[] };
	return items[0]?.id;
}
