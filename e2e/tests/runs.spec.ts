import { test as base, expect } from '../fixtures.ts';
import { deliver } from '../mail.ts';
import { expectSound } from '../sound.ts';

const HOSTILE = `<p>Dear team, <b>invoice 4711</b> is due.</p>
<script>window.top.hacked = true; fetch('https://evil.example/a')</script>
<img src="https://evil.example/pixel.png" onerror="window.top.hacked = true">
<form action="https://evil.example"><button>Press me</button></form>
<a href="javascript:window.top.hacked = true">a link</a><style>body{display:none}</style>
<meta http-equiv="refresh" content="0;url=https://evil.example">`;

const HEAD = ['Subject: Invoice <b>4711</b>'];

/** An automation that receives mail, of a customer with credits. */
const test = base.extend<{ invoices: { id: string } }>({
	invoices: async ({ signedIn: page, server, account }, use) => {
		await server.admin('credits', 'grant', '--email', account.email, '--credits', '100', '--why', 'a test');
		await use(await mailAutomation(page, 'If it mentions an invoice, note the number.'));
	},
});

test.beforeEach(async ({ signedIn: page }) => {
	page.on('pageerror', (error) => {
		throw error;
	});
});

async function mailAutomation(page: import('@playwright/test').Page, prompt: string) {
	const created = await page.request.post('/api/automations', {
		data: { _name: 'Invoices', _actionType: 'save', action_prompt: prompt },
	});
	expect(created.ok()).toBe(true);
	return (await created.json()) as { id: string };
}

test('a run arrives by itself, and its card shows what came, what was decided and what was done', async ({
	signedIn: page,
	server,
	invoices,
}) => {
	const { id } = invoices;
	await page.goto('/app/runs');
	await expect(page.getByText('No automations or runs available.')).toBeVisible();

	const foreign: string[] = [];
	page.on('request', (request) => {
		if (!request.url().startsWith(server.url) && !/^(data|about|blob):/.test(request.url()))
			foreign.push(request.url());
	});
	await deliver(server.smtpPort, { to: `${id}@automations.localhost`, head: HEAD, body: HOSTILE });

	const card = page.getByRole('list', { name: 'Runs' }).locator('[data-run]');
	await expect(card.getByText('Done', { exact: true })).toBeVisible();
	await expect(card.getByText('Email → Save to Storage')).toBeVisible();
	const name = card.getByRole('link', { name: 'Invoices' });
	await expect(name).toHaveAttribute('href', `/app/automations/${id}`);

	// The closed card already shows the sender and the subject.
	await expect(
		card.getByText('Mia Tan <mia@shop.example> · Invoice <b>4711</b>', { exact: true }),
	).toBeVisible();
	await card.getByRole('button', { name: 'Show details' }).click();
	await expect(card.getByText('Mia Tan <mia@shop.example>', { exact: true })).toBeVisible();
	await expect(card.getByText('Invoice <b>4711</b>', { exact: true })).toBeVisible();
	await expect(card.getByText('Condition met', { exact: true })).toBeVisible();
	await expect(card.getByRole('link', { name: 'result.txt' })).toBeVisible();
	const frame = card.frameLocator('iframe[title="What the mail says"]');
	await expect(frame.getByText('invoice 4711')).toBeVisible();
	await expect(
		frame.locator('script, form, button, style:not(head style), [onerror], meta[http-equiv]'),
	).toHaveCount(0);
	await expect(frame.getByText('a link')).not.toHaveAttribute('href', /javascript/);
	expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
	expect(foreign).toEqual([]);
	await expectSound(page);
});

test('new runs come by themselves, and wait while one reads', async ({
	signedIn: page,
	server,
	invoices,
}) => {
	const { id } = invoices;
	const to = `${id}@automations.localhost`;
	await deliver(server.smtpPort, { to, head: HEAD, body: '<p>invoice 1</p>' });
	await page.goto('/app/runs');
	const list = page.getByRole('list', { name: 'Runs' });
	const cards = list.locator('[data-run]');
	await expect(cards.getByText('Done', { exact: true })).toHaveCount(1);

	// At the top with nothing open, a run comes in by itself.
	await deliver(server.smtpPort, { to, head: ['Subject: Second'], body: '<p>invoice 2</p>' });
	await expect(cards).toHaveCount(2);
	await expect(cards.getByText('Done', { exact: true })).toHaveCount(2);

	// A customer who is reading is not interrupted: new runs wait behind a button.
	await cards.first().getByRole('button', { name: 'Show details' }).click();
	await expect(page.getByRole('definition').getByText('Second', { exact: true })).toBeVisible();
	const frame = cards.first().frameLocator('iframe');
	await expect(frame.getByText('invoice 2')).toBeVisible();
	const before = await cards.first().boundingBox();
	const first = String(await cards.first().getAttribute('data-run'));
	await page.request.post(`/api/runs/${first}/again`);
	await page.request.post(`/api/runs/${first}/again`);
	await expect(page.getByRole('button', { name: '2 new runs' })).toBeVisible();
	expect(await cards.first().boundingBox()).toEqual(before);
	await page.getByRole('button', { name: '2 new runs' }).click();
	await expect(cards).toHaveCount(4);
	await expect(page.getByRole('button', { name: /new runs?$/ })).toHaveCount(0);
	await expect(frame.getByText('invoice 2')).toBeHidden();
	await expect(page.getByRole('definition').getByText('Second', { exact: true })).toBeVisible();
});

