import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openAsVisitor } from '../../testing/open.tsx';
import {
	closed,
	kept,
	operatorModels as list,
	operatorAnswers as models,
	overview,
} from '../../testing/operator.ts';
import { refused } from '../../testing/wire.ts';

const row = page.getByRole('region', { name: 'Tiny 1M' });
const button = (name: string) => row.getByRole('button', { name });

test('without the link it says how it opens', async () => {
	await openAsVisitor('/operator', { 'GET /api/operator/models': refused('unauthenticated') });
	await expect.element(page.getByText('npm run admin -- open')).toBeVisible();
});

test('a model is installed, with how far it is, stopped, gone on with and put to use', async () => {
	const progress = { done_bytes: 120e6, total_bytes: 460e6, bytes_a_second: 2e6 };
	const { wire } = await openAsVisitor('/operator', {
		...models(list()),
		'POST /api/operator/models/{name}/install': list({ state: 'downloading', progress }),
	});
	await expect.element(page.getByText('The built-in model decides.')).toBeVisible();
	for (const fact of ['460.0 MB', '1.0 GB', 'about 5 s', 'MIT'])
		await expect.element(row.getByText(fact)).toBeVisible();

	wire.answer(models(list({ state: 'downloading', progress })));
	await button('Install').click();
	await expect.element(row.getByText('2.0 MB a second, 3 minutes left')).toBeVisible();
	await expect.element(row.getByRole('progressbar')).toHaveAttribute('value', '120000000');

	const stopped = list({ state: 'stopped', progress: { ...progress, bytes_a_second: null } });
	wire.answer({ ...models(stopped), 'POST /api/operator/models/{name}/stop': stopped });
	await button('Stop').click();
	await expect.element(button('Go on')).toBeVisible();

	const installed = list({ state: 'installed' });
	wire.answer({ ...models(installed), 'POST /api/operator/models/{name}/install': installed });
	await button('Go on').click();
	const used = list({ state: 'decides' }, { decides: 'tiny' });
	wire.answer({ 'POST /api/operator/models/{name}/use': used });
	await button('Use').click();
	await expect.element(page.getByText('Tiny 1M decides.')).toBeVisible();
	wire.answer({ 'POST /api/operator/models/{name}/use': installed });
	await page.getByRole('button', { name: 'Use the built-in model' }).click();
	await expect.element(page.getByText('The built-in model decides.')).toBeVisible();
	await expect.poll(() => wire.sent.filter(({ route }) => route.endsWith('/use'))).toHaveLength(2);
});

test('a download of a terminal is shown, and cannot be stopped here', async () => {
	const progress = { done_bytes: 120e6, total_bytes: 460e6, bytes_a_second: null };
	await openAsVisitor('/operator', models(list({ state: 'downloading', progress })));
	await expect.element(row.getByText('by a command in a terminal')).toBeVisible();
	await expect.element(button('Stop')).not.toBeInTheDocument();
});

test('what the environment sets is shown as set there', async () => {
	await openAsVisitor('/operator', models(list({ state: 'installed' }, { is_set: 'MODEL=anthropic' })));
	await expect.element(page.getByText('MODEL=anthropic is set in the environment')).toBeVisible();
	await expect.element(button('Use')).not.toBeInTheDocument();
});

test('a model is removed only after a question', async () => {
	const { wire } = await openAsVisitor('/operator', {
		...models(list({ state: 'installed' })),
		'DELETE /api/operator/models/{name}': list(),
	});
	await button('Remove').click();
	expect(wire.sent.some(({ route }) => route.startsWith('DELETE'))).toBe(false);
	await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
	await expect.element(button('Install')).toBeVisible();
});

test.each([
	['too little memory', { problem: 'Tiny needs 1.0 GB of memory, and this machine has 0.5 GB.' }],
	['a failed download', { state: 'stopped' as const, problem: 'huggingface.co does not have it.' }],
])('%s is said at the model', async (_name, change) => {
	await openAsVisitor('/operator', models(list(change)));
	await expect.element(row.getByText(change.problem)).toBeVisible();
});

test.each([
	[
		{ right: 3, of: 3, seconds_a_picture: 4.2, problem: null },
		'It answered all 3 test questions right.',
		'4.2 s here',
	],
	[
		{ right: 1, of: 3, seconds_a_picture: 4.2, problem: null },
		'It answered 1 of 3 test questions right.',
		'4.2 s here',
	],
	[
		{ right: 0, of: 3, seconds_a_picture: 0, problem: 'The model cannot be loaded.' },
		'It failed its test: The model cannot be loaded.',
		'about 5 s',
	],
])('how it did in its test is shown: %j', async (tested, words, seconds) => {
	await openAsVisitor('/operator', models(list({ state: 'installed', test: tested })));
	await expect.element(row.getByText(words)).toBeVisible();
	await expect.element(row.getByText(seconds)).toBeVisible();
});

test('a model that fails its test is not put to use, and why is said', async () => {
	await openAsVisitor('/operator', {
		...models(list({ state: 'installed' })),
		'POST /api/operator/models/{name}/use': refused('unavailable'),
	});
	await button('Use').click();
	await expect.element(page.getByRole('alert')).toBeVisible();
	await expect.element(page.getByText('The built-in model decides.')).toBeVisible();
});

