import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { portalSettings } from '../../testing/documents.ts';
import { openAsVisitor } from '../../testing/open.tsx';
import { noAnswer, refused } from '../../testing/wire.ts';

const SENT = 'Password reset email has been sent successfully.';
const NOT_FOUND =
	'The email you have entered cannot be found in our system. Please double check it and then contact support.';
const OTHER = 'An error has occured. Please try again.';
const REQUEST = 'POST /api/auth/request-password-reset';
const SET = 'POST /api/auth/reset-password';

const email = page.getByLabelText('Email', { exact: true });
const newPassword = page.getByLabelText('New password', { exact: true });
const button = page.getByRole('button', { name: 'Reset password', exact: true });
const setButton = page.getByRole('button', { name: 'Set new password' });
const heading = page.getByRole('heading', { level: 1 });
const alert = page.getByRole('alert');

test('the screen has its title, field, note and links', async () => {
	await openAsVisitor('/resetpassword');
	await expect.element(heading).toHaveTextContent('Reset your portal password');
	await expect.element(email).toHaveAttribute('type', 'email');
	await expect.element(email).toHaveAttribute('placeholder', 'you@example.com');
	await expect.element(button).toBeEnabled();
	await expect.element(page.getByText('Trouble resetting your password?')).toBeVisible();
	const support = page.getByRole('link', { name: 'Contact the support team' });
	await expect.element(support).toHaveAttribute('href', `mailto:${portalSettings.supportEmail}`);
	await expect
		.element(page.getByRole('link', { name: 'Watchword' }))
		.toHaveAttribute('href', portalSettings.companyUrl);
});

test('while submitting the button is disabled and says so, and one request is sent', async () => {
	const held = Promise.withResolvers<void>();
	const { wire } = await openAsVisitor('/resetpassword', { [REQUEST]: () => held.promise.then(() => ({})) });
	await email.fill('someone@example.com');
	const form = document.querySelector('form');
	form?.requestSubmit();
	form?.requestSubmit();
	await expect
		.element(page.getByRole('button', { name: 'Resetting password...', exact: true }))
		.toBeDisabled();
	held.resolve();
	await expect.element(alert).toHaveTextContent(SENT);
	await expect.element(button).toBeEnabled();
	await expect.poll(() => wire.bodies(REQUEST)).toEqual([{ email: 'someone@example.com' }]);
});

test('the email is required and must look like one', async () => {
	await openAsVisitor('/resetpassword');
	await button.click();
	await expect.element(email).toHaveFocus();
	await expect.element(email).toHaveAccessibleDescription('Enter your email address.');
	await email.fill('robin');
	await expect.element(email).toHaveAccessibleDescription('Enter an email address such as you@example.com.');
});

test('each failure has its own message, and the form can be used again', async () => {
	const { wire } = await openAsVisitor('/resetpassword', { [REQUEST]: refused('auth/invalid-email') });
	await email.fill('robin..example@example.com');
	await button.click();
	await expect.element(alert).toHaveTextContent(NOT_FOUND);
	await expect.element(button).toBeEnabled();
	wire.answer({ [REQUEST]: noAnswer });
	await button.click();
	await expect.element(alert).toHaveTextContent(OTHER);
	wire.answer({ [REQUEST]: refused('resource-exhausted', { 'retry-after': '900' }) });
	await button.click();
	await expect.element(alert).toMatchTextContent('You can try again in 15 minutes.');
	await expect.element(alert.getByText(OTHER, { exact: true })).toBeVisible();
	await email.fill('robin');
	await button.click();
	await expect.element(email).toHaveFocus();
	await expect.element(alert).not.toBeInTheDocument();
});

test('links without a token or with a forged one change nothing and say so', async () => {
	const opened = await openAsVisitor('/resetpassword/confirm', { [SET]: refused('auth/invalid-token') });
	for (const path of ['/resetpassword/confirm', '/resetpassword/confirm?token=']) {
		await opened.go(path);
		await expect.element(heading).toHaveTextContent('This link does not work any more');
		await page.getByRole('link', { name: 'Ask for a new link' }).click();
		await expect.poll(opened.at).toBe('/resetpassword');
	}
	await opened.go('/resetpassword/confirm?token=forged');
	await newPassword.fill('a brand new password');
	await setButton.click();
	await expect
		.element(alert)
		.toHaveTextContent(
			'A link works once, for an hour. Your password has not been changed: ask for a new link.',
		);
});

test('a failure while setting the password keeps what was typed', async () => {
	await openAsVisitor('/resetpassword/confirm?token=any', { [SET]: noAnswer });
	await newPassword.fill('a brand new password');
	await setButton.click();
	await expect.element(alert).toHaveTextContent(OTHER);
	await expect.element(newPassword).toHaveValue('a brand new password');
	await expect.element(setButton).toBeEnabled();
});
