import type { Page } from '@playwright/test';
import { AutomationApi } from '../automation-api.ts';
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
