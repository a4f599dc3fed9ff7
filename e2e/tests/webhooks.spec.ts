import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AutomationApi } from '../automation-api.ts';
import { confirm, expect, test } from '../fixtures.ts';
import { deliver } from '../mail.ts';

/** A program of the customer on this machine. */
async function startProgram() {
	const got: { id: string; type: string }[] = [];
	const program = { status: 204, got, url: '', close: () => server.close() };
	const server = createServer((request, response) => {
		let body = '';
		request.on('data', (chunk) => {
			body += chunk;
		});
		request.on('end', () => {
			got.push({ id: String(request.headers['webhook-id']), type: JSON.parse(body).type });
			response.writeHead(program.status).end();
		});
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	program.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/watchword`;
	return program;
}

test('a webhook is added, tested, told of a run, sent again, changed and removed', async ({
	signedIn: page,
	server,
	account,
}) => {
	const program = await startProgram();
	await page.goto('/app/account');
	const part = page.getByRole('region', { name: 'Webhooks' });
	await expect(part.getByText('You have no webhooks.')).toBeVisible();

	await part.getByRole('button', { name: 'Add a webhook' }).click();
	const adding = page.getByRole('dialog', { name: 'New webhook' });
	await adding.getByLabel('A run ended').uncheck();
	await adding.getByRole('button', { name: 'Add the webhook' }).click();
	await expect(adding.getByText('Enter an address.')).toBeVisible();
	await expect(adding.getByText('Choose at least one.')).toBeVisible();
	await adding.getByLabel('A run ended').check();
	await adding.getByLabel('Address').fill('http://169.254.169.254/latest');
	await adding.getByRole('button', { name: 'Add the webhook' }).click();
	await expect(adding.getByRole('alert')).toContainText('169.254.169.254 is not an address on the web.');
	await adding.getByLabel('Address').fill(program.url);
	await adding.getByRole('button', { name: 'Add the webhook' }).click();
	await expect(adding.getByRole('status')).toContainText('This is its secret.');
	const secret = String(await adding.locator('code').textContent());
	expect(secret).toMatch(/^whsec_/);
	await adding.getByRole('button', { name: 'Done' }).click();

	const row = part.getByRole('listitem');
	await expect(row).toContainText(program.url);
	await row.getByRole('button', { name: 'Send a test' }).click();
	await expect(row.getByRole('status')).toHaveText(/^It arrived: answered 204 in [\d,.]+ ms\.$/);

	// A run is told, and shows it. The program is broken at that moment.
	program.status = 500;
	await server.admin('credits', 'grant', '--email', account.email, '--credits', '5', '--why', 'a test');
	const { id } = await new AutomationApi(page, server.url).create({
		_triggerType: 'email',
		_actionType: 'save',
	});
	await deliver(server.smtpPort, {
		to: `${id}@automations.localhost`,
		head: ['Subject: Hello'],
		body: '<p>Hello</p>',
	});
	await expect.poll(() => program.got.map(({ type }) => type)).toEqual(['webhook.test', 'run.ended']);
	await expect(row).toContainText('It began to fail');
	program.status = 200;
	await row.getByRole('button', { name: 'Deliveries' }).click();
	const log = page.getByRole('dialog', { name: 'Deliveries' });
	const [told, tested] = [log.getByRole('listitem').first(), log.getByRole('listitem').last()];
	await expect(tested).toContainText('Sent, answered 204');
	await expect(told).toContainText('Will be tried again. It answered 500.');
	await told.getByText('What was sent').click();
	await expect(told.locator('pre')).toContainText('"type": "run.ended"');
	await told.getByRole('button', { name: 'Send again' }).click();
	await expect(told).toContainText('Sent, 2 attempts, answered 200');
	expect(program.got[2]).toEqual(program.got[1]);
	await log.getByRole('button', { name: 'Close' }).click();
	await expect(row).not.toContainText('It began to fail');

	await page.goto('/app/runs');
	await page.getByRole('button', { name: 'Show details' }).click();
	await expect(page.getByText(`Sent to ${program.url}, `)).toBeVisible();

	await page.goto('/app/account');
	await row.getByRole('button', { name: 'Change' }).click();
	const change = page.getByRole('dialog', { name: 'Webhook' });
	await confirm(page, account);
	await change.getByRole('button', { name: 'Show secret' }).click();
	await expect(change.locator('code')).toHaveText(secret);
	await change.getByRole('button', { name: 'Replace secret' }).click();
	await page.getByRole('alertdialog').getByRole('button', { name: 'Replace secret' }).click();
	await expect(change.locator('code')).not.toHaveText(secret);
	await change.getByLabel('Turned on').uncheck();
	await change.getByLabel('A camera is silent').check();
	await change.getByRole('button', { name: 'Save' }).click();
	await expect(row).toContainText('Turned off just now');
	await expect(row).toContainText('A run ended, a camera is silent');
	await row.getByRole('button', { name: 'Change' }).click();
	await change.getByRole('button', { name: 'Remove webhook' }).click();
	await page.getByRole('alertdialog').getByRole('button', { name: 'Remove webhook' }).click();
	await expect(part.getByText('You have no webhooks.')).toBeVisible();
	program.close();
});
