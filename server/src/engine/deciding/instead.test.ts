import { afterAll, beforeAll, expect, test } from 'vitest';
import { ModelFailure } from '../../base/failures.ts';
import type { Model } from '../../ports/model.ts';
import { addAutomation, addCamera, grant } from '../../testing/automation.ts';
import { jpeg } from '../../testing/images.ts';
import { answerOf, scriptedModel } from '../../testing/model.ts';
import { QUESTION } from '../../testing/model-server.ts';
import { endedRuns } from '../../testing/runs.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
import { decideWithFirstLook } from './first-look.ts';

/** What the local model does next; null lets it answer. */
let fails: ModelFailure | null = null;
let slow = true;
let isHosted = false;
let asked = 0;
const local: Model = {
	...scriptedModel(() => {
		asked += 1;
		if (fails) throw fails;
		return answerOf({ verdict: 'met', evidence: 'The language model saw it.' });
	}),
	get local() {
		return isHosted ? undefined : { slow };
	},
};
/** Stands for the built-in model: the prompt names its verdict. */
const firstLook: Model = {
	...scriptedModel(({ parts: { prompt } }) =>
		answerOf({ verdict: prompt as 'met' | 'not met' | 'cannot tell', evidence: `First: ${prompt}.` }),
	),
	builtIn: true,
	readPrompt: async (prompt) => ({
		condition: { is: 'seen', kinds: ['dog'], least: 1, most: null },
		readAs: prompt,
		beyond: [],
	}),
};

let server: TestServer;
beforeAll(async () => {
	server = await startServer({ model: local, firstLook });
});
afterAll(() => server.stop());

/** A capture judged by an automation that does not ask for the first look. */
async function judged(action_prompt: string) {
	const customer = await server.customer();
	await grant(server, customer.uid, 10);
	const camera = await addCamera(server, customer.uid);
	const id = await addAutomation(server, customer.uid, {
		...{ _triggerType: 'capture', trigger_device_deviceID: camera.deviceId, action_prompt },
	});
	const before = asked;
	await camera.send(await jpeg());
	const [run] = await endedRuns(server, id, 1);
	return { run, asked: asked - before };
}

test('of a slow local model, the built-in model rules out pictures, and of the others both opinions are shown', async () => {
	fails = null;
	expect(await judged('not met')).toMatchObject({
		asked: 0,
		run: { action_verdict: 'not met', action_firstLook: { asked: false } },
	});
	expect(await judged('met')).toMatchObject({
		asked: 1,
		run: {
			action_evidence: 'The language model saw it.',
			action_firstLook: { verdict: 'met', evidence: 'First: met.', asked: true },
		},
	});
});

test('a quick one is asked about every picture', async () => {
	slow = false;
	expect(await judged('not met')).toMatchObject({ asked: 1, run: { action_firstLook: null } });
	slow = true;
});

test.each([
	['is killed', new ModelFailure('The model stopped while it answered.', true)],
	['has too little memory', new ModelFailure('It needs 3.0 GB of memory.', true, { absent: 'away' })],
	['is too slow', new ModelFailure('It did not answer within 2 seconds.', true, { absent: 'silent' })],
])('if it %s, the condition decides, says so and costs nothing', async (_name, failure) => {
	fails = failure;
	expect((await judged('met')).run).toMatchObject({
		action_verdict: 'met',
		action_evidence: `First: met.\nThe built-in model decided. The language model could not answer: ${failure.message}`,
		credits: 0,
	});
	expect((await judged('cannot tell')).run).toMatchObject({
		action_verdict: 'cannot tell',
		action_evidence: `First: cannot tell.\nThe language model could not answer: ${failure.message}`,
		credits: 0,
	});
});

test('if a hosted one has no credit left, the condition decides where it can, and otherwise the run fails', async () => {
	fails = new ModelFailure('The account at the model has no credit left.', false);
	isHosted = true;
	expect((await judged('met')).run).toMatchObject({
		_status: 'succeeded',
		action_verdict: 'met',
		action_evidence: `First: met.\nThe built-in model decided. The language model could not answer: ${fails.message}`,
		credits: 0,
	});
	expect((await judged('cannot tell')).run).toMatchObject({ _status: 'failed', _reason: fails.message });
	isHosted = false;
});

const BEYOND: Model = {
	...firstLook,
	readPrompt: async (prompt) => ({ condition: { is: 'beyond', words: prompt }, readAs: prompt, beyond: [] }),
};
const hosted = scriptedModel(() => {
	throw new ModelFailure('It is loading.', true, { absent: 'away' });
});
const asks = { ...QUESTION.parts, prompt: 'met' };

test.each([
	['the operator wants no replacement', { mayReplace: false }, asks],
	['there is no built-in model', { firstLook: null }, asks],
	['the prompt is beyond the condition', { firstLook: BEYOND }, asks],
	['a stranger gets the answer', {}, { ...asks, trigger: 'email' as const, wantsMail: true, replies: true }],
	['a time asks', {}, { ...asks, trigger: 'schedule' as const }],
])('a hosted one is waited for if %s', async (_name, models, parts) => {
	const all = { model: hosted, firstLook, isWanted: false, atOnce: false, mayReplace: true };
	await expect(decideWithFirstLook({ ...all, ...models }, { ...QUESTION, parts }, 5000)).rejects.toThrow(
		'It is loading.',
	);
	expect(await decideWithFirstLook(all, { ...QUESTION, parts: asks }, 5000)).toMatchObject({
		verdict: 'met',
	});
});
