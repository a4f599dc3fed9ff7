import type { Page } from '@playwright/test';
import { type Account, expect, test } from '../fixtures.ts';
import { RunningServer } from '../server.ts';

const WRONG = 'The credentials you have entered are incorrect. Please try again.';
const OTHER = 'An error has occured. Please try again.';
const SIGN_IN = '/api/auth/sign-in/email';

const email = (page: Page) => page.getByLabel('Email', { exact: true });
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const button = (page: Page) => page.getByRole('button', { name: 'Sign In', exact: true });

async function fill(page: Page, account: Pick<Account, 'email' | 'password'>) {
	await page.goto('/signin');
	await email(page).fill(account.email);
	await password(page).fill(account.password);
}

test('the screen has its brand, fields and links', async ({ page, request }) => {
	const settings = await (await request.get('/api/portal')).json();
	const complaints: string[] = [];
	page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
	await page.goto('/signin');
	await expect(page).toHaveTitle('Sign in · Watchword');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Watchword Portal');
	await expect(email(page)).toHaveAttribute('type', 'email');
	await expect(password(page)).toHaveAttribute('type', 'password');
	await expect(button(page)).toBeEnabled();
	await expect(page.getByRole('link', { name: settings.supportEmail })).toHaveAttribute(
		'href',
		`mailto:${settings.supportEmail}`,
	);
	await expect(page.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute(
		'href',
		settings.termsUrl,
	);
	await expect(page.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute(
		'href',
		settings.privacyUrl,
	);
	await page.getByRole('link', { name: 'Forgot your password?' }).click();
	await expect(page).toHaveURL('/resetpassword');
	// The portal knows that this is a visitor, so it sends no request that would be refused.
	expect(complaints).toEqual([]);
});

test('the link that the terminal shows opens the demo account, once', async ({ page, browser }) => {
	// A server of its own is started for it.
	test.setTimeout(180_000);
	const server = await RunningServer.start();
	try {
		await page.goto(`${server.url}/signin`);
		await expect(email(page)).toHaveValue('');
		await page.goto(server.demoLink);
		await expect(page).toHaveURL(`${server.url}/app/dashboard`);
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Demo');
		const stranger = await browser.newPage();
		await stranger.goto(server.demoLink);
		await expect(stranger.getByText('This link has been used or is too old.')).toBeVisible();
		await stranger.goto(`${server.url}/app/dashboard`);
		await expect(stranger).toHaveURL(`${server.url}/`);
		await stranger.close();
	} finally {
		await server.stop();
	}
});

test('signing in leads to the portal', async ({ page, account }) => {
	await fill(page, account);
	await button(page).click();
	await expect(page).toHaveURL('/app/dashboard');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hello, ${account.name}`);
});

test('signing in leads to what a link has named, and to the dashboard for a plain screen', async ({
	page,
	account,
}) => {
	for (const [wanted, shown] of [
		['/app/runs?outcome=failed#top', '/app/runs?outcome=failed#top'],
		['/app/runs', '/app/dashboard'],
	] as const) {
		await page.context().clearCookies();
		await page.goto(wanted);
		await page.getByRole('link', { name: 'Sign in', exact: true }).click();
		await email(page).fill(account.email);
		await password(page).fill(account.password);
		await button(page).click();
		await expect(page).toHaveURL(shown);
	}
});

test('the button is disabled and says so while signing in, and one request is sent', async ({
	page,
	account,
}) => {
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	let sent = 0;
	await page.route(SIGN_IN, async (route) => {
		sent += 1;
		await released;
		await route.continue();
	});
	await fill(page, account);
	// Three submissions at once, before the screen can change.
	await page.locator('form').evaluate((form: HTMLFormElement) => {
		form.requestSubmit();
		form.requestSubmit();
		form.requestSubmit();
	});
	await expect(page.getByRole('button', { name: 'Signing In...', exact: true })).toBeDisabled();
	await password(page).press('Enter');
	release();
	await expect(page).toHaveURL('/app/dashboard');
	expect(sent).toBe(1);
});

test('email and password are required and the email must look like one', async ({ page }) => {
	let sent = 0;
	page.on('request', (request) => {
		if (request.url().endsWith(SIGN_IN)) sent += 1;
	});
	await fill(page, { email: '', password: '' });
	await button(page).click();
	await expect(email(page)).toBeFocused();
	await expect(email(page)).toHaveAccessibleDescription('Enter your email address.');
	await expect(password(page)).toHaveAccessibleDescription(/^Enter your password\./);
	for (const value of ['robin', 'robin@', '@example.com', 'robin@example', 'robin @example.com']) {
		await email(page).fill(value);
		await expect(email(page)).toHaveAccessibleDescription('Enter an email address such as you@example.com.');
		await button(page).click();
	}
	await email(page).fill('robin@example.com');
	await expect(email(page)).toHaveAccessibleDescription('');
	await button(page).click();
	await expect(password(page)).toBeFocused();
	expect(sent).toBe(0);
});

test('a wrong password is refused and the form is ready again', async ({ page, account }) => {
	await fill(page, { email: account.email, password: 'not the password' });
	await button(page).click();
	await expect(page.getByRole('alert')).toHaveText(WRONG);
	await expect(button(page)).toBeEnabled();
	await expect(email(page)).toHaveValue(account.email);
	await password(page).fill(account.password);
	await button(page).click();
	await expect(page).toHaveURL('/app/dashboard');
});

test('an address without an account is refused in the same words', async ({ page }) => {
	await fill(page, { email: 'nobody@example.com', password: 'not the password' });
	await button(page).click();
	await expect(page.getByRole('alert')).toHaveText(WRONG);
});

test('any other failure has its own words and the form is ready again', async ({ page, account }) => {
	await page.route(SIGN_IN, (route) =>
		route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'x' } } }),
	);
	await fill(page, account);
	await button(page).click();
	await expect(page.getByRole('alert')).toHaveText(OTHER);
	await expect(button(page)).toBeEnabled();
	await page.unroute(SIGN_IN);
	await page.route(SIGN_IN, (route) => route.abort());
	await button(page).click();
	await expect(page.getByRole('alert')).toHaveText(OTHER);
	await expect(button(page)).toBeEnabled();
});

test('after too many attempts it says when to try again', async ({ page, account }) => {
	await page.goto('/signin');
	for (let attempt = 0; attempt < 10; attempt += 1) {
		await page.request.post(SIGN_IN, { data: { email: account.email, password: `wrong-${attempt}` } });
	}
	await fill(page, account);
	await button(page).click();
	await expect(page.getByRole('alert').getByText(OTHER, { exact: true })).toBeVisible();
	await expect(page.getByRole('alert')).toContainText('You can try again in 15 minutes.');
});

test('what was typed as a password can be shown', async ({ page, account }) => {
	await fill(page, account);
	await page.getByRole('button', { name: 'Show', exact: true }).click();
	await expect(password(page)).toHaveAttribute('type', 'text');
	await page.getByRole('button', { name: 'Hide', exact: true }).click();
	await expect(password(page)).toHaveAttribute('type', 'password');
});

test('a signed-in user is sent on to the portal', async ({ signedIn: page }) => {
	await page.goto('/signin');
	await expect(page).toHaveURL('/app/dashboard');
});
