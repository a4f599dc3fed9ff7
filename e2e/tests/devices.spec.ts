import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { openEmbedded } from '../../server/src/adapters/database/pglite.ts';
import { addCamera, blackJpeg, brokenPng, jpeg } from '../cameras.ts';
import { expect, test } from '../fixtures.ts';
import { RunningServer } from '../server.ts';

const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const picture = (within: Locator) => within.getByRole('img', { name: /^Latest capture of / });

test('a new device says what is still missing', async ({ signedIn: page, server }) => {
	await addCamera(page, server.url);
	await page.goto('/app/devices');
	const only = page.getByRole('main').getByRole('listitem');
	await expect(only.getByRole('heading', { name: 'No description available', exact: true })).toBeVisible();
	await expect(only.getByText('No timestamp available', { exact: true })).toBeVisible();
	await expect(only.getByText('No picture yet.')).toBeVisible();
	await expect(only.getByText('Not seen yet, last contact just now')).toBeVisible();

	// Many are searched by name.
	await page.route('/api/devices', async (route) => {
		const [device] = (await (await route.fetch()).json()).items;
		const items = Array.from({ length: 12 }, (_, n) => ({ ...device, id: `${n}`, desc: `Gate ${n}` }));
		await route.fulfill({ json: { items, next: null } });
	});
	await page.reload();
	await page.getByLabel('Search devices').fill('11 gate');
	await expect(page.getByText('1 of 12 devices')).toBeVisible();
	await expect(only.getByRole('heading')).toHaveText(['Gate 11']);
	await page.getByLabel('Search devices').fill('barn');
	await expect(page.getByText('No device is called that.')).toBeVisible();
});

test('a capture appears by itself, with its time in words and exact', async ({ signedIn: page, server }) => {
	const camera = await addCamera(page, server.url, 'Front gate');
	await page.goto('/app/devices');
	const gate = card(page, 'Front gate');
	await expect(gate.getByText('No timestamp available')).toBeVisible();

	const takenAt = new Date(Date.now() - 2 * 3600_000 - 60_000);
	const asked = page.waitForRequest(/\/v0\/b\/\w+\/o\/[^?]+$/);
	await camera.send(await jpeg(), { 'x-captured-at': takenAt.toISOString() });
	const metadata = await asked;
	expect(metadata.headers()['x-firebase-appcheck']).toBe('watchword-portal');
	expect((await (await metadata.response())?.json())?.timeCreated).toBe(takenAt.toISOString());
	await expect(picture(gate)).toBeVisible();
	await expect(gate.getByText('Captured 2 hours ago')).toBeVisible();
	const exact = gate.getByText('2 hours ago', { exact: true }).first();
	await expect(exact).toHaveAttribute('datetime', takenAt.toISOString());
	await expect(exact).toHaveAttribute('title', new RegExp(String(takenAt.getFullYear())));
	await expect(gate.getByText('Last seen 2 hours ago, last contact just now')).toBeVisible();
});

test('the next capture replaces the picture without a blank frame', async ({ signedIn: page, server }) => {
	const camera = await addCamera(page, server.url, 'Front gate');
	await camera.send(await jpeg('#3a6b52'));
	await page.goto('/app/devices');
	const shown = picture(card(page, 'Front gate'));
	await expect(shown).toBeVisible();
	const before = await shown.getAttribute('src');
	await page.evaluate(() => {
		const watch = () => {
			const images = [...document.querySelectorAll<HTMLImageElement>('main li img')];
			if (!images.some((image) => image.complete && image.naturalWidth > 0)) document.title = 'flickered';
			requestAnimationFrame(watch);
		};
		watch();
	});
	await camera.send(await jpeg('#804020'));
	await expect(shown).not.toHaveAttribute('src', String(before));
	await expect(page).not.toHaveTitle('flickered');
});

