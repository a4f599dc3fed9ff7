import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ModelFailure } from '../../base/failures.ts';
import {
	KEY,
	type ModelServer,
	openWith,
	QUESTION,
	sendJson,
	startModelServer,
	WIRES,
	type Wire,
} from '../../testing/model-server.ts';
import { toFailure } from './failures.ts';

let server: ModelServer;
beforeAll(async () => {
	server = await startModelServer();
});
afterAll(() => server.close());
beforeEach(() => {
	server.asked = [];
});

const never = new AbortController().signal;
const ANSWER = JSON.stringify({
	...{ evidence: 'One person.', verdict: 'met', information: 'A person.' },
	...{ email_subject: '', email_html: '' },
});

const open = (kind: Wire, more?: Record<string, string>) => openWith(server, kind, more);

/** The failure an ask ends in. Its cause may reach a log, so nothing that was sent or secret may stand in it. */
async function failure(kind: Wire, more: Record<string, string> = {}, signal = never): Promise<ModelFailure> {
	const model = await open(kind, more);
	const error = await model.ask(QUESTION, null, signal).then(
		() => null,
		(reason: unknown) => reason,
	);
	expect(error).toBeInstanceOf(ModelFailure);
	const failed = error as ModelFailure;
	const logged = [failed, failed.cause].map((one) =>
		one instanceof Error ? `${one.stack} ${JSON.stringify(one)}` : '',
	);
	expect(failed.cause).toBeInstanceOf(Error);
	expect((failed.cause as Error).cause).toBeUndefined();
	expect(logged.join()).not.toMatch(/sk-secret|hello|You judge|base64/);
	return failed;
}

