import type { Page, Worker } from '@playwright/test';
import { PushService } from '../../server/src/testing/push-service.ts';
import { AutomationApi } from '../automation-api.ts';
import { addCamera } from '../cameras.ts';
import { test as base, expect } from '../fixtures.ts';
import { subscribeAt } from '../push.ts';
import { expectSound } from '../sound.ts';

const test = base.extend<{ service: PushService }>({
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
	service: async ({}, use) => {
		const service = await PushService.start();
		await use(service);
		await service.stop();
	},
});

interface Shown {
	title: string;
	body: string;
	tag: string;
	image?: string;
	data: { url: string };
	actions?: { title: string }[];
}

/** The portal's worker for push messages, with the messages it shows, the newest of each tag. */
async function workerOf(page: Page) {
	const running = () =>
		page
			.context()
			.serviceWorkers()
			.find((one) => one.url().endsWith('/push-worker.js'));
	await expect.poll(() => running() !== undefined).toBe(true);
	const worker = running() as Worker;
	await worker.evaluate(() => {
		const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; shown: object[] };
		scope.shown = [];
		scope.registration.showNotification = async (title, options = {}) => {
			const others = scope.shown.filter((one) => !options.tag || (one as Shown).tag !== options.tag);
			scope.shown = [...others, { title, ...options }];
		};
	});
	return {
		shown: () => worker.evaluate(() => (globalThis as unknown as { shown: Shown[] }).shown),
		/** Presses a button of the message with this tag, or with '' the message itself. */
		press: (tag: string, action: string) =>
			worker.evaluate(
				async ([tag, action]) => {
					const { shown } = globalThis as unknown as { shown: Shown[] };
					const notification = { ...shown.find((one) => one.tag === tag), close: () => undefined };
					let done: unknown;
					const waitUntil = (work: unknown) => {
						done = work;
					};
					const event = Object.assign(new Event('notificationclick'), { notification, action, waitUntil });
					globalThis.dispatchEvent(event);
					await done;
				},
				[tag, action] as const,
			),
	};
}

/** Hands messages to the worker, as the browser does when its push service sends one. */
async function pushesTo(page: Page, origin: string) {
	const cdp = await page.context().newCDPSession(page);
	const { promise: registered, resolve } = Promise.withResolvers<string>();
	cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
		const own = registrations.find(({ scopeURL }) => scopeURL.endsWith('/app/'));
		if (own) resolve(own.registrationId);
	});
	await cdp.send('ServiceWorker.enable');
	const registrationId = await registered;
	return (message: unknown) => {
		const data = typeof message === 'string' ? message : JSON.stringify(message);
		return cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
	};
}

test('a phone is set up, told of a picture, snoozes from the message, and is forgotten when its owner signs out', async ({
	signedIn: page,
	server,
	service,
}) => {
	const api = new AutomationApi(page, server.url);
	const camera = await addCamera(page, server.url, 'Front gate');
	const phone = service.subscribe();
	await subscribeAt(page, phone.subscription);
	const { id } = await api.create({
		_name: 'Gate',
		_triggerType: 'capture',
		trigger_device_deviceID: camera.id,
		action_prompt: 'Tell me what you see',
		trigger_device_type: 'continuous',
	});

	// The editor says what is missing, and where it is set up.
	await page.goto(`/app/automations/${id}`);
	await page.getByLabel('Push message to me').check();
	await page.getByRole('group', { name: 'Tell by' }).getByLabel('Mail', { exact: true }).uncheck();
	await expect(page.getByText('Whenever Front gate sends a capture, send you a push message.')).toBeVisible();
	await expect(page.getByLabel('To (Email Address)')).toHaveCount(0);
	await expectSound(page);
	await page.getByRole('button', { name: 'Update Automation', exact: true }).click();
	await expect(page.getByText('Automation updated successfully!', { exact: true })).toBeVisible();
	await page.getByRole('link', { name: 'Set one up' }).click();

	const part = page.getByRole('region', { name: 'Notifications on this device' });
	await part.getByRole('button', { name: 'Notify this computer' }).click();
	await expect(part.getByText(/^On\. When you sign out/)).toBeVisible();
	await expect(part.getByRole('listitem')).toContainText(/Chrome on .*This browser.*no message yet/);
	await expectSound(page);

	const worker = await workerOf(page);
	const arrive = await pushesTo(page, server.url);
	const shown = async (tag: string) => (await worker.shown()).find((one) => one.tag === tag);

	await part.getByRole('button', { name: 'Send a test message' }).click();
	await expect(part.getByText('Sent. It should appear within seconds.')).toBeVisible();
	const [test] = await phone.messages(1);
	await arrive(test);
	await expect
		.poll(() => shown('test'))
		.toMatchObject({ title: 'Watchword', actions: [{ title: 'Open' }], body: test?.body });

	// Whatever else arrives shows something harmless.
	await arrive('{"title":');
	await arrive({
		title: 7,
		url: 'https://elsewhere.example/app',
		picture: '//elsewhere.example/v0/',
		tag: 'odd',
	});
	await expect.poll(() => shown('odd')).toMatchObject({ title: 'Watchword', data: { url: '/app/runs' } });
	expect((await worker.shown()).map(({ image }) => image)).toEqual([undefined, undefined, undefined]);

	await camera.send();
	const [, alert] = await phone.messages(2);
	await arrive(alert);
	const tag = String(alert?.tag);
	await expect
		.poll(() => shown(tag))
		.toMatchObject({
			title: 'Gate',
			image: alert?.picture,
			actions: [{ title: 'Open' }, { title: 'Snooze an hour' }],
		});
	// What is told later about the same takes its place without a sound.
	await arrive({ ...alert, body: 'A red car', quiet: true });
	await expect.poll(() => shown(tag)).toMatchObject({ body: 'A red car', renotify: false, silent: true });
	await worker.press(tag, 'snooze');
	expect((await shown(tag))?.body).toBe('Snoozed for an hour. What happens is still recorded.');
	expect((await api.read(id))._snoozedUntil).not.toBeNull();
	await page.evaluate(() => Object.assign(window, { isSamePage: true }));
	await worker.press(tag, '');
	await expect(page).toHaveURL(/\/app\/runs\?run=/);
	// What is typed elsewhere in the portal would be lost by loading it anew.
	expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);

	await page.getByRole('button', { name: 'Account menu of' }).click();
	await page.getByRole('menuitem', { name: 'Sign out' }).click();
	await expect(page).toHaveURL(`${server.url}/`);
	expect(await page.evaluate(() => localStorage.getItem('test-push'))).toBeNull();
});