test('the place of a picture has its final size before the picture loads', async ({
	signedIn: page,
	server,
}) => {
	const camera = await addCamera(page, server.url, 'Front gate');
	await camera.send(await jpeg('#3a6b52', 1600, 500));
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	await page.route('**/v0/b/**', async (route) => {
		await released;
		await route.continue();
	});
	await page.goto('/app/devices');
	const gate = card(page, 'Front gate');
	await expect(gate.getByText('Loading...')).toBeAttached();
	const before = await gate.boundingBox();
	release();
	await expect(picture(gate)).toBeVisible();
	expect(await gate.boundingBox()).toEqual(before);
	await expect(picture(gate)).toHaveCSS('object-fit', 'cover');
});

test('a picture taken upright is shown whole', async ({ signedIn: page, server }) => {
	const camera = await addCamera(page, server.url, 'Front gate');
	await camera.send(await jpeg('#3a6b52', 480, 640));
	await page.goto('/app/devices');
	await expect(picture(card(page, 'Front gate'))).toHaveCSS('object-fit', 'contain');
});

test('a broken capture says so in the place of the picture', async ({ signedIn: page, server }) => {
	const camera = await addCamera(page, server.url, 'Front gate');
	await page.goto('/app/devices');
	await camera.send(await brokenPng(), { 'content-type': 'image/png' });
	const gate = card(page, 'Front gate');
	await expect(gate.getByText('The camera or its connection may be broken.', { exact: false })).toBeVisible();
	await expect(gate.getByText('No timestamp available')).toBeVisible();
	await camera.send();
	await expect(picture(gate)).toBeVisible();
});

test('a black capture is shown, and the card says that the camera may be covered', async ({
	signedIn: page,
	server,
}) => {
	const camera = await addCamera(page, server.url, 'Front gate');
	await page.goto('/app/devices');
	await camera.send(await blackJpeg());
	const gate = card(page, 'Front gate');
	const note = gate.getByText('The picture is black. The camera may be covered or broken', { exact: false });
	await expect(note).toBeVisible();
	await expect(picture(gate)).toBeVisible();
	await camera.send();
	await expect(note).toHaveCount(0);
});

test('a picture that cannot be read says why and can be tried again', async ({ signedIn: page, server }) => {
	const camera = await addCamera(page, server.url, 'Front gate');
	await camera.send();
	const metadata = (url: URL) => url.pathname.startsWith('/v0/b/') && !url.searchParams.has('alt');
	await page.route(metadata, (route) => route.fulfill({ status: 404, body: 'gone' }));
	await page.goto('/app/devices');
	const gate = card(page, 'Front gate');
	await expect(gate.getByText('The picture could not be loaded. Object does not exist')).toBeVisible();
	await page.unroute(metadata);
	await gate.getByRole('button', { name: 'Try again' }).click();
	await expect(picture(gate)).toBeVisible();
});

test('a temporary failure of the storage is retried', async ({ signedIn: page, server }) => {
	const camera = await addCamera(page, server.url, 'Front gate');
	await camera.send();
	let asked = 0;
	await page.route(/\/v0\/b\/[^?]+$/, async (route) => {
		asked += 1;
		if (asked > 1) return route.continue();
		expect(route.request().headers()['x-firebase-gmpid']).toBe('watchword-portal');
		return route.fulfill({ status: 503 });
	});
	await page.goto('/app/devices');
	await expect(picture(card(page, 'Front gate'))).toBeVisible();
	expect(asked).toBe(2);
});

test('a camera that is silent inside its window is pointed out, outside it is not', async ({
	signedIn: page,
	server,
}) => {
	const now = Date.now();
	const time = (hours: number) => new Date(now + hours * 3600_000).toISOString().slice(11, 16);
	const watching = await addCamera(page, server.url, 'Front gate');
	const resting = await addCamera(page, server.url, 'Back yard');
	const windows = async (id: string, desc: string, from: string, to: string) => {
		const answer = await page.request.put(`/api/devices/${id}`, {
			headers: { origin: server.url },
			data: {
				desc,
				capture_window_start: from,
				capture_window_end: to,
				light_window_start: '18:00',
				light_window_end: '06:00',
			},
		});
		expect(answer.status()).toBe(200);
	};
	await windows(watching.id, 'Front gate', time(-5), time(8));
	await windows(resting.id, 'Back yard', time(8), time(10));
	await page.clock.install({ time: now + 3 * 3600_000 });
	await page.goto('/app/devices');
	await expect(card(page, 'Front gate').getByText('Silent for 3 hours')).toBeVisible();
	await expect(card(page, 'Back yard')).toBeVisible();
	await expect(card(page, 'Back yard').getByText('Silent for')).toHaveCount(0);
});

