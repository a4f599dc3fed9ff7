import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SSEStreamingApi } from 'hono/streaming';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { envelope, publish } from '../base/events.ts';
import { ModelFailure } from '../base/failures.ts';
import { newId } from '../base/ids.ts';
import type { SignedIn } from '../base/route.ts';
import { addAutomation, addCamera, askForRun, grant, sendCapture } from '../testing/automation.ts';
import { openKeptDatabase } from '../testing/database.ts';
import { jpeg } from '../testing/images.ts';
import { answerOf, scriptedModel } from '../testing/model.ts';
import { sendJson, startModelServer, WIRES } from '../testing/model-server.ts';
import { ServerProcess } from '../testing/process.ts';
import { type Browser, startServer, type TestServer } from '../testing/server.ts';
import { waitFor } from '../testing/wait.ts';
import { LiveHub } from './events.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

/** Opens the stream as a tab does, and reads its events one at a time. */
async function openTab(browser: Browser) {
	const response = await browser.get('/api/events');
	expect(response.headers.get('content-type')).toContain('text/event-stream');
	const reader = (response.body as ReadableStream<Uint8Array>)
		.pipeThrough(new TextDecoderStream())
		.getReader();
	let text = '';
	const until = async (found: () => string | undefined): Promise<string> => {
		for (;;) {
			const hit = found();
			if (hit !== undefined) return hit;
			const { value, done } = await reader.read();
			if (done) return 'end';
			text += value;
		}
	};
	await until(() => (text.includes(': connected') ? 'connected' : undefined));
	return {
		next: () =>
			until(() => {
				// Signing in is in the history of the account, which the tab may still hear of.
				text = text.replaceAll(`data: {"topic":"events"}\n`, '');
				const line = /^data: (.*)\n/m.exec(text);
				if (line) text = text.slice(line.index + line[0].length);
				return line?.[1];
			}),
		close: () => reader.cancel(),
	};
}

test('a tab gets events of its own documents only', async () => {
	const customer = await server.customer();
	const other = await server.customer();
	const [tab, foreign] = [await openTab(customer), await openTab(other)];
	const { db } = server.services.database;
	await customer.post('/api/users/me/tours', { tour: 'mainTour' });
	expect(await tab.next()).toBe('{"topic":"user"}');
	await publish(db, other.uid, { topic: 'billing' });
	expect(await foreign.next()).toBe('{"topic":"billing"}');
	await tab.close();
	await foreign.close();
});

test('changes while a tab was connecting are sent when it connects', async () => {
	const customer = await server.customer();
	const first = await openTab(customer);
	await publish(server.services.database.db, customer.uid, { topic: 'billing' });
	await first.next();
	const late = await openTab(customer);
	expect(await late.next()).toBe('{"topic":"billing"}');
	await first.close();
	await late.close();
});

test('events of a transaction are sent when it commits, and never without a commit', async () => {
	const customer = await server.customer();
	const tab = await openTab(customer);
	const { db } = server.services.database;
	await db
		.transaction(async (tx) => {
			await publish(tx, customer.uid, { topic: 'devices' });
			throw new Error('undone');
		})
		.catch(() => undefined);
	await db.transaction((tx) => publish(tx, customer.uid, { topic: 'runs', id: 'x' }));
	expect(await tab.next()).toBe('{"topic":"runs","id":"x"}');
	await tab.close();
});

test('the 51st tab is refused before its stream begins, and let in when another was closed', async () => {
	const customer = await server.customer();
	const tabs = await Promise.all(Array.from({ length: 50 }, () => openTab(customer)));
	const refused = await customer.get('/api/events');
	expect(refused.status).toBe(429);
	expect(await refused.json()).toMatchObject({ error: { message: 'Too many open tabs.' } });
	await tabs[0]?.close();
	await waitFor('a place for another tab', async () => {
		const { status, body } = await customer.get('/api/events');
		await body?.cancel();
		return status === 200;
	});
	await Promise.all(tabs.map(({ close }) => close()));
});

test('a HEAD request opens no stream', async () => {
	const customer = await server.customer();
	for (let n = 0; n < 60; n++) {
		expect((await customer.fetch('/api/events', { method: 'HEAD' })).status).toBe(200);
	}
	await (await openTab(customer)).close();
});

