import { afterAll, beforeAll, expect, test } from 'vitest';
import { PushService } from '../testing/push-service.ts';
import { refusal, startServer, type TestServer } from '../testing/server.ts';
import { vapidKeys } from './vapid.ts';

let server: TestServer;
let service: PushService;
beforeAll(async () => {
	service = await PushService.start();
	server = await startServer({ env: { ROLES: 'api', WEBHOOK_PRIVATE_NETWORKS: 'loopback' } });
});
afterAll(async () => {
	await server.stop();
	await service.stop();
});
const db = () => server.services.database.db;

type Customer = Awaited<ReturnType<TestServer['customer']>>;
interface Push {
	key: string;
	items: { id: string; name: string; endpoint: string; sent_at: string | null }[];
}
const read = async (customer: Customer) => (await (await customer.get('/api/push')).json()) as Push;
const names = async (customer: Customer) => (await read(customer)).items.map(({ name }) => name);

/** A browser that subscribes with the key that the server gave. */
async function subscribe(customer: Customer, name: string) {
	const { key } = await read(customer);
	const browser = service.subscribe(key);
	const answer = await customer.post('/api/push', { ...browser.subscription, name });
	expect(answer.status).toBe(200);
	return { browser, id: ((await answer.json()) as { id: string }).id };
}

test('the key is made once and stays', async () => {
	const customer = await server.customer();
	const [one, two] = [await read(customer), await read(await server.customer())];
	expect(one.key).toBe(two.key);
	expect(Buffer.from(one.key, 'base64url')).toHaveLength(65);
	expect((await vapidKeys(db())).publicKey).toBe(one.key);
});

test('a browser is added, changed, tested and removed', async () => {
	const customer = await server.customer();
	const { browser, id } = await subscribe(customer, 'Firefox on Linux');
	await customer.post('/api/push', { ...browser.subscription, name: 'My laptop' });
	expect((await read(customer)).items).toMatchObject([{ id, name: 'My laptop', sent_at: null }]);
	expect((await customer.post(`/api/push/${id}/test`)).status).toBe(200);
	expect(await browser.messages(1)).toMatchObject([
		{ title: 'Watchword', url: '/app/account#notifications' },
	]);
	expect(browser.pushed[0]).toMatchObject({ urgency: 'high', ttl: 86_400 });
	expect((await read(customer)).items[0]?.sent_at).not.toBeNull();
	const { body } = await customer.get('/api/push').then(async (answer) => ({ body: await answer.text() }));
	expect(body).not.toContain(browser.subscription.keys.auth);
	expect((await customer.send('DELETE', `/api/push/${id}`, {})).status).toBe(200);
	expect(await names(customer)).toEqual([]);
	expect(await refusal(await customer.post(`/api/push/${id}/test`))).toBe('404 not-found');
});

test('a browser with a new address keeps its place and its name', async () => {
	const customer = await server.customer();
	const { browser, id } = await subscribe(customer, 'Phone');
	const renewed = service.subscribe();
	const answer = await customer.post('/api/push', { ...renewed.subscription, replaces: browser.endpoint });
	expect(await answer.json()).toMatchObject({ id, name: 'Phone', endpoint: renewed.endpoint });
	expect(await names(customer)).toEqual(['Phone']);
});

test('a browser that another account signs in with is theirs from then on', async () => {
	const [first, second] = [await server.customer(), await server.customer()];
	const { browser, id } = await subscribe(first, 'Shared tablet');
	const moved = await second.post('/api/push', { ...browser.subscription, name: 'Tablet' });
	expect(((await moved.json()) as { id: string }).id).not.toBe(id);
	expect([await names(first), await names(second)]).toEqual([[], ['Tablet']]);
});

test('what cannot be a subscription is refused with what is wrong', async () => {
	const customer = await server.customer();
	const { endpoint, keys } = service.subscribe().subscription;
	const said = async (body: object) => {
		const answer = await customer.post('/api/push', body);
		const { error } = (await answer.json()) as { error: { message: string } };
		return `${answer.status} ${error.message}`;
	};
	expect(await said({ endpoint: 'javascript:alert(1)', keys })).toMatch(
		/^400 endpoint: must be a web address/,
	);
	expect(await said({ endpoint, keys: { ...keys, auth: 'short' } })).toMatch(
		/^400 keys.auth: must be 16 bytes/,
	);
	const nowhere = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url');
	expect(await said({ endpoint, keys: { ...keys, p256dh: nowhere } })).toBe(
		'400 keys.p256dh: must be a point of the curve P-256',
	);
	expect(await said({ endpoint, keys, name: 'x'.repeat(81) })).toMatch(/^400 name: must have at most 80/);
	expect(await said({ endpoint: `${endpoint}/${'x'.repeat(1000)}`, keys })).toMatch(
		/^400 endpoint: must have/,
	);
	expect(await names(customer)).toEqual([]);
});

test('twenty browsers are the most', async () => {
	const customer = await server.customer();
	for (let n = 1; n <= 20; n++) await subscribe(customer, `Browser ${n}`);
	expect(await refusal(await customer.post('/api/push', service.subscribe().subscription))).toBe(
		'409 conflict',
	);
	expect(await names(customer)).toHaveLength(20);
});

test('a test to a browser that is gone says so and removes it; a service that is down says that', async () => {
	const customer = await server.customer();
	const gone = await subscribe(customer, 'Gone');
	const down = await subscribe(customer, 'Down');
	gone.browser.answer = 410;
	down.browser.answer = 503;
	const said = async (id: string) =>
		((await (await customer.post(`/api/push/${id}/test`)).json()) as { error: { message: string } }).error
			.message;
	expect(await said(gone.id)).toBe('This browser gets no messages any more, and was removed.');
	expect(await said(down.id)).toBe('The push service of this browser answered 503.');
	expect(await names(customer)).toEqual(['Down']);
});

test('whoever is signed out everywhere else gets no more messages there', async () => {
	const customer = await server.customer();
	await subscribe(customer, 'Lost phone');
	await customer.send('DELETE', '/api/users/me/sessions', {});
	expect(await names(customer)).toEqual([]);
	await subscribe(customer, 'Lost phone');
	await customer.send('PUT', '/api/users/me/password', {
		currentPassword: customer.password,
		newPassword: 'another long password',
	});
	expect(await names(customer)).toEqual([]);
});
