import type { Page } from '@playwright/test';
import { addCamera } from '../cameras.ts';
import { expect, test } from '../fixtures.ts';

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const entry = (page: Page, name: string) => sidebar(page).getByRole('link', { name, exact: true });
const menu = (page: Page) => page.getByRole('button', { name: /^Account menu of/ });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('an unknown path is a 404, under /app inside the shell, whose logo leads to the dashboard', async ({
	signedIn: page,
}) => {
	expect((await page.goto('/no/such/page'))?.status()).toBe(404);
	await expect(heading(page)).toHaveText("There's nothing here: 404!");
	await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
	await page.getByRole('link', { name: 'Go to the start page' }).click();
	await expect(page).toHaveURL('/');
	// A file of another version is none, rather than the page.
	expect((await page.request.get('/assets/page-gone.js')).status()).toBe(404);
	expect((await page.goto('/app/runs'))?.status()).toBe(200);
	expect((await page.goto('/app/no/such/page'))?.status()).toBe(404);
	await expect(heading(page)).toHaveText("There's nothing here: 404!");
	await entry(page, 'Runs').click();
	await expect(heading(page)).toHaveText('Runs');
	await page.getByRole('link', { name: 'Watchword dashboard' }).click();
	await expect(page).toHaveURL('/app/dashboard');
});

test('after a sign-out nothing that was typed is left in the browser', async ({
	signedIn: page,
	server,
	context,
}) => {
	await (await addCamera(page, server.url, 'Front gate')).send();
	// Each tab has a draft of its own.
	const other = await context.newPage();
	const drafts = (tab: Page) => tab.evaluate(() => Object.values(sessionStorage).join());
	for (const tab of [other, page]) {
		await tab.goto('/app/devices');
		await tab.getByRole('button', { name: 'Device Options of Front gate' }).click();
		await tab.getByRole('dialog').getByLabel('Description').fill('Nobody else reads this');
		expect(await drafts(tab)).toContain('Nobody else reads this');
	}
	await page.goto('/app/devices');
	await menu(page).click();
	await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
	await expect(page).toHaveURL('/');
	for (const tab of [page, other])
		await expect.poll(() => drafts(tab)).not.toContain('Nobody else reads this');
	await other.close();
});

test('signing out works without the code that turns off push messages', async ({ signedIn: page }) => {
	await page.goto('/app/runs');
	// After an upgrade, the code that turns off push messages is not there any more.
	await page.route('**/assets/push-*.js', (route) => route.abort());
	await page.reload();
	await menu(page).click();
	await page.getByRole('menuitem', { name: 'Sign out' }).click();
	await expect(page).toHaveURL('/');
});

test('signing out in one tab signs out the others at once', async ({ signedIn: page, context }) => {
	await page.goto('/app/runs');
	const other = await context.newPage();
	await other.goto('/app/billing');
	await expect(heading(other)).toHaveText('Credits and Billing');
	await page.bringToFront();
	await menu(page).click();
	await page.getByRole('menuitem', { name: 'Sign out' }).click();
	await expect(other).toHaveURL('/');
});

test('a session that ends elsewhere ends here by the event stream', async ({
	signedIn: page,
	browser,
	server,
}) => {
	// The same session in a second browser, which cannot send messages to the tabs of this one.
	const elsewhere = await browser.newContext({
		storageState: await page.context().storageState(),
		baseURL: server.url,
	});
	const listening = page.waitForResponse('/api/events');
	await page.goto('/app/runs');
	await listening;
	await elsewhere.request.post('/api/auth/sign-out', { headers: { origin: server.url }, data: {} });
	await expect(page).toHaveURL('/');
	await elsewhere.close();
});

test('the event stream is opened again after an error and everything is read anew', async ({
	signedIn: page,
}) => {
	let refused = 0;
	await page.route('/api/events', (route) => {
		refused += 1;
		return refused < 2 ? route.fulfill({ status: 502, body: 'bad gateway' }) : route.continue();
	});
	let balance = 1;
	await page.route('/api/billing', (route) => route.fulfill({ json: { creditBalance: balance } }));
	await page.goto('/app/billing');
	await expect(page.getByText('Balance: 1 credits')).toBeVisible();
	balance = 2;
	await expect(page.getByText('Balance: 2 credits')).toBeVisible();
});

