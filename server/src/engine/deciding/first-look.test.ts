import type { Condition } from '@watchword/contract/condition';
import type { Trial } from '@watchword/contract/trial';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ModelFailure } from '../../base/failures.ts';
import type { Model } from '../../ports/model.ts';
import { addAutomation, addCamera } from '../../testing/automation.ts';
import { jpeg } from '../../testing/images.ts';
import { answerOf, scriptedModel } from '../../testing/model.ts';
import { endedRuns } from '../../testing/runs.ts';
import { startServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let calls = 0;
const DOG: Condition = { is: 'seen', kinds: ['dog'], least: 1, most: null };
const RED: Condition = { is: 'beyond', words: 'red' };
const DOG_AND_RED: Condition = { is: 'all', of: [DOG, RED] };
/** What prompts are read as that are not named here. */
const READINGS: Record<string, Condition> = { beyond: RED, everything: { is: 'every' } };
/** The conditions by which the first look was asked to judge. */
const judgedBy: unknown[] = [];

/** Stands for the built-in model: the prompt names its verdict. */
const firstLook: Model = {
	...scriptedModel(({ parts: { prompt, condition } }) => {
		judgedBy.push(condition);
		if (prompt === 'broken') throw new ModelFailure('The detector died.', true);
		return answerOf({ verdict: prompt as 'met' | 'not met' | 'cannot tell', evidence: `First: ${prompt}.` });
	}),
	builtIn: true,
	readPrompt: async (prompt) => ({
		condition: READINGS[prompt] ?? DOG_AND_RED,
		readAs: prompt,
		beyond: ['red'],
	}),
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

async function judged(action_prompt: string, given: object = {}) {
	const customer = await server.customer();
	const camera = await addCamera(server, customer.uid);
	const fields = { _triggerType: 'capture', trigger_device_deviceID: camera.deviceId } as const;
	const id = await addAutomation(server, customer.uid, {
		...fields,
		action_prompt,
		_firstLook: true,
		...given,
	});
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

test.each<[string, string, object]>([
	['a prompt of which nothing can be read', 'beyond', {}],
	['a prompt without a condition', 'everything', {}],
	['a condition that rules nothing out', 'not met', { _condition: RED, _conditionChanged: true }],
	['a first look that fails', 'broken', {}],
	['an automation without a first look', 'not met', { _firstLook: false }],
])('%s: the language model alone decides', async (_, prompt, given) => {
	const { run, calls: asked } = await judged(prompt, given);
	expect(asked).toBe(1);
	expect(run).toMatchObject({ action_verdict: 'met', action_firstLook: null });
});

test('the condition that the owner made is what a picture is looked at by, in runs and in trials', async () => {
	const own = { _condition: DOG, _conditionChanged: true };
	const { customer, id, captureId, calls: asked } = await judged('not met', own);
	expect([asked, judgedBy.at(-1)]).toEqual([0, DOG]);
	const saved = Object.entries((await (await customer.get(`/api/automations/${id}`)).json()) as object);
	const state = ['id', '_owner', '_deleted', '_version', 'runs'];
	const draft = Object.fromEntries(saved.filter(([name]) => !state.includes(name)));
	const body = { draft: { ...draft, _condition: DOG_AND_RED }, on: { kind: 'capture', captureId } };
	const tried = (await (await customer.post(`/api/automations/${id}/try`, body)).json()) as Trial;
	expect(tried.firstLook).toMatchObject({ asked: false });
	expect(judgedBy.at(-1)).toEqual(DOG_AND_RED);
	// Without a change of it, the prompt is read anew for each picture.
	await judged('not met', { _condition: DOG });
	expect(judgedBy.at(-1)).toBeUndefined();
});
