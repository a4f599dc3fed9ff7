import type { Locator, Page } from '@playwright/test';
import { AutomationApi } from '../automation-api.ts';
import { test as base, expect } from '../fixtures.ts';

const test = base.extend<{ api: AutomationApi }>({
	api: ({ signedIn, server }, use) => use(new AutomationApi(signedIn, server.url)),
});

// A customer, a device and several saves each: more than a single click takes on a busy machine.
test.describe.configure({ timeout: 60_000 });

const list = (page: Page) => page.getByRole('navigation', { name: 'Automations' }).getByRole('link');
const name = (page: Page) => page.getByRole('heading', { level: 2 }).getByRole('button');
const type = (page: Page, label: string) => page.getByRole('radio', { name: label, exact: true });
const prompt = (page: Page) => page.getByPlaceholder('Type your prompt here...', { exact: true });
const update = (page: Page) => page.getByRole('button', { name: 'Update Automation', exact: true });
const address = (page: Page) => page.getByLabel('To (Email Address)', { exact: true });
const times = (page: Page) => page.locator('input[type=time]');
const said = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();

async function saved(page: Page) {
	await update(page).click();
	await said(page, 'Automation updated successfully!');
}

test("'+' creates a new automation at once and opens it, and a template fills it in", async ({
	signedIn: page,
	api,
}) => {
	await page.goto('/app/automations');
	await said(page, 'No automations available.');
	await said(page, 'Please select an Automation');
	await page.getByRole('button', { name: '+' }).press('Enter');
	await expect(page).toHaveURL(/\/app\/automations\/[a-z2-7]{20}$/);
	await expect(name(page)).toContainText('New Automation');
	await expect(list(page)).toHaveText(['New Automation']);
	await expect(type(page, 'Email')).toBeChecked();
	await expect(type(page, 'Send Email')).toBeChecked();
	await expect(prompt(page)).toHaveValue('Enter Prompt');
	await expect(address(page)).toHaveValue('');
	expect(await api.read(page.url().slice(-20))).toMatchObject({
		_triggerType: 'email',
		_schedule: ['12:00'],
		_limitSchedule: ['12:00'],
		action_prompt: 'Enter Prompt',
		action_toAddress: null,
	});
	// Templates are offered until anything was changed.
	const template = page.getByRole('button', { name: /^Bin day reminder.*collected/ });
	await prompt(page).fill('Something of my own');
	await expect(template).toHaveCount(0);
	await page.getByRole('button', { name: 'Discard changes' }).click();
	// On a narrow screen they leave room for the form.
	const desktop = page.viewportSize() ?? { width: 1280, height: 720 };
	await page.setViewportSize({ width: 390, height: 844 });
	const offer = page.getByRole('list').filter({ has: template });
	await expect(offer.getByRole('button', { name: /^Pet on the sofa/ })).toHaveCount(0);
	expect((await offer.boundingBox())?.height).toBeLessThan(200);
	await page.setViewportSize(desktop);
	await template.click();
	await expect(name(page)).toContainText('Bin day reminder');
	await expect(times(page)).toHaveValue('19:00');
	await expect(template).toHaveCount(0);
	await expect(list(page)).toHaveText(['Bin day reminder']);
	expect(await api.read(page.url().slice(-20))).toMatchObject({
		_name: 'Bin day reminder',
		_triggerType: 'schedule',
		_version: 2,
	});
});

test('on the empty screen a template is one click away', async ({ signedIn: page }) => {
	await page.goto('/app/automations');
	await page.getByRole('button', { name: /^Invoice inbox/ }).click();
	await expect(name(page)).toContainText('Invoice inbox');
	await expect(type(page, 'Reply to Email')).toBeChecked();
});

test("a template that is chosen while '+' is at work creates no second automation", async ({
	signedIn: page,
}) => {
	await page.goto('/app/automations');
	const template = page.getByRole('button', { name: /^Invoice inbox/ });
	await expect(template).toBeVisible();
	// The first answer waits until the template was pressed twice.
	const pressed = Promise.withResolvers<void>();
	await page.route('/api/automations', async (route) => {
		if (route.request().method() === 'POST') await pressed.promise;
		await route.continue();
	});
	await page.getByRole('button', { name: '+' }).click();
	// It is disabled by then; the customer presses it all the same.
	await template.dblclick({ force: true });
	pressed.resolve();
	await expect(name(page)).toContainText('New Automation');
	await expect(list(page)).toHaveText(['New Automation']);
	const { items } = await (await page.request.get('/api/automations')).json();
	expect(items).toHaveLength(1);
});

