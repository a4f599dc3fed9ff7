import type { Page } from '@playwright/test';
import { AutomationApi } from '../automation-api.ts';
import { test as base, expect } from '../fixtures.ts';
import { expectSound } from '../sound.ts';

const test = base.extend<{ api: AutomationApi }>({
	api: ({ signedIn, server }, use) => use(new AutomationApi(signedIn, server.url)),
});

// A customer, a device and several saves each: more than a single click takes on a busy machine.
test.describe.configure({ timeout: 60_000 });

const list = (page: Page) => page.getByRole('navigation', { name: 'Automations' }).getByRole('link');
const prompt = (page: Page) => page.getByPlaceholder('Type your prompt here...');
const update = (page: Page) => page.getByRole('button', { name: 'Update Automation' });
const address = (page: Page) => page.getByLabel('To (Email Address)');
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

	test('are asked about before + makes another', async ({ signedIn: page, api }) => {
		const first = await api.create({ _name: 'First' });
		// A document that never comes holds nothing up.
		await page.route('/api/billing/outlook', () => {});
		await page.goto(`/app/automations/${first.id}`);
		await prompt(page).fill('Half a thought');
		await expect(mark(page)).toBeVisible();
		const add = async () => {
			await page.getByRole('button', { name: 'New automation' }).click();
		};
		await add();
		await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
		await expect(prompt(page)).toHaveValue('Half a thought');
		await expect(list(page)).toHaveCount(1);
		await add();
		await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
		await expect(list(page)).toHaveText(['First', 'New Automation']);
		await expect(page).not.toHaveURL(new RegExp(first.id));
		await expect(prompt(page)).toHaveValue('Enter Prompt');
		await page.reload();
		await expect(list(page)).toHaveCount(2);
	});

	test('are marked, and asked about once before a wrong click', async ({ signedIn: page, api }) => {
		const first = await api.create({ _name: 'First' });
		await api.create({ _name: 'Second' });
		await page.goto(`/app/automations/${first.id}`);
		await expect(mark(page)).toHaveCount(0);
		await prompt(page).fill('Half a thought');
		await expect(mark(page)).toBeVisible();
		await list(page).nth(1).click();
		const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
		await expect(dialog).toContainText('“First”');
		await dialog.getByRole('button', { name: 'Keep editing' }).click();
		await expect(page).toHaveURL(`/app/automations/${first.id}`);
		await expect(prompt(page)).toHaveValue('Half a thought');
		await page.getByRole('link', { name: 'Runs', exact: true }).click();
		await dialog.getByRole('button', { name: 'Leave', exact: true }).click();
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Runs');
		await page.goBack();
		await page.getByRole('button', { name: 'Bring them back' }).click();
		await expect(prompt(page)).toHaveValue('Half a thought');
		await update(page).click();
		await expect(success(page)).toBeVisible();
		await expect(mark(page)).toHaveCount(0);
		await list(page).nth(1).click();
		await expect(dialog).toHaveCount(0);
	});

	test('survive a reload, and can be discarded', async ({ signedIn: page, api }) => {
		const { id } = await api.create({ _triggerType: 'schedule', action_prompt: 'As it was' });
		const idle = await page.context().newPage();
		await idle.clock.install();
		await idle.goto(`/app/automations/${id}`);
		const nextRun = idle.getByText(/^Next run:/).locator('time');
		const first = (await nextRun.getAttribute('datetime')) ?? '';
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

	test('are discarded on request', async ({ signedIn: page, api }) => {
		const { id } = await api.create({ action_prompt: 'As it was' });
		await page.goto(`/app/automations/${id}`);
		await prompt(page).fill('Half a thought');
		await page.getByRole('button', { name: 'Discard changes' }).click();
		await expect(prompt(page)).toHaveValue('As it was');
		await expect(mark(page)).toHaveCount(0);
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
		await page.goto(`/app/automations/${id}`);
		await prompt(page).fill('A long thought');
		await expect(mark(page)).toBeVisible();
		await other.getByRole('button', { name: 'Delete Automation' }).click();
		await other.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
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

	test('both are shown, and the customer saves hers over the other, which stays in the history', async ({
		signedIn: page,
		api,
	}) => {
		const { id } = await api.create({ action_toAddress: 'old@example.com', action_prompt: 'Old' });
		await page.goto(`/app/automations/${id}`);
		await prompt(page).fill('Mine');
		await api.save(id, { action_prompt: 'Theirs', action_toAddress: 'new@example.com' });
		await update(page).click();
		const dialog = page.getByRole('dialog', { name: 'This automation was changed in the meantime' });
		await expect(dialog.getByRole('definition')).toHaveText([
			'SavedTheirsYoursMine',
			'Savednew@example.comYoursold@example.com',
		]);
		expect(await api.read(id)).toMatchObject({ action_prompt: 'Theirs', _version: 2 });
		await dialog.getByRole('button', { name: 'Save mine' }).click();
		await expect(success(page)).toBeVisible();
		await expect(mark(page)).toHaveCount(0);
		expect(await api.read(id)).toMatchObject({
			action_prompt: 'Mine',
			action_toAddress: 'old@example.com',
			_version: 3,
		});
	});

	test('closing the choice keeps the typing; loading the saved one drops it', async ({
		signedIn: page,
		api,
	}) => {
		const { id } = await api.create();
		await page.goto(`/app/automations/${id}`);
		await prompt(page).fill('Mine');
		await api.save(id, { action_prompt: 'Theirs' });
		await update(page).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
		await expect(prompt(page)).toHaveValue('Mine');
		await page.getByRole('button', { name: 'Compare' }).click();
		await page.getByRole('button', { name: 'Load the saved one' }).click();
		await expect(prompt(page)).toHaveValue('Theirs');
		await expect(mark(page)).toHaveCount(0);
		expect(await api.read(id)).toMatchObject({ action_prompt: 'Theirs', _version: 2 });
	});

	test('a draft of an older version is compared with the newer one, and does not replace it', async ({
		signedIn: page,
		api,
	}) => {
		const { id } = await api.create();
		await page.goto(`/app/automations/${id}`);
		await prompt(page).fill('Mine');
		await expect(mark(page)).toBeVisible();
		await page.goto('/app/help');
		await api.save(id, { action_prompt: 'Theirs' });
		await page.goto(`/app/automations/${id}`);
		await page.getByRole('button', { name: 'Bring them back' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
		await page.reload();
		await page.getByRole('button', { name: 'Bring them back' }).click();
		await expect(page.getByRole('dialog').getByText('Theirs')).toBeVisible();
		await page.getByRole('button', { name: 'Save mine' }).click();
		await expect(success(page)).toBeVisible();
		expect(await api.read(id)).toMatchObject({ action_prompt: 'Mine', _version: 3 });
	});

	test('a save whose answer was lost is not mistaken for the save of somebody else', async ({
		signedIn: page,
		api,
	}) => {
		const { id } = await api.create();
		await page.goto(`/app/automations/${id}`);
		await prompt(page).fill('Mine');
		let first = true;
		await page.route(`/api/automations/${id}`, async (route) => {
			if (route.request().method() !== 'PUT' || !first) return route.continue();
			first = false;
			await route.fetch();
			await route.abort();
		});
		await page.route('/api/events', (route) => route.abort());
		await update(page).click();
		await expect(page.getByText('Failed to update the automation.')).toBeVisible();
		await update(page).click();
		await expect(success(page)).toBeVisible();
		expect(await api.read(id)).toMatchObject({ action_prompt: 'Mine', _version: 2 });
	});
});

test('an account that has as many automations as it may is told so', async ({ signedIn: page, api }) => {
	const { id } = await api.create();
	const message = 'An account has at most 2,000 automations.';
	for (const path of ['/api/automations', `/api/automations/${id}/copy`])
		await page.route(path, (route) =>
			route.request().method() === 'POST'
				? route.fulfill({ status: 429, json: { error: { code: 'resource-exhausted', message } } })
				: route.continue(),
		);
	await page.goto(`/app/automations/${id}`);
	await page.getByRole('button', { name: 'More', exact: true }).click();
	await page.getByRole('menuitem', { name: 'Copy it' }).click();
	await expect(page.getByRole('alert')).toHaveText(message);
	await page.goto('/app/automations');
	await page.getByRole('button', { name: 'New automation' }).click();
	await expect(page.getByRole('alert')).toHaveText(message);
});

test('history: versions with who and when, compared and restored', async ({
	signedIn: page,
	api,
	account,
}) => {
	const { id } = await api.create({ action_prompt: 'First prompt', _name: 'Watch' });
	await api.save(id, { action_prompt: 'Second prompt', action_toAddress: 'ops@example.com' });
	await page.goto(`/app/automations/${id}`);
	await page.getByRole('button', { name: 'History' }).click();
	const dialog = page.getByRole('dialog', { name: 'History of “Watch”' });
	const versions = dialog.locator('summary');
	await expect(versions).toHaveText([
		`just now${account.name} · current version`,
		`just now${account.name} · 2 differences`,
	]);
	await versions.nth(1).click();
	await expect(dialog.getByText('First prompt')).toBeVisible();
	await expect(dialog.getByText('Second prompt')).toBeVisible();
	await dialog.getByRole('button', { name: 'Restore this version' }).click();
	await expect(dialog).toHaveCount(0);
	await expect(prompt(page)).toHaveValue('First prompt');
	await expect(success(page)).toBeVisible();
	expect(await api.read(id)).toMatchObject({
		action_prompt: 'First prompt',
		action_toAddress: null,
		_version: 3,
	});
	await page.getByRole('button', { name: 'History' }).click();
	await expect(versions).toHaveCount(3);
});

test('templates: each is a complete automation; those for devices need one', async ({
	signedIn: page,
	api,
	account,
}) => {
	await page.goto('/app/automations');
	const template = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
	await expect(template('Pet on the sofa')).toHaveAttribute('aria-disabled', 'true');
	await api.device('Living room');
	const create = async () => {
		await page.getByRole('button', { name: '+ New automation' }).click();
		await expect(page.getByRole('heading', { level: 2 })).toContainText('New Automation');
	};
	for (const name of ['Bin day reminder', 'Pet on the sofa', 'Invoice inbox']) {
		await create();
		await template(name).click();
		await expect(page.getByRole('heading', { level: 2 })).toContainText(name);
		await expect(page.getByText(/Without an address|Say in your own words|at least one time/)).toHaveCount(0);
	}
	await create();
	await template('Customer mail triage').click();
	await expect(address(page)).toHaveValue(account.email);
});

test('a thousand automations can be searched and sorted', async ({ signedIn: page, api }) => {
	for (const name of ['Gate 10', 'Gate 9', 'Yard']) await api.create({ _name: name });
	const made = (await (await page.request.get('/api/automations')).json()).items;
	// The rest of a thousand is made up on the way: the list reads nothing but these two answers.
	const more = Array.from({ length: 997 }, (_, n) => ({
		...made[0],
		id: `a${String(n)
			.padStart(19, 'a')
			.replace(/\d/g, (digit) => 'bcdefghijk'[Number(digit)] ?? 'b')}`,
		_name: `Filler ${n}`,
	}));
	await page.route('/api/automations', (route) =>
		route.request().method() === 'GET'
			? route.fulfill({ json: { items: [...made, ...more], next: null } })
			: route.continue(),
	);
	await page.route('/api/users/me', async (route) => {
		const me = await (await route.fetch()).json();
		const ids = [...made, ...more].map(({ id }) => id);
		await route.fulfill({ json: { ...me, details: { ...me.details, automations: ids } } });
	});
	await page.goto('/app/automations');
	await expect(page.getByText('1,000 automations')).toBeVisible();
	await expect(list(page).first()).toHaveText('Gate 10');
	expect(await list(page).count()).toBeLessThan(80);
	await page.getByLabel('Order').selectOption('By name');
	await expect(list(page).first()).toHaveText('Filler 0');
	const search = page.getByRole('searchbox', { name: 'Search automations' });
	await search.fill('gate');
	await expect(list(page)).toHaveText(['Gate 9', 'Gate 10']);
	await search.fill('nothing like it');
	await expect(page.getByText('No automation is called that.')).toBeVisible();
	await search.fill('');
	await search.fill('yard');
	await expect(list(page)).toHaveText(['Yard']);
	await list(page).click();
	await expect(page.getByRole('heading', { level: 2 })).toContainText('Yard');
});

test('the editor and its dialogs are accessible', async ({ signedIn: page, api }) => {
	test.setTimeout(180_000);
	const sound = (what: string) => test.step(what, () => expectSound(page));
	const device = await api.device('Front gate');
	const { id } = await api.create({
		_name: 'A name that goes on and on until it has to break somewhere',
	});
	await page.goto(`/app/automations/${id}`);
	await expect(prompt(page)).toBeVisible();
	await sound('email');
	await page.getByRole('radio', { name: 'Scheduled' }).check();
	await page.locator('input[type=time]').fill('');
	await address(page).fill('ops@');
	await update(page).click();
	await sound('schedule with problems');
	await page.locator('input[type=time]').fill('12:00');
	await page.getByRole('radio', { name: 'Device Capture' }).check();
	await page.getByLabel('Device', { exact: true }).selectOption(device);
	await page.getByRole('radio', { name: 'Limited', exact: true }).check();
	await address(page).fill('ops@example.com');
	await sound('capture');
	await api.save(id, { action_prompt: 'Theirs' });
	await update(page).click();
	await expect(page.getByRole('dialog')).toBeVisible();
	await sound('conflict');
	await page.getByRole('button', { name: 'Save mine' }).click();
	await expect(success(page)).toBeVisible();
	await page.getByRole('button', { name: 'History' }).click();
	await page.getByRole('dialog').locator('summary').last().click();
	await sound('history');
	await page.keyboard.press('Escape');
	await page.getByRole('button', { name: 'Delete Automation' }).click();
	await sound('delete');
	await page.getByRole('button', { name: 'Cancel' }).click();
	await page.goto('/app/automations');
	await page.getByRole('button', { name: '+ New automation' }).click();
	await expect(page.getByRole('button', { name: /^Invoice inbox/ })).toBeVisible();
	await sound('templates');
});

test('the keyboard goes on where it was after saving, discarding and removing', async ({
	signedIn: page,
	api,
}) => {
	const { id } = await api.create({ action_prompt: 'Summarise it' });
	await page.goto(`/app/automations/${id}`);
	const button = (name: string) => page.getByRole('button', { name, exact: true });
	await button('Add a field').press('Enter');
	await button('Remove the new field').press('Enter');
	await expect(button('Add a field')).toBeFocused();
	await prompt(page).fill('Summarise all of it');
	await button('Discard changes').press('Enter');
	await expect(update(page)).toBeFocused();
	await update(page).press('Enter');
	await expect(success(page)).toBeVisible();
	await expect(update(page)).toBeFocused();
	// Whoever scrolls on while it saves is not taken back.
	const held = Promise.withResolvers<void>();
	await page.route(`**/api/automations/${id}`, async (route) => {
		if (route.request().method() === 'PUT') await held.promise;
		await route.continue();
	});
	await update(page).press('Enter');
	await expect(update(page)).toBeDisabled();
	await page.evaluate(() => window.scrollTo(0, 0));
	held.resolve();
	await expect(update(page)).toBeFocused();
	expect(await page.evaluate(() => window.scrollY)).toBe(0);
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
