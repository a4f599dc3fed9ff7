import { readFile } from 'node:fs/promises';
import type { Page, Request } from '@playwright/test';
import { confirm, expect, test } from '../fixtures.ts';
import { expectSound } from '../sound.ts';

test('name, zone and mails are changed, from the user menu', async ({ signedIn: page, account }) => {
	await page.goto('/app/help');
	await page.getByRole('button', { name: /^Account menu of/ }).click();
	await page.getByRole('menuitem', { name: 'Account' }).click();
	await expect(page).toHaveURL('/app/account');
	await expect(page).toHaveTitle('Account · Watchword');
	await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

	const you = page.getByRole('region', { name: 'You', exact: true });
	await you.getByLabel('Name').fill('  ');
	await expect(you.getByText('Enter your name.')).toBeVisible();
	await you.getByLabel('Name').fill('Robin Changed');
	await you.getByLabel('Time zone').selectOption('Asia/Tokyo');
	await you.getByRole('button', { name: 'Save' }).click();
	await expect(you.getByRole('status')).toHaveText('Saved.');
	await expect(page.getByRole('button', { name: 'Account menu of Robin Changed' })).toBeVisible();

	const mails = page.getByRole('region', { name: 'Mails you get' });
	// A change of mind while the first choice is on its way is saved, too.
	const [held, last] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	const saves = (request: Request, edit: object) =>
		request.method() === 'PUT' && request.postData() === JSON.stringify(edit);
	await page.route('/api/users/me', async (route) => {
		const request = route.request();
		if (request.method() === 'PUT') await (saves(request, { mail_silent: true }) ? last : held).promise;
		await route.continue();
	});
	await mails.getByLabel('When runs fail').click();
	await mails.getByLabel('When a camera is silent').click();
	await mails.getByLabel('When a camera is silent').click();
	const first = page.waitForResponse((answer) => saves(answer.request(), { mail_failures: false }));
	const second = page.waitForRequest((request) => saves(request, { mail_silent: true }));
	held.resolve();
	await Promise.all([first, second]);
	await expect(mails.getByRole('status')).toBeHidden();
	last.resolve();
	await expect(mails.getByRole('status')).toHaveText('Saved.');
	await page.reload();
	await expect(you.getByLabel('Time zone')).toHaveValue('Asia/Tokyo');
	await expect(mails.getByLabel('When runs fail')).not.toBeChecked();
	await expect(mails.getByLabel('When credits run out')).toBeChecked();
	await expect(mails.getByLabel('When a camera is silent')).toBeChecked();

	// Times are in the zone of the account and stored in UTC.
	await page.goto('/app/automations');
	await page.getByRole('button', { name: 'New automation' }).click();
	await page.getByLabel('Scheduled').check();
	await expect(page.getByText('(Asia/Tokyo)')).toBeVisible();
	expect(account.name).not.toBe('Robin Changed');
});

test('a form follows what another tab saves, and keeps what was changed here', async ({
	signedIn: page,
	context,
}) => {
	const other = await context.newPage();
	const times = (tab: Page) => tab.getByRole('region', { name: 'Quiet hours and brief' });
	for (const tab of [page, other]) await tab.goto('/app/account');
	const name = page.getByLabel('Name', { exact: true });
	await name.fill('Typed here');

	await other.bringToFront();
	await times(other).getByLabel('Quiet hours').check();
	await times(other).getByRole('button', { name: 'Save' }).click();
	await expect(times(other).getByText('Saved.')).toBeVisible();
	await expect(times(page).getByLabel('Quiet hours')).toBeChecked();
	await expect(name).toHaveValue('Typed here');

	await page.bringToFront();
	await times(page).getByLabel('A brief every day').check();
	await times(page).getByRole('button', { name: 'Save' }).click();
	await expect(times(page).getByText('Saved.')).toBeVisible();
	await expect(times(other).getByLabel('A brief every day')).toBeChecked();
	const { details } = await (await page.request.get('/api/users/me')).json();
	expect(details).toMatchObject({ quiet_start: '22:00', quiet_end: '06:00', brief_at: '07:30' });
	await other.close();
});

