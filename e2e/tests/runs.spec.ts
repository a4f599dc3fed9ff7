import type { Run } from '@watchword/contract/run';
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

test('a mail shows the pictures it encloses, without a question', async ({
	signedIn: page,
	server,
	invoices,
}) => {
	const dot =
		'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
	const parts = [
		'Content-Type: text/html\r\n\r\n<p>invoice 5</p><img alt="Our logo" src="cid:logo@shop" width="9">',
		`Content-Type: image/png\r\nContent-ID: <logo@shop>\r\nContent-Transfer-Encoding: base64\r\n\r\n${dot}`,
	];
	await deliver(server.smtpPort, {
		to: `${invoices.id}@automations.localhost`,
		head: ['Subject: Logo', 'Content-Type: multipart/related; boundary=b'],
		body: `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--`,
	});
	await page.goto('/app/runs');
	const card = page.getByRole('list', { name: 'Runs' }).locator('[data-run]');
	await card.getByRole('button', { name: 'Show details' }).click();
	const logo = card.frameLocator('iframe[title="What the mail says"]').getByAltText('Our logo');
	await expect(logo).toHaveAttribute('src', /^data:image\/png;base64,/);
	await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
	await expect(card.getByRole('button', { name: 'Load remote images' })).toHaveCount(0);
});

test('a run is run again, and found by outcome and words that survive a reload and the back button', async ({
	signedIn: page,
	server,
	invoices,
}) => {
	const { id } = invoices;
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
	await page.getByRole('button', { name: '1 new run' }).click();
	await expect(cards).toHaveCount(2);
	// Where the list is filtered, the new run may not be in it.
	await cards.getByRole('link', { name: 'See the new run' }).click();
	await expect(page).toHaveURL(/\?run=/);
	await expect(page.getByRole('region', { name: 'The run you followed a link to' })).toBeVisible();
	await page.goBack();

	await page.getByLabel('Outcome').selectOption('Failed');
	await expect(page.getByText('No runs match.')).toBeVisible();
	await page.reload();
	await expect(page.getByLabel('Outcome')).toHaveValue('failed');
	await page.goBack();
	await expect(cards).toHaveCount(2);
	await page.getByLabel('Search runs').fill('nobody said this');
	await expect(page.getByText('No runs match.')).toBeVisible();
	const shown = await page.getByLabel('Search runs').evaluateHandle((field: HTMLInputElement) => {
		const values: string[] = [];
		new MutationObserver(() => values.push(field.value)).observe(field, { attributes: true });
		return values;
	});
	await page.getByLabel('Search runs').fill('mia');
	await expect(cards).toHaveCount(2);
	// The field shows nothing else while the search is applied.
	expect(new Set(await shown.jsonValue())).toEqual(new Set(['mia']));
});

test('a link from a mail opens its run; one that is gone says so', async ({
	signedIn: page,
	server,
	invoices,
}) => {
	const { id } = invoices;
	await deliver(server.smtpPort, { to: `${id}@automations.localhost`, head: HEAD, body: '<p>invoice 1</p>' });
	await page.goto('/app/runs');
	const card = page.getByRole('list', { name: 'Runs' }).locator('[data-run]');
	await expect(card.getByText('Done', { exact: true })).toBeVisible();
	const { items } = (await (await page.request.get('/api/runs')).json()) as { items: { id: string }[] };
	await page.route(`/api/runs/${items[0]?.id}`, (route) => route.fulfill({ status: 429, json: {} }));
	await page.goto(`/app/runs?run=${items[0]?.id}`);
	await expect(page.getByText('The run you followed a link to could not be loaded.')).toBeVisible();
	await page.unroute(`/api/runs/${items[0]?.id}`);
	await page.reload();
	const linked = page.getByRole('region', { name: 'The run you followed a link to' });
	await expect(linked.getByText('Mia Tan <mia@shop.example>', { exact: true })).toBeVisible();

	await page.request.delete(`/api/automations/${id}`);
	await page.goto('/app/runs?run=aaaaaaaaaaaaaaaaaaaa');
	await expect(page.getByText('The run you followed a link to is not kept any more.')).toBeVisible();
	await expect(card.getByText('Automation not available')).toBeVisible();
});

