import { AutomationApi } from '../automation-api.ts';
import { expect, test } from '../fixtures.ts';
import { deliver } from '../mail.ts';
import { expectSoundEverywhere } from '../sound.ts';

test('home and away is switched on the dashboard and with the link for a phone, live in both', async ({
	signedIn: page,
	browser,
	server,
}) => {
	await page.goto('/app/account');
	const part = page.getByRole('region', { name: 'Home and away' });
	await part.getByRole('button', { name: 'Make a link' }).click();
	await expect(part.getByRole('img', { name: /^QR code/ })).toBeVisible();
	const link = (await part.getByRole('code').textContent()) ?? '';

	// A phone that nobody signed in with.
	const phone = await (await browser.newContext({ baseURL: server.url })).newPage();
	await phone.goto(link);
	await expect(phone.getByRole('heading', { name: 'You are at home' })).toBeVisible();
	await page.goto('/app/dashboard');
	await expect(page.getByLabel('At home')).toBeChecked();
	await phone.getByRole('button', { name: 'Away' }).click();
	await expect(phone.getByRole('heading', { name: 'You are away' })).toBeVisible();
	await expect(page.getByLabel('Away')).toBeChecked();
	await expectSoundEverywhere(phone);
	// The switch shows the choice before it is stored.
	const stored = page.waitForResponse((response) => response.url().endsWith('/api/users/me/presence'));
	await page.getByLabel('At home').check();
	await stored;
	await expect(page.getByLabel('At home')).toBeChecked();
	await phone.reload();
	await expect(phone.getByRole('heading', { name: 'You are at home' })).toBeVisible();

	await page.goto('/app/account');
	await part.getByRole('button', { name: 'New link' }).click();
	await expect(part.getByRole('code')).not.toHaveText(link);
	await phone.goto(link);
	await expect(phone.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
	await phone.context().close();
});

test('an automation is snoozed from its mail, with the button of a page, once', async ({
	signedIn: page,
	account,
	server,
	browser,
}) => {
	await server.admin('credits', 'grant', '--email', account.email, '--credits', '5', '--why', 'test');
	const api = new AutomationApi(page, server.url);
	const { id } = await api.create({
		_name: 'Invoices',
		action_prompt: 'if it mentions an invoice',
		action_toAddress: account.email,
	});
	await deliver(server.smtpPort, { to: `${id}@automations.localhost`, body: '<p>An invoice.</p>' });
	const { text } = await server.waitForMail(account.email);
	const link = /an hour: (\S+)/.exec(text)?.[1] ?? '';
	const phone = await (await browser.newContext()).newPage();
	await phone.goto(link);
	await expect(phone.getByRole('heading', { name: 'Snooze for an hour?' })).toBeVisible();
	expect((await api.read(id))._snoozedUntil).toBeNull();
	await expectSoundEverywhere(phone);
	await phone.getByRole('button', { name: 'Snooze for an hour' }).click();
	await expect(phone.getByText('"Invoices" is snoozed.')).toBeVisible();
	expect((await api.read(id))._snoozedUntil).not.toBeNull();
	await phone.goto(link.replace('hour', 'off'));
	await expect(phone.getByRole('heading', { name: 'This link was used' })).toBeVisible();
	await expect(phone.getByRole('button')).toHaveCount(0);
	await phone.context().close();
});
