import { TINY_MODEL } from '../../server/src/testing/tiny-model.ts';
import { expect, test } from '../fixtures.ts';
import { expectSoundEverywhere } from '../sound.ts';

test('the operator opens a link of the terminal, uses a model of their own, and takes it back', async ({
	page,
	server,
}) => {
	await page.goto('/operator');
	await expect(page.getByText('npm run admin -- open')).toBeVisible();
	await expectSoundEverywhere(page);

	await server.admin('model', 'install', 'tiny', '--from', TINY_MODEL);
	const [link = ''] = (await server.admin('open')).split('\n');
	await page.goto(link);
	await expect(page).toHaveURL('/operator');
	await expect(page.getByText('The built-in model decides.')).toBeVisible();
	await expect(page.getByRole('region', { name: 'SmolVLM2 500M' }).getByText('Apache-2.0')).toBeVisible();
	await expectSoundEverywhere(page);

	const tiny = page.getByRole('region', { name: 'tiny' });
	await expect(tiny.getByText(/of 3 test questions right/)).toBeVisible();
	await tiny.getByRole('button', { name: 'Use tiny' }).click();
	await expect(page.getByText('tiny decides.')).toBeVisible();
	await page.getByRole('button', { name: 'Use the built-in model' }).click();
	await expect(page.getByText('The built-in model decides.')).toBeVisible();
	await page.getByRole('textbox', { name: 'Send a test mail to' }).fill('me@example.com');
	await page.getByRole('button', { name: 'Send a test mail' }).click();
	await expect(page.getByText('A test mail for me@example.com has left.')).toBeVisible();
	expect(await server.waitForMail('me@example.com')).toMatchObject({ subject: 'A test from Watchword' });
	await tiny.getByRole('button', { name: 'Remove tiny' }).click();
	await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
	await expect(tiny).toBeHidden();
});
