import { AutomationApi } from '../automation-api.ts';
import { test as base, expect } from '../fixtures.ts';
import { deliver } from '../mail.ts';

const test = base.extend<{ api: AutomationApi }>({
	api: ({ signedIn, server }, use) => use(new AutomationApi(signedIn, server.url)),
});

test('a recipient unsubscribes with the button of the page, and undoes it', async ({
	signedIn: page,
	account,
	server,
	api,
}) => {
	await server.admin('credits', 'grant', '--email', account.email, '--credits', '5', '--why', 'test');
	const to = `stranger-${Date.now()}@example.com`;
	const { id } = await api.create({ action_prompt: 'if it mentions an invoice', action_toAddress: to });
	await deliver(server.smtpPort, { to: `${id}@automations.localhost`, body: '<p>An invoice.</p>' });
	const { text } = await server.waitForMail(to);
	const link = /Stop these mails: (\S+)/.exec(text)?.[1] ?? '';
	await page.goto(link);
	await expect(page.getByRole('heading', { name: 'Stop these mails?' })).toBeVisible();
	await expect(page.getByText(to)).toBeVisible();
	await page.getByRole('button', { name: 'Stop these mails' }).click();
	await expect(page.getByRole('heading', { name: 'You get no more of these mails' })).toBeVisible();
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect(page.getByRole('heading', { name: 'Stop these mails?' })).toBeVisible();
	await page.goto(`${link.slice(0, -5)}aaaaa`);
	await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
});
