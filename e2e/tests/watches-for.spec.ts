import { drawScene } from '@watchword/scenes/scene';
import { AutomationApi } from '../automation-api.ts';
import { addCamera } from '../cameras.ts';
import { expect, test } from '../fixtures.ts';
import { expectSound } from '../sound.ts';

test('a part that was changed by hand is saved, stays, and decides', async ({ signedIn: page, server }) => {
	const api = new AutomationApi(page, server.url);
	const camera = await addCamera(page, server.url, 'Driveway');
	const { id } = await api.create({
		_triggerType: 'capture',
		trigger_device_deviceID: camera.id,
		_actionType: 'save',
		action_prompt: '',
	});
	await page.goto(`/app/automations/${id}`);
	const watched = page.getByRole('group', { name: 'Watches for' });
	await page.getByRole('textbox', { name: 'Prompt' }).fill('When there is a car');
	await watched.getByRole('button', { name: 'What: car' }).click();
	const window = page.getByRole('dialog', { name: 'What' });
	await window.getByRole('checkbox', { name: 'Person', exact: true }).check();
	await window.getByRole('checkbox', { name: 'Car', exact: true }).uncheck();
	await expectSound(page);
	await window.getByRole('button', { name: 'Done' }).click();
	await page.getByRole('button', { name: 'Update Automation' }).click();
	await expect(page.getByText('Automation updated successfully!')).toBeVisible();
	await expect(page.getByText('Unsaved changes')).toHaveCount(0);
	await page.reload();
	await expect(watched.getByRole('button', { name: 'What: person' })).toBeVisible();
	await expect(page.getByText('Changed by you')).toBeVisible();

	const at = new Date(2026, 5, 1, 12);
	await camera.send(await drawScene({ place: 'driveway', who: ['person'], seed: 'a', at }));
	const verdict = async () => (await (await page.request.get('/api/runs')).json()).items[0]?.action_verdict;
	await expect.poll(verdict).toBe('met');
});
