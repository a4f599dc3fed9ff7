import { expect, test } from 'vitest';
import { ModelFailure } from '../../base/failures.ts';
import { openWith, QUESTION, startModelServer } from '../../testing/model-server.ts';
import { waitFor } from '../../testing/wait.ts';
import { restingAsk } from './resting.ts';

const SILENT = new ModelFailure('It did not answer within 2 seconds.', true, { absent: 'silent' });
const RESTS = 'The model did not answer the last questions. It is asked again within a minute.';

/** A model whose next answers a test gives, with a clock. */
function openResting() {
	const clock = { now: 0 };
	const asked: string[] = [];
	let answer: ModelFailure | string = 'yes';
	const ask = restingAsk(
		async (question: string) => {
			asked.push(question);
			if (answer instanceof ModelFailure) throw answer;
			return answer;
		},
		() => clock.now,
	);
	const fails = async (given: ModelFailure) => {
		answer = given;
		return ask('?').catch((error: ModelFailure) => error.message);
	};
	const answers = async () => {
		answer = 'yes';
		return ask('?').catch((error: ModelFailure) => error.message);
	};
	return { clock, asked, ask, fails, answers };
}

test('after three questions without an answer it is not asked for a minute, and then one question tries', async () => {
	const { clock, asked, ask, fails, answers } = openResting();
	for (let n = 0; n < 3; n++) expect(await fails(SILENT)).toBe(SILENT.message);
	expect(await answers()).toBe(RESTS);
	clock.now = 59_500;
	await expect(ask('?')).rejects.toMatchObject({ retry: true, absent: 'silent', afterSeconds: 1 });
	expect(asked).toHaveLength(3);
	clock.now = 60_000;
	expect(await fails(SILENT)).toBe(SILENT.message);
	expect(await answers()).toBe(RESTS);
	clock.now = 120_000;
	expect(await answers()).toBe('yes');
	expect(await fails(SILENT)).toBe(SILENT.message);
	expect(await answers()).toBe('yes');
});

test('while one question tries, the others do not wait', async () => {
	const { promise, resolve } = Promise.withResolvers<string>();
	const clock = { now: 0 };
	let silent = true;
	const ask = restingAsk(
		() => (silent ? Promise.reject(SILENT) : promise),
		() => clock.now,
	);
	for (let n = 0; n < 3; n++) await expect(ask()).rejects.toBe(SILENT);
	clock.now = 60_000;
	silent = false;
	const tries = ask();
	await expect(ask()).rejects.toThrow(RESTS);
	resolve('yes');
	expect([await tries, await ask()]).toEqual(['yes', 'yes']);
});

test('failures that come quickly, and answers between, are no reason to rest', async () => {
	const { asked, fails, answers } = openResting();
	for (const absent of ['away', null] as const)
		for (let n = 0; n < 4; n++) await fails(new ModelFailure('No.', true, { absent }));
	for (let n = 0; n < 4; n++) {
		await fails(SILENT);
		await fails(SILENT);
		expect(await answers()).toBe('yes');
	}
	expect(asked).toHaveLength(20);
});

test('a server that takes connections and says nothing is asked three times', async () => {
	const server = await startModelServer();
	server.respond = () => undefined;
	const model = await openWith(server, 'openai-compatible');
	for (let n = 1; n <= 3; n++) {
		const late = new AbortController();
		const asking = model.ask(QUESTION, null, late.signal);
		asking.catch(() => undefined);
		await waitFor('it is asked', async () => server.asked.length === n);
		late.abort(new DOMException('', 'TimeoutError'));
		await expect(asking).rejects.toThrow(/did not answer within/);
	}
	await expect(model.ask(QUESTION, null, new AbortController().signal)).rejects.toThrow(RESTS);
	expect(server.asked).toHaveLength(3);
	await model.close();
	server.close();
});
