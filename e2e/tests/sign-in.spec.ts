import type { Page } from '@playwright/test';
import { type Account, expect, test } from '../fixtures.ts';
import { RunningServer } from '../server.ts';

const WRONG = 'The credentials you have entered are incorrect. Please try again.';

const email = (page: Page) => page.getByLabel('Email', { exact: true });
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const button = (page: Page) => page.getByRole('button', { name: 'Sign In', exact: true });

async function fill(page: Page, account: Pick<Account, 'email' | 'password'>) {
	await page.goto('/signin');
	await email(page).fill(account.email);
	await password(page).fill(account.password);
}

test('the link that the terminal shows opens the demo account, once', async ({ page, browser }) => {
	// A server of its own is started for it.
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

test('a wrong password is refused, and signing in leads to the portal', async ({ page, account }) => {
	const complaints: string[] = [];
	page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
	await fill(page, { ...account, password: 'not the password' });
	// The portal knows that this is a visitor, so it sends no request that would be refused.
	expect(complaints).toEqual([]);
	await button(page).click();
	await expect(page.getByRole('alert')).toHaveText(WRONG);
	await password(page).fill(account.password);
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
