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
	const scopes = dialog.getByRole('group', { name: 'What it may do' });
	await expect(scopes).toHaveAccessibleDescription('Choose at least one.');
	await expect(dialog.getByLabel('Name')).toBeFocused();
	await expectSound(page);
	await dialog.getByLabel('Name').fill('Home Assistant');
	await dialog.getByRole('button', { name: 'Make the token' }).click();
	await expect(dialog.getByLabel('Read', { exact: true })).toBeFocused();
	await dialog.getByLabel('Read', { exact: true }).check();
	await dialog.getByLabel('Change automations').check();
	await dialog.getByLabel('Expires after').selectOption('A year');
	await dialog.getByRole('button', { name: 'Make the token' }).click();

	// An open browser is not enough: the password is asked for, over the window with what was typed.
	const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
	await expect(question.getByLabel('Your password')).toBeFocused();
	await expectSound(page);
	await page.keyboard.press('Escape');
	await expect(question).toBeHidden();
	await expect(dialog.getByLabel('Name')).toHaveValue('Home Assistant');
	await expect(dialog.getByRole('alert')).toHaveCount(0);
	await dialog.getByRole('button', { name: 'Make the token' }).click();
	await question.getByRole('button', { name: 'Confirm' }).click();
	await expect(question.getByText('Enter your password.')).toBeVisible();
	await question.getByLabel('Your password').fill('not the password');
	await question.getByRole('button', { name: 'Confirm' }).click();
	await expect(question.getByRole('alert')).toHaveText('This is not your password. Please try again.');
	await question.getByLabel('Your password').fill(account.password);
	await page.keyboard.press('Enter');

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
	const revoking = page.getByRole('alertdialog', { name: 'Revoke Home Assistant?' });
	await revoking.getByRole('button', { name: 'Cancel' }).click();
	expect((await asProgram()).status).toBe(200);
	await part.getByRole('button', { name: 'Revoke Home Assistant' }).click();
	await revoking.getByRole('button', { name: 'Revoke token' }).click();
	await expect(part.getByText('You have no tokens.')).toBeVisible();
	expect((await asProgram()).status).toBe(401);
});
