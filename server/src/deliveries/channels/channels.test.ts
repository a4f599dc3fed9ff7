import type { Channel } from '@watchword/contract/channel';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { APPRISE_KEY, BOT, CHAT, startMessengers, TOPIC_TOKEN, targetsAt } from '../../testing/messengers.ts';
import { logTo } from '../../testing/quiet.ts';
import { type Customer, refusal, startServer, type TestServer } from '../../testing/server.ts';

const logged: string[] = [];

let messengers: Awaited<ReturnType<typeof startMessengers>>;
let server: TestServer;
let targets: ReturnType<typeof targetsAt>;
beforeAll(async () => {
	messengers = await startMessengers();
	targets = targetsAt(messengers.url);
	server = await startServer({
		env: { WEBHOOK_PRIVATE_NETWORKS: 'loopback', TELEGRAM_API_URL: messengers.url },
		log: logTo(logged, 'debug'),
	});
});
afterEach(() => {
	messengers.instead = null;
});
afterAll(async () => {
	await server.stop();
	messengers.close();
	for (const secret of [BOT, TOPIC_TOKEN, APPRISE_KEY, '/gate']) {
		expect(logged.filter((line) => line.includes(secret))).toEqual([]);
	}
});

type Kind = keyof typeof targets;
const KINDS: Kind[] = ['ntfy', 'telegram', 'apprise'];

async function added(customer: Customer, kind: Kind, name: string = kind): Promise<Channel> {
	const answer = await customer.post('/api/channels', { name, target: targets[kind] });
	expect(answer.status).toBe(200);
	return (await answer.json()) as Channel;
}

const tested = async (customer: Customer, { id }: Channel) =>
	(await (await customer.post(`/api/channels/${id}/test`, {})).json()) as {
		outcome: string;
		problem: string | null;
	};

const listed = async (customer: Customer) =>
	((await (await customer.get('/api/channels')).json()) as { items: Channel[] }).items;

test('a channel is added, tested, changed and removed; its secrets are never shown again', async () => {
	const customer = await server.customer();
	const all = [];
	for (const kind of KINDS) all.push(await added(customer, kind));
	expect(all.map(({ kind, hint, sent_at }) => [kind, hint, sent_at])).toEqual([
		['ntfy', new URL(messengers.url).host, null],
		['telegram', `chat ${CHAT}`, null],
		['apprise', new URL(messengers.url).host, null],
	]);
	for (const channel of all) {
		expect(await tested(customer, channel)).toEqual({ outcome: 'sent', problem: null });
		const [message] = await messengers.messages(channel.kind, 1);
		expect(message).toMatchObject({
			...{ title: 'Watchword', text: 'This is a test. Messages of your automations arrive here.' },
			...{ picture: null, buttons: {} },
		});
	}
	const telegram = all[1] as Channel;
	const edit = { name: 'Family', target: { ...targets.telegram, chat: '@nobody_is_here' } };
	expect((await customer.send('PUT', `/api/channels/${telegram.id}`, edit)).status).toBe(200);
	expect(await tested(customer, telegram)).toMatchObject({
		outcome: 'failed',
		problem: expect.stringMatching(/^Telegram does not know this chat/),
	});
	const [, changed] = await listed(customer);
	expect(changed).toMatchObject({ name: 'Family', hint: 'chat @nobody_is_here', sent_at: expect.anything() });
	expect(changed?.problem).toMatch(/^Telegram does not know this chat/);
	const shown = JSON.stringify(all) + JSON.stringify(await listed(customer));
	for (const secret of [BOT, TOPIC_TOKEN, APPRISE_KEY, '/gate']) expect(shown).not.toContain(secret);

	const other = { name: 'Family', target: targets.ntfy };
	expect(await refusal(await customer.send('PUT', `/api/channels/${telegram.id}`, other))).toBe(
		'400 invalid-argument',
	);
	expect((await customer.send('DELETE', `/api/channels/${telegram.id}`, {})).status).toBe(200);
	expect((await listed(customer)).map(({ kind }) => kind)).toEqual(['ntfy', 'apprise']);
	const history = (await (await customer.get('/api/users/me/events')).json()) as {
		items: { what: string; details: { name?: string } }[];
	};
	expect(history.items.slice(0, 2).map(({ what, details }) => [what, details.name])).toEqual([
		['channel-removed', 'Family'],
		['channel-changed', 'Family'],
	]);
});

