import type { Page } from '@playwright/test';
import { AutomationApi } from '../automation-api.ts';
import { addCamera } from '../cameras.ts';
import { test as base, expect } from '../fixtures.ts';
import { expectSound } from '../sound.ts';

const test = base.extend<{ api: AutomationApi }>({
	api: ({ signedIn, server }, use) => use(new AutomationApi(signedIn, server.url)),
});

test.describe.configure({ timeout: 90_000 });

const section = (page: Page) => page.getByRole('region', { name: 'When to tell me' });
const sentence = (page: Page, text: string) => section(page).getByRole('button', { name: text });
const update = (page: Page) => page.getByRole('button', { name: 'Update Automation', exact: true });
const saved = async (page: Page) => {
	await update(page).click();
	await expect(page.getByText('Automation updated successfully!', { exact: true })).toBeVisible();
};

test('the settings stand under one sentence, which says what they come to and survives a reload', async ({
	signedIn: page,
	server,
	api,
}) => {
	const camera = await addCamera(page, server.url, 'Front gate');
	for (let picture = 0; picture < 3; picture++) await camera.send();
	const { id } = await api.create({
		_triggerType: 'capture',
		trigger_device_deviceID: camera.id,
		action_prompt: 'a person',
		action_toAddress: 'ops@example.com',
	});
	await page.goto(`/app/automations/${id}`);
	const inside = section(page);
	await expect(inside.getByRole('radio')).toHaveCount(0);
	await sentence(page, 'Tells you once when it begins.').click();
	await expect(inside.getByText(/of the last 3 pictures/)).toBeVisible();
	await inside.getByLabel('Again every so many minutes while it lasts').fill('60');
	await inside.getByLabel('Tell me when it is over, too').check();
	await inside.getByRole('radio', { name: 'Its own' }).check();

	// What is wrong is told at its field, also where the section was closed.
	await inside.getByLabel('Further recipients').fill('eva@example.com, ole@');
	await inside.getByRole('button', { expanded: true }).click();
	await expect(inside.getByRole('radio')).toHaveCount(0);
	await update(page).click();
	await expect(inside.getByText('“ole@” is not a complete email address.')).toBeVisible();
	await expect(inside.getByText('Enter when the quiet hours begin and end.')).toBeVisible();
	await expect(inside.getByLabel('Further recipients')).toBeFocused();
	await expectSound(page);
	await inside.getByLabel('Further recipients').fill('eva@example.com');
	await inside.getByLabel('Start time').fill('22:00');
	await inside.getByLabel('End time').fill('06:00');
	await inside.getByRole('radio', { name: 'Only when I am away' }).check();
	await saved(page);
	expect(await api.read(id)).toMatchObject({
		_tell: 'begin',
		_tellAgainMinutes: 60,
		_tellOver: true,
		_quiet: 'own',
		_quietStart: '22:00',
		_quietEnd: '06:00',
		_works: 'away',
		action_moreAddresses: ['eva@example.com'],
	});

	await page.reload();
	const whole =
		/^Tells all 2 recipients once when it begins, again every hour while it lasts, and when it is over, never between 10:00\sPM and 6:00\sAM\. Works only while you are away; you are at home now\./;
	await expect(section(page).getByRole('button', { name: whole })).toBeVisible();

	// Another input has no use for some of it, and loses nothing.
	await page.getByRole('radio', { name: 'Scheduled', exact: true }).check();
	await expect(
		section(page).getByRole('button', { name: 'Tells all 2 recipients every time. Works only' }),
	).toBeVisible();
	await page.getByRole('radio', { name: 'Device Capture', exact: true }).check();
	await expect(section(page).getByRole('button', { name: whole })).toBeVisible();

	await page.getByRole('button', { name: 'History' }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByText('5 differences').click();
	for (const label of ['Again while it lasts', 'Tell me when it is over', 'Quiet hours', 'Works']) {
		await expect(dialog.getByText(label, { exact: true })).toBeVisible();
	}
});

test('an automation is snoozed, woken, paused and copied, and the list says so', async ({
	signedIn: page,
	api,
}) => {
	const { id } = await api.create({ _name: 'Front door', action_prompt: 'a person' });
	await page.goto(`/app/automations/${id}`);
	const header = page.getByRole('region', { name: 'Selected automation' }).locator('header');
	const choose = async (name: string) => {
		await header.getByRole('button', { name: 'More' }).click();
		await page.getByRole('menuitem', { name, exact: true }).click();
	};
	const line = page.getByRole('navigation', { name: 'Automations' }).getByRole('link');
	await choose('Snooze for an hour');
	await expect(header.getByRole('status').filter({ hasText: /Snoozed until / })).toBeVisible();
	await expect(line).toHaveText(/^Front door, Snoozed until/);
	await expect(section(page).getByRole('button', { name: /^Snoozed until/ })).toBeVisible();
	await header.getByRole('button', { name: 'More' }).click();
	await expect(page.getByRole('menuitem', { name: 'Wake it' })).toBeVisible();
	await expectSound(page);
	await page.keyboard.press('Escape');

	// The state is no edit: what is typed stays, and there is nothing to save.
	await header.getByRole('button', { name: 'Wake it' }).click();
	await expect(line).toHaveText('Front door');
	expect(await api.read(id)).toMatchObject({ _snoozedUntil: null, _version: 1 });
	await choose('Snooze until tomorrow morning');
	await expect(header.getByText(/^Snoozed until .*7:00\sAM$/)).toBeVisible();
	await choose('Pause until I turn it on');
	await expect(header.getByText('Paused', { exact: true })).toBeVisible();
	await expect(line).toHaveText('Front door, Paused');
	await header.getByRole('button', { name: 'Resume it' }).click();
	await expect(line).toHaveText('Front door');
	await expect(page.getByText('Unsaved changes')).toHaveCount(0);

	// What answers or saves tells nobody, so there is nothing to snooze.
	await page.getByRole('radio', { name: 'Save to Storage' }).check();
	await page.getByRole('button', { name: 'Update Automation' }).click();
	await expect(page.getByText('Automation updated successfully!')).toBeVisible();
	await header.getByRole('button', { name: 'More' }).click();
	await expect(page.getByRole('menuitem')).toHaveText(['Pause until I turn it on', 'Copy it']);
	await page.keyboard.press('Escape');

	await choose('Copy it');
	await expect(page.getByRole('heading', { level: 2 })).toContainText('Copy of Front door');
	await expect(line).toHaveText(['Front door', 'Copy of Front door, Paused']);

	await page.goto('/app/dashboard');
	const resting = page.getByRole('region', { name: 'Paused and snoozed' });
	await expect(resting.getByRole('link', { name: 'Copy of Front door' })).toBeVisible();
	await resting.getByRole('button', { name: /^Resume it/ }).click();
	await expect(resting).toHaveCount(0);
});
