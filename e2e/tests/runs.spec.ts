import { expect, test } from '../fixtures.ts';
import { deliver } from '../mail.ts';
import { expectSound } from '../sound.ts';

const HOSTILE = `<p>Dear team, <b>invoice 4711</b> is due.</p>
<script>window.top.hacked = true; fetch('https://evil.example/a')</script>
<img src="https://evil.example/pixel.png" onerror="window.top.hacked = true">
<form action="https://evil.example"><button>Press me</button></form>
<a href="javascript:window.top.hacked = true">a link</a><style>body{display:none}</style>
<meta http-equiv="refresh" content="0;url=https://evil.example">`;

const HEAD = ['Subject: Invoice <b>4711</b>'];

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

async function giveCredits(server: import('../server.ts').RunningServer, email: string) {
	await server.admin('credits', 'grant', '--email', email, '--credits', '10', '--why', 'a test');
}

test('a run arrives by itself, and its card shows what came, what was decided and what was done', async ({
	signedIn: page,
	server,
	account,
}) => {
	await giveCredits(server, account.email);
	const { id } = await mailAutomation(page, 'If it mentions an invoice, note the number.');
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

test('a run is run again, and found by outcome and words that survive a reload and the back button', async ({
	signedIn: page,
	server,
	account,
}) => {
	await giveCredits(server, account.email);
	const { id } = await mailAutomation(page, 'If it mentions an invoice, note the number.');
	await deliver(server.smtpPort, {
		to: `${id}@automations.localhost`,
		head: HEAD,
		body: '<p>no such word here</p>',
	});
	await page.goto('/app/runs');
	const cards = page.getByRole('list', { name: 'Runs' }).locator('[data-run]');
	await expect(cards).toHaveCount(1);
	await cards.getByRole('button', { name: 'Show details' }).click();
	await cards.getByRole('button', { name: 'Run again' }).click();
	await expect(cards).toHaveCount(2);
	await expect(page.getByText('Started. It appears at the top of the list.')).toBeVisible();

	await page.getByLabel('Outcome').selectOption('Failed');
	await expect(page.getByText('No runs match.')).toBeVisible();
	await page.reload();
	await expect(page.getByLabel('Outcome')).toHaveValue('failed');
	await page.goBack();
	await expect(cards).toHaveCount(2);
	await page.getByLabel('Search runs').fill('nobody said this');
	await expect(page.getByText('No runs match.')).toBeVisible();
	await page.getByLabel('Search runs').fill('mia');
	await expect(cards).toHaveCount(2);
});

test('a link from a mail opens its run; one that is gone says so', async ({
	signedIn: page,
	server,
	account,
}) => {
	await giveCredits(server, account.email);
	const { id } = await mailAutomation(page, 'If it mentions an invoice, note the number.');
	await deliver(server.smtpPort, { to: `${id}@automations.localhost`, head: HEAD, body: '<p>invoice 1</p>' });
	await page.goto('/app/runs');
	const card = page.getByRole('list', { name: 'Runs' }).locator('[data-run]');
	await expect(card.getByText('Done', { exact: true })).toBeVisible();
	const { items } = (await (await page.request.get('/api/runs')).json()) as { items: { id: string }[] };
	await page.goto(`/app/runs?run=${items[0]?.id}`);
	const linked = page.getByRole('region', { name: 'The run you followed a link to' });
	await expect(linked.getByText('Mia Tan <mia@shop.example>', { exact: true })).toBeVisible();

	await page.request.delete(`/api/automations/${id}`);
	await page.goto('/app/runs?run=aaaaaaaaaaaaaaaaaaaa');
	await expect(page.getByText('The run you followed a link to is not kept any more.')).toBeVisible();
	await expect(card.getByText('Automation not available')).toBeVisible();
});
