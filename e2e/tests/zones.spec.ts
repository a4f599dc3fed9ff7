import { drawScene } from '@watchword/scenes/scene';
import { AutomationApi } from '../automation-api.ts';
import { addCamera } from '../cameras.ts';
import { expect, test } from '../fixtures.ts';
import { expectSoundEverywhere } from '../sound.ts';

test('zones are drawn with mouse and keyboard, and a prompt is judged by them', async ({
	signedIn: page,
	server,
}) => {
	const camera = await addCamera(page, server.url, 'Front');
	const at = new Date(2026, 5, 1, 12);
	await camera.send(await drawScene({ place: 'driveway', who: ['person'], seed: 'a', at }));
	await page.goto('/app/devices');
	await page.getByRole('button', { name: 'Zones of Front' }).click();
	const dialog = page.getByRole('dialog', { name: 'Zones of Front' });
	const picture = dialog.getByRole('img', { name: 'The latest capture' });
	await expect(picture).toBeVisible();

	// With the mouse: corner by corner, and a click on the first one closes it.
	await dialog.getByRole('button', { name: 'Draw a zone' }).click();
	const box = await picture.boundingBox();
	const point = (x: number, y: number) => ({ x: x * (box?.width ?? 0), y: y * (box?.height ?? 0) });
	for (const x of [0.3, 0.6]) await picture.click({ position: point(x, 0.5), force: true });
	await page.keyboard.press('Control+z');
	await expect(dialog.getByRole('button', { name: /^Corner/ })).toHaveCount(1);
	await page.keyboard.press('Escape');
	await dialog.getByRole('button', { name: 'Draw a zone' }).click();
	for (const [x, y] of [
		[0.02, 0.3],
		[0.97, 0.3],
		[0.97, 0.97],
		[0.02, 0.97],
	] as const)
		await picture.click({ position: point(x, y), force: true });
	await dialog.getByRole('button', { name: 'Close the zone here' }).click();
	await dialog.getByLabel('Name of zone 1').fill('driveway');
	await expect(dialog.getByRole('button', { name: /^Corner \d of driveway/ })).toHaveCount(4);

	// With the keyboard: a rectangle whose corners follow the arrow keys, with undo.
	await dialog.getByRole('button', { name: 'Add a rectangle' }).press('Enter');
	const corner = dialog.getByRole('button', { name: /^Corner 1 of/ });
	await corner.press('Shift+ArrowLeft');
	await corner.press('ArrowUp');
	await expect(corner).toHaveAccessibleName(/: 29 % from the left, 33 % from the top$/);
	await corner.press('+');
	await expect(dialog.getByRole('button', { name: /^Corner \d of/ })).toHaveCount(5);
	await dialog.getByLabel('Name of zone 2').pressSequentially('x');
	await dialog.getByRole('button', { name: 'Undo' }).press('Enter');
	await expect(dialog.getByLabel('Name of zone 2')).toHaveValue('Area 2');
	await dialog.getByRole('button', { name: 'Undo' }).press('Enter');
	await expect(dialog.getByRole('button', { name: /^Corner \d of/ })).toHaveCount(4);
	await dialog.getByLabel('Name of zone 2').fill('Driveway');
	await dialog.getByRole('button', { name: 'Save zones' }).click();
	await expect(dialog.getByRole('alert')).toHaveText(
		'Another zone has the name Driveway already. Choose another one.',
	);
	await dialog.getByLabel('Name of zone 2').fill('sky');
	await dialog.getByLabel('Use of the zone sky').selectOption('Never look here');
	await expectSoundEverywhere(page);
	await dialog.getByRole('button', { name: 'Undo' }).press('Enter');
	await dialog.getByRole('button', { name: 'Remove the zone sky' }).click();

	// What another tab saves meanwhile comes to what is drawn here, and saving does not undo it.
	const points = [
		{ x: 0, y: 0 },
		{ x: 0.1, y: 0 },
		{ x: 0, y: 0.1 },
	];
	await page.request.put(`/api/devices/${camera.id}/zones`, {
		data: { zones: [{ name: 'corner', points, use: 'named', ratio: null }] },
		headers: { origin: server.url },
	});
	await expect(dialog.getByLabel('Name of zone 2')).toHaveValue('corner');
	await dialog.getByRole('button', { name: 'Save zones' }).click();
	await expect(page.getByText('Zones saved.')).toBeVisible();
	await expect(page.getByRole('button', { name: 'Zones of Front' })).toHaveText('Zones (2)');

	// The captures show it, and the editor offers its name.
	await page.getByRole('button', { name: 'Recent captures of Front' }).click();
	await expect(page.getByRole('dialog').locator('[data-zone=named]').first()).toBeAttached();
	await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
	const { id } = await new AutomationApi(page, server.url).create({
		_triggerType: 'capture',
		trigger_device_deviceID: camera.id,
		_actionType: 'save',
		action_prompt: 'Watch',
	});
	await page.goto(`/app/automations/${id}`);
	const prompt = page.getByRole('textbox', { name: 'Prompt' });
	await prompt.fill('');
	await prompt.pressSequentially('A person in the drive');
	const section = page.getByRole('region', { name: 'Prompt' });
	await expect(section).toContainText('Complete the name of the zone:');
	await section.getByRole('button', { name: 'Put the zone driveway into the prompt' }).click();
	await expect(prompt).toHaveValue('A person in the driveway');
	await expect(prompt).toBeFocused();
	await expect(section).toContainText('Watches for: at least 1 person in driveway.');
	await page
		.getByRole('region', { name: 'Try it' })
		.getByRole('button', { name: 'Try it on the last picture' })
		.click();
	const tile = page
		.getByRole('list', { name: 'What was tried' })
		.getByRole('button')
		.filter({ hasText: /Met|Cannot tell/ });
	await tile.click();
	const tried = page.getByRole('dialog');
	await expect(tried.locator('[data-zone=named]').first()).toBeAttached();
	await expect(tried).toContainText('In the zone “driveway”: 1 person');
});