test('a channel that an automation names is not removed; an automation names only channels of its owner', async () => {
	const [customer, stranger] = [await server.customer(), await server.customer()];
	const { id } = await added(customer, 'ntfy');
	const start = { _name: 'Gate', _channels: [id], _notify: 'none' };
	expect(await refusal(await stranger.post('/api/automations', start))).toBe('400 invalid-argument');
	const made = await customer.post('/api/automations', start);
	const automation = (await made.json()) as { id: string; _version: number };
	const refused = await customer.send('DELETE', `/api/channels/${id}`, {});
	expect([refused.status, (await refused.json()) as unknown]).toEqual([
		409,
		{
			error: {
				code: 'conflict',
				message: 'It is used by “Gate”. Choose another way to tell you there first.',
			},
		},
	]);
	const nobody = await customer.post('/api/automations', { _notify: 'none' });
	expect([nobody.status, await nobody.text()]).toEqual([400, expect.stringContaining('_channels')]);
	expect((await customer.send('DELETE', `/api/automations/${automation.id}`, {})).status).toBe(200);
	expect((await customer.send('DELETE', `/api/channels/${id}`, {})).status).toBe(200);
});

describe('bad input', () => {
	test.each([
		[
			'a topic without a name',
			{ kind: 'ntfy', url: 'https://ntfy.sh/', token: null },
			'must end with a topic',
		],
		['a query', { kind: 'ntfy', url: 'https://ntfy.sh/gate?auth=x', token: null }, 'without ? and #'],
		['a file', { kind: 'ntfy', url: 'file:///etc/passwd', token: null }, 'must be a web address'],
		['a password', { kind: 'ntfy', url: 'https://a:b@ntfy.sh/gate', token: null }, 'user name or a password'],
		['a token of two lines', { kind: 'ntfy', url: 'https://ntfy.sh/gate', token: 'a\nb' }, 'access token'],
		['no bot token', { kind: 'telegram', token: 'secret/../getMe', chat: '1' }, 'as BotFather gives it'],
		['no chat', { kind: 'telegram', token: BOT, chat: 'https://t.me/x' }, 'must be the number of a chat'],
		['no key', { kind: 'apprise', url: 'https://example.com/notify/' }, 'must end with /notify/'],
		['a private address', { kind: 'apprise', url: 'http://192.168.1.1/notify/k' }, 'in a private network'],
		['plain http', { kind: 'ntfy', url: 'http://1.1.1.1/gate', token: null }, 'must begin with https://'],
		['no address at all', { kind: 'apprise', url: 'https://0.0.0.0/notify/k' }, 'not an address on the web'],
		[
			'another form of an address',
			{ kind: 'ntfy', url: 'https://[::ffff:10.0.0.7]/gate', token: null },
			'not an address on the web',
		],
		[
			'a cloud',
			{ kind: 'ntfy', url: 'http://169.254.169.254/gate', token: null },
			'not an address on the web',
		],
	])('%s is refused with what to change', async (_what, target, says) => {
		const customer = await server.customer();
		const answer = await customer.post('/api/channels', { name: 'Bad', target });
		expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(says)]);
	});
});

