import type { Page } from '@playwright/test';
import { AutomationApi } from '../automation-api.ts';
import { test as base, expect } from '../fixtures.ts';

const test = base.extend<{ api: AutomationApi }>({
	api: ({ signedIn, server }, use) => use(new AutomationApi(signedIn, server.url)),
});

// Wide enough for the list beside an opened automation.
test.use({ viewport: { width: 1440, height: 800 } });

const list = (page: Page) => page.getByRole('navigation', { name: 'Automations' }).getByRole('link');
const prompt = (page: Page) => page.getByPlaceholder('Type your prompt here...');
const update = (page: Page) => page.getByRole('button', { name: 'Update Automation' });
const mark = (page: Page) => page.getByText('Unsaved changes', { exact: true });
const success = (page: Page) => page.getByText('Automation updated successfully!', { exact: true });

test.describe('unsaved edits', () => {
	test('outlive a session that has ended, and signing in leads back to them', async ({
		signedIn: page,
		account,
		api,
	}) => {
		const { id } = await api.create();
		await page.goto(`/app/automations/${id}`);
		await prompt(page).fill('Half a thought');
		await expect(mark(page)).toBeVisible();
		// It ends with the save itself: another request that found it ended would lead away before the click.
		await page.route(`/api/automations/${id}`, async (route) => {
			if (route.request().method() !== 'GET') await page.context().clearCookies();
			await route.continue();
		});
		await update(page).click();
		await expect(page).toHaveURL('/');
		await page.unroute(`/api/automations/${id}`);
		await page.getByRole('link', { name: 'Sign in', exact: true }).click();
		await page.getByLabel('Email', { exact: true }).fill(account.email);
		await page.getByLabel('Password', { exact: true }).fill(account.password);
		await page.getByRole('button', { name: 'Sign In', exact: true }).click();
		await expect(page).toHaveURL(`/app/automations/${id}`);
		await page.getByRole('button', { name: 'Bring them back' }).click();
		await expect(prompt(page)).toHaveValue('Half a thought');
	});

	test('survive a reload, and can be discarded', async ({ signedIn: page, api }) => {
		const { id } = await api.create({ _triggerType: 'schedule', action_prompt: 'As it was' });
		const idle = await page.context().newPage();
		await idle.clock.install();
		await idle.goto(`/app/automations/${id}`);
		const nextRun = idle.getByText(/^Next run:/).locator('time');
		const first = (await nextRun.getAttribute('datetime')) ?? '';
		await page.bringToFront();
		await page.goto(`/app/automations/${id}`);
		await prompt(page).fill('Half a thought');
		await page.locator('input[type=time]').fill('05:55');
		// Another tab, in which nothing is typed, leaves them alone as time passes.
		await page.goto('about:blank');
		await idle.clock.fastForward('25:00:00');
		await expect(nextRun).not.toHaveAttribute('datetime', first);
		await idle.close();
		await page.goto(`/app/automations/${id}`);
		await expect(prompt(page)).toHaveValue('As it was');
		await expect(page.getByRole('alert')).toContainText('that were not saved.');
		await page.getByRole('button', { name: 'Bring them back' }).click();
		await expect(prompt(page)).toHaveValue('Half a thought');
		await expect(page.locator('input[type=time]')).toHaveValue('05:55');
		await page.reload();
		await page.getByRole('button', { name: 'Throw them away' }).click();
		await expect(mark(page)).toHaveCount(0);
		await page.reload();
		await expect(prompt(page)).toHaveValue('As it was');
		await expect(page.getByRole('button', { name: 'Bring them back' })).toHaveCount(0);
	});

	test('go into a new automation if theirs was deleted elsewhere', async ({
		signedIn: page,
		api,
		context,
		server,
	}) => {
		await page.request.put('/api/users/me', {
			data: { zone: 'Asia/Tokyo' },
			headers: { origin: server.url },
		});
		const { id } = await api.create({ _name: 'Gate', action_prompt: 'As it was' });
		const other = await context.newPage();
		await other.goto(`/app/automations/${id}`);
		await page.bringToFront();
		await page.goto(`/app/automations/${id}`);
		await prompt(page).fill('A long thought');
		await expect(mark(page)).toBeVisible();
		await other.bringToFront();
		await other.getByRole('button', { name: 'Delete Automation' }).click();
		await other.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
		await page.bringToFront();
		await page.getByRole('button', { name: 'Put it into a new automation' }).click();
		await page.getByRole('button', { name: 'Bring them back' }).click();
		await expect(prompt(page)).toHaveValue('A long thought');
		// Its times follow the customer's clock, as those of any new automation do.
		expect(await api.read(page.url().split('/').at(-1) ?? '')).toMatchObject({ _zone: 'Asia/Tokyo' });
		await update(page).click();
		await expect(success(page)).toBeVisible();
		await expect(list(page)).toHaveText(/^Gate/);
		await other.close();
	});
});

test.describe('saved elsewhere meanwhile', () => {
	test('shows at once if nothing was typed', async ({ signedIn: page, api }) => {
		const { id } = await api.create();
		const listening = page.waitForResponse('/api/events');
		await page.goto(`/app/automations/${id}`);
		await expect(prompt(page)).toHaveValue('Enter Prompt');
		await listening;
		await api.save(id, { action_prompt: 'From the other tab' });
		await expect(prompt(page)).toHaveValue('From the other tab');
	});
});

test('what was typed for a device that is gone goes into a new automation, which asks for another device', async ({
	signedIn: page,
	api,
	server,
}) => {
	const [gate] = [await api.device('Gate'), await api.device('Garden')];
	const { id } = await api.create({ _triggerType: 'capture', trigger_device_deviceID: gate });
	await page.goto(`/app/automations/${id}`);
	await prompt(page).fill('a person at the gate');
	await expect(mark(page)).toBeVisible();
	for (const path of [`/api/automations/${id}`, `/api/devices/${gate}`])
		await page.request.delete(path, { headers: { origin: server.url } });
	await page.getByRole('button', { name: 'Put it into a new automation' }).click();
	await page.getByRole('button', { name: 'Bring them back' }).click();
	await update(page).click();
	const device = page.getByLabel('Device', { exact: true });
	await expect(device).toBeFocused();
	await expect(device).toHaveAccessibleDescription(
		'This device is not there any more. Choose the device to watch.',
	);
	await expect(prompt(page)).toHaveValue('a person at the gate');
	await device.selectOption('Garden');
	await update(page).click();
	await expect(success(page)).toBeVisible();
	// One that went unnoticed is told where one looks after pressing the button, and at its field.
	await page.route('**/api/events', (route) => route.abort());
	const shed = await api.device('Shed');
	await page.reload();
	await device.selectOption('Shed');
	await page.request.delete(`/api/devices/${shed}`, { headers: { origin: server.url } });
	// At the very bottom of the window, what comes below the button would be out of sight.
	await update(page).evaluate((button) => button.scrollIntoView({ block: 'end' }));
	await update(page).click();
	const told = page.getByRole('status').filter({ hasText: 'Failed to update the automation.' });
	await expect(told).toBeInViewport();
	await expect(told).toContainText('This device is not there any more.');
	await expect(device).toHaveAccessibleDescription(/^This device is not there any more/);
});
