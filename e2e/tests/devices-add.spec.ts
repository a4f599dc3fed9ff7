import { addCamera, claim, jpeg, post } from '../cameras.ts';
import { confirm, expect, test } from '../fixtures.ts';
import { deliver } from '../mail.ts';
import { expectSound } from '../sound.ts';

test('a device is added by its code, and the window notices', async ({ signedIn: page, server }) => {
	await page.goto('/app/devices');
	await page.getByRole('button', { name: 'Add a device' }).click();
	await page.getByRole('button', { name: 'A phone or laptop' }).click();
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

	const camera = await claim(server.url, typed.toLowerCase(), 'Front gate');
	await expect(dialog.getByRole('alert')).toContainText('Front gate is connected');
	await expect(dialog.getByText('Waiting for the first picture ...')).toBeVisible();
	await camera.send();
	await expect(dialog.getByRole('img', { name: 'First picture of Front gate' })).toBeVisible();
	await dialog.getByRole('button', { name: 'Set it up' }).click();
	await expect(page.getByRole('dialog', { name: 'Device Options' }).getByLabel('Description')).toHaveValue(
		'Front gate',
	);
});

test('a camera that mails is added, and its first picture comes while the window waits', async ({
	signedIn: page,
	server,
}) => {
	await page.goto('/app/devices');
	await page.getByRole('button', { name: 'Add a device' }).click();
	const dialog = page.getByRole('dialog', { name: 'Add a device' });
	await dialog.getByRole('button', { name: 'A camera that can mail' }).click();
	await dialog.getByLabel('Description').fill('Front door');
	await dialog.getByRole('button', { name: 'Make its address' }).click();
	const address = dialog.getByText(/^[a-z2-7]{24}@/);
	const first = String(await address.textContent());
	await expect(dialog.getByRole('definition').nth(1)).toHaveText(String(server.smtpPort));
	await deliver(server.smtpPort, { to: first, body: 'This is a test.' });
	await expect(dialog.getByRole('status')).toContainText('A mail without a picture came');
	const picture = (await jpeg()).toString('base64').replace(/.{76}/g, '$&\r\n');
	const head = ['Content-Type: image/jpeg', 'Content-Transfer-Encoding: base64'];
	await deliver(server.smtpPort, { to: first, head, body: picture });
	await expect(dialog.getByRole('img', { name: 'First picture of Front door' })).toBeVisible();
	await dialog.getByRole('button', { name: 'Done' }).click();

	const card = page.getByRole('listitem').filter({ hasText: 'Front door' });
	await expect(card).toContainText('Camera that mails');
	await expect(card).not.toContainText('without a picture');
	await expect(card).toContainText('One picture in the last day');
	await card.getByRole('button', { name: /^Recent captures/ }).click();
	await expect(page.getByRole('figure')).toContainText('Picture came by mail');
	await page.keyboard.press('Escape');

	await card.getByRole('button', { name: /^Device Options/ }).click();
	const options = page.getByRole('dialog', { name: 'Device Options' });
	await expect(options.getByText(first)).toBeVisible();
	await options.getByRole('button', { name: 'New address' }).click();
	await page.getByRole('alertdialog').getByRole('button', { name: 'New address' }).click();
	await expect(options.getByText(first)).toHaveCount(0);
	await expect(options.getByText(/^[a-z2-7]{24}@/)).toBeVisible();
	await expect(deliver(server.smtpPort, { to: first, head, body: picture })).rejects.toThrow('550');
});