test('a model server on this machine is offered and used', async () => {
	const llava = { server: 'Ollama', url: 'http://127.0.0.1:11434/v1', name: 'llava' };
	await openAsVisitor('/operator', {
		...models(list(), [llava]),
		'POST /api/operator/model-servers/use': list({}, { decides: 'llava at 127.0.0.1:11434' }),
	});
	await page.getByRole('button', { name: 'Use llava' }).click();
	await expect.element(page.getByText('Llava at 127.0.0.1:11434 decides.')).toBeVisible();
});

test('after the hour, the choice of a model server says how the page opens again', async () => {
	const llava = { server: 'Ollama', url: 'http://127.0.0.1:11434/v1', name: 'llava' };
	const { wire } = await openAsVisitor('/operator', models(list(), [llava]));
	await expect.element(page.getByRole('button', { name: 'Use llava' })).toBeVisible();
	wire.answer({
		'GET /api/operator/models': refused('unauthenticated'),
		'POST /api/operator/model-servers/use': refused('unauthenticated'),
	});
	await page.getByRole('button', { name: 'Use llava' }).click();
	await expect.element(page.getByText('npm run admin -- open')).toBeVisible();
});

test('after the hour, a change says how the page opens again', async () => {
	const { wire } = await openAsVisitor('/operator', models(list()));
	await expect.element(button('Install')).toBeVisible();
	wire.answer({
		'GET /api/operator/models': refused('unauthenticated'),
		'POST /api/operator/models/{name}/install': refused('unauthenticated'),
	});
	await button('Install').click();
	await expect.element(page.getByText('npm run admin -- open')).toBeVisible();
});

test('health, accounts and storage are said in words', async () => {
	await openAsVisitor('/operator', models(list()));
	for (const [name, words] of [
		['Health', 'Nothing needs you.'],
		['Health', '3, 1 silent'],
		['Accounts', 'Robin Example robin@example.com'],
		['Storage', '50.0 GB'],
		['Storage', '1 file, 3.0 MB'],
		['Storage', '41 pictures'],
	] as const)
		await expect.element(page.getByRole('region', { name }).getByText(words)).toBeVisible();
});

test('what the operator should do is said first', async () => {
	const attention = ['The model cannot be reached (ECONNREFUSED).'];
	await openAsVisitor('/operator', {
		...models(list()),
		'GET /api/operator/overview': { ...overview, attention },
	});
	await expect.element(page.getByRole('alert')).toHaveTextContent(attention[0] as string);
});

