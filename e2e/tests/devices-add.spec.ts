import { addCamera, claim } from '../cameras.ts';
import { expect, test } from '../fixtures.ts';
import { expectSound } from '../sound.ts';

test('a device is added by its code, and the window notices', async ({ signedIn: page, server }) => {
	await page.goto('/app/devices');
	await page.getByRole('button', { name: 'Add a device' }).click();
	const dialog = page.getByRole('dialog', { name: 'Add a device' });
	const code = dialog.getByText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
	await expect(code).toBeVisible();
	await expect(dialog.getByRole('timer')).toHaveText(/^(10:00|9:\d\d)$/);
	const qr = dialog.getByRole('img', { name: /^QR code/ });
	await expect(qr).toBeVisible();
	expect(
		await qr.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
	).toBeGreaterThan(0);
	const typed = String(await code.textContent());
	await expect(dialog.getByRole('link', { name: 'Use this device as the camera' })).toHaveAttribute(
		'href',
		`/camera?code=${typed.replace('-', '')}`,
	);

	await claim(server.url, typed.toLowerCase(), 'Front gate');
	await expect(dialog.getByRole('alert')).toContainText('Front gate is connected');
	await dialog.getByRole('button', { name: 'Set it up' }).click();
	await expect(page.getByRole('dialog', { name: 'Device Options' }).getByLabel('Description')).toHaveValue(
		'Front gate',
	);
});

test('a code that has run out is replaced by a new one', async ({ signedIn: page, server }) => {
	await addCamera(page, server.url, 'Front gate');
	await page.clock.install();
	await page.goto('/app/devices');
	await page.getByRole('button', { name: 'Add a device' }).click();
	const code = page.getByText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
	const first = String(await code.textContent());
	await page.clock.fastForward('09:00');
	await expect(page.getByRole('timer')).toHaveText(/^(1:00|0:5\d)$/);
	await expect(code).toHaveText(first);
	await page.clock.fastForward('01:30');
	await expect(code).not.toHaveText(first);
	await expect(page.getByRole('timer')).toHaveText(/^(10:00|9:\d\d)$/);
	await claim(server.url, String(await code.textContent()));
	await expect(page.getByRole('alert')).toContainText('Your camera is connected');
	await page.getByRole('button', { name: 'Done' }).click();
	await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('without a code it says so and can be tried again', async ({ signedIn: page }) => {
	await page.route('/api/devices/pairings', (route) =>
		route.fulfill({ status: 429, json: { error: { code: 'resource-exhausted', message: '' } } }),
	);
	await page.goto('/app/devices');
	await page.getByRole('button', { name: 'Add a device' }).click();
	await expect(page.getByRole('alert')).toContainText('You asked for many codes in a short time.');
	await page.unroute('/api/devices/pairings');
	await page.getByRole('button', { name: 'Try again' }).click();
	await expect(page.getByRole('timer')).toBeVisible();
});

test('the screen and its windows are sound, empty and full', async ({ signedIn: page, server }) => {
	test.setTimeout(180_000);
	await page.goto('/app/devices');
	await expect(page.getByText('No devices available.')).toBeVisible();
	await expectSound(page);
	await page.getByRole('button', { name: 'Add a device' }).click();
	await expect(page.getByRole('timer')).toBeVisible();
	await expectSound(page);
	await page.keyboard.press('Escape');

	const camera = await addCamera(page, server.url, 'Front gate with a rather long description of it');
	await addCamera(page, server.url);
	await camera.send();
	await camera.send();
	await page.clock.install({ time: Date.now() + 30 * 60_000 });
	await page.goto('/app/devices');
	await expect(page.getByRole('img', { name: /^Latest capture/ })).toBeVisible();
	await expectSound(page);

	await page.getByRole('button', { name: /^Recent captures of/ }).click();
	await expect(page.getByRole('figure').getByRole('img')).toBeVisible();
	await expectSound(page);
	await page.keyboard.press('Escape');

	await page.getByRole('button', { name: /^Device Options of Front gate/ }).click();
	const times = page.getByRole('dialog').getByLabel(/time$/);
	for (const time of await times.all()) await time.fill('07:00');
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	await expect(page.getByRole('alert')).toHaveCount(2);
	await expectSound(page);
	await page.getByRole('button', { name: 'Replace key' }).click();
	await expectSound(page);
	await page.getByRole('alertdialog').getByRole('button', { name: 'Replace key' }).click();
	await expect(page.getByRole('button', { name: 'Copy key' })).toBeVisible();
	await expectSound(page);
});
