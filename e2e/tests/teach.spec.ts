import { drawScene } from '@watchword/scenes/scene';
import type { State } from '@watchword/scenes/states';
import { AutomationApi } from '../automation-api.ts';
import { addCamera } from '../cameras.ts';
import { expect, test } from '../fixtures.ts';
import { expectSound } from '../sound.ts';

const driveway = (state: State, hour: number) =>
	drawScene({ place: 'driveway', who: [], seed: 'a', at: new Date(2026, 5, 1, hour), states: [state] });

test('a customer teaches what “the gate is open” means, tries it, and sees the nearest examples', async ({
	signedIn: page,
	server,
}) => {
	const api = new AutomationApi(page, server.url);
	const camera = await addCamera(page, server.url, 'Driveway');
	const { id } = await api.create({
		_triggerType: 'capture',
		trigger_device_deviceID: camera.id,
		_actionType: 'save',
		action_prompt: 'Tell me when the gate is open',
	});
	await page.request.put(`/api/automations/${id}/paused`, {
		data: { paused: true },
		headers: { origin: server.url },
	});
	for (const hour of [9, 12, 16, 18]) {
		await camera.send(await driveway('gate closed', hour));
		await camera.send(await driveway('gate open', hour));
	}

	await page.goto(`/app/automations/${id}`);
	const watched = page.getByRole('group', { name: 'Watches for' });
	await expect(
		watched.getByRole('button', { name: 'Not known to the built-in model: the gate is open' }),
	).toBeVisible();
	const section = page.getByRole('region', { name: 'Teach it' });
	await section.getByRole('button', { name: /^Teach it/ }).click();
	await section.getByRole('button', { name: 'Mark pictures' }).click();
	const dialog = page.getByRole('dialog', { name: 'Teach it' });
	await expect(dialog.getByText('Does the picture show “Tell me when the gate is open”?')).toBeVisible();
	const tiles = dialog.getByRole('list', { name: 'Pictures' }).getByRole('listitem');
	await expect(tiles).toHaveCount(8);
	// Newest first: open and closed in turn. The two newest are left to be judged.
	for (const [at, side] of ['Yes', 'No', 'Yes', 'No'].entries()) {
		const button = tiles.nth(at + 2).getByRole('button', { name: side, exact: true });
		await button.click();
		await expect(button).toHaveAttribute('aria-pressed', 'true');
	}
	const status = dialog.getByRole('status');
	await expect(status).toHaveText('2 yes and 2 no. Still missing: 1 yes and 1 no.');
	await tiles.nth(6).getByRole('button', { name: 'Yes', exact: true }).click();
	await tiles.nth(7).getByRole('button', { name: 'No', exact: true }).click();
	await expect(status).toHaveText('Taught by 3 yes and 3 no; right on 6 of 6.');
	await expectSound(page);
	await page.keyboard.press('Escape');
	await expect(section.getByText('Taught by 3 yes and 3 no; right on 6 of 6.')).toBeVisible();
	await expect(
		watched.getByRole('button', { name: 'What your examples show: “the gate is open”' }),
	).toBeVisible();

	const trying = page.getByRole('region', { name: 'Try it' });
	await trying.getByRole('button', { name: 'Try it on the last 8 pictures' }).click();
	await expect(trying.getByText('Would have acted on 4 of 8.', { exact: false })).toBeVisible();
	await trying.getByRole('list', { name: 'What was tried' }).getByRole('button').first().click();
	const result = page.getByRole('dialog');
	await expect(result.getByText(/it is like “yes”; nearest “yes” picture: 0\.\d+ away/)).toBeVisible();
	await expect(result.getByRole('list', { name: 'Nearest examples' }).getByRole('listitem')).toHaveCount(2);
	await expectSound(page);
});