const open = {
	...{ ...closed, on: true, url: 'https://192.168.1.20:8080', trust_page: 'http://192.168.1.20:8081' },
	...{ fingerprint: 'AB:CD', qr_svg: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
};

test('phones in the local network are let in, and no longer', async () => {
	const { wire } = await openAsVisitor('/operator', { ...models(list()), 'PUT /api/operator/lan': open });
	const lan = page.getByRole('region', { name: 'Local network' });
	await expect.element(lan.getByText('Only this machine reaches the portal.')).toBeVisible();
	await lan.getByRole('button', { name: 'Let phones in' }).click();
	await expect.element(lan.getByText('https://192.168.1.20:8080')).toBeVisible();
	await expect.element(lan.getByRole('img', { name: /^QR code/ })).toBeVisible();
	await expect.element(lan.getByText('AB:CD')).toBeVisible();
	wire.answer({ 'PUT /api/operator/lan': closed });
	await lan.getByRole('button', { name: 'Switch off' }).click();
	await expect.element(lan.getByText('Only this machine reaches the portal.')).toBeVisible();
	await expect.poll(() => wire.bodies('PUT /api/operator/lan')).toEqual([{ on: true }, { on: false }]);
	wire.answer({ 'PUT /api/operator/lan': refused('unavailable') });
	await lan.getByRole('button', { name: 'Let phones in' }).click();
	await expect.element(lan.getByRole('alert')).toBeVisible();
});

test('a local network that was set at the start is shown as set there', async () => {
	await openAsVisitor('/operator', {
		...models(list()),
		'GET /api/operator/lan': { ...open, is_set: '--lan' },
	});
	const lan = page.getByRole('region', { name: 'Local network' });
	await expect.element(lan.getByText('--lan is set where this was started')).toBeVisible();
	await expect.element(lan.getByRole('button')).not.toBeInTheDocument();
});

test('a mail server is set, tested and taken back', async () => {
	const set = {
		...kept,
		is: 'sent through mail.example.com:465',
		server: 'mail.example.com:465',
		user: 'robin',
	};
	const { wire } = await openAsVisitor('/operator', {
		...models(list()),
		'PUT /api/operator/mail': set,
		'POST /api/operator/mail/test': set,
		'DELETE /api/operator/mail': kept,
	});
	const mail = page.getByRole('region', { name: 'Outgoing mail' });
	await mail.getByRole('button', { name: 'Set a mail server' }).click();
	await mail.getByRole('textbox', { name: 'Mail server' }).fill('http://mail');
	await mail.getByRole('button', { name: 'Save' }).click();
	await expect.element(mail.getByText(/^Enter a machine/)).toBeVisible();
	await mail.getByRole('textbox', { name: 'Mail server' }).fill('mail.example.com:465');
	await mail.getByRole('textbox', { name: 'User' }).fill('robin');
	await mail.getByLabelText('Password').fill('secret');
	await mail.getByRole('button', { name: 'Save' }).click();
	await expect.element(mail.getByText('mail.example.com:465')).toBeVisible();
	await expect
		.poll(() => wire.sent.find(({ route }) => route.startsWith('PUT'))?.body)
		.toEqual({
			...{ server: 'mail.example.com:465', user: 'robin', password: 'secret', sender: kept.sender },
		});

	const send = mail.getByRole('button', { name: 'Send a test mail' });
	await send.click();
	await expect.element(mail.getByText('Enter an email address.')).toBeVisible();
	await mail.getByRole('textbox', { name: 'Send a test mail to' }).fill('me@example.com');
	await send.click();
	await expect.element(mail.getByText('A test mail for me@example.com has left.')).toBeVisible();
	wire.answer({ 'POST /api/operator/mail/test': refused('unavailable') });
	await send.click();
	await expect.element(mail.getByRole('alert')).toBeVisible();
	await expect.element(mail.getByText(/has left/)).not.toBeInTheDocument();

	await mail.getByRole('button', { name: 'Change' }).click();
	await mail.getByRole('button', { name: 'Use no mail server' }).click();
	await expect.element(mail.getByRole('button', { name: 'Set a mail server' })).toBeVisible();
});

test('a mail server of the environment is shown as set there', async () => {
	const set = { ...kept, is_set: 'SMTP_URL', server: 'mail.example.com', user: 'robin' };
	await openAsVisitor('/operator', { ...models(list()), 'GET /api/operator/mail': set });
	const mail = page.getByRole('region', { name: 'Outgoing mail' });
	await expect.element(mail.getByText('SMTP_URL is set in the environment')).toBeVisible();
	await expect.element(mail.getByRole('button', { name: 'Change' })).not.toBeInTheDocument();
});

test('a model at an address is tested and used, or fetched by Ollama, with how far it is', async () => {
	const used = list({}, { decides: 'llava at 10.0.0.7:8000' });
	const { wire } = await openAsVisitor('/operator', {
		...models(list()),
		'POST /api/operator/model-servers/use': used,
	});
	const servers = page.getByRole('region', { name: 'Model servers' });
	await servers.getByRole('textbox', { name: 'Address' }).fill('10.0.0.7');
	await servers.getByRole('button', { name: 'Test and use' }).click();
	await expect.element(servers.getByText(/^Enter an address/)).toBeVisible();
	await servers.getByRole('textbox', { name: 'Address' }).fill('http://10.0.0.7:8000');
	await servers.getByRole('textbox', { name: 'Model', exact: true }).fill('llava');
	await servers.getByLabelText('API key').fill('sk-typed');
	await servers.getByRole('button', { name: 'Test and use' }).click();
	await expect.element(page.getByText('Llava at 10.0.0.7:8000 decides.')).toBeVisible();
	await expect
		.poll(() => wire.bodies('POST /api/operator/model-servers/use'))
		.toEqual([{ url: 'http://10.0.0.7:8000', name: 'llava', key: 'sk-typed' }]);

	const progress = { done_bytes: 120e6, total_bytes: 460e6, bytes_a_second: 2e6 };
	const pull = { name: 'llava', progress, problem: null };
	const pulling = list({}, { pull: { ...pull, state: 'downloading' } });
	wire.answer({ ...models(pulling), 'POST /api/operator/model-servers/pull': pulling });
	await servers.getByRole('button', { name: 'Download with Ollama' }).click();
	await expect.element(servers.getByText('Ollama downloads llava: 120.0 MB of 460.0 MB')).toBeVisible();
	await expect
		.poll(() => wire.bodies('POST /api/operator/model-servers/pull'))
		.toEqual([{ url: 'http://10.0.0.7:8000', name: 'llava' }]);
	wire.answer({ ...models(list()), 'POST /api/operator/model-servers/stop': list() });
	await servers.getByRole('button', { name: 'Stop' }).click();
	await expect.element(servers.getByRole('progressbar')).not.toBeInTheDocument();
	wire.answer({ 'POST /api/operator/model-servers/pull': list({}, { pull: { ...pull, state: 'there' } }) });
	await servers.getByRole('button', { name: 'Download with Ollama' }).click();
	await expect.element(servers.getByText('llava is there.')).toBeVisible();
});

test('why Ollama could not fetch a model is said', async () => {
	const progress = { done_bytes: 0, total_bytes: 0, bytes_a_second: 0 };
	const problem = 'Ollama says: pull model manifest: file does not exist';
	await openAsVisitor(
		'/operator',
		models(list({}, { pull: { name: 'lava', state: 'failed', progress, problem } })),
	);
	await expect.element(page.getByText(`lava was not downloaded. ${problem}`)).toBeVisible();
});
