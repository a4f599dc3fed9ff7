import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

const SENT = 'Password reset email has been sent successfully.';
const REQUEST = '/api/auth/request-password-reset';

const email = (page: Page) => page.getByLabel('Email', { exact: true });
const newPassword = (page: Page) => page.getByLabel('New password', { exact: true });
const button = (page: Page) => page.getByRole('button', { name: 'Reset password', exact: true });
const setButton = (page: Page) => page.getByRole('button', { name: 'Set new password' });

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
