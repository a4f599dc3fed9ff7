import { readFile } from 'node:fs/promises';
import { drawBoard } from '../../server/src/testing/drawn.ts';
import { AutomationApi } from '../automation-api.ts';
import { addCamera } from '../cameras.ts';
import { expect, test } from '../fixtures.ts';
import { expectSound } from '../sound.ts';

const HOUR_MS = 3_600_000;

test('the numbers on a meter are charted, listed and downloaded', async ({ signedIn: page, server }) => {
	const camera = await addCamera(page, server.url, 'Cellar');
	const { id } = await new AutomationApi(page, server.url).create({
		_name: 'Water meter',
		_triggerType: 'capture',
		trigger_device_deviceID: camera.id,
		_actionType: 'save',
		action_prompt: 'Read the meter',
	});
	await page.goto(`/app/automations/${id}`);
	await expect(page.getByRole('region', { name: 'Try it' })).toBeVisible();
	const section = page.getByRole('region', { name: 'Values' });
	await expect(section).toHaveCount(0);

	const now = Math.floor(Date.now() / 1000) * 1000;
	const seen = [
		{ digits: '4213', at: new Date(now - 2 * HOUR_MS) },
		{ digits: '4219', at: new Date(now - HOUR_MS) },
		{ digits: '4232', at: new Date(now) },
	];
	const rows = section.getByRole('row');
	for (const [index, { digits, at }] of seen.entries()) {
		const picture = await drawBoard([digits], { height: 60 });
		await camera.send(picture, { 'X-Captured-At': at.toISOString() });
		// The screen is open all the time and follows the runs.
		await expect(section.getByText(Number(digits).toLocaleString('en-US')).first()).toBeVisible();
		if (index === 0) await section.getByText('As a table').click();
		await expect(rows).toHaveCount(index + 2);
	}
	// From the lowest at the left over the middle to the highest at the right; y grows downwards.
	const line = section.locator('figure path').first();
	await expect(line).toHaveAttribute('d', 'M0.00 100.00L50.00 68.42L100.00 0.00');
	await expect(section.locator('figure')).toContainText('4,2324,213');
	await expect(rows.getByRole('cell').filter({ hasText: /^[\d,]+$/ })).toHaveText([
		'4,232',
		'4,219',
		'4,213',
	]);
	await expectSound(page);

	const coming = page.waitForEvent('download');
	await section.getByRole('button', { name: 'Download CSV' }).click();
	const file = await coming;
	expect(file.suggestedFilename()).toBe('values.csv');
	const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
	expect(lines.map((line) => line.split(','))).toEqual([
		['time', 'value', 'verdict', 'automation'],
		...seen.map(({ digits, at }) => [at.toISOString(), digits, expect.any(String), 'Water meter']),
	]);
});