test('any number of runs: new ones wait while one reads, older ones come as one scrolls, and back leads to the same place', async ({
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

	await Promise.all(Array.from({ length: 76 }, () => page.request.post(`/api/runs/${first}/again`)));
	const total = async () => {
		const { items, next } = await (await page.request.get('/api/runs?outcome=done')).json();
		return next
			? items.length +
					(await (await page.request.get(`/api/runs?outcome=done&cursor=${next}`)).json()).items.length
			: 0;
	};
	await expect.poll(total).toBe(80);
	await page.goto('/app/runs?outcome=done');
	const numbered = (index: number) => list.locator(`[aria-posinset="${index}"]`);
	await expect(numbered(1)).toBeVisible();
	expect(await cards.count()).toBeLessThan(40);
	await expect(async () => {
		await page.mouse.wheel(0, 3000);
		await expect(numbered(80)).toBeInViewport({ timeout: 500 });
	}).toPass();
	expect(await cards.count()).toBeLessThan(40);
	await expect(
		page.getByText('Runs are kept for 90 days, for 14 days where the condition was not met.'),
	).toBeVisible();

	await page.mouse.wheel(0, -1500);
	const far = numbered(66);
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

test('each trigger has its own details, and removed or very large content is explained', async ({
	signedIn: page,
}) => {
	const { id } = await mailAutomation(page, 'Is anyone there?');
	const common: Omit<Run, 'id' | '_timestamp' | '_triggerType' | '_actionType'> = {
		...{
			_automationId: id,
			_status: 'succeeded',
			_reason: null,
			action_notification: null,
			_episodeId: null,
			_mark: null,
			credits: 1,
		},
		...{ trigger_capture: null, trigger_captureId: null, trigger_frames: [] },
		...{ trigger_from: null, trigger_subject: null, trigger_html: null, trigger_text: null },
		...{ trigger_attachments: [], trigger_unread: [], trigger_checks: null },
		...{ action_condition_met: true, action_verdict: 'met', action_evidence: 'Seen.', action_tells: null },
		...{ action_prompt: 'Is anyone there?', action_information: null, action_value: null },
		...{ action_fields: [], action_corrections: {} },
		...{ action_email_subject: null, action_email_html: null, action_sentTo: null, action_files: [] },
		action_files_deleted_at: null,
		...{ action_asked_at: null, action_approval: null, action_answered_at: null, action_edited: false },
		...{ action_boxes: [], action_zones: [], action_examples: [], action_firstLook: null },
		...{ model: null, tokensIn: null, tokensOut: null, decide_ms: null, deliveries: [] },
		...{ _retries: false, _waitsFor: null },
	};
	const subject = `Long ${'x'.repeat(9_995)}`;
	const runs = [
		{ _triggerType: 'capture', _actionType: 'sendEmail', trigger_capture: 'users/x/gone.jpg' },
		{ _triggerType: 'schedule', _actionType: 'sendEmail', action_email_subject: 'Good morning' },
		{ _triggerType: 'email', _actionType: 'replyToEmail', trigger_subject: subject },
		{ _triggerType: 'email', _actionType: 'save', _automationId: 'a'.repeat(20), action_prompt: '' },
	].map((run, n) => ({
		...common,
		id: `${'b'.repeat(19)}${'abcd'[n]}`,
		_timestamp: n === 3 ? null : 1e9,
		...run,
	}));
	Object.assign(runs[0] ?? {}, { action_information: 'A person stands there.', _waitsFor: runs[3]?.id });
	Object.assign(runs[1] ?? {}, {
		action_email_html: '<p>Bins go out <b>today</b>.</p>',
		action_sentTo: 'ops@example.com',
	});
	Object.assign(runs[2] ?? {}, {
		trigger_from: 'mia@shop.example',
		trigger_html: '<p>word</p>'.repeat(450_000),
	});
	Object.assign(runs[3] ?? {}, { _status: 'queued', _retries: true });
	await page.route(/\/api\/runs(\?|$)/, (route) => route.fulfill({ json: { items: runs, next: null } }));
	await page.route(/\/api\/runs\/b/, (route) =>
		route.fulfill({ json: runs.find((run) => route.request().url().endsWith(run.id)) }),
	);
	await page.route(/\/api\/automations(\?|$)/, async (route) => {
		const { items } = await (await route.fetch()).json();
		await route.fulfill({
			json: { items: items.map((one: object) => ({ ...one, _name: ' ' })), next: null },
		});
	});

	await page.goto('/app/runs');
	const cards = page.getByRole('list', { name: 'Runs' }).locator('[data-run]');
	await expect(cards).toHaveCount(4);
	const [capture, schedule, mail, orphan] = [cards.nth(0), cards.nth(1), cards.nth(2), cards.nth(3)];
	await expect(capture.getByText('Device Capture → Send Email')).toBeVisible();
	await expect(capture.getByRole('link', { name: "Can't find automation name" })).toBeVisible();
	await expect(schedule.getByText('Scheduled → Send Email')).toBeVisible();
	await expect(mail.getByText('Email → Reply to Email')).toBeVisible();
	await expect(orphan.getByText('Automation not available')).toBeVisible();
	await expect(orphan.getByText('No timestamp available')).toBeVisible();

	for (const card of [orphan, mail, schedule, capture]) {
		await card.getByRole('button', { name: 'Show details' }).click();
	}
	await expect(capture.getByText('Condition met', { exact: true })).toBeVisible();
	await expect(capture.getByText('A person stands there.')).toBeVisible();
	await expect(capture.getByText('The capture is not kept any more.')).toBeVisible();
	await expect(capture.getByRole('link', { name: 'an earlier run' })).toHaveAttribute(
		'href',
		`/app/runs?run=${runs[3]?.id}`,
	);
	await expect(schedule.getByText('Good morning')).toBeVisible();
	await expect(schedule.frameLocator('iframe').getByText('Bins go out today.')).toBeVisible();
	await expect(orphan.getByText("Can't find automation prompt")).toBeVisible();
	// While it is tried again, a second run of the same would only do it twice.
	await expect(orphan.getByText('The last try did not work.', { exact: false })).toBeVisible();
	await expect(orphan.getByRole('button', { name: 'Run again' })).toHaveCount(0);

	await expect(mail.getByText(subject, { exact: true })).toBeVisible();
	await expect(mail.frameLocator('iframe').getByText('word').first()).toBeVisible();
	const height = () => mail.locator('iframe').evaluate((frame) => frame.clientHeight);
	await expect.poll(height).toBe(1200);
	expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
	await page.unroute(/\/api\/runs\/b/);
	await page.goto(`/app/runs?run=${'b'.repeat(20)}`);
	await expect(page.getByText('The run you followed a link to is not kept any more.')).toBeVisible();

	// The runs are shown although the automations cannot be loaded.
	await page.route(/\/api\/automations(\?|$)/, (route) => route.fulfill({ status: 500, body: 'no' }));
	await page.reload();
	await expect(schedule.getByText("Can't find automation name")).toBeVisible();
});
