import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Page, Request } from '@playwright/test';
import type { Capture } from '@watchword/contract/device';
import { startPairing } from '../cameras.ts';
import { type Account, confirm, test as customers, expect } from '../fixtures.ts';
import { expectSound } from '../sound.ts';

const test = customers.extend<{ camera: Page; owner: ReturnType<typeof ownerOf> }>({
	owner: ({ signedIn, server, account }, use) => use(ownerOf(signedIn, server.url, account)),
	/** A phone: another browser, in which nobody is signed in. */
	camera: async ({ browser, server }, use) => {
		const context = await browser.newContext({
			baseURL: server.url,
			permissions: ['camera'],
			locale: 'en-US',
		});
		await use(await context.newPage());
		await context.close();
	},
});

/** What the customer does in the portal, without its screens. */
function ownerOf(page: Page, url: string, account: Pick<Account, 'password'>) {
	return {
		code: () => startPairing(page, url),
		async devices(): Promise<{ id: string; desc: string }[]> {
			return (await (await page.request.get('/api/devices')).json()).items;
		},
		async captures(deviceId: string | undefined): Promise<Pick<Capture, 'id' | 'reason' | 'frames'>[]> {
			return (await (await page.request.get(`/api/devices/${deviceId}/captures`)).json()).items;
		},
		async setWindow(deviceId: string | undefined, start: string, end: string) {
			const windows = { capture_window_start: start, capture_window_end: end };
			const light = { light_window_start: '18:00', light_window_end: '06:00' };
			const data = { desc: 'Gate', ...windows, ...light };
			expect((await page.request.put(`/api/devices/${deviceId}`, { data })).status()).toBe(200);
		},
		async replaceKey(deviceId: string | undefined) {
			await confirm(page, account);
			await page.request.post(`/api/devices/${deviceId}/key`, { data: {} });
		},
	};
}

const title = (page: Page) => page.getByRole('status').locator('p').first();
const captureNow = (page: Page) => page.getByRole('button', { name: 'Capture now' });
const isCapture = (request: Request) =>
	request.method() === 'POST' && request.url().endsWith('/api/captures');
const hour = (offset: number) => `${String((new Date().getUTCHours() + offset) % 24).padStart(2, '0')}:00`;

/** Opens the scanned link. A page that was only opened pairs nothing. */
async function scan(owner: ReturnType<typeof ownerOf>, camera: Page) {
	await camera.goto(`/camera?code=${await owner.code()}`);
	await camera.getByRole('button', { name: 'Pair this camera' }).click();
}

async function pair(owner: ReturnType<typeof ownerOf>, camera: Page) {
	await scan(owner, camera);
	await expect(title(camera)).toHaveText('Watching');
	const [device] = await owner.devices();
	return device?.id;
}

test('sends when something changes, with as many pictures of the moment as an automation wants', async ({
	owner,
	camera,
	signedIn,
	server,
}) => {
	const deviceId = await pair(owner, camera);
	await expect.poll(async () => (await owner.captures(deviceId))[0]?.reason).toBe('interval');
	const data = { _triggerType: 'capture', trigger_device_deviceID: deviceId, _burst: 2 };
	const headers = { origin: server.url };
	expect((await signedIn.request.post('/api/automations', { headers, data })).status()).toBe(200);
	// The answer to a capture tells the camera what is wanted.
	await captureNow(camera).click();
	await expect
		.poll(async () => (await owner.captures(deviceId)).map(({ reason }) => reason))
		.toContain('button');
	await camera.getByLabel('How often').selectOption('300');
	await camera.getByLabel('Also when something changes').check();
	const changed = async () =>
		(await owner.captures(deviceId)).find(({ reason }) => reason === 'change')?.frames.length;
	await expect.poll(changed).toBe(1);
	await camera.reload();
	await expect(camera.getByLabel('Also when something changes')).toBeChecked();
	const [device] = (await (await signedIn.request.get('/api/devices')).json()).items;
	expect(device).toMatchObject({ connection: 'browser', problem: null });
});

test('a scanned link pairs, watches and sends, and the code leaves the address', async ({
	owner,
	camera,
}) => {
	const deviceId = await pair(owner, camera);
	await expect(camera).toHaveURL('/camera');
	await expect(camera.getByText(/^Next picture in \d+ s$/)).toBeVisible();
	await expect(camera.getByRole('listitem')).toHaveCount(1);
	await expect.poll(async () => (await owner.captures(deviceId)).length).toBe(1);
	await captureNow(camera).click();
	await expect(camera.getByRole('listitem')).toHaveCount(2);
	await expect.poll(async () => (await owner.captures(deviceId)).length).toBe(2);

	// It stays a camera without the link, and remembers what it sent.
	await camera.getByLabel('How often').selectOption('Every 5 min');
	await camera.reload();
	await expect(title(camera)).toHaveText('Watching');
	await expect(camera.getByLabel('How often')).toHaveValue('300');
	await expect(camera.getByRole('listitem')).toHaveCount(3);
});

