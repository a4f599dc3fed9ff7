import type { Page } from '@playwright/test';
import { AutomationApi } from '../automation-api.ts';
import { addCamera } from '../cameras.ts';
import { expect, test } from '../fixtures.ts';
import { deliver } from '../mail.ts';

/** The errors and warnings of the browser from now on. */
function complaints(page: Page): string[] {
	const heard: string[] = [];
	page.on('console', (message) => {
		if (message.type() === 'error') heard.push(`${new URL(page.url()).pathname}: ${message.text()}`);
	});
	page.on('pageerror', (error) => heard.push(`${page.url()}: ${error.stack ?? error}`));
	return heard;
}

const arrived = async (page: Page, path: string) => {
	await page.goto(path);
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await expect(page.getByText('Loading...')).toHaveCount(0);
};

test('no screen causes an error or a warning in the console', async ({
	signedIn: page,
	server,
	account,
	browser,
}) => {
	const api = new AutomationApi(page, server.url);
	await server.admin('credits', 'grant', '--email', account.email, '--credits', '9', '--why', 'a test');
	const camera = await addCamera(page, server.url, 'Gate');
	const { id } = await api.create({ _name: 'Mails', _actionType: 'save', action_prompt: 'Note the number.' });
	await deliver(server.smtpPort, {
		to: `${id}@automations.localhost`,
		head: ['Subject: Hi'],
		body: '<p style="color:red">1</p>',
	});
	await camera.send();
	const asking = await api.create({
		...{ _name: 'Asks first', _approve: true, action_toAddress: account.email },
		action_prompt: 'If it mentions an invoice, tell me the number.',
	});
	await deliver(server.smtpPort, {
		to: `${asking.id}@automations.localhost`,
		head: ['Subject: Two'],
		body: 'The invoice 2 is due.',
	});
	const heard = complaints(page);
	for (const screen of [
		'dashboard',
		'devices',
		`automations/${id}`,
		'automations/example',
		'billing',
		'account',
		'help',
	]) {
		await arrived(page, `/app/${screen}`);
	}
	await arrived(page, '/app/devices');
	await page.getByRole('button', { name: 'Add a device' }).click();
	await page.getByRole('button', { name: 'A phone or laptop' }).click();
	await expect(page.getByRole('dialog').getByRole('img').first()).toBeVisible();
	await page.keyboard.press('Escape');
	await page.getByRole('button', { name: 'Recent captures of Gate' }).click();
	await expect(page.getByRole('dialog').getByRole('img').first()).toBeVisible();
	await arrived(page, `/app/runs?automation=${id}`);
	await page.getByRole('button', { name: 'Show details' }).click();
	await expect(page.frameLocator('iframe').getByText('1')).toBeVisible();
	await arrived(page, `/app/runs?automation=${asking.id}`);
	await page.getByRole('button', { name: 'Show details' }).click();
	await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
	await page.getByRole('button', { name: /^Account menu of/ }).click();
	await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
	expect(heard).toEqual([]);

	const visitor = await browser.newPage({ baseURL: server.url });
	const heardByVisitor = complaints(visitor);
	for (const path of ['/', '/signin', '/resetpassword', '/resetpassword/confirm', '/camera'])
		await arrived(visitor, path);
	expect(heardByVisitor).toEqual([]);
	await visitor.close();
});
