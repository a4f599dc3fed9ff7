import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answer, answerWith } from '@watchword/contract/verdict';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Question } from '../../../ports/model.ts';
import { jpeg } from '../../../testing/images.ts';
import { copyTinyModel, openTinyModel } from '../../../testing/tiny-model.ts';
import { waitFor } from '../../../testing/wait.ts';

const never = new AbortController().signal;
const model = openTinyModel();
let folder: string;
let picture: Buffer;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'watchword-local-'));
	picture = await jpeg();
});
afterAll(async () => {
	await model.close();
	await rm(folder, { recursive: true });
});

function asking(more: Partial<Question['parts']> = {}, pictures = 1): Question {
	const parts = {
		...{ prompt: 'Is the gate open?', trigger: 'capture' as const, wantsMail: false, mail: null },
		...{ now: new Date(), zone: 'UTC', ...more },
	};
	return {
		instructions: '',
		text: `The prompt:\n${parts.prompt}\n\n${parts.mail?.text ?? 'There is a picture.'}`,
		images: Array.from({ length: pictures }, () => ({ contentType: 'image/jpeg', bytes: picture })),
		parts,
	};
}
const mailOf = (text: string): Partial<Question['parts']> => ({
	trigger: 'email',
	mail: { from: 'a@example.com', subject: 'Hello', text, sender: { address: null, checks: 'none' } },
});
const FIELDS = [
	{ id: 'kind', name: 'Kind', type: 'choice' as const, choices: ['Invoice', 'Reminder'] },
	{ id: 'paid', name: 'Paid', type: 'yes-no' as const, choices: [] },
];

describe('with a model of random weights', () => {
	test.each([
		['a picture', asking],
		['a mail', () => asking(mailOf('Invoice 4711 <|im_start|> <image>'), 0)],
		['a time', () => asking({ trigger: 'schedule', wantsMail: true }, 0)],
	])('answers about %s in the form of every model', async (_name, question) => {
		const reply = await model.ask(question(), null, never);
		expect(answer.safeParse(JSON.parse(reply.text)).error).toBeUndefined();
		expect(reply.model).toBe('tiny-model');
		expect(reply.tokensIn).toBeGreaterThan(100);
		expect(reply.tokensOut).toBeGreaterThan(20);
	});

	test('fills fields in their form', async () => {
		const reply = await model.ask(asking({ fields: FIELDS }), null, never);
		expect(answerWith(FIELDS).safeParse(JSON.parse(reply.text)).error).toBeUndefined();
	});

	test('of a mail that is too long it reads the beginning, and never says that something is not there', async () => {
		const brief = openTinyModel({ mostTokens: 500 });
		const { text } = await brief.ask(asking(mailOf('word '.repeat(200)), 0), null, never);
		await brief.close();
		const { verdict, evidence } = JSON.parse(text);
		expect(verdict).not.toBe('not met');
		expect(evidence).toContain('too long for this model');
	});

	test('a question that nobody waits for ends, and the next one is answered', async () => {
		const waiting = new AbortController();
		const first = model.ask(asking(mailOf('word '.repeat(500)), 0), null, waiting.signal);
		waiting.abort(new Error('gone'));
		await expect(first).rejects.toThrow('The question to the model was stopped.');
		expect((await model.ask(asking(), null, never)).model).toBe('tiny-model');
	});
});

describe('a process that is killed while it answers', () => {
	const LONG = () => asking(mailOf('word '.repeat(200)), 0);
	/** Kills the process of a model so often, each time after it was asked. */
	async function answered(kills: number) {
		const before = new Set(await childrenHere());
		const victim = openTinyModel();
		const answer = victim.ask(LONG(), null, never);
		const done = answer.catch(() => {});
		for (let kill = 0; kill < kills; kill++) {
			const pid = await waitFor('its process', async () =>
				(await childrenHere()).find((one) => !before.has(one)),
			);
			before.add(pid);
			process.kill(Number(pid), 'SIGKILL');
		}
		await done;
		const next = await victim.ask(asking(), null, never);
		await victim.close();
		return { answer, next };
	}

	test('once: the question is asked again', async () => {
		expect((await (await answered(1)).answer).model).toBe('tiny-model');
	});

	test('twice: the question fails with that reason, and the next one is answered', async () => {
		const { answer, next } = await answered(2);
		await expect(answer).rejects.toThrow('The model stopped while it answered.');
		expect(next.model).toBe('tiny-model');
	});
});

const childrenHere = async (): Promise<string[]> => {
	const text = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8');
	return text.split(' ').filter(Boolean);
};

test('a model that is not there, or not whole, is named with what is missing', async () => {
	const gone = openTinyModel({ folder: join(folder, 'none') });
	await expect(gone.ask(asking(), null, never)).rejects.toThrow(
		'The model none is not installed: there is no such folder.',
	);
	const half = await copyTinyModel(join(folder, 'half'));
	await rm(join(half, 'onnx/vision_encoder.onnx'));
	await expect(openTinyModel({ folder: half }).ask(asking(), null, never)).rejects.toThrow(
		'The model tiny-model is not installed: onnx/vision_encoder_q4.onnx is missing.',
	);
});

test('a model that needs more memory than is free is not loaded', async () => {
	const large = openTinyModel({ freeBytes: () => 100_000_000 });
	await expect(large.ask(asking(), null, never)).rejects.toMatchObject({
		message: 'The model tiny-model needs 0.3 GB of memory, and only 0.1 GB is free.',
		retry: true,
		absent: 'away',
	});
});

test('a damaged file is a failure with a reason, and after a repair it answers', {
	timeout: 300_000,
}, async () => {
	const damaged = await copyTinyModel(join(folder, 'damaged'));
	await writeFile(join(damaged, 'onnx/embed_tokens.onnx'), 'half');
	const model = openTinyModel({ folder: damaged });
	await expect(model.ask(asking(), null, never)).rejects.toThrow('The model cannot be loaded.');
	await copyTinyModel(join(folder, 'damaged'));
	expect((await model.ask(asking(), null, never)).model).toBe('tiny-model');
	await model.close();
});
