import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { addAutomation, askForRun, grant } from '../testing/automation.ts';
import { endedRuns } from '../testing/runs.ts';
import { refusal, startServer } from '../testing/server.ts';
import { waitFor } from '../testing/wait.ts';

const METRICS_TOKEN = 'a token of some length';

test('metrics are for the operator: counted here, asked of the database, and shown to no one else', async () => {
	const METRICS_PORT = String(await freePort());
	const server = await startServer({ env: { METRICS_TOKEN, METRICS_PORT } });
	try {
		const owner = await server.customer();
		await grant(server, owner.uid, 7);
		const automation = await addAutomation(server, owner.uid, { _triggerType: 'schedule' });
		await askForRun(server, automation);
		await endedRuns(server, automation, 1);

		expect(await refusal(await server.visitor().get('/metrics'))).toBe('401 unauthenticated');
		expect(await refusal(await owner.get('/metrics'))).toBe('401 unauthenticated');
		const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
		const text = await (await server.visitor().fetch('/metrics', { headers })).text();
		expect(text).toMatch(/^watchword_runs_ended_total\{status="succeeded",trigger="\w+"\} [1-9]/m);
		expect(text).toMatch(/^watchword_model_seconds_count\{outcome="ok"\} [1-9]/m);
		expect(text).toMatch(/^watchword_runs_open 0$/m);
		expect(text).toMatch(/^watchword_credits_held 6$/m);
		expect(text).not.toContain(owner.uid);

		const busyUntil = performance.now() + 300;
		while (performance.now() < busyUntil);
		// The pause is measured by the event loop itself, once it continues.
		await waitFor('the pause', async () => {
			const metrics = await (await server.visitor().fetch('/metrics', { headers })).text();
			const [, seconds] = /^watchword_event_loop_delay_max_seconds (\S+)$/m.exec(metrics) ?? [];
			return Number(seconds) >= 0.25;
		});

		const probes = `http://127.0.0.1:${METRICS_PORT}`;
		expect((await fetch(`${probes}/readyz`)).status).toBe(200);
		expect((await fetch(`${probes}/metrics`, { headers })).status).toBe(200);
		expect((await fetch(`${probes}/app/dashboard`)).status).toBe(404);
	} finally {
		await server.stop();
	}
});

test('without a token there are none', async () => {
	const server = await startServer();
	expect(await refusal(await server.visitor().get('/metrics'))).toBe('404 not-found');
	await server.stop();
});

async function freePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await new Promise((listening) => server.once('listening', listening));
	const { port } = server.address() as { port: number };
	await new Promise((closed) => server.close(closed));
	return port;
}
