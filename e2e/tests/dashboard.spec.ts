import { AutomationApi } from '../automation-api.ts';
import { addCamera } from '../cameras.ts';
import { expect, test } from '../fixtures.ts';

test('a new customer is led to the first run, and sees it without a reload', async ({
	signedIn: page,
	account,
	server,
}) => {
	await page.goto('/app/dashboard');
	const main = page.getByRole('main');
	await expect(main.getByRole('heading', { level: 1 })).toHaveText(`Hello, ${account.name}`);
	const steps = main.getByRole('listitem').filter({ has: page.getByRole('link') });
	await expect(steps).toHaveText([/^1Add a camera/, /^2Make an automation/, /^3See it run/]);
	await expect(main.getByText('Nothing has run yet today.')).toBeVisible();
	await expect(main.getByRole('link', { name: 'Buy credits' })).toHaveAttribute('href', '/app/billing');
	await expect(main.getByText('Runs that cost credits are skipped until there are some.')).toBeVisible();

	const camera = await addCamera(page, server.url, 'Shed');
	await expect(main.getByRole('link', { name: /Done: Add a camera/ })).toBeVisible();
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
	await expect(main.getByText('First steps')).toHaveCount(0);
	await expect(main.getByRole('link', { name: /Shed.*just now/ }).locator('img')).toBeVisible();
	await expect(main.getByRole('link', { name: /^Shed watch/ })).toBeVisible();
	await expect(main.getByText('1 run', { exact: true })).toBeVisible();
	await expect(main.getByRole('table', { name: 'Runs of today by hour' }).getByRole('cell')).toHaveText([
		/^1 (not met|waiting)$/,
	]);
	await expect(main.getByText('Nothing failed in the last 24 hours.')).toBeVisible();

	// The card of its run shows what was captured, small, while it is closed.
	await page.goto('/app/runs');
	const small = page.getByRole('img', { name: 'What was captured' });
	await expect(small).toBeVisible();
	await expect(small).toHaveJSProperty('naturalWidth', 640);
	await page.getByRole('button', { name: 'Show details' }).click();
	await expect(small).toHaveCount(0);
});

test('a failure says what happened and leads to the run and to its automation', async ({
	signedIn: page,
}) => {
	const [automation, run] = ['a'.repeat(20), 'b'.repeat(20)];
	const failure = { _automationId: automation, _reason: 'The mail server refused it.', runs: 3, runId: run };
	await page.route('/api/dashboard?*', (route) =>
		route.fulfill({
			json: {
				waiting: { runs: 0, oldest: [] },
				hours: [{ hour: 0, outcome: 'failed', runs: 3 }],
				failures: [{ ...failure, _timestamp: Date.now() / 1000 - 7300 }],
				pictures: [],
				hasRun: true,
			},
		}),
	);
	await page.route('/api/automations', async (route) =>
		route.fulfill({ json: { items: [{ id: automation, _name: 'Gate' }], next: null } }),
	);
	await page.goto('/app/dashboard');
	const line = page.getByRole('region', { name: 'What failed' }).getByRole('listitem');
	await expect(line).toContainText('Gate3 times, last 2 hours agoThe mail server refused it.');
	await expect(line.getByRole('link', { name: 'See what happened' })).toHaveAttribute(
		'href',
		`/app/runs?run=${run}`,
	);
	await line.getByRole('link', { name: 'Open the automation' }).click();
	await expect(page).toHaveURL(`/app/automations/${automation}`);
});