test('a program and a bridge get their commands, and a card says what a bridge reports', async ({
	signedIn: page,
	server,
}) => {
	await page.goto('/app/devices');
	await page.getByRole('button', { name: 'Add a device' }).click();
	const dialog = page.getByRole('dialog', { name: 'Add a device' });
	await dialog.getByRole('button', { name: 'A camera in my network' }).click();
	await expect(dialog.getByText(`npm run camera -- --find --url ${server.url}`)).toBeVisible();
	await expect(dialog.getByText('npm run camera -- --config cameras.yaml')).toBeVisible();
	// A bridge asks for the code of one camera after the other.
	const code = dialog.getByText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
	const first = String(await code.textContent());
	await claim(server.url, first.replace('-', ''), 'Porch');
	await expect(dialog.getByText('Porch is connected')).toBeVisible();
	await expect(dialog.getByText('npm run camera -- --config cameras.yaml')).toBeVisible();
	await dialog.getByRole('button', { name: 'Add another camera' }).click();
	await expect(code).toBeVisible();
	expect(await code.textContent()).not.toBe(first);
	await dialog.getByRole('button', { name: 'Another kind of device' }).click();
	await dialog.getByRole('button', { name: 'A program' }).click();
	await dialog.getByLabel('Description').fill('Timelapse');
	await dialog.getByRole('button', { name: 'Make its key' }).click();
	const key = String(await dialog.getByText(/^wwk_\S+$/).textContent());
	await expect(dialog.getByText(/^curl /)).toContainText(key);
	await post(server.url, key, await jpeg());
	await expect(dialog.getByRole('img', { name: 'First picture of Timelapse' })).toBeVisible();
	await dialog.getByRole('button', { name: 'Done' }).click();

	const card = page.getByRole('listitem').filter({ hasText: 'Timelapse' });
	await expect(card).toContainText('Program, with the device key');
	const report = (problem: string | null) =>
		page.request.post('/api/devices/status', {
			headers: { authorization: `Bearer ${key}`, origin: server.url },
			data: { connection: 'rtsp', problem },
		});
	expect((await report('Camera unreachable')).status()).toBe(200);
	await expect(card).toContainText(/Camera unreachable since \d/);
	await expect(card).toContainText('Network camera, RTSP through your bridge');
	await report(null);
	await expect(card).not.toContainText('unreachable');
});

test.describe('for an account in Sydney, in a browser elsewhere', () => {
	test.use({ timezoneId: 'America/New_York' });

	test('a new device watches all day and uses the flashlight at night', async ({
		signedIn: page,
		server,
	}) => {
		const account = { name: 'Robin', zone: 'Australia/Sydney', mail_failures: true, mail_credits: true };
		const headers = { origin: server.url };
		expect((await page.request.put('/api/users/me', { headers, data: account })).status()).toBe(200);
		await page.goto('/app/devices');
		await page.getByRole('button', { name: 'Add a device' }).click();
		await page.getByRole('button', { name: 'A phone or laptop' }).click();
		const code = page.getByText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
		await claim(server.url, String(await code.textContent()));
		await page.getByRole('button', { name: 'Set it up' }).click();
		const options = page.getByRole('dialog', { name: 'Device Options' });
		const times = options.locator('input[type=time]');
		await expect(times).toHaveCount(4);
		const shown = await times.evaluateAll((fields) =>
			fields.map((field) => (field as HTMLInputElement).value),
		);
		expect(shown).toEqual(['00:00', '23:59', '18:00', '06:00']);
	});
});

test('a code that has run out is replaced by a new one', async ({ signedIn: page, server }) => {
	await addCamera(page, server.url, 'Front gate');
	await page.clock.install();
	await page.goto('/app/devices');
	await page.getByRole('button', { name: 'Add a device' }).click();
	await page.getByRole('button', { name: 'A phone or laptop' }).click();
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

test('the screen and its dialogs are accessible, empty and full', async ({
	signedIn: page,
	server,
	account,
}) => {
	await confirm(page, account);
	test.setTimeout(180_000);
	await page.goto('/app/devices');
	await expect(page.getByText('No devices available.')).toBeVisible();
	await expectSound(page);
	await page.getByRole('button', { name: 'Add a device' }).click();
	await expect(page.getByRole('button', { name: 'A program' })).toBeVisible();
	await expectSound(page);
	await page.getByRole('button', { name: 'A phone or laptop' }).click();
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
	await expect(times.first()).toBeVisible();
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
