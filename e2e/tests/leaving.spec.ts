import { confirm, expect, test } from '../fixtures.ts';

test('the owner finds an intruder in the history, asks for the deletion, and keeps the account', async ({
	signedIn: page,
	account,
	server,
}) => {
	const { email } = account;
	await server.admin('credits', 'grant', '--email', email, '--credits', '26', '--why', 'a gift');
	await page.goto('/app/account');
	const history = page.getByRole('region', { name: 'Account history' });
	await expect(history.getByText('Signed in with the password.')).toHaveCount(1);

	// Live: somebody guesses, while the screen is open.
	for (const guess of ['summer', 'winter']) {
		const answer = await fetch(`${server.url}/api/auth/sign-in/email`, {
			method: 'POST',
			body: JSON.stringify({ email, password: guess }),
			headers: {
				'content-type': 'application/json',
				'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
			},
		});
		expect(answer.status).toBe(401);
	}
	await expect(history.getByText('Someone tried to sign in with a wrong password, 2 times.')).toBeVisible();
	await expect(history.getByText(/Firefox on Windows, from .*127\.0\.0\.1/)).toBeVisible();
	for (let n = 0; n < 5; n++) await page.request.post('/api/users/me/presence-link');
	await expect(history.getByText('The link that switches')).toHaveCount(5);
	await expect(history.getByText('Signed in with the password.')).toHaveCount(0);
	await history.getByRole('button', { name: 'Show more' }).click();
	await expect(history.getByText('Signed in with the password.')).toBeVisible();
	await expect(history.getByRole('button', { name: 'Show more' })).toHaveCount(0);

	await confirm(page, account);
	const part = page.getByRole('region', { name: 'Delete this account' });
	await part.getByRole('button', { name: 'Delete this account' }).click();
	const dialog = page.getByRole('alertdialog', { name: 'Delete this account?' });
	await expect(dialog).toContainText('your 26 remaining credits, which cannot be paid back');
	await dialog.getByRole('button', { name: 'Cancel' }).click();
	await expect(dialog).toHaveCount(0);
	await part.getByRole('button', { name: 'Delete this account' }).click();
	await dialog.getByRole('button', { name: 'Delete in 7 days' }).click();
	await expect(part).toContainText('This account is deleted with everything of it on');
	await expect(history.getByText('The account is to be deleted on')).toBeVisible();

	// Every screen says so, and the mail has the way back.
	await page.goto('/app/runs');
	const banner = page.getByRole('region', { name: 'This account is going to be deleted' });
	await expect(banner).toContainText('Until then cameras and automations go on');
	const mail = await server.waitForMail(email);
	const link = new URL(/http\S+keep-account\S+/.exec(mail.text)?.[0] ?? '');
	await page.goto(link.pathname);
	await page.getByRole('button', { name: 'Keep my account' }).click();
	await expect(page.getByRole('heading', { name: 'The account stays' })).toBeVisible();
	await page.goto('/app/dashboard');
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await expect(banner).toHaveCount(0);

	// Once more, and kept from the banner of any screen.
	await page.request.post('/api/users/me/leaving');
	await expect(banner).toBeVisible();
	await banner.getByRole('button', { name: 'Keep my account' }).click();
	await expect(banner).toHaveCount(0);
});
