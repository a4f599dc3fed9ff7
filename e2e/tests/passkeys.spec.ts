import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectSound } from '../sound.ts';

/** The browser's own authenticator for tests. It answers at once, as somebody whose finger it knows. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
	const cdp = await page.context().newCDPSession(page);
	await cdp.send('WebAuthn.enable', { enableUI: false });
	const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
		options: {
			protocol: 'ctap2',
			transport: 'internal',
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	});
	return { cdp, authenticatorId };
}

test('a passkey is added, named, used to sign in and to confirm, and removed', async ({
	signedIn: page,
	account,
	server,
}) => {
	const { cdp, authenticatorId } = await addAuthenticator(page);
	/** Whether somebody touches it when it is asked. */
	const present = (enabled: boolean) =>
		cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
	const verified = (isUserVerified: boolean) =>
		cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
	await page.goto('/app/account');
	const part = page.getByRole('region', { name: 'Passkeys' });
	await expect(part.getByText('You have no passkeys.')).toBeVisible();

	// The password is asked for first. Whoever does not pass the check of the device gets no passkey.
	await verified(false);
	await part.getByRole('button', { name: 'Add a passkey' }).click();
	const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
	await question.getByLabel('Your password').fill(account.password);
	await expect(question.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0);
	await page.keyboard.press('Enter');
	await expect(part.getByText('No passkey was added.')).toBeVisible();
	await verified(true);
	await part.getByRole('button', { name: 'Add a passkey' }).click();

	// It has a name, which can be changed at once.
	await expect(part.getByRole('status')).toHaveText('Added. From now on you can sign in with it.');
	const name = part.getByLabel('Name of the passkey');
	await expect(name).toHaveValue(/^Chrome on /);
	await name.fill(' ');
	await part.getByRole('button', { name: 'Save name' }).click();
	await expect(part.getByText('Enter a name.')).toBeVisible();
	await name.fill('My laptop');
	await part.getByRole('button', { name: 'Save name' }).click();
	await expect(part.getByRole('listitem')).toContainText('My laptop');
	await expect(part.getByRole('listitem')).toContainText('never used');
	expect((await server.waitForMail(account.email)).subject).toBe(
		'A passkey was added to your Watchword account',
	);
	// The same authenticator makes no second one.
	await part.getByRole('button', { name: 'Add a passkey' }).click();
	await expect(part.getByRole('alert')).toContainText('has a passkey for your account already');

	await page.request.post('/api/auth/sign-out', { data: {} });
	await present(false);
	await page.goto('/signin');
	await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute(
		'autocomplete',
		'username webauthn',
	);
	const signIn = page.getByRole('button', { name: 'Sign in with a passkey' });
	await expect(signIn).toBeEnabled();
	// A device that does not recognise who touches it gives no passkey.
	const unused = 'No passkey was used. Please try again, or choose another way.';
	await verified(false);
	await present(true);
	await signIn.click();
	await expect(page.getByRole('alert')).toHaveText(unused);
	await expectSound(page);
	// What the field offers is not taken while the next line is on its way.
	await present(false);
	await verified(true);
	await present(true);
	await signIn.click();
	await expect(page).toHaveURL('/app/dashboard');

	// The email field offers it, too: this authenticator takes the offer as soon as the screen is there.
	await page.request.post('/api/auth/sign-out', { data: {} });
	await page.goto('/signin');
	await expect(page).toHaveURL('/app/dashboard');

	// The session is new, so the change needs a proof again; the passkey is one.
	await page.goto('/app/account');
	await expect(part.getByRole('listitem')).toContainText('last used just now');
	await part.getByRole('button', { name: 'Remove My laptop' }).click();
	await page
		.getByRole('alertdialog', { name: 'Remove My laptop?' })
		.getByRole('button', { name: 'Remove passkey' })
		.click();
	await verified(false);
	await question.getByRole('button', { name: 'Use a passkey' }).click();
	await expect(question.getByRole('alert')).toHaveText(unused);
	await verified(true);
	await question.getByRole('button', { name: 'Use a passkey' }).click();
	await expect(part.getByText('You have no passkeys.')).toBeVisible();
	await expect(question).toBeHidden();

	// The authenticator has its half still, the server has not.
	await page.request.post('/api/auth/sign-out', { data: {} });
	await present(false);
	await page.goto('/signin');
	await expect(signIn).toBeEnabled();
	await present(true);
	await signIn.click();
	await expect(page.getByRole('alert')).toContainText('This passkey opens no account here.');
	await expect(page).toHaveURL('/signin');
	// The form beside it works as ever.
	await page.getByLabel('Email', { exact: true }).fill(account.email);
	await page.getByLabel('Password', { exact: true }).fill(account.password);
	await page.getByRole('button', { name: 'Sign In', exact: true }).click();
	await expect(page).toHaveURL('/app/dashboard');
	await cdp.detach();
});
