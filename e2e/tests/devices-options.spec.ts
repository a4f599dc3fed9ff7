import type { Page } from '@playwright/test';
import { addCamera, jpeg, post } from '../cameras.ts';
import { confirm, expect, test } from '../fixtures.ts';

const card = (page: Page, name: string) =>
	page.getByRole('main').getByRole('listitem').filter({ hasText: name });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Device Options' });
const capture = (page: Page) => page.getByRole('group', { name: 'Capture Images between' });
const light = (page: Page) => page.getByRole('group', { name: 'Use Flashlight between' });

async function open(page: Page, name: string) {
	await page.getByRole('button', { name: `Device Options of ${name}` }).click();
	await expect(dialog(page)).toBeVisible();
}

const stored = async (page: Page, id: string) => (await page.request.get(`/api/devices/${id}`)).json();

test.describe('in India', () => {
	test.use({ timezoneId: 'Asia/Kolkata' });

	test('times are shown and entered in local time and stored in UTC', async ({ signedIn: page, server }) => {
		const camera = await addCamera(page, server.url, 'Front gate');
		await page.goto('/app/devices');
		await open(page, 'Front gate');
		await expect(page.getByLabel('Description')).toHaveValue('Front gate');
		// 00:00 to 23:59 and 18:00 to 06:00 in UTC.
		await expect(capture(page).getByLabel('Start time')).toHaveValue('05:30');
		await expect(capture(page).getByLabel('End time')).toHaveValue('05:29');
		await expect(light(page).getByLabel('Start time')).toHaveValue('23:30');
		await expect(light(page).getByLabel('End time')).toHaveValue('11:30');
		await expect(dialog(page).getByText('Asia/')).toBeVisible();

		await page.getByLabel('Description').fill('Back gate');
		await capture(page).getByLabel('Start time').fill('22:00');
		await capture(page).getByLabel('End time').fill('04:15');
		await light(page).getByLabel('Start time').fill('06:00');
		await light(page).getByLabel('End time').fill('07:00');
		await expect(capture(page).getByText('Through the night, until 4:15 AM the next day.')).toBeVisible();
		await page.getByRole('button', { name: 'Save', exact: true }).click();
		await expect(page.getByRole('status').filter({ hasText: 'Changes saved.' })).toBeVisible();
		await expect(dialog(page)).toHaveCount(0);
		await expect(card(page, 'Back gate')).toBeVisible();
		expect(await stored(page, camera.id)).toMatchObject({
			desc: 'Back gate',
			capture_window_start: '16:30',
			capture_window_end: '22:45',
			light_window_start: '00:30',
			light_window_end: '01:30',
		});

		await page.reload();
		await open(page, 'Back gate');
		await expect(capture(page).getByLabel('Start time')).toHaveValue('22:00');
		await expect(capture(page).getByLabel('End time')).toHaveValue('04:15');
	});
});

test.describe('in New York', () => {
	test.use({ timezoneId: 'America/New_York' });

	test('windows saved in November show the same in July', async ({ signedIn: page, server }) => {
		const camera = await addCamera(page, server.url, 'Front gate');
		await page.clock.setFixedTime(new Date('2026-11-19T12:00:00Z'));
		await page.goto('/app/devices');
		await open(page, 'Front gate');
		await capture(page).getByLabel('Start time').fill('07:00');
		await capture(page).getByLabel('End time').fill('19:00');
		await page.getByRole('button', { name: 'Save', exact: true }).click();
		await expect(dialog(page)).toHaveCount(0);
		expect(await stored(page, camera.id)).toMatchObject({
			...{ capture_window_start: '12:00', capture_window_end: '00:00' },
			...{ _zone: 'America/New_York', _utcOffset: -300 },
		});

		await page.clock.setFixedTime(new Date('2027-07-19T12:00:00Z'));
		await page.reload();
		await open(page, 'Front gate');
		await expect(capture(page).getByLabel('Start time')).toHaveValue('07:00');
		await expect(capture(page).getByLabel('End time')).toHaveValue('19:00');
		await expect(dialog(page).getByText('Times are in your time zone, America/New York.')).toBeVisible();
	});
});

test('removal asks once and hides the card, and the key stops working', async ({
	signedIn: page,
	server,
}) => {
	const camera = await addCamera(page, server.url, 'Front gate');
	await camera.send();
	// A notice of the shell does not cover the message.
	await page.route('/api/portal', async (route) => {
		const settings = await (await route.fetch()).json();
		await route.fulfill({ json: { ...settings, version: 'another' } });
	});
	await page.goto('/app/devices');
	await open(page, 'Front gate');
	const ask = page.getByRole('alertdialog', { name: 'Remove Front gate?' });
	await page.getByRole('button', { name: 'Remove Device from Account' }).click();
	await expect(ask).toContainText('pictures');
	await ask.getByRole('button', { name: 'Cancel' }).click();
	await expect(ask).toHaveCount(0);
	await expect(page.getByRole('button', { name: 'Remove Device from Account' })).toBeFocused();

	await page.getByRole('button', { name: 'Remove Device from Account' }).click();
	await ask.getByRole('button', { name: 'Remove device' }).click();
	await expect(page.getByRole('status').filter({ hasText: 'Device removed successfully!' })).toBeVisible();
	await expect(page.getByText('No devices available.', { exact: true })).toBeVisible();
	await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
	expect((await post(server.url, camera.key, await jpeg())).status).toBe(401);
	await page.getByRole('button', { name: 'Dismiss' }).click();
	await expect(page.getByText('Device removed successfully!')).toHaveCount(0);
});

test('a replaced key is shown once and can be copied; the old one stops working', async ({
	signedIn: page,
	server,
	account,
	context,
}) => {
	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	await confirm(page, account);
	const camera = await addCamera(page, server.url, 'Front gate');
	await page.goto('/app/devices');
	await open(page, 'Front gate');
	await page.getByRole('button', { name: 'Replace key' }).click();
	await page
		.getByRole('alertdialog', { name: 'Replace the key of Front gate?' })
		.getByRole('button', { name: 'Replace key' })
		.click();
	const section = dialog(page).getByRole('region', { name: 'Device key' });
	const key = String(await section.locator('code').textContent());
	await page.getByRole('button', { name: 'Copy key' }).click();
	await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
	expect((await post(server.url, camera.key, await jpeg())).status).toBe(401);
	expect((await post(server.url, key, await jpeg())).status).toBe(202);

	await page.keyboard.press('Escape');
	await expect(dialog(page)).toHaveCount(0);
	// The picture that was just sent brings a button of its own, which moves the others.
	await expect(page.getByRole('button', { name: 'Zones of Front gate' })).toBeVisible();
	await open(page, 'Front gate');
	await expect(section.locator('code')).toHaveCount(0);
});