test('the demo cameras are not shown as silent while their demo is running', async ({ page }) => {
	test.setTimeout(180_000);
	const first = await RunningServer.start();
	await page.goto(first.demoLink);
	await expect(page).toHaveURL(/\/app/);
	const ofDemo = await addCamera(page, first.url, 'Porch');
	await addCamera(page, first.url, 'Shed');
	await first.stopAndKeepData();

	const { dataDir } = first;
	const database = await openEmbedded(dataDir);
	await database.db.execute(`update devices set last_seen_at = now() - interval '3 hours',
		capture_window_start = to_char(now() - interval '5 hours', 'HH24:MI'),
		capture_window_end = to_char(now() + interval '5 hours', 'HH24:MI')`);
	await database.close();
	const file = join(dataDir, 'demo.json');
	const demo = JSON.parse(await readFile(file, 'utf8'));
	await writeFile(file, JSON.stringify({ ...demo, furnished: true, cameras: [ofDemo.id] }));

	const second = await RunningServer.start({ DATA_DIR: dataDir, DEMO: 'full' });
	await page.goto(second.demoLink);
	await page.goto(`${second.url}/app/devices`);
	await expect(card(page, 'Shed').getByText('Silent for 3 hours')).toBeVisible();
	await expect(card(page, 'Porch')).toBeVisible();
	await expect(card(page, 'Porch').getByText('Silent for')).toHaveCount(0);
	await second.stop();
});

test('captures: newest first, by keys and buttons, page after page', async ({ signedIn: page, server }) => {
	test.slow();
	const camera = await addCamera(page, server.url, 'Front gate');
	const image = await jpeg('#3a6b52', 160, 120);
	const start = Date.now() - 3600_000;
	for (let n = 0; n < 33; n += 1) {
		await camera.send(image, { 'x-captured-at': new Date(start + n * 60_000).toISOString() });
	}
	await page.goto('/app/devices');
	await page.getByRole('button', { name: 'Recent captures of Front gate' }).click();
	const dialog = page.getByRole('dialog', { name: 'Recent captures of Front gate' });
	const strip = dialog.getByRole('list', { name: 'Captures, newest first' }).getByRole('listitem');
	const current = dialog.locator('[aria-current]');
	const large = dialog.getByRole('figure').getByRole('img');
	await expect(large).toBeVisible();
	await expect(strip.getByRole('button', { name: /^Captured / })).toHaveCount(30);
	await expect(strip.first().locator('[aria-current]')).toHaveCount(1);
	await expect(dialog.getByRole('button', { name: 'Newer' })).toHaveAttribute('aria-disabled', 'true');

	await page.keyboard.press('ArrowRight');
	await expect(strip.nth(1).locator('[aria-current]')).toHaveCount(1);
	await expect(large).toHaveAccessibleName(String(await current.getAttribute('aria-label')));
	await dialog.getByRole('button', { name: 'Newer' }).click();
	await expect(strip.first().locator('[aria-current]')).toHaveCount(1);
	await strip.nth(27).getByRole('button').click();
	await expect(strip.getByRole('button', { name: /^Captured / })).toHaveCount(33);

	// A new capture arrives while an old one is open; the old one stays open.
	const looked = await current.getAttribute('aria-label');
	await camera.send(image);
	await expect(strip.getByRole('button', { name: /^Captured / })).toHaveCount(34);
	await expect(current).toHaveAttribute('aria-label', String(looked));
	await page.keyboard.press('Escape');
	await expect(dialog).toHaveCount(0);
	await expect(page.getByRole('button', { name: 'Recent captures of Front gate' })).toBeFocused();
});
