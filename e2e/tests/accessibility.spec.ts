import type { Page } from '@playwright/test';
import { addCamera, jpeg } from '../cameras.ts';
import { arrived, complaints } from '../complaints.ts';
import { expect, test } from '../fixtures.ts';
import { expectSound, expectSoundEverywhere } from '../sound.ts';

const SIGNED_IN = [
	'dashboard',
	'devices',
	'automations',
	'automations/aaaaaaaaaaaaaaaaaaaa',
	'runs',
	'billing',
	'paymentsuccess',
	'account',
	'help',
	'files',
	'nothing',
].map((screen) => `/app/${screen}`);

// Each of these walks through many screens.

test('the screens of visitors are sound, and cause no error or warning in the console', async ({ page }) => {
	const heard = complaints(page);
	const sound = (path: string) =>
		test.step(path, async () => {
			await arrived(page, path);
			await expectSoundEverywhere(page);
		});
	await arrived(page, '/camera');
	for (const path of ['/', '/signin', '/resetpassword', '/resetpassword/confirm']) await sound(path);
	expect(heard).toEqual([]);
	for (const path of ['/resetpassword/confirm?token=x', '/nothing']) await sound(path);

	await page.goto('/signin');
	await page.getByLabel('Email', { exact: true }).fill('nobody@example.com');
	await page.getByLabel('Password', { exact: true }).fill('not the password');
	await page.getByRole('button', { name: 'Sign In', exact: true }).click();
	await expect(page.getByRole('alert')).toBeVisible();
	await page.getByLabel('Email', { exact: true }).fill('');
	await expectSound(page);
});

test('the signed-in screens are sound', async ({ signedIn: page }) => {
	for (const path of SIGNED_IN) {
		await test.step(path, async () => {
			await page.goto(path);
			await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
			await expect(page.getByText('Loading...')).toHaveCount(0);
			expect(await shifted(page), 'how much of the screen moved while it came').toBeLessThan(0.05);
			await expectSoundEverywhere(page);
		});
	}
	await page.getByRole('button', { name: /^Account menu of/ }).click();
	await expectSound(page);
	await page.keyboard.press('Escape');
	await page.setViewportSize({ width: 390, height: 844 });
	await page.getByRole('button', { name: 'Open sidebar' }).click();
	await expectSound(page);
});

test('with forced colours one still sees buttons, what is chosen and what a colour stands for', async ({
	signedIn: page,
	server,
}) => {
	const camera = await addCamera(page, server.url, 'Gate');
	await camera.send(await jpeg());
	await page.emulateMedia({ forcedColors: 'active' });
	await page.goto('/app/devices');
	await expect(page.locator('[title$="one picture"] > span')).toHaveCSS('forced-color-adjust', 'none');
	await expect(page.getByRole('button', { name: 'Add a device' })).toHaveCSS('border-top-width', '1px');

	await page.goto('/app/dashboard');
	const frame = (name: string) => page.locator('label', { hasText: name });
	await expect(frame('At home')).toHaveCSS('border-top-width', '3px');
	await expect(frame('Away')).toHaveCSS('border-top-width', '0px');
	await page.getByRole('link', { name: 'Runs', exact: true }).click();
	await expect(page.getByRole('link', { name: 'Runs', exact: true })).toHaveCSS('border-top-width', '3px');
});

/** The layout shift that the browser has measured since the page was opened. */
const shifted = (page: Page) =>
	page.evaluate(
		() =>
			new Promise<number>((resolve) => {
				new PerformanceObserver((list) => {
					const entries = list.getEntries() as (PerformanceEntry & { value: number })[];
					resolve(entries.reduce((sum, { value }) => sum + value, 0));
				}).observe({ type: 'layout-shift', buffered: true });
				// Without a shift, the browser reports nothing.
				requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
			}),
	);
