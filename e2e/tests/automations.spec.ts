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

test.describe('the name', () => {
	test('Enter and leaving the field save it; Escape and a blank name do not', async ({
		signedIn: page,
		api,
	}) => {
		const { id } = await api.create();
		await page.goto(`/app/automations/${id}`);
		const field = page.getByRole('textbox', { name: 'Name', exact: true });
		const edit = async (text: string, key?: string) => {
			await name(page).click();
			await field.fill(text);
			if (key) await field.press(key);
			else await page.getByRole('heading', { level: 1 }).click();
			await expect(field).toHaveCount(0);
		};
		await edit('Front door', 'Enter');
		await expect(name(page)).toContainText('Front door');
		await expect(name(page)).toBeFocused();
		await expect(list(page)).toHaveText(['Front door']);
		await edit('Never mind', 'Escape');
		await edit('   ', 'Enter');
		await edit('');
		await expect(name(page)).toContainText('Front door');
		await edit('Back door');
		await expect(name(page)).toContainText('Back door');
		await expect(list(page)).toHaveText(['Back door']);
		expect(await api.read(id)).toMatchObject({ _name: 'Back door', _version: 3 });
	});

	test('that cannot be saved stays in the field', async ({ signedIn: page, api }) => {
		const { id } = await api.create();
		await page.route('**/name', (route) => route.abort());
		await page.goto(`/app/automations/${id}`);
		await name(page).click();
		const field = page.getByRole('textbox', { name: 'Name', exact: true });
		await field.fill('Front door');
		await field.press('Enter');
		await said(page, 'Failed to update the automation.');
		await expect(field).toHaveValue('Front door');
	});
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

	test('the device is loading until it is known, also if it cannot be loaded', async ({
		signedIn: page,
		api,
	}) => {
		const device = await api.device('Front gate');
		const { id } = await api.create({ _triggerType: 'capture', trigger_device_deviceID: device });
		const { promise: released, resolve: release } = Promise.withResolvers<void>();
		await page.route('/api/devices', async (route) => {
			await released;
			await route.fulfill({ status: 500, body: 'no' });
		});
		await page.goto(`/app/automations/${id}`);
		const chosen = page.getByLabel('Device', { exact: true }).locator('option:checked');
		await expect(chosen).toHaveText('Loading...');
		release();
		await expect(chosen).toHaveText('Your devices could not be loaded');
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

	test('email: it is copied without the clipboard of a secure page, too', async ({ signedIn: page, api }) => {
		const { id } = await api.create();
		await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
		await page.goto(`/app/automations/${id}`);
		await page.getByText(`${id}@`).click();
		await expect(page.getByRole('alert')).toHaveText('Email address copied to clipboard!');
	});

	test('scheduled: rows are added, removed and sorted, and blank ones are dropped', async ({
		signedIn: page,
		api,
	}) => {
		const { id } = await api.create({ _triggerType: 'schedule' });
		await page.goto(`/app/automations/${id}`);
		const plus = page.getByRole('main').getByRole('button', { name: /^\+ add a time/ });
		const minus = page.getByRole('button', { name: /^- remove/ });
		await expect(times(page)).toHaveCount(1);
		await expect(times(page)).toHaveValue('12:00');
		await expect(minus).toHaveCount(0);
		await plus.click();
		await expect(times(page)).toHaveCount(2);
		await expect(times(page).nth(1)).toBeFocused();
		await expect(times(page).nth(1)).toHaveValue('');
		await expect(minus).toHaveCount(2);
		await times(page).nth(1).fill('07:30');
		// The list is sorted when the customer leaves it, not while it is edited.
		await expect(times(page).nth(1)).toHaveValue('07:30');
		await prompt(page).click();
		await expect(times(page).nth(0)).toHaveValue('07:30');
		await expect(times(page).nth(1)).toHaveValue('12:00');
		await plus.nth(0).click();
		await expect(times(page).nth(1)).toHaveValue('');
		await saved(page);
		await expect(times(page)).toHaveCount(2);
		expect(await api.read(id)).toMatchObject({ _schedule: ['07:30', '12:00'] });
		await minus.nth(0).click();
		await expect(times(page)).toHaveCount(1);
		await expect(times(page)).toHaveValue('12:00');
		await expect(minus).toHaveCount(0);
	});

	test('scheduled: without any time the save is aborted and logged, and the list says so', async ({
		signedIn: page,
		api,
	}) => {
		const { id } = await api.create({ _triggerType: 'schedule' });
		await page.goto(`/app/automations/${id}`);
		const logged = page.waitForEvent('console', (message) => message.type() === 'error');
		await times(page).fill('');
		await update(page).click();
		expect((await logged).text()).toContain('at least one time');
		await said(page, 'It needs at least one time.');
		await expect(page.getByText(/successfully!|Failed to update/)).toHaveCount(0);
		expect(await api.read(id)).toMatchObject({ _schedule: ['12:00'], _version: 1 });

		// The list stays visible until it has a time, also with another input type.
		await type(page, 'Email').check();
		await update(page).click();
		await said(page, 'It needs at least one time.');
		await expect(times(page)).toBeFocused();
		expect(await api.read(id)).toMatchObject({ _triggerType: 'schedule', _version: 1 });
		await times(page).fill('08:00');
		await saved(page);
		expect(await api.read(id)).toMatchObject({ _triggerType: 'email', _schedule: ['08:00'] });
	});

	test('changing the input type and back loses nothing typed', async ({ signedIn: page, api }) => {
		const device = await api.device('Front gate');
		await api.device('Yard');
		const { id } = await api.create({ _actionType: 'replyToEmail' });
		await page.goto(`/app/automations/${id}`);
		await type(page, 'Device Capture').check();
		await page.getByLabel('Device', { exact: true }).selectOption(device);
		await type(page, 'Limited').check();
		await times(page).fill('06:15');
		await expect(type(page, 'Reply to Email')).toHaveCount(0);
		await expect(type(page, 'Send Email')).toBeChecked();
		await address(page).fill('ops@example.com');
		await type(page, 'Scheduled').check();
		await times(page).fill('21:45');
		await type(page, 'Email').check();
		await expect(type(page, 'Reply to Email')).toBeChecked();
		await saved(page);
		await type(page, 'Scheduled').check();
		await expect(times(page)).toHaveValue('21:45');
		await expect(address(page)).toHaveValue('ops@example.com');
		await type(page, 'Device Capture').check();
		await expect(page.getByLabel('Device', { exact: true })).toHaveValue(device);
		await expect(times(page)).toHaveValue('06:15');
	});
});

test('the prompt is at least 4 rem high and grows with its lines', async ({ signedIn: page, api }) => {
	const { id } = await api.create();
	await page.goto(`/app/automations/${id}`);
	const height = async () => (await prompt(page).boundingBox())?.height ?? 0;
	await prompt(page).fill('');
	expect(await height()).toBe(64);
	await prompt(page).fill(Array.from({ length: 12 }, (_, n) => `line ${n}`).join('\n'));
	expect(await height()).toBeGreaterThan(12 * 20);
	const isWhole = () => prompt(page).evaluate((area) => area.scrollHeight === area.clientHeight);
	expect(await isWhole()).toBe(true);
	// Lines that wrap count too, also where the browser cannot size a field by its content.
	await prompt(page).evaluate((area) => area.style.setProperty('field-sizing', 'fixed'));
	await prompt(page).fill('Tell me when somebody comes to the door. '.repeat(40));
	expect(await isWhole()).toBe(true);
});

test('run limiting: only for captures, with its two texts and its times', async ({ signedIn: page, api }) => {
	const device = await api.device('Front gate');
	const { id } = await api.create({ _triggerType: 'capture', trigger_device_deviceID: device });
	await page.goto(`/app/automations/${id}`);
	await expect(page.getByRole('heading', { name: 'Run Limiting' })).toBeVisible();
	await said(page, 'Run automation every time device sends a capture');
	await said(page, 'Run automation on or after the following times');
	await expect(type(page, 'Unlimited')).toBeChecked();
	await expect(times(page)).toHaveCount(0);
	await type(page, 'Limited').check();
	await times(page).fill('08:00');
	await saved(page);
	expect(await api.read(id)).toMatchObject({ _limited: true, _limitSchedule: ['08:00'] });
	await type(page, 'Email').check();
	await expect(page.getByRole('heading', { name: 'Run Limiting' })).toHaveCount(0);
});

test('action: Reply to Email is for email triggers, an address for Send Email', async ({
	signedIn: page,
	api,
}) => {
	const { id } = await api.create();
	await page.goto(`/app/automations/${id}`);
	const actions = page.getByRole('group', { name: 'Action Type' }).locator('label');
	await expect(actions).toHaveText(['Reply to Email', 'Send Email', 'Save to Storage']);
	await type(page, 'Save to Storage').check();
	await expect(address(page)).toHaveCount(0);
	await type(page, 'Scheduled').check();
	await expect(actions).toHaveText(['Send Email', 'Save to Storage']);
	await saved(page);
	expect(await api.read(id)).toMatchObject({ _actionType: 'save', _triggerType: 'schedule' });
});

test('a sentence says what the automation does, and each field says what is missing', async ({
	signedIn: page,
	api,
}) => {
	const { id } = await api.create();
	await page.goto(`/app/automations/${id}`);
	await said(page, 'When an email arrives, send an email, once you say to whom.');
	await said(page, 'Without an address nothing can be sent.');
	await said(page, 'Say in your own words what to look for and what to tell you.');
	await expect(page.getByText('You have no credits, so it cannot run.')).toBeVisible();
	await address(page).fill('ops@example.com');
	await prompt(page).fill('Summarise it');
	await said(page, 'When an email arrives, email ops@example.com.');
	await expect(page.getByText(/Without an address|Say in your own words/)).toHaveCount(0);
});

test('whether there are enough credits depends on what a run costs', async ({ signedIn: page, api }) => {
	const { id } = await api.create();
	let outlook = { creditsPerRun: 0, spentPerDay: 0, daysLeft: null };
	await page.route('/api/billing/outlook', (route) => route.fulfill({ json: outlook }));
	const known = page.waitForResponse('/api/billing/outlook');
	await page.goto(`/app/automations/${id}`);
	await known;
	await expect(prompt(page)).toBeVisible();
	await expect(page.getByText('so it cannot run')).toHaveCount(0);
	outlook = { ...outlook, creditsPerRun: 5 };
	await page.route('/api/billing', (route) => route.fulfill({ json: { creditBalance: 3 } }));
	await page.reload();
	await expect(page.getByText('You have too few credits, so it cannot run.')).toBeVisible();
});

test('an invalid address or a missing device is reported at its field only', async ({
	signedIn: page,
	api,
}) => {
	const { id } = await api.create();
	// Known before the page opens: a single device would be chosen by itself.
	await api.device('Front gate');
	await api.device('Yard');
	await page.goto(`/app/automations/${id}`);
	await address(page).fill('ops@');
	await update(page).click();
	await said(page, 'This is not one complete email address.');
	await expect(address(page)).toBeFocused();
	await address(page).fill('');
	await type(page, 'Device Capture').check();
	await update(page).click();
	await said(page, 'Choose the device to watch.');
	await expect(page.getByLabel('Device', { exact: true })).toBeFocused();
	await expect(page.getByText('Failed to update the automation.')).toHaveCount(0);
	expect(await api.read(id)).toMatchObject({ _version: 1 });
});

test('a save that fails says so and keeps everything that was typed', async ({ signedIn: page, api }) => {
	const { id } = await api.create();
	await page.goto(`/app/automations/${id}`);
	await page.route(`/api/automations/${id}`, (route) =>
		route.request().method() === 'PUT' ? route.abort() : route.continue(),
	);
	await prompt(page).fill('A long thought');
	await update(page).click();
	await said(page, 'Failed to update the automation.');
	await expect(prompt(page)).toHaveValue('A long thought');
	await page.unroute(`/api/automations/${id}`);
	await saved(page);
	expect(await api.read(id)).toMatchObject({ action_prompt: 'A long thought' });
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

test('a delete that fails says so', async ({ signedIn: page, api }) => {
	const { id } = await api.create();
	await page.goto(`/app/automations/${id}`);
	await page.route(`/api/automations/${id}`, (route) =>
		route.request().method() === 'DELETE' ? route.abort() : route.continue(),
	);
	await page.getByRole('button', { name: 'Delete Automation' }).click();
	await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
	await said(page, 'Failed to update the automation.');
	await expect(page).toHaveURL(`/app/automations/${id}`);
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

	test('times set elsewhere show on this clock and keep to theirs until one is changed', async ({
		signedIn: page,
		api,
	}) => {
		await page.clock.setFixedTime(new Date('2026-01-15T01:00:00Z'));
		const berlin = { _schedule: ['05:00'], _zone: 'Europe/Berlin', _utcOffset: 120 };
		const { id } = await api.create({ _triggerType: 'schedule', ...berlin });
		await page.goto(`/app/automations/${id}`);
		await expect(times(page)).toHaveValue('17:00');
		await expect(page.getByText('The times were set in Europe/Berlin')).toBeVisible();
		await prompt(page).fill('Something else');
		await saved(page);
		expect(await api.read(id)).toMatchObject(berlin);
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
