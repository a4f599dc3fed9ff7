/** The pictures of docs/channels.md, mailbox.md and home-assistant.md: a server with messengers, a mailbox and a broker beside it. */
import { join } from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import { TOURS } from '@watchword/contract/constants';
import { ImapServer } from '../server/src/testing/imap-server.ts';
import { startMessengers, targetsAt } from '../server/src/testing/messengers.ts';
import { startBroker } from '../server/src/testing/mqtt-broker.ts';
import { waitFor } from '../server/src/testing/wait.ts';
import { AutomationApi } from './automation-api.ts';
import { RunningServer } from './server.ts';

const ACCOUNT = { email: 'robin@example.com', password: 'correct horse battery', name: 'Robin Example' };

/** Calls `look` with the page and the automation once everything is there. */
async function withEverything(browser: Browser, look: (page: Page, id: string) => Promise<void>) {
	const [imap, broker, messengers] = await Promise.all([
		new ImapServer().start(),
		startBroker(),
		startMessengers(),
	]);
	const server = await RunningServer.start({
		...{ MAIL_IN: imap.url(), MQTT_URL: broker.urlFor(), TELEGRAM_API_URL: messengers.url },
	});
	try {
		const { email, name, password } = ACCOUNT;
		await server.admin('user', 'add', '--email', email, '--name', name, '--password', password);
		await server.admin('credits', 'grant', '--email', email, '--credits', '100', '--why', 'pictures');
		const context = await browser.newContext({
			baseURL: server.url,
			locale: 'en-US',
			reducedMotion: 'reduce',
		});
		const page = await context.newPage();
		const post = async (path: string, data: unknown) =>
			(await page.request.post(path, { data, headers: { origin: server.url } })).json();
		await post('/api/auth/sign-in/email', { email, password });
		for (const tour of TOURS) await post('/api/users/me/tours', { tour });
		const targets = targetsAt(messengers.url);
		const names = { ntfy: 'My phone', telegram: 'Family chat', apprise: 'Workshop' };
		const ids: string[] = [];
		for (const kind of ['ntfy', 'telegram', 'apprise'] as const) {
			const { id } = await post('/api/channels', { name: names[kind], target: targets[kind] });
			ids.push(id);
			if (kind !== 'apprise') await post(`/api/channels/${id}/test`, {});
		}
		await page.request.put('/api/users/me', {
			data: { home_assistant: true },
			headers: { origin: server.url },
		});
		const api = new AutomationApi(page, server.url);
		const { id } = await api.create({
			...{ _name: 'Invoices', _triggerType: 'email', _actionType: 'sendEmail', action_toAddress: email },
			...{ action_prompt: 'Tell me if it is an invoice', _notify: 'none', _channels: [ids[1]] },
		});
		imap.deliver(
			`Delivered-To: portal+${id}@example.com\r\nFrom: Ann <ann@shop.example>\r\nSubject: Invoice 7\r\nMessage-ID: <7@shop.example>\r\n\r\nYour invoice.\r\n`,
		);
		await waitFor('its run', async () => {
			const { items } = await (await page.request.get(`/api/runs?automation=${id}`)).json();
			return items.length > 0 && items.every((run: { _status: string }) => run._status !== 'running');
		});
		// Ports of one machine are in no picture.
		await page.route('**/api/channels', async (route) => {
			const answer = await route.fetch();
			const text = (await answer.text()).replaceAll(/127\.0\.0\.1:\d+/g, 'push.example.com');
			await route.fulfill({ response: answer, body: text });
		});
		await look(page, id);
		// What the page still asks for is of no interest.
		await page.unrouteAll({ behavior: 'ignoreErrors' });
		await context.close();
	} finally {
		await server.stop();
		messengers.close();
		await Promise.all([broker.stop(), imap.stop()]);
	}
}

export async function reachPictures(
	browser: Browser,
	folder: string,
	take: (part: Locator, file: string) => Promise<void>,
) {
	await withEverything(browser, async (page, id) => {
		await page.setViewportSize({ width: 720, height: 1200 });
		await page.goto('/app/account');
		await page.getByText('Last message').first().waitFor();
		for (const name of ['channels', 'home-assistant'])
			await take(page.locator(`section#${name}`), join(folder, `${name}.webp`));
		await page.goto(`/app/automations/${id}`);
		const inputs = page.getByRole('region', { name: 'Inputs' });
		await inputs.getByText('Last mail').waitFor();
		await take(inputs, join(folder, 'mailbox.webp'));
	});
}
