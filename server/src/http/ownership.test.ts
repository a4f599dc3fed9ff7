import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { addAutomation, addCamera, askForRun, grant } from '../testing/automation.ts';
import { endedRuns } from '../testing/runs.ts';
import { refusal, startServer, type TestServer } from '../testing/server.ts';

/** What anyone may call. Every other route must turn a visitor away; a new one is walked without being named here. */
const PUBLIC = new Set([
	'GET /healthz',
	'GET /readyz',
	'GET /api/portal',
	'POST /api/auth/sign-in/email',
	'POST /api/auth/sign-out',
	'POST /api/auth/request-password-reset',
	'POST /api/auth/reset-password',
	'POST /api/devices/claim',
	'POST /api/webhooks/stripe',
]);

/** Routes that exist beside the described ones. */
const UNDESCRIBED = [{ method: 'GET', path: '/api/events' }];

let server: TestServer;
let routes: { method: string; path: string }[];
beforeAll(async () => {
	server = await startServer();
	const { paths } = (await (await server.visitor().get('/api/openapi.json')).json()) as {
		paths: Record<string, Record<string, unknown>>;
	};
	routes = Object.entries(paths).flatMap(([path, methods]) =>
		Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
	);
	routes.push(...UNDESCRIBED);
});
afterAll(() => server.stop());

test('a visitor is turned away from every route that is not public', async () => {
	for (const { method, path } of routes.filter(({ method, path }) => !PUBLIC.has(`${method} ${path}`))) {
		const init =
			method === 'GET' ? { method } : { method, body: '{}', headers: { 'content-type': 'application/json' } };
		const answer = await server.visitor().fetch(path.replace(/\{\w+\}/g, newId()), init);
		expect(await refusal(answer), `${method} ${path}`).toBe('401 unauthenticated');
	}
});

test("another user finds nothing of a customer's", async () => {
	const owner = await server.customer();
	const stranger = await server.customer();
	const { deviceId } = await addCamera(server, owner.uid);
	const fields = { _triggerType: 'capture', trigger_device_deviceID: deviceId } as const;
	const automation = await addAutomation(server, owner.uid, fields);
	await grant(server, owner.uid, 4242);
	await askForRun(server, automation);
	const [run] = await endedRuns(server, automation, 1);
	const ids = { device: deviceId, automation, run: String(run?.id) };

	const secrets = [...Object.values(ids), owner.uid, owner.email, '4242'];
	const seen = async (as: typeof owner) => {
		const texts = await Promise.all(
			routes
				.filter(({ method, path }) => method === 'GET' && path !== '/api/events')
				.flatMap(({ path }) =>
					path.includes('{') ? Object.values(ids).map((id) => path.replace(/\{\w+\}/g, id)) : [path],
				)
				.map(async (path) => {
					const answer = await as.get(path);
					return answer.ok ? answer.text() : '';
				}),
		);
		return secrets.filter((secret) => texts.some((text) => text.includes(secret)));
	};
	expect(await seen(owner)).toEqual(secrets);
	expect(await seen(stranger)).toEqual([]);
});