test.describe('inputs', () => {
	test('Device Capture is offered only with a device', async ({ signedIn: page, api }) => {
		const { id } = await api.create();
		await page.goto(`/app/automations/${id}`);
		await expect(page.getByRole('group', { name: 'Input Type' }).getByRole('radio')).toHaveCount(2);
		await api.device('Front gate');
		await type(page, 'Device Capture').check();
		await expect(page.getByLabel('Device', { exact: true })).toContainText('Front gate');
		await type(page, 'Continuous').check();
		await saved(page);
		expect(await api.read(id)).toMatchObject({ _triggerType: 'capture', trigger_device_type: 'continuous' });
		const [device] = (await (await page.request.get('/api/devices')).json()).items;
		expect(device.automations).toEqual([id]);
	});

	test('email: the receiving address is copied with a click', async ({ signedIn: page, api, context }) => {
		await context.grantPermissions(['clipboard-read', 'clipboard-write']);
		const { id } = await api.create();
		const { mailDomain } = await (await page.request.get('/api/portal')).json();
		await page.goto(`/app/automations/${id}`);
		await page.getByText(`${id}@${mailDomain}`).click();
		await expect(page.getByRole('alert')).toHaveText('Email address copied to clipboard!');
		expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${id}@${mailDomain}`);
	});
});

test('deleting asks once, by name, and leads back to the list', async ({ signedIn: page, api }) => {
	const { id } = await api.create({ _name: 'Front door' });
	await page.goto(`/app/automations/${id}`);
	await prompt(page).fill('Unsaved');
	const remove = page.getByRole('button', { name: 'Delete Automation', exact: true });
	await remove.click();
	const dialog = page.getByRole('alertdialog', { name: 'Delete “Front door”?' });
	await dialog.getByRole('button', { name: 'Cancel' }).click();
	await expect(remove).toBeFocused();
	await remove.click();
	await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
	await expect(page).toHaveURL('/app/automations');
	await said(page, 'Automation deleted successfully!');
	await said(page, 'No automations available.');
	// The message stands right above what follows it, however long the list is; on a phone, above the list.
	await Promise.all(Array.from({ length: 12 }, () => api.create()));
	await expect(list(page)).toHaveCount(12);
	const message = page.getByText('Automation deleted successfully!', { exact: true });
	const top = async (element: Locator) => (await element.boundingBox())?.y ?? 0;
	expect((await top(page.getByText('Please select an Automation'))) - (await top(message))).toBeLessThan(200);
	await page.setViewportSize({ width: 390, height: 844 });
	await expect.poll(async () => (await top(list(page).first())) - (await top(message))).toBeGreaterThan(0);
	await page.goto(`/app/automations/${id}`);
	await said(page, 'Unknown Automation');
});

test.describe('in another time zone', () => {
	test.use({ timezoneId: 'Australia/Sydney' });

	test('times are the customer’s own and stored in UTC, with the zone and the next run', async ({
		signedIn: page,
		api,
	}) => {
		await page.clock.setFixedTime(new Date('2026-01-15T01:00:00Z'));
		const { id } = await api.create({
			_triggerType: 'schedule',
			_schedule: ['20:30'],
			_zone: 'Australia/Sydney',
			_utcOffset: 600,
		});
		await page.goto(`/app/automations/${id}`);
		await expect(times(page)).toHaveValue('06:30');
		await expect(page.getByText(/^Next run:/)).toHaveText('Next run: tomorrow, 6:30 AM (Australia/Sydney)');
		await times(page).fill('18:00');
		await expect(page.getByText(/^Next run once saved:/)).toContainText('today, 6:00 PM (Australia/Sydney)');
		await saved(page);
		expect(await api.read(id)).toMatchObject({
			_schedule: ['07:00'],
			_zone: 'Australia/Sydney',
			_utcOffset: 660,
		});
	});
});

test.describe('on a phone', () => {
	test.use({ viewport: { width: 390, height: 844 } });

	test('list and editor are two steps', async ({ signedIn: page, api }) => {
		await api.device('Front gate');
		const made = page.waitForResponse((answer) => answer.request().method() === 'POST');
		await page.route('/api/billing/outlook', async (route) => {
			await made;
			await route.continue();
		});
		await page.goto('/app/automations');
		await page.getByRole('button', { name: '+' }).click();
		await name(page).waitFor();
		// If it came later, the templates would move away from under a press.
		expect(await page.getByText('You have no credits').isVisible()).toBe(true);
		await expect(name(page)).toContainText('New Automation');
		await page.getByRole('button', { name: /^Parcel delivered/ }).click();
		await expect(name(page)).toContainText('Parcel delivered');
		await expect(list(page).first()).toBeHidden();
		await type(page, 'Limited').check();
		await page.getByRole('button', { name: /^\+ add a time/ }).click();
		await times(page).nth(1).fill('06:00');
		await saved(page);
		await expect(times(page).nth(0)).toHaveValue('06:00');
		await page.getByRole('link', { name: 'All automations' }).click();
		await expect(page).toHaveURL('/app/automations');
		await expect(list(page)).toHaveText(['Parcel delivered']);
		await list(page).click();
		await page.getByRole('button', { name: 'Delete Automation' }).click();
		await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
		await said(page, 'Automation deleted successfully!');
	});
});

test('a double click on + makes one automation, and going back makes no other', async ({
	signedIn: page,
}) => {
	const made = async () => (await (await page.request.get('/api/automations')).json()).items.length;
	await page.goto('/app/automations');
	await page.getByRole('button', { name: 'New automation' }).dblclick();
	await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeVisible();
	await page.goBack();
	await expect(page).toHaveURL('/app/automations');
	const list = page.getByRole('navigation', { name: 'Automations' });
	await expect(list.getByRole('link')).toHaveCount(1);
	// Whatever a second press began has come by now.
	await page.waitForLoadState('networkidle');
	await expect(page).toHaveURL('/app/automations');
	expect(await made()).toBe(1);
});
