import type { Trial } from '@watchword/contract/trial';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ModelFailure } from '../../base/model-failure.ts';
import type { Model } from '../../ports.ts';
import { addAutomation, addCamera } from '../../testing/automation.ts';
import { jpeg } from '../../testing/images.ts';
import { answerOf, scriptedModel } from '../../testing/model.ts';
import { endedRuns } from '../../testing/runs.ts';
import { startServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let calls = 0;
/** Stands for the built-in model: the prompt names its verdict, and "beyond" is more than it can read. */
const firstLook: Model = {
	...scriptedModel(({ parts: { prompt } }) => {
		if (prompt === 'broken') throw new ModelFailure('The detector died.', true);
		return answerOf({ verdict: prompt as 'met' | 'not met' | 'cannot tell', evidence: `First: ${prompt}.` });
	}),
	builtIn: true,
	readPrompt: async (prompt) => ({ readAs: prompt, beyond: prompt === 'beyond' ? ['red'] : [] }),
};
beforeAll(async () => {
	server = await startServer({
		model: scriptedModel(() => {
			calls += 1;
			return answerOf({ verdict: 'met', evidence: 'The language model saw it.' });
		}),
		firstLook,
	});
});
afterAll(() => server.stop());

async function judged(action_prompt: string, _firstLook = true) {
	const customer = await server.customer();
	const camera = await addCamera(server, customer.uid);
	const fields = { _triggerType: 'capture', trigger_device_deviceID: camera.deviceId } as const;
	const id = await addAutomation(server, customer.uid, { ...fields, action_prompt, _firstLook });
	const before = calls;
	const { captureId } = (await (await camera.send(await jpeg())).json()) as { captureId: string };
	const [run] = await endedRuns(server, id, 1);
	return { customer, id, captureId, run, calls: calls - before };
}

test('a picture that the built-in model rules out is not sent on, and the saved call is counted', async () => {
	const { customer, id, captureId, run, calls: asked } = await judged('not met');
	expect(asked).toBe(0);
	expect(run).toMatchObject({
		action_verdict: 'not met',
		action_evidence: 'First: not met.',
		action_firstLook: { verdict: 'not met', evidence: 'First: not met.', asked: false },
	});
	const counts = async () => (await customer.get(`/api/automations/${id}/first-looks`)).json();
	expect(await counts()).toEqual({ looks: 1, saved: 1 });
	expect(await (await customer.get(`/api/runs/${run?.id}`)).json()).toMatchObject({
		action_firstLook: { asked: false },
	});
	// A trial does the same, and counts nothing.
	const saved = Object.entries((await (await customer.get(`/api/automations/${id}`)).json()) as object);
	const own = ['id', '_owner', '_deleted', '_version', 'runs'];
	const draft = Object.fromEntries(saved.filter(([name]) => !own.includes(name)));
	const tried = await customer.post(`/api/automations/${id}/try`, {
		draft,
		on: { kind: 'capture', captureId },
	});
	expect(((await tried.json()) as Trial).firstLook).toMatchObject({ asked: false });
	expect(await counts()).toEqual({ looks: 1, saved: 1 });
});

test.each(['met', 'cannot tell'])(
	'a picture judged “%s” at first goes on, and the run has both opinions',
	async (verdict) => {
		const { run, calls: asked } = await judged(verdict);
		expect(asked).toBe(1);
		expect(run).toMatchObject({
			action_verdict: 'met',
			action_evidence: 'The language model saw it.',
			action_firstLook: { verdict, asked: true },
		});
	},
);

test.each([
	['a prompt that it cannot read to the end', 'beyond', true],
	['a first look that fails', 'broken', true],
	['an automation without a first look', 'not met', false],
])('%s: the language model alone decides', async (_, prompt, wants) => {
	const { run, calls: asked } = await judged(prompt, wants);
	expect(asked).toBe(1);
	expect(run).toMatchObject({ action_verdict: 'met', action_firstLook: null });
});