test('messages say that the connection is lost, that it is back, and that there is a newer portal', async ({
	signedIn: page,
}) => {
	await page.route('/api/events', (route) => route.abort());
	await page.goto('/app/help');
	const lost = page.getByText(/^The connection to Watchword is lost\./);
	await expect(lost).toBeVisible();
	// On a phone, what is last on the screen can be scrolled out from under it.
	await page.setViewportSize({ width: 390, height: 844 });
	const covered = () =>
		page.evaluate(() => {
			window.scrollTo(0, document.body.scrollHeight);
			const bottom = document.querySelector('main > div')?.lastElementChild?.getBoundingClientRect().bottom;
			const top = document.querySelector('[role=status] .shadow-float')?.getBoundingClientRect().top;
			return (bottom ?? 0) - (top ?? 0);
		});
	await expect.poll(covered).toBeLessThan(0);
	// A tab that is hidden and shown again begins anew.
	await page.evaluate(() => {
		for (const value of [true, false]) {
			Object.defineProperty(document, 'hidden', { configurable: true, value });
			document.dispatchEvent(new Event('visibilitychange'));
		}
	});
	await expect(lost).toHaveCount(0);
	await expect(lost).toBeVisible();
	await page.route('/api/portal', async (route) => {
		const settings = await (await route.fetch()).json();
		await route.fulfill({ json: { ...settings, version: 'another' } });
	});
	await page.unroute('/api/events');
	await expect(page.getByText('The connection is back, and everything is up to date.')).toBeVisible();
	await expect(page.getByText('There is a newer version of this portal.')).toBeVisible();
	await page.unroute('/api/portal');
	await page.getByRole('button', { name: 'Load it' }).click();
	await expect(heading(page)).toHaveText('Help');
	await expect(page.getByText('There is a newer version of this portal.')).toHaveCount(0);
});

test('a screen first opened offline says so, and comes by itself when the connection is back', async ({
	signedIn,
	browser,
	server,
}) => {
	// A browser that has never seen the screen: the others share a cache that may hold parts of it.
	const storageState = await signedIn.context().storageState();
	const context = await browser.newContext({ storageState, baseURL: server.url });
	const page = await context.newPage();
	await page.goto('/app/help');
	await expect(heading(page)).toHaveText('Help');
	await context.setOffline(true);
	await entry(page, 'Credits and Billing').click();
	await expect(page.getByRole('alert')).toContainText('The connection is missing.');
	await context.setOffline(false);
	await expect(page.getByText('Balance: 0 credits')).toBeVisible();

	// A click on its entry tries at once.
	await context.setOffline(true);
	await entry(page, 'Your Devices').click();
	await expect(page.getByRole('alert')).toContainText('The connection is missing.');
	await page.clock.install();
	await context.setOffline(false);
	await entry(page, 'Your Devices').click();
	await expect(page.getByText('No devices available.')).toBeVisible();
	await context.close();
});

test('a menu whose script cannot be fetched opens when the connection is back, and the screen stays', async ({
	signedIn: page,
}) => {
	const away = [/\/assets\/menu-window-/, '**/healthz'];
	for (const url of away) await page.route(url, (route) => route.abort());
	await page.goto('/app/help');
	const asked = page.waitForRequest('**/healthz');
	await page.getByRole('button', { name: /^Account menu of/ }).click();
	await asked;
	await expect(heading(page)).toHaveText('Help');
	for (const url of away) await page.unroute(url);
	await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
});

test('a screen that breaks leaves the shell working', async ({ signedIn: page }) => {
	await page.route('/api/devices', (route) => route.fulfill({ json: { items: [null], next: null } }));
	await page.goto('/app/devices');
	await expect(page.getByRole('alert')).toContainText('This screen could not be shown.');
	// A click on its entry draws it again.
	await page.unroute('/api/devices');
	await entry(page, 'Your Devices').click();
	await expect(page.getByText('No devices available.')).toBeVisible();
	await entry(page, 'Runs').click();
	await expect(heading(page)).toHaveText('Runs');

	// Its code cannot be fetched, as when a newer portal has replaced it.
	const gone = page.waitForEvent('load');
	await page.route('/assets/page-*', (route) => route.fulfill({ status: 404 }));
	await entry(page, 'Help').click();
	// It loads the page again by itself, once.
	await gone;
	await expect(page.getByRole('alert')).toContainText('This screen could not be shown.');
	await expect(page).toHaveTitle('Something went wrong · Watchword');
	await page.unroute('/assets/page-*');
	await page.getByRole('button', { name: 'Load again' }).click();
	await expect(heading(page)).toHaveText('Help');
});

test('back leads to the top of a screen that was left there, also if its address has changed since', async ({
	signedIn: page,
}) => {
	const y = () => page.evaluate(() => window.scrollY);
	await page.setViewportSize({ width: 1280, height: 300 });
	await page.goto('/app/billing');
	await expect(heading(page)).toHaveText('Credits and Billing');
	await entry(page, 'Help').click();
	await expect(heading(page)).toHaveText('Help');
	// Opening a section puts it into the address, without scrolling.
	const runs = page.getByRole('button', { name: 'Runs Tab' });
	await page.evaluate(() => window.scrollTo(0, 150));
	await runs.evaluate((button: HTMLElement) => button.click());
	await expect(page).toHaveURL('/app/help#runs-tab');
	const left = await y();
	expect(left).toBeGreaterThan(0);
	await entry(page, 'Runs').click();
	await expect(heading(page)).toHaveText('Runs');
	expect(await y()).toBe(0);
	await page.goBack();
	await expect(heading(page)).toHaveText('Help');
	await expect.poll(y).toBe(left);
	await page.goBack();
	await expect(heading(page)).toHaveText('Credits and Billing');
	await expect.poll(y).toBe(0);
});