test('a picture that cannot be sent survives a reload, and arrives once', async ({ owner, camera }) => {
	const deviceId = await pair(owner, camera);
	await expect(camera.getByRole('listitem')).toHaveCount(1);
	const ids = new Set<string>();
	camera.on('request', (request) => {
		if (isCapture(request)) ids.add(String(request.headers()['x-capture-id']));
	});
	let lost = 0;
	await camera.route('**/api/captures', async (route) => {
		// The first one arrives, but its answer does not come back.
		if (lost++ === 0) await route.fetch();
		await route.abort('internetdisconnected');
	});
	await captureNow(camera).click();
	await expect(title(camera)).toHaveText('Not connected');
	await captureNow(camera).click();
	await expect(camera.getByText('2 pictures wait to be sent.')).toBeVisible();
	await camera.reload();
	// Two from before, and the one taken at the start.
	await expect(camera.getByText('3 pictures wait to be sent.')).toBeVisible();

	await camera.unroute('**/api/captures');
	const sendNow = camera.getByRole('button', { name: 'Send now' });
	await expect(async () => {
		// The page may try again by itself before the button is pressed; then the button is gone.
		if (await sendNow.isVisible()) await sendNow.click({ timeout: 5000 });
		await expect(title(camera)).toHaveText('Watching', { timeout: 5000 });
	}).toPass();
	await expect(camera.getByText('wait to be sent')).toHaveCount(0);
	await expect.poll(async () => (await owner.captures(deviceId)).length).toBe(4);
	expect(ids.size).toBe(3);
});

test('when the network is back, pictures are sent without any action', async ({ owner, camera }) => {
	const deviceId = await pair(owner, camera);
	await expect(camera.getByRole('listitem')).toHaveCount(1);
	await camera.context().setOffline(true);
	await captureNow(camera).click();
	await expect(camera.getByText('1 picture waits to be sent.')).toBeVisible();
	await camera.context().setOffline(false);
	await expect(camera.getByText('waits to be sent')).toHaveCount(0);
	expect(await owner.captures(deviceId)).toHaveLength(2);
});

test('when its key was replaced it asks to be paired again, and loses nothing', async ({ owner, camera }) => {
	const deviceId = await pair(owner, camera);
	await expect(camera.getByRole('listitem')).toHaveCount(1);
	await owner.replaceKey(deviceId);
	await captureNow(camera).click();
	await expect(camera.getByRole('heading', { level: 1 })).toHaveText('Pair this camera again');
	await expect(camera.getByRole('alert')).toContainText('not paired any more');
	await expect(camera.getByText('One unsent picture is kept here')).toBeVisible();
	await camera.getByLabel('Pairing code').fill(await owner.code());
	await camera.getByRole('button', { name: 'Pair this camera' }).click();
	await expect(title(camera)).toHaveText('Watching');
	const again = (await owner.devices()).find(({ id }) => id !== deviceId);
	await expect.poll(async () => (await owner.captures(again?.id)).length).toBeGreaterThanOrEqual(2);
});

test('what was taken for one account is never sent to another, and the interval stays', async ({
	owner,
	camera,
	server,
	browser,
}) => {
	const deviceId = await pair(owner, camera);
	await expect(camera.getByRole('listitem')).toHaveCount(1);
	await camera.route('**/api/captures', (route) => route.abort('internetdisconnected'));
	await camera.getByLabel('How often').selectOption('Every 5 min');
	await captureNow(camera).click();
	await expect(camera.getByText(/pictures? waits? to be sent/)).toBeVisible();
	await owner.replaceKey(deviceId);
	await camera.unroute('**/api/captures');
	// It tries again by itself, and hears that its key is not valid any more.
	await expect(camera.getByText(/Paired with another account, it deletes (it|them)\./)).toBeVisible();

	const email = `${randomUUID()}@example.com`;
	const password = `pass-${randomUUID()}`;
	await server.admin('user', 'add', '--email', email, '--name', 'Sam', '--password', password);
	const other = await browser.newContext({ baseURL: server.url });
	try {
		const page = await other.newPage();
		await page.request.post('/api/auth/sign-in/email', { data: { email, password } });
		const stranger = ownerOf(page, server.url, { password });
		const sent: string[] = [];
		camera.on('request', (request) => {
			if (isCapture(request)) sent.push(String(request.headers()['x-captured-at']));
		});
		const pairedAt = Date.now();
		await camera.getByLabel('Pairing code').fill(await stranger.code());
		await camera.getByRole('button', { name: 'Pair this camera' }).click();
		await expect(title(camera)).toHaveText('Watching');
		await expect(camera.getByLabel('How often')).toHaveValue('300');
		const [device] = await stranger.devices();
		await expect.poll(async () => (await stranger.captures(device?.id)).length).toBe(1);
		expect(sent.filter((at) => Date.parse(at) < pairedAt)).toEqual([]);
	} finally {
		await other.close();
	}
});

