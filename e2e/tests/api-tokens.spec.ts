import { expect, test } from '../fixtures.ts';
import { expectSound } from '../sound.ts';

test('an API token is made, shown once, used, and revoked', async ({ signedIn: page, server, account }) => {
	await page.goto('/app/account');
	const part = page.getByRole('region', { name: 'API tokens' });
	await expect(part.getByText('You have no tokens.')).toBeVisible();

	await part.getByRole('button', { name: 'Make a token' }).click();
	const dialog = page.getByRole('dialog', { name: 'New API token' });
	await dialog.getByLabel('Read', { exact: true }).uncheck();
	await dialog.getByRole('button', { name: 'Make the token' }).click();
	await expect(dialog.getByText('Enter a name.')).toBeVisible();
	await expect(dialog.getByText('Choose at least one.')).toBeVisible();
	await expectSound(page);
	await dialog.getByLabel('Name').fill('Home Assistant');
	await dialog.getByLabel('Read', { exact: true }).check();
	await dialog.getByLabel('Change automations').check();
	await dialog.getByLabel('Expires after').selectOption('A year');
	await dialog.getByRole('button', { name: 'Make the token' }).click();

	await expect(dialog.getByRole('status')).toContainText('It is shown this once');
	const [token = '', line = ''] = await dialog.locator('code').allTextContents();
	expect(token).toMatch(/^ww_[a-z2-7]{40}$/);
	expect(line).toBe(`curl -H "Authorization: Bearer ${token}" ${server.url}/api/automations`);
	await dialog.getByRole('button', { name: 'Done' }).click();
	await expect(dialog).toBeHidden();
	await expect(page.getByText(token)).toHaveCount(0);
	const row = part.getByRole('listitem');
	await expect(row).toContainText('Read, Change automations');
	await expect(row).toContainText(/Made just now, never used\. Expires on /);
	expect((await server.waitForMail(account.email)).text).toContain(
		'The API token "Home Assistant" was made.',
	);

	const asProgram = () =>
		fetch(`${server.url}/api/automations`, { headers: { authorization: `Bearer ${token}` } });
	expect((await asProgram()).status).toBe(200);
	await page.reload();
	await expect(row).toContainText('last used just now');

	await part.getByRole('button', { name: 'Revoke Home Assistant' }).click();
	const question = page.getByRole('alertdialog', { name: 'Revoke Home Assistant?' });
	await question.getByRole('button', { name: 'Cancel' }).click();
	expect((await asProgram()).status).toBe(200);
	await part.getByRole('button', { name: 'Revoke Home Assistant' }).click();
	await question.getByRole('button', { name: 'Revoke token' }).click();
	await expect(part.getByText('You have no tokens.')).toBeVisible();
	expect((await asProgram()).status).toBe(401);
});
