import { randomUUID } from 'node:crypto';
import { TOURS } from '@watchword/contract/constants';
import { ssoSettings, startIdentityProvider } from '../../server/src/testing/identity-provider.ts';
import { test as base, expect } from '../fixtures.ts';
import { RunningServer } from '../server.ts';
import { expectSound } from '../sound.ts';

type Idp = Awaited<ReturnType<typeof startIdentityProvider>>;

const test = base.extend<object, { idp: Idp }>({
	idp: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
		async ({}, use) => {
			const idp = await startIdentityProvider();
			await use(idp);
			await idp.stop();
		},
		{ scope: 'worker' },
	],
	server: [
		async ({ idp }, use) => {
			const server = await RunningServer.start(ssoSettings(idp.issuer));
			await use(server);
			await server.stop();
		},
		{ scope: 'worker', timeout: 300_000 },
	],
});

test('one signs in by the button, and lands where one wanted to go', async ({
	page,
	server,
	idp,
	account,
}) => {
	const button = page.getByRole('link', { name: 'Sign in with Example ID' });
	const problem = page.getByRole('alert');
	const person = randomUUID();
	idp.person = person;
	idp.know(person, { email: account.email, email_verified: false });

	await page.goto('/app/runs');
	await page.getByRole('link', { name: 'Sign in', exact: true }).click();
	await expectSound(page);
	await button.click();
	await expect(problem).toHaveText(
		'Example ID does not answer right now. Please try again in a few minutes, or sign in with your password.',
	);
	await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled();

	idp.open(server.url);
	await button.click();
	await expect(problem).toHaveText(
		'You were not signed in, because Example ID has not verified your email address. Verify it there and try again.',
	);
	await expectSound(page);
	await page.goto('/signin?problem=Call+0900');
	await expect(button).toBeVisible();
	await expect(problem).toHaveCount(0);

	idp.know(person, { email: account.email, email_verified: true });
	await page.goto('/app/runs');
	await page.getByRole('link', { name: 'Sign in', exact: true }).click();
	await button.click();
	await expect(page).toHaveURL('/app/runs');

	await Promise.all(TOURS.map((tour) => page.request.post('/api/users/me/tours', { data: { tour } })));
	// What asks again who one is can be answered by signing in at the provider once more.
	await page.goto('/app/account');
	await page.getByRole('button', { name: 'Export my data' }).click();
	const dialog = page.getByRole('dialog');
	await expect(dialog).toContainText('Confirm that it is you');
	await expectSound(page);
	await dialog.getByRole('button', { name: 'Confirm with Example ID' }).click();
	await expect(dialog).toContainText('You have confirmed that it is you');
	await dialog.getByRole('button', { name: 'Go on' }).click();
	await expect(page).toHaveURL('/app/account');
	const asked = page.waitForResponse('/api/exports');
	await page.getByRole('button', { name: 'Export my data' }).click();
	expect((await asked).ok()).toBe(true);
});
