import { createHash, X509Certificate } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type Page, test } from '@playwright/test';
import { TOURS } from '@watchword/contract/constants';
import { drawScene } from '../../scenes/src/scene.ts';
import { PushService } from '../../server/src/testing/push-service.ts';
import { expectFirstSteps } from '../first-steps.ts';
import { expect } from '../fixtures.ts';
import { subscribeAt } from '../push.ts';
import { RunningServer } from '../server.ts';

/** What makes Chromium trust an authority: the hash of its key. */
async function keyHash(server: RunningServer): Promise<string> {
	const { publicKey } = new X509Certificate(await readFile(join(server.dataDir, 'lan', 'authority.pem')));
	return createHash('sha256')
		.update(publicKey.export({ type: 'spki', format: 'der' }))
		.digest('base64');
}

/** The film that the phone's camera shows: somebody at the door. */
async function filmOf(server: RunningServer): Promise<string> {
	const film = join(server.dataDir, 'door.mjpeg');
	const at = new Date(2026, 4, 12, 13, 0, 7);
	await writeFile(
		film,
		await drawScene({ place: 'porch', at, who: ['person'], seed: 'demo', weather: 'clear' }),
	);
	return film;
}

/** Whether the worker that shows messages can be registered at the address of the page. */
const registers = (page: Page) =>
	page.evaluate(() =>
		navigator.serviceWorker.register('/push-worker.js', { scope: '/app/' }).then(
			(registration) => registration.pushManager.permissionState({ userVisibleOnly: true }),
			(error: Error) => error.name,
		),
	);

test('the five steps of the README lead from nothing to an alert on a phone', async ({
	playwright,
	launchOptions,
	browser: doubtful,
}, info) => {
	const began = performance.now();
	const passed: string[] = [];
	const note = (what: string) => passed.push(`${what} ${Math.round(performance.now() - began)} ms`);

	// 1. Get it and start it.
	const server = await RunningServer.start({}, ['--lan']);
	const service = await PushService.start();
	let browser: Browser | null = null;
	try {
		note('started');
		browser = await playwright.chromium.launch({
			...launchOptions,
			args: [
				...(launchOptions.args ?? []),
				`--ignore-certificate-errors-spki-list=${await keyHash(server)}`,
				`--use-file-for-fake-video-capture=${await filmOf(server)}`,
			],
		});

		// 2. Open the link.
		const laptop = await (await browser.newContext({ baseURL: server.url, locale: 'en-US' })).newPage();
		await laptop.goto(server.demoLink);
		await laptop.evaluate(
			(tours) => {
				const headers = { 'content-type': 'application/json' };
				const seen = (tour: string) =>
					fetch('/api/users/me/tours', { method: 'POST', headers, body: JSON.stringify({ tour }) });
				return Promise.all(tours.map(seen));
			},
			[...TOURS],
		);
		await laptop.goto('/app/dashboard');
		await expectFirstSteps(laptop);
		note('opened');

		// 3. Scan the QR code with the phone. One that does not trust the server yet is told how to.
		if (server.trustPage) {
			const stranger = await (await doubtful.newContext()).newPage();
			await stranger.goto(server.trustPage);
			await expect(stranger.getByRole('status')).toContainText('Not trusted yet.');
			await stranger.context().close();
		}
		// A certificate that was only clicked through is not enough.
		const clicked = await doubtful.newContext({ baseURL: server.url, ignoreHTTPSErrors: true });
		const through = await clicked.newPage();
		await through.goto('/signin');
		expect(await registers(through)).toBe('SecurityError');
		await clicked.close();

		const phone = await (
			await browser.newContext({
				...playwright.devices['Pixel 7'],
				baseURL: server.url,
				locale: 'en-US',
				permissions: ['camera', 'notifications'],
			})
		).newPage();
		if (server.trustPage) {
			await phone.goto(server.trustPage);
			await expect(phone).toHaveURL(`${server.url}/`);
		}
		await laptop.goto('/app/devices');
		await laptop.getByRole('button', { name: 'Add a device' }).click();
		await laptop.getByRole('button', { name: 'A phone or laptop' }).click();
		const dialog = laptop.getByRole('dialog', { name: 'Add a device' });
		const code = await dialog.getByText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/).textContent();
		const camera = await phone.context().newPage();
		const page = `/camera?code=${code?.replace('-', '')}`;
		await camera.goto(server.trustPage ? `${server.trustPage}/?to=${encodeURIComponent(page)}` : page);
		await camera.getByRole('button', { name: 'Pair this camera' }).click();
		await expect(camera.getByRole('status').locator('p').first()).toHaveText('Watching');
		await expect(dialog.getByRole('img', { name: /^First picture of/ })).toBeVisible();
		await dialog.getByRole('button', { name: 'Done' }).click();
		note('camera');

		// 4. Choose a template.
		await laptop.goto('/app/automations');
		await laptop.getByRole('button', { name: 'New automation' }).click();
		await laptop.getByRole('button', { name: /^Somebody at the door/ }).click();
		await expect(laptop.getByRole('heading', { level: 2 })).toContainText('Somebody at the door');
		await expect(laptop.getByLabel('Push message to me')).toBeChecked();
		note('template');

		// 5. Allow notifications. The browser and its worker are real; only the push service of its maker is played here.
		const { email, password } = JSON.parse(await readFile(join(server.dataDir, 'demo.json'), 'utf8'));
		const told = service.subscribe();
		await subscribeAt(phone, told.subscription);
		await phone.goto('/signin');
		expect(await registers(phone)).toBe('granted');
		await phone.getByLabel('Email').fill(email);
		await phone.getByLabel('Password', { exact: true }).fill(password);
		await phone.getByRole('button', { name: 'Sign In', exact: true }).click();
		await expect(phone).toHaveURL(/\/app\//);
		await phone.goto('/app/account#notifications');
		await phone.getByRole('button', { name: 'Notify this phone' }).click();
		await expect(phone.getByText(/^On\. When you sign out/)).toBeVisible();
		note('notifications');

		await camera.bringToFront();
		const sent = camera.waitForRequest((request) => request.url().endsWith('/api/captures'));
		await camera.getByRole('button', { name: 'Capture now' }).click();
		await sent;
		const captured = Date.now();
		const [message] = await told.messages(1);
		note('told');
		expect(message).toMatchObject({ title: 'Somebody at the door', body: expect.stringContaining('person') });
		expect(message?.picture).toMatch(/^\/v0\//);
		passed.push(`from the capture to the push message ${(told.pushed[0]?.at ?? 0) - captured} ms`);

		await laptop.bringToFront();
		await laptop.goto('/app/dashboard');
		await expect(laptop.getByText('First steps')).toHaveCount(0);
	} finally {
		info.annotations.push({ type: 'time', description: passed.join(', ') });
		await browser?.close();
		await service.stop();
		await server.stop();
	}
});