test('it opens without a network, goes on taking pictures and sends them later', async ({
	owner,
	camera,
}) => {
	const deviceId = await pair(owner, camera);
	await expect(camera.getByRole('listitem')).toHaveCount(1);
	await camera.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active?.state));
	// A proxy answers while the server restarts.
	let refused = 0;
	await camera.context().route('**/camera', (route) => {
		refused += 1;
		return route.fulfill({ status: 502, body: 'Bad gateway' });
	});
	await camera.reload();
	await expect(captureNow(camera)).toBeVisible();
	expect(refused).toBe(1);
	await camera.context().setOffline(true);
	await camera.reload();
	await expect(captureNow(camera)).toBeVisible();
	await captureNow(camera).click();
	await expect(camera.getByText(/pictures? waits? to be sent/)).toBeVisible();
	await camera.context().setOffline(false);
	await expect(camera.getByText('to be sent')).toHaveCount(0);
	expect((await owner.captures(deviceId)).length).toBeGreaterThanOrEqual(2);
});

test('outside its window the camera is off', async ({ owner, camera }) => {
	const deviceId = await pair(owner, camera);
	await expect(camera.getByRole('listitem')).toHaveCount(1);
	await owner.setWindow(deviceId, hour(3), hour(5));
	let sent = 0;
	camera.on('request', (request) => {
		if (isCapture(request)) sent += 1;
	});
	await camera.clock.install();
	await camera.reload();
	await expect(title(camera)).toHaveText(/^Resting until \d+:\d\d [AP]M$/);
	await expect(captureNow(camera)).toBeDisabled();
	await camera.clock.fastForward('02:00');
	const live = await camera.locator('video').evaluate((video: HTMLVideoElement) => {
		const stream = video.srcObject as MediaStream | null;
		return stream?.getTracks().some((track) => track.readyState === 'live') ?? false;
	});
	expect(live, 'the camera is switched off').toBe(false);
	expect(sent).toBe(0);
	await owner.setWindow(deviceId, '00:00', '23:59');
	await camera.reload();
	await expect(title(camera)).toHaveText('Watching');
	// What was taken meanwhile would have been kept and sent now.
	await expect.poll(async () => (await owner.captures(deviceId)).length).toBe(2);
	expect(sent).toBe(1);
});

const ICON = fileURLToPath(new URL('../../portal/public/icons/icon-512.png', import.meta.url));

test('on an insecure page the phone takes single photos', async ({ owner, camera }) => {
	// A browser does not offer this on a page over plain http.
	await camera.addInitScript(() => {
		Object.defineProperty(Navigator.prototype, 'mediaDevices', { value: undefined });
		Object.defineProperty(Navigator.prototype, 'wakeLock', { value: undefined });
		Object.defineProperty(Crypto.prototype, 'randomUUID', { value: undefined });
	});
	await scan(owner, camera);
	await expect(title(camera)).toHaveText('Ready for single photos');
	const chooser = camera.waitForEvent('filechooser');
	await camera.getByRole('button', { name: 'Take a photo' }).click();
	await (await chooser).setFiles(ICON);
	await expect(camera.getByRole('listitem')).toHaveCount(1);
	const [device] = await owner.devices();
	expect(await owner.captures(device?.id)).toHaveLength(1);
	await camera.getByLabel('Photo', { exact: true }).setInputFiles({
		name: 'photo.jpg',
		mimeType: 'image/jpeg',
		buffer: Buffer.from('not a picture'),
	});
	await expect(camera.getByRole('alert')).toHaveText('This photo cannot be read. Please take another one.');
});

test('it can be installed as an app of its own', async ({ page }) => {
	await page.goto('/camera');
	const link = page.locator('link[rel=manifest]');
	await expect(link).toHaveAttribute('href', '/camera.webmanifest');
	for (const path of ['/manifest.webmanifest', '/camera.webmanifest']) {
		const answer = await page.request.get(path);
		expect(answer.headers()['content-type']).toContain('application/manifest+json');
		for (const { src, sizes, type } of (await answer.json()).icons) {
			const icon = await page.request.get(src);
			expect(icon.headers()['content-type'], src).toContain(type);
			if (type !== 'image/png') continue;
			const bytes = await icon.body();
			expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
		}
	}
});

test('every state is accessible', async ({ owner, camera }) => {
	await camera.goto('/camera');
	await camera.getByRole('button', { name: 'Pair this camera' }).click();
	await expectSound(camera);
	await camera.getByLabel('Pairing code').fill(await owner.code());
	await camera.getByRole('button', { name: 'Pair this camera' }).click();
	await expect(camera.getByRole('listitem')).toHaveCount(1);
	await expectSound(camera);
	const [device] = await owner.devices();
	await camera.route('**/api/captures', (route) => route.abort());
	await captureNow(camera).click();
	await expect(title(camera)).toHaveText('Not connected');
	await expectSound(camera);
	await owner.setWindow(device?.id, hour(3), hour(5));
	await camera.reload();
	await expect(title(camera)).toHaveText(/^Resting/);
	await expectSound(camera);
	await owner.replaceKey(device?.id);
	await camera.reload();
	await expect(camera.getByText('not paired any more')).toBeVisible();
	await expectSound(camera);
});