describe('what a server answers', () => {
	type Answers = [what: string, kind: Kind, status: number, body: object | string, problem: RegExp];
	const telegram = (error_code: number, description: string, parameters = {}) => ({
		...{ ok: false, error_code, description, parameters },
	});
	test.each<Answers>([
		['a page that is no topic', 'ntfy', 200, '<html>Hello</html>', /not a topic of an ntfy server/],
		['no permission', 'ntfy', 403, { code: 40301, error: 'forbidden' }, /Enter an access token/],
		['too many', 'ntfy', 429, { code: 42901, error: 'limit reached' }, /too many messages/],
		['an error', 'ntfy', 500, 'oops', /^The ntfy server answered 500\.$/],
		['a wrong token', 'telegram', 401, telegram(401, 'Unauthorized'), /no bot with this token/],
		[
			'a blocked bot',
			'telegram',
			403,
			telegram(403, 'Forbidden: bot was blocked by the user'),
			/may not write to this chat/,
		],
		[
			'a group that moved',
			'telegram',
			400,
			telegram(400, 'Bad Request: group chat was upgraded', { migrate_to_chat_id: -100777 }),
			/its chat is -100777 now/,
		],
		[
			'too many',
			'telegram',
			429,
			telegram(429, 'Too Many Requests: retry after 35', { retry_after: 35 }),
			/too many messages/,
		],
		['a proxy', 'telegram', 502, '<html>Bad Gateway</html>', /^Telegram answered 502\.$/],
		['what Telegram never says', 'telegram', 200, `{"bot": "${BOT}"}`, /^Telegram answered 502\.$/],
		['an unknown key', 'apprise', 204, '', /no configuration with this key/],
		['a service that failed', 'apprise', 424, { error: 'x' }, /could not reach every service/],
		['a password', 'apprise', 401, APPRISE_KEY, /asks for a password/],
	])('%s by %s %i', async (_what, kind, status, body, problem) => {
		const customer = await server.customer();
		const channel = await added(customer, kind);
		messengers.instead = (response) =>
			void response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
		const said = await tested(customer, channel);
		expect(said).toEqual({ outcome: 'failed', problem: expect.stringMatching(problem) });
		expect((await listed(customer))[0]?.problem).toBe(said.problem);
	});

	test.each(KINDS)('5 MB by %s: only the beginning is read', async (kind) => {
		const customer = await server.customer();
		const channel = await added(customer, kind);
		messengers.instead = (response) => {
			response.writeHead(500);
			response.end(Buffer.alloc(5_000_000, 'x'));
		};
		expect((await tested(customer, channel)).problem).toMatch(/answered 500\.$/);
	});

	test.each(KINDS)('a redirect by %s to a private address is not followed', async (kind) => {
		const customer = await server.customer();
		const channel = await added(customer, kind);
		messengers.instead = (response) =>
			void response.writeHead(307, { location: 'http://10.0.0.7/latest' }).end();
		expect((await tested(customer, channel)).problem).toMatch(/10\.0\.0\.7 is in a private network\./);
	});

	test.each([
		['http://0.0.0.0/gate', 'not an address on the web'],
		['http://[::ffff:10.0.0.7]/gate', 'not an address on the web'],
		['http://169.254.169.254/latest/meta-data', 'not an address on the web'],
		['http://0x0a000007/gate', 'in a private network'],
		['https://ann:secret@example.com/gate', 'must not contain a user name or a password'],
		['file:///etc/passwd', 'must begin with https://'],
		['/api/users/me', 'is this server itself'],
	])('a redirect to %s is not followed', async (to, says) => {
		const customer = await server.customer();
		const channel = await added(customer, 'ntfy');
		const location = to.startsWith('/') ? server.url.replace('localhost', '127.0.0.1') + to : to;
		messengers.instead = (response) => void response.writeHead(307, { location }).end();
		expect((await tested(customer, channel)).problem).toContain(says);
	});

	test('a redirect to another server: the token does not go with it', async () => {
		const customer = await server.customer();
		const elsewhere = await startMessengers();
		const channel = await added(customer, 'ntfy');
		messengers.instead = (response) =>
			void response.writeHead(307, { location: `${elsewhere.url}/gate` }).end();
		expect((await tested(customer, channel)).outcome).toBe('failed');
		elsewhere.close();
		expect(elsewhere.asked).toHaveLength(1);
		expect(elsewhere.asked[0]?.headers.authorization).toBeUndefined();
	});

	test.each(KINDS)('nothing at all by %s: the connection is closed', async (kind) => {
		const customer = await server.customer();
		const channel = await added(customer, kind);
		messengers.instead = (response) => void response.destroy();
		expect((await tested(customer, channel)).problem).toMatch(
			/The connection was closed before an answer came/,
		);
	});
});
