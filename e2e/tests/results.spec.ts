import { expect, test } from '../fixtures.ts';
import { deliver } from '../mail.ts';
import { expectSound } from '../sound.ts';

const invoice = (number: string, total: string) => ({
	head: [
		'From: Acme GmbH <billing@acme.example>',
		`Subject: Invoice ${number}`,
		'Content-Type: text/plain; charset=utf-8',
	],
	body: `Hello,\n\nInvoice no.: ${number}\nTotal: ${total}\nDue date: 14 March 2026\n`,
});

test('mails become a table that is filtered, corrected, downloaded and fed to programs', async ({
	signedIn: page,
	server,
	account,
}) => {
	await server.admin('credits', 'grant', '--email', account.email, '--credits', '9', '--why', 'a test');
	await page.goto('/app/automations');
	await page.getByRole('button', { name: /Mail into a table/ }).click();
	const fields = page.getByRole('region', { name: 'Fields' });
	await expect(fields.getByLabel('Name of the field')).toHaveCount(4);
	const results = page.getByRole('region', { name: 'Results' }).first();
	await expect(results.getByText('No results yet.')).toBeVisible();
	await page.waitForURL(/\/automations\/[a-z2-7]{20}/);
	const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';

	const to = `${id}@automations.localhost`;
	await deliver(server.smtpPort, { to, ...invoice('RE-1', '1.234,50 EUR') });
	await expect(results.getByRole('button', { name: /^Amount: / })).toHaveText(/1,234\.50/);
	await deliver(server.smtpPort, { to, ...invoice('=1+1', 'to be agreed') });
	await expect(results.getByRole('row')).toHaveCount(3);
	await expect(results.getByRole('button', { name: 'Supplier: Acme GmbH' })).toHaveCount(2);
	await expectSound(page);

	// A cell shows its evidence, and is corrected.
	await results.getByRole('button', { name: 'Amount: empty' }).click();
	const dialog = page.getByRole('dialog', { name: 'Amount' });
	await expect(dialog.getByText('It was not found')).toBeVisible();
	await dialog.getByLabel('Correct value').fill('80.5');
	await dialog.getByLabel('Currency').fill('usd');
	await dialog.getByRole('button', { name: 'Save correction' }).click();
	await expect(dialog).toHaveCount(0);
	const corrected = results.getByRole('button', { name: 'Amount: $80.50, corrected' });
	await corrected.click();
	await expect(dialog.getByText('The model said')).toBeVisible();
	await expectSound(page);
	await page.keyboard.press('Escape');

	await results.getByLabel('Field to filter by').selectOption('Amount');
	await results.getByLabel('Comparison').selectOption('is at least');
	await results.getByLabel('Value', { exact: true }).fill('100');
	await expect(results.getByRole('row')).toHaveCount(2);
	const csv = await page.request.get(
		(await results.getByRole('link', { name: 'CSV' }).getAttribute('href')) ?? '',
	);
	expect((await csv.text()).trimEnd().split('\r\n')).toHaveLength(2);
	await results.getByLabel('Field to filter by').selectOption('');
	// While a year is typed, the browser reports days of the first centuries.
	await results.getByText('More filters').click();
	await results.getByLabel('From', { exact: true }).fill('0002-03-04');
	await expect(results.getByRole('row')).toHaveCount(3);
	await results.getByLabel('From', { exact: true }).fill('');

	// A program reads the table by its address alone.
	await page.route('**/feed', (route) => route.fulfill({ status: 429, json: {} }));
	await results.getByRole('button', { name: 'Feed address' }).click();
	const feed = page.getByRole('dialog', { name: 'Feed address' });
	await expect(feed.getByText('The address could not be loaded.')).toBeVisible();
	await page.unroute('**/feed');
	await feed.getByRole('button', { name: 'Try again' }).click();
	await feed.getByRole('button', { name: 'Make an address' }).click();
	const address = (await feed.locator('code').first().textContent()) ?? '';
	const path = new URL(address).pathname;
	expect(await (await fetch(`${server.url}${path}`)).text()).toContain('80.5,USD');
	await expectSound(page);
	await feed.getByRole('button', { name: 'Revoke it' }).click();
	await expect(feed.getByText('There is no address yet.')).toBeVisible();
	expect((await fetch(`${server.url}${path}`)).status).toBe(404);
	await page.keyboard.press('Escape');

	// A renamed field keeps its values; a removed one leaves the table.
	await page.setViewportSize({ width: 390, height: 844 });
	await fields.getByLabel('Name of the field').first().fill('Vendor');
	await fields.getByRole('button', { name: 'Remove Due date' }).click();
	await page.getByRole('button', { name: 'Update Automation' }).click();
	await expect(results.getByRole('button', { name: 'Vendor: Acme GmbH' })).toHaveCount(2);
	await expect(results.getByRole('columnheader')).toHaveText([/Time/, 'Vendor', 'Invoice number', 'Amount']);
	await expectSound(page);

	// The run has everything.
	await results.getByRole('link').first().click();
	await expect(page.getByText('Corrected; the model said: nothing.')).toBeVisible();
	await expect(page.getByText('“Due date: 14 March 2026”')).toBeVisible();
	await expectSound(page);
});
