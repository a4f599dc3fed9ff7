import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { openEmbedded } from '../../server/src/adapters/database/pglite.ts';
import { addCamera, jpeg } from '../cameras.ts';
import { expect, test } from '../fixtures.ts';
import { RunningServer } from '../server.ts';

const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const picture = (within: Locator) => within.getByRole('img', { name: /^Latest capture of / });

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

test('the demo cameras are not shown as silent while their demo is running', async ({ page }) => {
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
