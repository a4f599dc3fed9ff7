import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

const SENT = 'Password reset email has been sent successfully.';
const NOT_FOUND =
	'The email you have entered cannot be found in our system. Please double check it and then contact support.';
const OTHER = 'An error has occured. Please try again.';
const REQUEST = '/api/auth/request-password-reset';

const email = (page: Page) => page.getByLabel('Email', { exact: true });
const newPassword = (page: Page) => page.getByLabel('New password', { exact: true });
const button = (page: Page) => page.getByRole('button', { name: 'Reset password', exact: true });
const setButton = (page: Page) => page.getByRole('button', { name: 'Set new password' });

test('the screen has its title, field, note and links', async ({ page, request }) => {
	const settings = await (await request.get('/api/portal')).json();
	await page.goto('/resetpassword');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reset your portal password');
	await expect(email(page)).toHaveAttribute('type', 'email');
	await expect(email(page)).toHaveAttribute('placeholder', 'you@example.com');
	await expect(button(page)).toBeEnabled();
	await expect(page.getByText('Trouble resetting your password?')).toBeVisible();
	await expect(page.getByRole('link', { name: 'Contact the support team' })).toHaveAttribute(
		'href',
		`mailto:${settings.supportEmail}`,
	);
	await expect(page.getByRole('link', { name: 'Watchword' })).toHaveAttribute('href', settings.companyUrl);
});

test('one mail is sent, and its link sets a new password once', async ({ page, server, account }) => {
	let requests = 0;
	page.on('request', (request) => {
		if (request.url().endsWith(REQUEST)) requests += 1;
	});
	await page.goto('/resetpassword');
	await email(page).fill(account.email);
	await button(page).click();
	await expect(page.getByRole('alert')).toHaveText(SENT);
	expect(requests).toBe(1);
	const mail = await server.waitForMail(account.email);
	expect((await server.outbox()).filter(({ to }) => to === account.email)).toHaveLength(1);

	const link = mail.links[0] ?? '';
	expect(new URL(link).pathname).toBe('/resetpassword/confirm');
	await page.goto(link);
	await newPassword(page).fill('too short');
	await setButton(page).click();
	await expect(newPassword(page)).toHaveAccessibleDescription(/^Use at least 12 characters\./);
	await newPassword(page).fill('a brand new password');
	await setButton(page).click();
	await expect(page.getByRole('alert')).toHaveText('Your new password has been saved. Use it from now on.');

	await page.getByRole('link', { name: 'Go to sign in' }).click();
	await email(page).fill(account.email);
	await page.getByLabel('Password', { exact: true }).fill('a brand new password');
	await page.getByRole('button', { name: 'Sign In', exact: true }).click();
	await expect(page).toHaveURL('/app/dashboard');

	await page.goto(link);
	await newPassword(page).fill('yet another password');
	await setButton(page).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link does not work any more');
});

test('setting a new password signs out a session elsewhere at once', async ({
	signedIn,
	server,
	account,
	browser,
}) => {
	await signedIn.goto('/app/runs');
	await expect(signedIn.getByRole('heading', { level: 1 })).toHaveText('Runs');
	await signedIn.request.post(REQUEST, { data: { email: account.email } });
	const { links } = await server.waitForMail(account.email);

	const elsewhere = await browser.newContext();
	const page = await elsewhere.newPage();
	await page.goto(links[0] ?? '');
	await newPassword(page).fill('a brand new password');
	await setButton(page).click();
	await expect(page.getByRole('alert')).toBeVisible();
	await expect(signedIn).toHaveURL('/');
	await elsewhere.close();
});

test('an address without an account gets the same answer and no mail', async ({ page, server }) => {
	await page.goto('/resetpassword');
	await email(page).fill('nobody@example.com');
	await button(page).click();
	await expect(page.getByRole('alert')).toHaveText(SENT);
	expect((await server.outbox()).filter(({ to }) => to === 'nobody@example.com')).toHaveLength(0);
});

test('while submitting the button is disabled and says so, and one request is sent', async ({ page }) => {
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	let sent = 0;
	await page.route(REQUEST, async (route) => {
		sent += 1;
		await released;
		await route.continue();
	});
	await page.goto('/resetpassword');
	await email(page).fill('someone@example.com');
	await page.locator('form').evaluate((form: HTMLFormElement) => {
		form.requestSubmit();
		form.requestSubmit();
	});
	await expect(page.getByRole('button', { name: 'Resetting password...', exact: true })).toBeDisabled();
	release();
	await expect(page.getByRole('alert')).toHaveText(SENT);
	await expect(button(page)).toBeEnabled();
	expect(sent).toBe(1);
});

test('the email is required and must look like one', async ({ page }) => {
	await page.goto('/resetpassword');
	await button(page).click();
	await expect(email(page)).toBeFocused();
	await expect(email(page)).toHaveAccessibleDescription('Enter your email address.');
	await email(page).fill('robin');
	await expect(email(page)).toHaveAccessibleDescription('Enter an email address such as you@example.com.');
});

test('each failure has its own message, and the form can be used again', async ({ page }) => {
	await page.goto('/resetpassword');
	await email(page).fill('robin..example@example.com');
	await button(page).click();
	await expect(page.getByRole('alert')).toHaveText(NOT_FOUND);
	await expect(button(page)).toBeEnabled();

	await page.route(REQUEST, (route) => route.abort());
	await email(page).fill('someone@example.com');
	await button(page).click();
	await expect(page.getByRole('alert')).toHaveText(OTHER);
	await expect(button(page)).toBeEnabled();

	await email(page).fill('robin');
	await button(page).click();
	await expect(email(page)).toBeFocused();
	await expect(page.getByRole('alert')).toHaveCount(0);
});

test('after too many requests it says when to try again', async ({ page }) => {
	// The server counts requests by network address, which all tests here share, so its refusal is replayed.
	const json = { error: { code: 'resource-exhausted', message: 'Too many attempts.' } };
	await page.route(REQUEST, (route) =>
		route.fulfill({ status: 429, json, headers: { 'retry-after': '900' } }),
	);
	await page.goto('/resetpassword');
	await email(page).fill('eager@example.com');
	await button(page).click();
	await expect(page.getByRole('alert').getByText(OTHER, { exact: true })).toBeVisible();
	await expect(page.getByRole('alert')).toContainText('You can try again in 15 minutes.');
});

test('links without a token or with a forged one change nothing and say so', async ({ page }) => {
	for (const path of ['/resetpassword/confirm', '/resetpassword/confirm?token=']) {
		await page.goto(path);
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link does not work any more');
		await page.getByRole('link', { name: 'Ask for a new link' }).click();
		await expect(page).toHaveURL('/resetpassword');
	}
	await page.goto('/resetpassword/confirm?token=forged');
	await newPassword(page).fill('a brand new password');
	await setButton(page).click();
	await expect(page.getByRole('alert')).toHaveText(
		'A link works once, for an hour. Your password has not been changed: ask for a new link.',
	);
});

test('a failure while setting the password keeps what was typed', async ({ page }) => {
	await page.route('/api/auth/reset-password', (route) => route.abort());
	await page.goto('/resetpassword/confirm?token=any');
	await newPassword(page).fill('a brand new password');
	await setButton(page).click();
	await expect(page.getByRole('alert')).toHaveText(OTHER);
	await expect(newPassword(page)).toHaveValue('a brand new password');
	await expect(setButton(page)).toBeEnabled();
});

test('a signed-in user is sent on to the portal', async ({ signedIn: page }) => {
	await page.goto('/resetpassword');
	await expect(page).toHaveURL('/app/dashboard');
});
