import type { Me, Session } from '@watchword/contract/account';
import type { Device } from '@watchword/contract/device';
import { NEW_AUTOMATION } from '@watchword/contract/new-automation';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { snoozeLinkOf } from '../automations/snooze-links.ts';
import { newId } from '../base/ids.ts';
import { addAutomation, addCamera, askForRun, grant } from '../testing/automation.ts';
import { addChannel } from '../testing/channel.ts';
import { jpeg } from '../testing/images.ts';
import { addPasskey } from '../testing/passkey.ts';
import { SoftAuthenticator } from '../testing/passkey-authenticator.ts';
import { addBrowser } from '../testing/push-browser.ts';
import { addEpisode, endedRuns } from '../testing/runs.ts';
import { refusal, startServer, type TestServer } from '../testing/server.ts';
import { shareIt } from '../testing/shares.ts';
import { makeToken } from '../testing/token.ts';
import { addWebhook, HOOK } from '../testing/webhook.ts';

/** What anyone may call. Every other route must turn a visitor away; a new one is walked without being named here. */
const PUBLIC = new Set([
	'GET /healthz',
	'GET /readyz',
	'GET /api/portal',
	'POST /api/auth/sign-in/email',
	'GET /api/auth/sso',
	'GET /api/auth/sso/callback',
	'POST /api/auth/sign-in/code',
	'POST /api/auth/passkey/options',
	'POST /api/auth/sign-in/passkey',
	'POST /api/auth/sign-out',
	'POST /api/auth/request-password-reset',
	'POST /api/auth/reset-password',
	'POST /api/devices/claim',
	'POST /api/webhooks/stripe',
]);

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
	const episode = await addEpisode(server, owner.uid, automation, String(run?.id));
	const { id: token } = await makeToken(owner, ['read']);
	const webhook = await addWebhook(server, owner.uid);
	const browser = await addBrowser(server, owner.uid);
	const channel = await addChannel(server, owner.uid);
	await giveEvidence(String(run?.id));
	const { id: share } = await shareIt(owner, { episodeId: episode });
	const { id: passkey } = await addPasskey(owner, new SoftAuthenticator(server.url));
	const other = await addCamera(server, owner.uid);
	const { captureId: capture } = (await (await other.send(await jpeg())).json()) as { captureId: string };
	const shown = { device: deviceId, automation, run: String(run?.id), episode, capture };
	const ids = { ...shown, token, webhook, browser, channel, share, passkey };
	await owner.post('/api/users/me/presence-link');
	const { details } = (await (await owner.get('/api/users/me')).json()) as Me;

	const { mail_address } = (await (await owner.get(`/api/devices/${deviceId}`)).json()) as Device;

	const secrets = [
		...[mail_address, HOOK.url],
		...Object.values(ids),
		owner.uid,
		owner.email,
		'4242',
		String(details?.presence_key),
	];
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

/** Something to share. */
const giveEvidence = (runId: string) =>
	server.services.database.db.execute(
		sql`update automation_runs set action_evidence = 'Somebody came.' where id = ${runId}`,
	);

/** What a camera may call with its own key. */
const isForDevices = (path: string) => path.startsWith('/api/captures') || path === '/api/devices/status';

/** What a change must be sent with to be understood. A new route that needs more than {} is named here. */
const bodies = (automation: object): Record<string, object> => ({
	'PUT /api/automations/{id}': { ...automation, _version: 1 },
	'PUT /api/automations/{id}/name': { _name: 'Mine now' },
	'POST /api/automations/{id}/try': {
		draft: { ...NEW_AUTOMATION, action_prompt: 'Anyone?' },
		on: { kind: 'now' },
	},
	'PUT /api/devices/{id}': {
		desc: 'Mine now',
		...{ capture_window_start: '00:00', capture_window_end: '01:00' },
		...{ light_window_start: '00:00', light_window_end: '01:00', _zone: 'UTC', _utcOffset: 0 },
	},
	'PUT /api/devices/{id}/zones': { zones: [] },
	'PUT /api/automations/{id}/examples': { marks: [{ captureId: newId(), said: 'yes' }] },
	'PUT /api/automations/{id}/paused': { paused: true },
	'PUT /api/automations/{id}/snooze': { until: 'hour' },
	'PUT /api/runs/{id}/mark': { mark: 'right' },
	'POST /api/runs/{id}/approve': { subject: 'Mine', text: 'Mine now' },
	'PUT /api/users/me/passkeys/{id}': { name: 'Mine now' },
	'PUT /api/webhook-endpoints/{id}': { url: HOOK.url, events: ['run.ended'], enabled: true },
	'PUT /api/channels/{id}': { name: 'Mine now' },
	'PUT /api/runs/{id}/corrections': { corrections: {} },
	'POST /api/automations/{id}/condition': { prompt: 'Is a person there?', trigger: 'capture' },
	'POST /api/automations/{id}/reading': { prompt: 'Is a person there?', trigger: 'capture' },
});

