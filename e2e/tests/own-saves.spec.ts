import type { Page } from '@playwright/test';
import { drawScene } from '@watchword/scenes/scene';
import { AutomationApi } from '../automation-api.ts';
import { addCamera } from '../cameras.ts';
import { test as base, expect } from '../fixtures.ts';

/** On a slow connection, the saves of one tab overlap. They must neither refuse nor overwrite each other. */
const test = base.extend<{ api: AutomationApi; slow: Page }>({
	api: ({ signedIn, server }, use) => use(new AutomationApi(signedIn, server.url)),
	slow: async ({ signedIn: page }, use) => {
		const network = await page.context().newCDPSession(page);
		await network.send('Network.enable');
		const asBefore = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
		await network.send('Network.emulateNetworkConditions', { ...asBefore, latency: 300 });
		await use(page);
		await network.send('Network.emulateNetworkConditions', asBefore);
		await network.detach();
	},
});

const rename = async (page: Page, name: string) => {
	await page.getByRole('button', { name: /edit the name/ }).click();
	await page.getByRole('textbox', { name: 'Name' }).fill(name);
};
const success = (page: Page) => page.getByText('Automation updated successfully!', { exact: true });

test('pressing Update straight from the name saves the name and then the form over it', async ({
	slow: page,
	api,
}) => {
	const { id } = await api.create({ _name: 'Before', action_prompt: 'Before' });
	await page.goto(`/app/automations/${id}`);
	await page.getByPlaceholder('Type your prompt here...').fill('After');
	await rename(page, 'After');
	await page.getByRole('button', { name: 'Update Automation' }).click();
	await expect(success(page).or(page.getByRole('dialog'))).toBeVisible();
	await expect(page.getByRole('dialog')).toHaveCount(0);
	await expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(0);
	expect(await api.read(id)).toMatchObject({ _name: 'After', action_prompt: 'After', _version: 3 });
});

test('a template chosen straight from the name is saved over the new name', async ({ slow: page, api }) => {
	const { id } = await api.create();
	await page.goto(`/app/automations/${id}`);
	const template = page.getByRole('button', { name: /^Bin day reminder/ });
	await expect(template).toBeVisible();
	await rename(page, 'Mine');
	await template.click();
	await expect(success(page)).toBeVisible();
	expect(await api.read(id)).toMatchObject({ _name: 'Bin day reminder', _version: 3 });
});

test('a name that another tab stays out of still meets what that tab saved', async ({ slow: page, api }) => {
	const { id } = await api.create({ _name: 'Before' });
	// This tab does not hear of the other one.
	await page.route('/api/events', (route) => route.abort());
	await page.goto(`/app/automations/${id}`);
	await page.getByPlaceholder('Type your prompt here...').fill('Mine');
	await api.save(id, { action_prompt: 'Theirs' });
	await rename(page, 'After');
	await page.getByRole('button', { name: 'Update Automation' }).click();
	await expect(page.getByRole('dialog')).toBeVisible();
	expect(await api.read(id)).toMatchObject({ _name: 'After', action_prompt: 'Theirs' });
});

const me = async (page: Page) => (await (await page.request.get('/api/users/me')).json()).details;

test('home and away: the last of two quick choices counts', async ({ slow: page }) => {
	await page.goto('/app/account');
	const choice = page.getByRole('group', { name: 'Home or away' });
	const stored = page.waitForResponse((answer) => answer.url().endsWith('/presence') && answer.ok());
	await choice.getByRole('radio', { name: 'Away' }).click();
	await choice.getByRole('radio', { name: 'At home' }).click();
	await stored;
	await expect.poll(async () => (await me(page)).presence).toBe('home');
	await expect(choice.getByRole('radio', { name: 'At home' })).toBeChecked();
});

test('mails: an answer that comes late takes no other choice back', async ({ signedIn: page }) => {
	await page.goto('/app/account');
	const [failures, silent] = [
		page.getByRole('checkbox', { name: 'When runs fail' }),
		page.getByRole('checkbox', { name: 'When a camera is silent' }),
	];
	await expect(failures).toBeChecked();
	// The first save is answered after the second one, and nothing is read again.
	const second = Promise.withResolvers<void>();
	await page.route('/api/users/me', async (route) => {
		const { mail_failures } = route.request().postDataJSON() ?? {};
		if (route.request().method() === 'GET') return;
		const response = await route.fetch();
		if (mail_failures === false) await second.promise;
		await route.fulfill({ response });
	});
	const first = page.waitForResponse((answer) => answer.request().postDataJSON()?.mail_failures === false);
	await failures.uncheck();
	await expect.poll(async () => (await me(page)).mail_failures).toBe(false);
	await silent.uncheck();
	await expect.poll(async () => (await me(page)).mail_silent).toBe(false);
	second.resolve();
	await first;
	await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
	await expect(silent).not.toBeChecked();
	await expect(failures).not.toBeChecked();
});

test('teaching: marks on one picture reach the server one after the other', async ({
	slow: page,
	api,
	server,
}) => {
	const camera = await addCamera(page, server.url, 'Driveway');
	await camera.send(await drawScene({ place: 'driveway', who: [], seed: 'a', at: new Date(2026, 5, 1, 12) }));
	const { id } = await api.create({
		_triggerType: 'capture',
		trigger_device_deviceID: camera.id,
		_actionType: 'save',
		action_prompt: 'Tell me when the gate is open',
	});
	const held = Promise.withResolvers<void>();
	const saves: string[] = [];
	await page.route(`/api/automations/${id}/examples`, async (route) => {
		if (route.request().method() === 'GET') return route.continue();
		const [{ said }] = route.request().postDataJSON().marks;
		saves.push(`${said} sent`);
		const response = await route.fetch();
		if (said === 'yes') await held.promise;
		saves.push(`${said} answered`);
		await route.fulfill({ response });
	});
	await page.goto(`/app/automations/${id}`);
	await page.getByRole('button', { name: 'Teach it' }).click();
	const mark = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
	await mark('Yes').click();
	await expect.poll(() => saves).toEqual(['yes sent']);
	// Marks are gathered for a moment before they are sent: the clock runs past it.
	await page.clock.install();
	await mark('No').click();
	await page.clock.runFor(1000);
	held.resolve();
	await expect.poll(() => saves).toEqual(['yes sent', 'yes answered', 'no sent', 'no answered']);
	await expect(mark('No')).toHaveAttribute('aria-pressed', 'true');
});