test('changing the password needs the old one, and signs out all other sessions', async ({
	signedIn: page,
	account,
	browser,
	server,
}) => {
	const elsewhere = await browser.newContext({ baseURL: server.url });
	const { email, password } = account;
	await elsewhere.request.post('/api/auth/sign-in/email', { data: { email, password } });
	const other = await elsewhere.newPage();
	await other.goto('/app/help');
	await expect(other.getByRole('heading', { level: 1 })).toHaveText('Help');

	await page.goto('/app/account');
	const sessions = page.getByRole('region', { name: 'Where you are signed in' });
	await expect(sessions.getByText('This browser')).toHaveCount(1);
	await expect(
		sessions.getByText('Last used just now, signed in just now from 127.0.0.1 with the password'),
	).toBeVisible();
	await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click();
	await expect(sessions.getByRole('status')).toHaveText('You are signed out everywhere else.');
	await expect(sessions.getByRole('listitem')).toHaveCount(1);
	await expect(other).toHaveURL('/');
	await elsewhere.close();

	const part = page.getByRole('region', { name: 'Password' });
	await part.getByRole('button', { name: 'Set new password' }).click();
	await expect(part.getByText('Enter your password.')).toBeVisible();
	await part.getByLabel('Current password').fill('not the password');
	await part.getByLabel('New password').fill('short');
	await part.getByRole('button', { name: 'Set new password' }).click();
	await expect(part.getByText('Use at least 12 characters.')).toBeVisible();
	await expect(part.getByText('7 more characters.')).toBeVisible();
	await part.getByLabel('Current password').fill(password);
	await part.getByLabel('New password').fill('Password1234');
	await expect(part.getByText('Long enough. A longer one is stronger.')).toBeVisible();
	await part.getByRole('button', { name: 'Set new password' }).click();
	await expect(part.getByRole('alert')).toContainText('it is one that many people use, or close to one');
	await part.getByLabel('Current password').fill('not the password');
	await part.getByLabel('New password').fill('a new and better one');
	await expect(part.getByText('Strong.')).toBeVisible();
	await part.getByRole('button', { name: 'Set new password' }).click();
	await expect(part.getByRole('alert')).toHaveText(
		'The credentials you have entered are incorrect. Please try again.',
	);
	await part.getByLabel('Current password').fill(password);
	await part.getByRole('button', { name: 'Set new password' }).click();
	await expect(part.getByRole('alert')).toHaveText('Your new password has been saved. Use it from now on.');
	const again = await page.request.post('/api/auth/sign-in/email', {
		data: { email, password: 'a new and better one' },
	});
	expect(again.ok()).toBe(true);
});

test('all data comes as a zip', async ({ signedIn: page, account }) => {
	await confirm(page, account);
	await page.goto('/app/account');
	const part = page.getByRole('region', { name: 'Your data' });
	await part.getByRole('button', { name: 'Export my data' }).click();
	const link = part.getByRole('link', { name: /^Download, \d+ kB$/ });
	await expect(link).toBeVisible();
	const coming = page.waitForEvent('download');
	await link.click();
	const download = await coming;
	expect(download.suggestedFilename()).toMatch(/^watchword-\d{4}-\d\d-\d\d\.zip$/);
	expect((await readFile(await download.path())).toString('latin1', 0, 2)).toBe('PK');
});