test('a tab that reads nothing is ended before much waits for it, and one that failed is not counted', async () => {
	const hub = new LiveHub();
	const heard: ((payload: string) => void)[] = [];
	// Whether the session goes on cannot be looked up, as while the database is away.
	const database = {
		db: null,
		listen: async (_channel: string, hear: (payload: string) => void) => heard.push(hear),
	};
	await hub.start(database as never, server.services.log);
	const user = { uid: newId(), sessionId: newId(), scopes: null } as SignedIn;
	const streams = Array.from({ length: 50 }, () => {
		const { writable, readable } = new TransformStream<Uint8Array, Uint8Array>();
		return new SSEStreamingApi(writable, readable);
	});
	const failed = streams.map((stream) => expect(hub.hold(user, stream)).rejects.toThrow());
	expect(() => hub.refuseTooMany(user)).toThrow('Too many open tabs.');
	for (let n = 0; n < 1000; n++) heard[0]?.(envelope(user.uid, { topic: 'runs' }));
	expect(streams.some(({ aborted }) => aborted)).toBe(false);
	heard[0]?.(envelope(user.uid, { topic: 'runs' }));
	expect(streams.every(({ aborted }) => aborted)).toBe(true);
	await Promise.all(failed);
	hub.refuseTooMany(user);
});

test('a tab is notified that the first try of a run failed', async () => {
	const heard = Promise.withResolvers<void>();
	const failing = await startServer({
		model: scriptedModel(async () => {
			await heard.promise;
			throw new ModelFailure('The model is busy.', true, { afterSeconds: 600 });
		}),
	});
	const customer = await failing.customer();
	await grant(failing, customer.uid, 1);
	const id = await addAutomation(failing, customer.uid, { _triggerType: 'schedule' });
	const tab = await openTab(customer);
	const nextRun = async () => {
		for (;;) {
			const event = JSON.parse(await tab.next());
			if (event.topic === 'runs') return event.id;
		}
	};
	await askForRun(failing, id);
	const run = await nextRun();
	heard.resolve();
	expect(await nextRun()).toBe(run);
	expect(await (await customer.get(`/api/runs/${run}`)).json()).toMatchObject({ _retries: true });
	await tab.close();
	await failing.stop();
});

test('signing out in one tab reaches the others', async () => {
	const customer = await server.customer();
	const tab = await openTab(customer);
	await customer.post('/api/auth/sign-out');
	expect(await tab.next()).toBe('{"topic":"session"}');
	await tab.close();
});

test('a stop ends the streams, so that tabs go to another process', async () => {
	const stopping = await startServer();
	const tab = await openTab(await stopping.customer());
	await stopping.stop();
	expect(await tab.next()).toBe('end');
});

if (inject('backend') === 'postgres') {
	/** What the processes of one installation share, seen from outside: a tab at one, a camera at another, a worker. */
	test('events of one process reach the tabs of every other, and can be traced in their logs', async () => {
		const dataDir = await mkdtemp(join(tmpdir(), 'watchword-processes-'));
		const { database, env } = await openKeptDatabase(dataDir);
		const first = await startServer({ database, env: { ROLES: 'api' } });
		const lines: Record<string, string>[] = [];
		const log = (line: string) => void (line.startsWith('{') && lines.push(JSON.parse(line)));
		const model = await startModelServer();
		model.respond = (response) => sendJson(response, 200, WIRES['openai-compatible'].says(answerOf({})));
		const asking = { MODEL: 'openai-compatible', MODEL_URL: `${model.url}/v1`, MODEL_NAME: 'sees-all' };
		const others = ['api', 'worker'].map((ROLES) => new ServerProcess({ ...env, ...asking, ROLES }, { log }));
		await Promise.all(others.map((server) => server.start()));

		const customer = await first.customer();
		const camera = await addCamera(first, customer.uid);
		await addAutomation(first, customer.uid, {
			_triggerType: 'capture',
			_actionType: 'save',
			trigger_device_deviceID: camera.deviceId,
		});
		const tab = await openTab(customer);
		const headers = { 'x-request-id': 'from-the-camera' };
		const sent = await sendCapture(String(others[0]?.url), camera.deviceKey, await jpeg(), headers);
		const { captureId } = (await sent.json()) as { captureId: string };
		const said = (msg: string) => lines.find((line) => line.msg === msg && line.capture === captureId);
		await waitFor('an event about runs', async () => (await tab.next()).includes('"runs"'));
		await waitFor('the log line of the run that ended', () => said('run ended'));
		expect(said('capture in')?.requestId).toBe('from-the-camera');
		const { items } = (await (await customer.get('/api/runs')).json()) as { items: { id: string }[] };
		expect(items.map(({ id }) => id)).toEqual([said('run ended')?.run]);

		await tab.close();
		await Promise.all(others.map((server) => server.stop()));
		await first.stop();
		model.close();
		await rm(dataDir, { recursive: true, force: true });
	});
}