test("nobody else changes anything of a customer's: not another customer, not a camera", async () => {
	const owner = await server.customer();
	const stranger = await server.customer();
	const { deviceId, deviceKey } = await addCamera(server, owner.uid);
	const foreign = await addCamera(server, stranger.uid);
	const { id: automation, ...saved } = (await (
		await owner.post('/api/automations', { _triggerType: 'capture', trigger_device_deviceID: deviceId })
	).json()) as { id: string };
	await askForRun(server, automation);
	const [run] = await endedRuns(server, automation, 1);
	const episode = await addEpisode(server, owner.uid, automation, String(run?.id));
	await owner.post('/api/users/me/presence-link');
	await snoozeLinkOf(server.services.database.db, automation, 'a mail');
	const token = await makeToken(owner, ['read']);
	const webhook = await addWebhook(server, owner.uid);
	const browser = await addBrowser(server, owner.uid);
	const channel = await addChannel(server, owner.uid);
	await giveEvidence(String(run?.id));
	const share = await shareIt(owner, { runId: String(run?.id) });
	const { items } = (await (await owner.get('/api/users/me/sessions')).json()) as { items: Session[] };
	const session = String(items[0]?.id);
	const ours = [deviceId, automation, String(run?.id), episode];
	const { id: passkey } = await addPasskey(owner, new SoftAuthenticator(server.url));
	const ids = [...ours, token.id, webhook, browser, channel, share.id, session, passkey];
	const edit = Object.fromEntries(Object.entries(saved).filter(([name]) => name in NEW_AUTOMATION));
	const body = bodies(edit);
	const before = await everythingOf([owner.uid, automation]);
	expect(before.snooze_links).toHaveLength(1);

	// Without it, the stranger would learn nothing but that a password is wanted.
	await stranger.confirm();
	const changing = routes.filter(({ method }) => method !== 'GET');
	for (const { method, path } of changing.filter(({ path }) => path.includes('{'))) {
		const name = `${method} ${path}`;
		const answers = await Promise.all(
			ids.map((id) => stranger.send(method, path.replace(/\{\w+\}/g, id), body[name] ?? {})),
		);
		// Nothing of a customer is behind the routes of the operator, which turn every customer away.
		const refused = path.startsWith('/api/operator/') ? '401 unauthenticated' : '404 not-found';
		expect(await Promise.all(answers.map(refusal)), name).toEqual(ids.map(() => refused));
	}
	for (const what of [{ runId: String(run?.id) }, { episodeId: episode }]) {
		expect(await refusal(await stranger.post('/api/shares', { ...what, days: 1 }))).toBe('404 not-found');
	}
	expect(await (await stranger.send('DELETE', '/api/shares', {})).json()).toEqual({ revoked: 0 });
	for (const { method, path } of routes.filter(({ path }) => !isForDevices(path))) {
		if (PUBLIC.has(`${method} ${path}`)) continue;
		const init = method === 'GET' ? {} : { body: '{}' };
		const headers = { authorization: `Bearer ${foreign.deviceKey}`, 'content-type': 'application/json' };
		const at = path.replace('{id}', deviceId).replace(/\{\w+\}/g, automation);
		const answer = await server.visitor().fetch(at, { method, headers, ...init });
		expect(await refusal(answer), `${method} ${path} with the key of a camera`).toBe('401 unauthenticated');
	}
	expect(await everythingOf([owner.uid, automation])).toEqual(before);
	// What the walk found shut is open to the owner, and the camera's own door to the camera.
	expect(
		(await owner.send('PUT', `/api/automations/${automation}/name`, { _name: 'Still mine' })).status,
	).toBe(200);
	const own = { authorization: `Bearer ${deviceKey}` };
	expect((await server.visitor().fetch('/api/captures/settings', { headers: own })).status).toBe(200);
});

/** Every row of every table that contains one of these ids, as text. */
async function everythingOf(ids: string[]): Promise<Record<string, unknown[]>> {
	const { db } = server.services.database;
	const { rows: tables } = await db.execute(
		sql`select tablename as name from pg_tables where schemaname = 'public'`,
	);
	const found: Record<string, unknown[]> = {};
	for (const { name } of tables) {
		const table = sql.identifier(String(name));
		const { rows } = await db.execute(
			sql`select t::text as row from ${table} t where t::text ~ ${ids.join('|')} order by 1`,
		);
		found[String(name)] = rows;
	}
	return found;
}