test('another browser is signed out, and the address changes once both addresses agreed', async ({
	signedIn: page,
	account,
	browser,
	server,
}) => {
	const elsewhere = await browser.newContext({ baseURL: server.url });
	await elsewhere.request.post('/api/auth/sign-in/email', {
		data: { email: account.email, password: account.password },
	});
	const other = await elsewhere.newPage();
	await other.goto('/app/help');
	await page.goto('/app/account');
	const sessions = page.getByRole('region', { name: 'Where you are signed in' });
	await sessions.getByRole('button', { name: /^End the session of / }).click();
	await expect(sessions.getByRole('status')).toContainText(' is signed out.');
	await expect(sessions.getByRole('listitem')).toHaveCount(1);
	await expect(other).toHaveURL('/');

	const you = page.getByRole('region', { name: 'You', exact: true });
	const email = `new-${account.email}`;
	await you.getByRole('button', { name: 'Change address' }).click();
	const dialog = page.getByRole('dialog', { name: 'Change the sign-in address' });
	await dialog.getByRole('button', { name: 'Send the links' }).click();
	await expect(dialog.getByText('Enter your email address.')).toBeVisible();
	await expectSound(page);
	await dialog.getByLabel('New address').fill(email);
	await dialog.getByRole('button', { name: 'Send the links' }).click();
	await page.getByLabel('Your password').fill(account.password);
	await page.keyboard.press('Enter');
	const waiting = you.getByText(`mailed to ${account.email} and ${email}`);
	await expect(waiting).toBeVisible();
	await expectSound(page);
	for (const [to, title] of [
		[email, 'This address has agreed'],
		[account.email, 'The address is changed'],
	] as const) {
		let link = '';
		const mailed = async () => {
			const texts = (await server.outbox()).filter((mail) => mail.to === to).map(({ text }) => text);
			link = /http\S+\/address\/\S+/.exec(texts.join('\n'))?.[0] ?? '';
			return link;
		};
		await expect.poll(mailed).not.toBe('');
		await other.goto(link);
		await expect(other.getByRole('heading')).toHaveText('Change the address of your account?');
		await other.getByRole('button', { name: 'Change the address' }).click();
		await expect(other.getByRole('heading')).toHaveText(title);
	}
	await expect(you.getByText(email, { exact: true })).toBeVisible();
	await expect(waiting).toBeHidden();
	await elsewhere.close();
});

test('links lead to every section of the Account screen', async ({ signedIn: page }) => {
	await page.goto('/app/account');
	const links = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
	const headings = page.getByRole('main').getByRole('heading', { level: 2 });
	await expect(headings.first()).toHaveText('You');
	await expect(links).toHaveText(await headings.allTextContents());
	for (const width of [390, 1280]) {
		await page.setViewportSize({ width, height: 844 });
		await links.filter({ hasText: 'API tokens' }).click();
		await expect(page).toHaveURL('/app/account#tokens');
		await expect(page.getByRole('heading', { name: 'API tokens' })).toBeInViewport();
		await page.evaluate(() => window.scrollTo(0, 0));
	}
	// So does an address from a mail, whatever loads above it.
	await page.goto('about:blank');
	await page.goto('/app/account#webhooks');
	await expect(page.getByRole('heading', { name: 'Webhooks' })).toBeInViewport();
	await expect(page.getByText('You have no webhooks.')).toBeInViewport();
});

test('back and reload lead to where one was, not to the section that the address names', async ({
	signedIn: page,
}) => {
	const history = page.getByRole('heading', { name: 'Account history' });
	await page.goto('/app/account#webhooks');
	await expect(page.getByText('You have no webhooks.')).toBeInViewport();
	await page.mouse.move(600, 400);
	await expect(async () => {
		await page.mouse.wheel(0, -400);
		await expect(history).toBeInViewport({ timeout: 500 });
	}).toPass();
	await page.reload();
	await expect(history).toBeInViewport();
	await expect(page.getByRole('heading', { name: 'Webhooks' })).not.toBeInViewport();
	await page.getByRole('link', { name: 'Help', exact: true }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help');
	await page.goBack();
	await expect(history).toBeInViewport();
	await expect(page.getByRole('heading', { name: 'Webhooks' })).not.toBeInViewport();
});
