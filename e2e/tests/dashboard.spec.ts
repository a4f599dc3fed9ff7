import { AutomationApi } from '../automation-api.ts';
import { addCamera } from '../cameras.ts';
import { expectFirstSteps } from '../first-steps.ts';
import { expect, test } from '../fixtures.ts';

test('a new customer is led to the first run, and sees it without a reload', async ({
	signedIn: page,
	account,
	server,
}) => {
	await page.goto('/app/dashboard');
	const main = page.getByRole('main');
	await expect(main.getByRole('heading', { level: 1 })).toHaveText(`Hello, ${account.name}`);
	await expectFirstSteps(page);
	await expect(main.getByText('Nothing has run in the last 24 hours.')).toBeVisible();
	await expect(main.getByRole('link', { name: 'Buy credits' })).toHaveAttribute('href', '/app/billing');
	await expect(main.getByText('Runs that cost credits are skipped until there are some.')).toBeVisible();

	const camera = await addCamera(page, server.url, 'Shed');
	await expect(main.getByRole('link', { name: /Done: Scan the QR code/ })).toBeVisible();
	await expect(main.getByRole('link', { name: /Shed.*No picture yet/ })).toBeVisible();

	// The first automations of a device run free on its captures.
	const automations = new AutomationApi(page, server.url);
	const { id } = await automations.create();
	await automations.save(id, {
		_name: 'Shed watch',
		_triggerType: 'capture',
		trigger_device_deviceID: camera.id,
		action_prompt: 'Is a person there?',
		_actionType: 'save',
	});
	await camera.send();
	// Nobody can be told yet: there is no mail server, and no browser gets messages.
	await main.getByRole('button', { name: 'Hide' }).click();
	await expect(main.getByText('First steps')).toHaveCount(0);
	await expect(main.getByRole('link', { name: /Shed.*just now/ }).locator('img')).toBeVisible();
	await expect(main.getByRole('link', { name: /^Shed watch/ })).toBeVisible();
	await expect(main.getByText('1 run', { exact: true })).toBeVisible();
	await expect(
		main.getByRole('table', { name: 'Runs of the last 24 hours by hour' }).getByRole('cell'),
	).toHaveText([/^1 (not met|waiting)$/]);
	await expect(main.getByText('Nothing failed in the last 24 hours.')).toBeVisible();

	// The card of its run shows what was captured, small, while it is closed.
	await page.goto('/app/runs');
	const small = page.getByRole('img', { name: 'What was captured' });
	await expect(small).toBeVisible();
	await expect(small).toHaveJSProperty('naturalWidth', 640);
	await page.getByRole('button', { name: 'Show details' }).click();
	await expect(small).toHaveCount(0);
});
