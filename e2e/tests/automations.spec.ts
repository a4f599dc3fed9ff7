import type { Page } from '@playwright/test';
import { AutomationApi } from '../automation-api.ts';
import { test as base, expect } from '../fixtures.ts';

const test = base.extend<{ api: AutomationApi }>({
	api: ({ signedIn, server }, use) => use(new AutomationApi(signedIn, server.url)),
});

// Wide enough for the list beside an opened automation.
test.use({ viewport: { width: 1440, height: 800 } });

const list = (page: Page) => page.getByRole('navigation', { name: 'Automations' }).getByRole('link');
const name = (page: Page) => page.getByRole('heading', { level: 2 }).getByRole('button');
const type = (page: Page, label: string) => page.getByRole('radio', { name: label, exact: true });
const prompt = (page: Page) => page.getByPlaceholder('Type your prompt here...', { exact: true });
const address = (page: Page) => page.getByLabel('To (Email Address)', { exact: true });
const times = (page: Page) => page.locator('input[type=time]');
const said = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();

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
