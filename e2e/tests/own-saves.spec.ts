import type { Page } from '@playwright/test';
import { drawScene } from '@watchword/scenes/scene';
import { AutomationApi } from '../automation-api.ts';
import { addCamera } from '../cameras.ts';
import { test as base, expect } from '../fixtures.ts';

/** On a slow connection, the saves of one tab overlap. They must neither refuse nor overwrite each other. */
const test = base.extend<{ api: AutomationApi; slow: Page }>({
	api: ({ signedIn, server }, use) => use(new AutomationApi(signedIn, server.url)),
	slow: async ({ signedIn: page }, use) => {
		const network = await page.context().newCDPSession(page);
		await network.send('Network.enable');
		const asBefore = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
		await network.send('Network.emulateNetworkConditions', { ...asBefore, latency: 300 });
		await use(page);
		await network.send('Network.emulateNetworkConditions', asBefore);
		await network.detach();
	},
});

test('teaching: marks on one picture reach the server one after the other', async ({
	slow: page,
	api,
	server,
}) => {
	const camera = await addCamera(page, server.url, 'Driveway');
	await camera.send(await drawScene({ place: 'driveway', who: [], seed: 'a', at: new Date(2026, 5, 1, 12) }));
	const { id } = await api.create({
		_triggerType: 'capture',
		trigger_device_deviceID: camera.id,
		_actionType: 'save',
		action_prompt: 'Tell me when the gate is open',
	});
	const held = Promise.withResolvers<void>();
	const saves: string[] = [];
	await page.route(`/api/automations/${id}/examples`, async (route) => {
		if (route.request().method() === 'GET') return route.continue();
		const [{ said }] = route.request().postDataJSON().marks;
		saves.push(`${said} sent`);
		const response = await route.fetch();
		if (said === 'yes') await held.promise;
		saves.push(`${said} answered`);
		await route.fulfill({ response });
	});
	await page.goto(`/app/automations/${id}`);
	await page.getByRole('button', { name: /^Teach it/ }).click();
	await page.getByRole('button', { name: 'Mark pictures' }).click();
	const mark = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
	await mark('Yes').click();
	await expect.poll(() => saves).toEqual(['yes sent']);
	// Marks are gathered for a moment before they are sent: the clock runs past it.
	await page.clock.install();
	await mark('No').click();
	await page.clock.runFor(1000);
	held.resolve();
	await expect.poll(() => saves).toEqual(['yes sent', 'yes answered', 'no sent', 'no answered']);
	await expect(mark('No')).toHaveAttribute('aria-pressed', 'true');
});
