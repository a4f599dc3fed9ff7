import { claim, jpeg, post } from '../cameras.ts';
import { expect, test } from '../fixtures.ts';
import { deliver } from '../mail.ts';

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
	await page.getByRole('dialog').getByLabel('Description').fill('Back gate');
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	await expect(page.getByRole('status').filter({ hasText: 'Changes saved.' })).toBeVisible();
	await expect(page.getByRole('heading', { name: 'Back gate' })).toBeVisible();
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