describe.each(Object.keys(WIRES) as Wire[])('%s', (kind) => {
	const wire = WIRES[kind];

	test('reads no answer of 10 MB', async () => {
		server.respond = (response) => sendJson(response, 200, wire.says('x'.repeat(10_000_000)));
		expect(await failure(kind)).toMatchObject({
			retry: false,
			message: 'The model gave an answer far too long to use.',
		});
	});

	const error = wire.error('some_error', `no: ${KEY} hello`);
	test.each([
		[401, {}, false, 'The model refuses the key it was given.', undefined],
		[403, {}, false, 'The model refuses the key it was given.', undefined],
		[404, {}, false, 'The model is not known at its address.', undefined],
		[402, {}, false, 'The account at the model has no credit left.', undefined],
		[413, {}, false, 'The content is too large for the model.', undefined],
		[400, {}, false, 'The model refused the question.', undefined],
		[429, { 'retry-after': '17' }, true, 'The model is asked too often at the moment.', 17],
		[429, {}, true, 'The model is asked too often at the moment.', undefined],
		[500, {}, true, 'The model is out of order or overloaded.', undefined],
		[503, { 'retry-after': '3' }, true, 'The model is out of order or overloaded.', 3],
		[529, {}, true, 'The model is out of order or overloaded.', undefined],
		[301, { location: 'http://127.0.0.1:1/elsewhere' }, true, 'The model could not be reached.', undefined],
	])('HTTP %i with %j', async (status, headers, retry, message, afterSeconds) => {
		server.respond = (response) => sendJson(response, status, error, headers);
		const failed = await failure(kind);
		expect(failed).toMatchObject({ retry, message });
		expect(failed.afterSeconds).toBe(afterSeconds);
		expect(server.asked).toHaveLength(1);
		if (status !== 301) expect((failed.cause as Error).message).toBe(`HTTP ${status} some_error`);
	});

	test('a date to come again is understood', async () => {
		const date = new Date(Date.now() + 60_000).toUTCString();
		server.respond = (response) => sendJson(response, 429, error, { 'retry-after': date });
		const { afterSeconds } = await failure(kind);
		expect(afterSeconds).toBeGreaterThan(50);
		expect(afterSeconds).toBeLessThanOrEqual(60);
	});

	test('too much content has its own message', async () => {
		const body = wire.error('invalid_request_error', 'prompt is too long: 300000 tokens > 200000 maximum');
		server.respond = (response) => sendJson(response, 400, body);
		expect(await failure(kind)).toMatchObject({
			retry: false,
			message: 'The content is too large for the model.',
		});
	});

	test('one that hangs is given up at the limit', async () => {
		server.respond = () => undefined;
		const signal = AbortSignal.timeout(200);
		expect(await failure(kind, { MODEL_TIMEOUT_SECONDS: '7' }, signal)).toMatchObject({
			retry: true,
			absent: 'silent',
			message: 'The model did not answer within 7 seconds.',
		});
	});

	test('one that trickles is given up at the limit', async () => {
		server.respond = async (response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			while (!response.destroyed) {
				response.write(' ');
				await wait(100);
			}
		};
		expect(await failure(kind, {}, AbortSignal.timeout(300))).toMatchObject({
			retry: true,
			absent: 'silent',
		});
	});

	test('the caller can stop it', async () => {
		server.respond = () => undefined;
		const caller = new AbortController();
		setTimeout(() => caller.abort(), 200);
		expect(await failure(kind, {}, caller.signal)).toMatchObject({
			retry: true,
			message: 'The question to the model was stopped.',
		});
	});

	test('a slow one is waited for', async () => {
		server.respond = async (response) => {
			await wait(700);
			sendJson(response, 200, wire.says('{}'));
		};
		expect((await (await open(kind)).ask(QUESTION, null, never)).text).toBe('{}');
	});

	test('a dropped connection is worth another try', async () => {
		server.respond = (response) => void response.socket?.destroy();
		expect(await failure(kind)).toMatchObject({ retry: true, message: 'The model could not be reached.' });
		server.respond = (response) => {
			response
				.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
				.write('{"id": ');
			setTimeout(() => response.socket?.destroy(), 50);
		};
		expect(await failure(kind)).toMatchObject({ retry: true });
	});

	test('so is one that suddenly switches to another protocol', async () => {
		server.respond = ({ socket }) =>
			void socket?.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n');
		expect(await failure(kind)).toMatchObject({ retry: true, message: 'The model could not be reached.' });
	});

	test('so is one that does not answer', async () => {
		const gone = createServer().listen(0, '127.0.0.1');
		await once(gone, 'listening');
		const { port } = gone.address() as AddressInfo;
		await new Promise((closed) => gone.close(closed));
		const failed = await failure(kind, { MODEL_URL: `http://127.0.0.1:${port}/v1` });
		expect(failed).toMatchObject({ retry: true, message: 'The model could not be reached.' });
		expect(failed.cause).toMatchObject({ message: 'ECONNREFUSED' });
	});

	test('a page in place of an answer is no answer', async () => {
		server.respond = (response) =>
			void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>hello</h1>');
		expect(await failure(kind)).toMatchObject({
			retry: true,
			message: 'The model gave an answer that is not one.',
		});
		server.respond = (response) => sendJson(response, 200, { choices: [], content: 'hello' });
		expect(await failure(kind)).toMatchObject({
			retry: true,
			message: 'The model gave an answer that is not one.',
		});
	});

	test('an answer marked as an error or a refusal does not count, whatever it contains', async () => {
		server.respond = (response) => sendJson(response, 200, { ...wire.says(ANSWER), error: { code: 502 } });
		expect(await failure(kind)).toMatchObject({
			retry: true,
			message: 'The model is out of order or overloaded.',
		});
		server.respond = (response) => sendJson(response, 200, wire.says(ANSWER, 'error'));
		expect(await failure(kind)).toMatchObject({ retry: true });
		server.respond = (response) => sendJson(response, 200, wire.says(ANSWER, wire.refused));
		expect(await failure(kind)).toMatchObject({ retry: false, message: 'The model refused the question.' });
	});

	test.each([null, {}])('an answer beside which the error is %o is one', async (error) => {
		server.respond = (response) => sendJson(response, 200, { ...wire.says(ANSWER), error });
		expect((await (await open(kind)).ask(QUESTION, null, never)).text).toBe(ANSWER);
	});
});

test.each(['EAI_AGAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ENETUNREACH'])('%s is waited for', (code) => {
	const error = new Error('fetch failed', { cause: Object.assign(new Error(), { code }) });
	expect(toFailure(error, new AbortController().signal, 60)).toMatchObject({ absent: 'away', retry: true });
});
