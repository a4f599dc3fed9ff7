import { drawScene } from '@watchword/scenes/scene';
import { AutomationApi } from '../automation-api.ts';
import { addCamera } from '../cameras.ts';
import { expect, test } from '../fixtures.ts';
import { expectSoundEverywhere } from '../sound.ts';

test('what was found is drawn on the picture of a run and of a trial, and can be hidden', async ({
	signedIn: page,
	server,
}) => {
	const camera = await addCamera(page, server.url, 'Driveway');
	const { id } = await new AutomationApi(page, server.url).create({
		_triggerType: 'capture',
		trigger_device_deviceID: camera.id,
		_actionType: 'save',
		action_prompt: 'When there is a person',
	});
	const at = new Date(2026, 5, 1, 12);
	await camera.send(await drawScene({ place: 'driveway', who: ['person'], seed: 'a', at }));
	await page.goto('/app/runs');
	await page.getByRole('button', { name: 'Show details' }).click();
	const counted = page.locator('[data-box=counted]');
	await expect(counted.filter({ hasText: 'person' })).toBeVisible();
	await expect(page.getByText(/^Drawn on the picture: person/)).toBeAttached();
	const picture = await page.getByRole('img', { name: 'The capture' }).boundingBox();
	const box = await counted.first().boundingBox();
	expect(box && picture && box.x >= picture.x && box.x + box.width <= picture.x + picture.width + 1).toBe(
		true,
	);
	await expectSoundEverywhere(page);

	await page.getByRole('button', { name: 'Hide boxes' }).click();
	await expect(counted).toHaveCount(0);
	await page.getByRole('button', { name: 'Show boxes' }).click();
	await expect(counted.first()).toBeVisible();
	await page.goto(`/app/automations/${id}`);
	const section = page.getByRole('region', { name: 'Try it' });
	await section.getByRole('button', { name: 'Try it on the last picture' }).click();
	const tile = section
		.getByRole('list', { name: 'What was tried' })
		.getByRole('button')
		.filter({ hasText: 'Met' });
	await expect(tile.locator('[data-box=counted]').first()).toBeVisible();
	await tile.click();
	const dialog = page.getByRole('dialog');
	await expect(dialog.getByRole('button', { name: 'Hide boxes' })).toHaveAttribute('aria-pressed', 'true');
	await expect(dialog.locator('[data-box=counted]').filter({ hasText: 'person' })).toBeVisible();

	await dialog.getByRole('button', { name: 'Hide boxes' }).click();
	await expect(dialog.locator('[data-box=counted]')).toHaveCount(0);
	await page.goto('/app/runs');
	await page.getByRole('button', { name: 'Show details' }).click();
	await expect(page.getByRole('button', { name: 'Show boxes' })).toHaveAttribute('aria-pressed', 'false');
});