test('older runs come as one scrolls, and back leads to the same place', async ({
	signedIn: page,
	server,
	invoices,
}) => {
	const { id } = invoices;
	await deliver(server.smtpPort, {
		to: `${id}@automations.localhost`,
		head: HEAD,
		body: '<p>invoice 1</p>',
	});
	const runs = async (cursor = '') =>
		(await page.request.get(`/api/runs?outcome=done${cursor && `&cursor=${cursor}`}`)).json();
	await expect.poll(async () => (await runs()).items).toHaveLength(1);
	const [{ id: first }] = (await runs()).items;
	// More than a page.
	await Promise.all(Array.from({ length: 59 }, () => page.request.post(`/api/runs/${first}/again`)));
	await expect
		.poll(async () => {
			const { next } = await runs();
			return next ? (await runs(next)).items.length : 0;
		})
		.toBe(10);
	const list = page.getByRole('list', { name: 'Runs' });
	const cards = list.locator('[data-run]');
	await page.goto('/app/runs?outcome=done');
	const numbered = (index: number) => list.locator(`[aria-posinset="${index}"]`);
	await expect(numbered(1)).toBeVisible();
	expect(await cards.count()).toBeLessThan(40);
	await expect(async () => {
		await page.mouse.wheel(0, 3000);
		await expect(numbered(60)).toBeInViewport({ timeout: 500 });
	}).toPass();
	expect(await cards.count()).toBeLessThan(40);
	await expect(
		page.getByText('Runs are kept for 90 days, for 14 days where the condition was not met.'),
	).toBeVisible();

	await page.mouse.wheel(0, -1500);
	const far = numbered(46);
	await expect(far).toBeInViewport();
	const seen = await far.locator('[data-run]').getAttribute('data-run');
	await far.getByRole('button', { name: 'Show details' }).click();
	await expect(far.getByText('The decision')).toBeVisible();
	const offset = await page.evaluate(() => window.scrollY);
	await far.getByRole('link', { name: 'Invoices' }).click();
	await expect(page).toHaveURL(new RegExp(`/app/automations/${id}$`));
	await expect(page.getByRole('heading', { name: 'Invoices' })).toBeVisible();
	await page.goBack();
	await expect(page).toHaveURL(/outcome=done/);
	await expect(list.locator(`[data-run="${seen}"]`)).toBeInViewport();
	await expect(list.locator(`[data-run="${seen}"]`).getByText('The decision')).toBeVisible();
	expect(Math.abs((await page.evaluate(() => window.scrollY)) - offset)).toBeLessThan(60);
});

test('filters are kept in the address through reload and back; made-up ones break nothing', async ({
	signedIn: page,
	server,
	invoices,
}) => {
	const { id } = invoices;
	await deliver(server.smtpPort, { to: `${id}@automations.localhost`, head: HEAD, body: '<p>invoice 1</p>' });
	await page.goto(
		'/app/runs?outcome=great&trigger=%00&automation=../x&from=2026-99-99&to=x&cursor=zzz&search=%20&constructor=1',
	);
	const cards = page.getByRole('list', { name: 'Runs' }).locator('[data-run]');
	await expect(cards.getByText('Done', { exact: true })).toHaveCount(1);

	await page.goto('/app/runs');
	await expect(cards).toHaveCount(1);
	await page.getByLabel('Date').selectOption('Yesterday');
	await expect(page.getByText('No runs match.')).toBeVisible();
	// What arrives meanwhile is in the list that was shown before.
	await deliver(server.smtpPort, { to: `${id}@automations.localhost`, head: HEAD, body: '<p>invoice 2</p>' });
	const done = async () => (await (await page.request.get('/api/runs?outcome=done')).json()).items.length;
	await expect.poll(done).toBe(2);
	await page.getByLabel('Date').selectOption('Any day');
	await expect(cards).toHaveCount(2);
	await page.getByLabel('Date').selectOption('Yesterday');
	await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/);
	await page.reload();
	await expect(page.getByLabel('Date')).toHaveValue('Yesterday');
	await page.getByLabel('Date').selectOption('Last 7 days');
	await expect(cards).toHaveCount(2);
	await page.getByLabel('Date').selectOption('Other days');
	await page.getByLabel('To', { exact: true }).fill('2026-01-01');
	await page.getByLabel('From', { exact: true }).pressSequentially('01012026');
	await expect(page).toHaveURL(/from=2026-01-01/);
	await expect(page.getByText('No runs match.')).toBeVisible();
	await page.getByRole('button', { name: 'Clear the filters' }).click();
	await expect(cards).toHaveCount(2);
	await expect(page).toHaveURL(/\/app\/runs$/);

	await page.getByLabel('Trigger').selectOption('Email');
	await page.getByLabel('Automation').selectOption('Invoices');
	await page.getByLabel('Search runs').fill('mia shop');
	await expect(page).toHaveURL(`/app/runs?trigger=email&automation=${id}&search=mia+shop`);
	await expect(cards).toHaveCount(2);
	await page.goBack();
	await expect(page).toHaveURL('/app/runs?trigger=email');
	await expect(page.getByLabel('Search runs')).toHaveValue('');
	await page.goForward();
	await expect(page.getByLabel('Search runs')).toHaveValue('mia shop');
	await page.goto('/app/runs?automation=aaaaaaaaaaaaaaaaaaaa&search=x');
	await expect(page.getByText('No runs match.')).toBeVisible();
	await expectSound(page);
});
