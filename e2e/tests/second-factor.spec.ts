import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { type Account, confirm, expect, test } from '../fixtures.ts';
import { expectSound } from '../sound.ts';

const STEP_MS = 30_000;

/** An authenticator app into which the secret on the screen was typed. */
async function typedFrom(place: Locator): Promise<TOTP> {
	const shown = await place.locator('code').first().textContent();
	return new TOTP({ secret: shown?.replaceAll(' ', '') ?? '' });
}

/** Each code works once, so the one of the next step is taken after that of now. */
const codeOf = (app: TOTP, stepsLater = 0) => app.generate({ timestamp: Date.now() + stepsLater * STEP_MS });

async function signIn(page: Page, { email, password }: Account) {
	await page.getByLabel('Email', { exact: true }).fill(email);
	await page.getByLabel('Password', { exact: true }).fill(password);
	await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** No tab may be open meanwhile: it would go to the start page by itself. */
async function signOut(page: Page) {
	await page.goto('about:blank');
	expect((await page.request.post('/api/auth/sign-out')).ok()).toBe(true);
	await page.goto('/signin');
}

/** Turns it on as the Account screen does. */
async function turnOn(page: Page, account: Account) {
	const asked = async (path: string, data: object) => {
		const answer = await page.request.post(path, { data });
		expect(answer.ok(), path).toBe(true);
		return answer.json();
	};
	await confirm(page, account);
	const { secret } = await asked('/api/users/me/second-factor', {});
	const app = new TOTP({ secret });
	const { recoveryCodes } = await asked('/api/users/me/second-factor/code', { code: codeOf(app) });
	return { app, recoveryCodes: recoveryCodes as string[] };
}

test('two-step sign-in is set up and turned off', async ({ signedIn: page, account }) => {
	await confirm(page, account);
	await page.goto('/app/account');
	const part = page.getByRole('region', { name: 'Two-step sign-in' });
	await part.getByRole('button', { name: 'Set up two-step sign-in' }).click();
	const dialog = page.getByRole('dialog');
	await expect(dialog.getByAltText('QR code for the authenticator app')).toBeVisible();
	const field = dialog.getByLabel('Code from your app');
	await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
	await expect(field).toHaveAttribute('inputmode', 'numeric');
	await dialog.getByRole('button', { name: 'Turn on' }).click();
	await expect(dialog.getByText('Enter the 6 digits that your app shows.')).toBeVisible();
	const app = await typedFrom(dialog);
	await field.fill(codeOf(app, -10));
	await dialog.getByRole('button', { name: 'Turn on' }).click();
	await expect(dialog.getByRole('alert')).toContainText('This code is wrong.');
	await expectSound(page);
	await field.fill(codeOf(app));
	await dialog.getByRole('button', { name: 'Turn on' }).click();

	await expect(page.getByRole('dialog', { name: 'Your recovery codes' })).toBeVisible();
	const codes = await dialog
		.getByRole('list', { name: 'Recovery codes' })
		.getByRole('listitem')
		.allTextContents();
	expect(codes).toHaveLength(10);
	const download = page.waitForEvent('download');
	await dialog.getByRole('link', { name: 'Download codes' }).click();
	const stored = await readFile(await (await download).path(), 'utf8');
	for (const code of codes) expect(stored).toContain(code);
	await dialog.getByRole('button', { name: 'I have stored them' }).click();
	await expect(part).toContainText('10 of 10 recovery codes left.');

	await part.getByRole('button', { name: 'Make new recovery codes' }).click();
	await dialog.getByRole('button', { name: 'I have stored them' }).click();
	await expect(part).toContainText('10 of 10 recovery codes left.');
	await part.getByRole('button', { name: 'Turn off' }).click();
	await page.getByRole('alertdialog').getByRole('button', { name: 'Turn it off' }).click();
	await expect(part.getByRole('button', { name: 'Set up two-step sign-in' })).toBeVisible();
});

test('a new browser is asked for a code, a trusted one is not', async ({
	signedIn,
	account,
	browser,
	server,
}) => {
	const { app, recoveryCodes } = await turnOn(signedIn, account);
	const page = await browser.newPage({ baseURL: server.url });
	await page.goto('/signin');
	await signIn(page, account);
	const code = page.getByLabel('Code from your app');
	await expect(code).toBeFocused();
	await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
	await code.fill(codeOf(app, -10));
	await page.getByRole('button', { name: 'Continue' }).click();
	await expect(page.getByRole('alert')).toContainText('This code is wrong.');
	await expectSound(page);
	await code.fill(codeOf(app, 1));
	await page.getByRole('button', { name: 'Continue' }).click();
	await expect(page).toHaveURL(/\/app\/dashboard$/);

	await signOut(page);
	await signIn(page, account);
	await page.getByRole('button', { name: 'Use a recovery code' }).click();
	const recovery = page.getByLabel('Recovery code', { exact: true });
	await expect(recovery).toBeFocused();
	await recovery.fill(String(recoveryCodes[0]).toUpperCase());
	await page.getByLabel('Trust this browser for 30 days').check();
	await page.getByRole('button', { name: 'Continue' }).click();
	await expect(page).toHaveURL(/\/app\/dashboard$/);

	await signOut(page);
	await signIn(page, account);
	await expect(page).toHaveURL(/\/app\/dashboard$/);
	await page.goto('/app/account');
	const part = page.getByRole('region', { name: 'Two-step sign-in' });
	await expect(part).toContainText('9 of 10 recovery codes left.');
	await expect(part).toContainText('You trust one browser');
	await part.getByRole('button', { name: 'Ask for a code everywhere again' }).click();
	await expect(part).not.toContainText('You trust one browser');
	await page.close();
});
