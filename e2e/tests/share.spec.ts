import { drawScene } from '@watchword/scenes/scene';
import { AutomationApi } from '../automation-api.ts';
import { addCamera } from '../cameras.ts';
import { expect, test } from '../fixtures.ts';
import { expectSound } from '../sound.ts';

test('an episode is shared by a link that a stranger opens without an account, until it is revoked', async ({
	signedIn: page,
	account,
	server,
	browser,
}) => {
	const camera = await addCamera(page, server.url, 'Porch of Robin');
	const automations = new AutomationApi(page, server.url);
	const { id } = await automations.create();
	await automations.save(id, {
		_name: 'Someone at the porch',
		_triggerType: 'capture',
		trigger_device_deviceID: camera.id,
		action_prompt: 'Tell me when there is a person.',
		action_toAddress: account.email,
		_tell: 'begin',
	});
	// By daylight, whenever the test runs.
	const look = { place: 'porch', at: new Date(2026, 5, 1, 12), seed: 'demo', weather: 'clear' } as const;
	const person = await drawScene({ ...look, who: ['person'] });
	await page.goto('/app/runs');
	await camera.send(person);
	const card = page.getByRole('list', { name: 'Runs' }).locator('[data-episode]');
	await card.getByRole('button', { name: 'Show details' }).click();
	await card.getByRole('button', { name: 'Share' }).click();
	const dialog = page.getByRole('dialog', { name: 'Share this episode' });
	await expect(dialog.getByText('While it lasts, also the pictures that are still to come')).toBeVisible();
	const evidence = (await dialog.locator('blockquote').textContent()) ?? '';
	await dialog.getByRole('radio', { name: '1 day' }).check();
	await expectSound(page);
	await dialog.getByRole('button', { name: 'Make the link' }).click();
	await expect(dialog.getByRole('status')).toContainText('It is shown this once');
	const link = (await dialog.locator('code').textContent()) ?? '';
	expect(link).toMatch(new RegExp(`^${server.url}/s/[a-z2-7]{40}$`));
	await dialog.getByRole('button', { name: 'Done' }).click();
	await expect(page.getByText(link)).toHaveCount(0);

	const visitor = await browser.newContext({ javaScriptEnabled: false });
	const shared = await visitor.newPage();
	await shared.goto(link);
	await expect(shared.getByRole('heading', { level: 1 })).toContainText('Since');
	await expect(shared.getByText(evidence, { exact: true })).toBeVisible();
	const picture = shared.getByRole('img', { name: /^Picture taken at .+ Marked on it: person/ });
	await expect(picture).toHaveJSProperty('complete', true);
	expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);
	for (const secret of [
		account.email,
		account.name,
		'Porch of Robin',
		'Someone at the porch',
		'Tell me when',
	])
		await expect(shared.locator('body')).not.toContainText(secret);
	expect(await visitor.cookies()).toEqual([]);

	await page.goto('/app/account');
	const part = page.getByRole('region', { name: 'Shared links' });
	const row = part.getByRole('listitem');
	await expect(row).toContainText('Opened once, just now');
	// A tab that hears of nothing.
	const other = await page.context().newPage();
	await other.route('**/api/events', (route) => route.abort());
	await other.goto('/app/account');
	const otherPart = other.getByRole('region', { name: 'Shared links' });
	await expect(otherPart.getByRole('listitem')).toBeVisible();
	await page.bringToFront();
	await row.getByRole('button', { name: /^Revoke the link to Someone at the porch/ }).click();
	await page
		.getByRole('alertdialog', { name: 'Revoke this link?' })
		.getByRole('button', { name: 'Revoke link' })
		.click();
	await expect(part.getByText('You share nothing.')).toBeVisible();
	await other.bringToFront();
	await otherPart.getByRole('button', { name: /^Revoke the link/ }).click();
	await other.getByRole('alertdialog').getByRole('button', { name: 'Revoke link' }).click();
	await expect(otherPart.getByText('You share nothing.')).toBeVisible();
	await other.close();
	await shared.reload();
	await expect(shared.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible();
	await visitor.close();
});
