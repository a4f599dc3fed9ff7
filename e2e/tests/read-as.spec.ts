import { AutomationApi } from '../automation-api.ts';
import { addCamera } from '../cameras.ts';
import { expect, test } from '../fixtures.ts';
import { expectSound } from '../sound.ts';

test('while a prompt is typed, the editor says how the built-in model reads it', async ({
	signedIn: page,
	server,
}) => {
	const api = new AutomationApi(page, server.url);
	const { id: device } = await addCamera(page, server.url, 'Driveway');
	const { id } = await api.create({
		_triggerType: 'capture',
		trigger_device_deviceID: device,
		action_prompt: '',
	});
	await page.goto(`/app/automations/${id}`);
	const section = page.getByRole('region', { name: 'Prompt' });
	const status = section.getByRole('status');
	const prompt = page.getByRole('textbox', { name: 'Prompt' });

	await prompt.fill('When a person wearing red is there and no car');
	await expect(status).toContainText('Read as: at least one person and no car.');
	await expect(status).toContainText('Beyond the built-in model: ‘wearing red’.');
	await expectSound(page);

	await prompt.fill('a person between 22:00 and 06:00');
	await expect(status).toContainText('Read as: at least one person and “between 22:00 and 06:00”.');
	await expect(status).not.toContainText('Beyond');

	await prompt.fill("don't alert me for cats");
	await expect(status).toContainText('only what to ignore; say also what to look for');

	// A prompt that is too long to be saved is not sent either.
	const refused: string[] = [];
	page.on('response', (answer) => answer.status() === 400 && refused.push(answer.url()));
	await prompt.fill('a person '.repeat(3000));
	await expect(status).toHaveText('');
	await prompt.fill('a dog');
	await expect(status).toContainText('Read as: at least one dog');
	expect(refused).toEqual([]);

	await prompt.fill('');
	await expect(status).toHaveText('');
});

test('another customer’s automation is not read for', async ({ signedIn: page }) => {
	const asked = await page.request.post('/api/automations/aaaaaaaaaaaaaaaaaaaa/reading', {
		data: { prompt: 'a person', trigger: 'capture' },
	});
	expect(asked.status()).toBe(404);
});
