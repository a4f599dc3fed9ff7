import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { EMAIL, portalSettings } from '../../testing/documents.ts';
import { openAsCustomer, openAsVisitor } from '../../testing/open.tsx';
import { type Answers, noAnswer, refused } from '../../testing/wire.ts';

const WRONG = 'The credentials you have entered are incorrect. Please try again.';
const OTHER = 'An error has occured. Please try again.';
const SIGN_IN = 'POST /api/auth/sign-in/email';

const email = page.getByLabelText('Email', { exact: true });
const password = page.getByLabelText('Password', { exact: true });
const button = page.getByRole('button', { name: 'Sign In', exact: true });
const alert = page.getByRole('alert');

async function openFilled(answers: Answers) {
	const opened = await openAsVisitor('/signin', answers);
	await email.fill(EMAIL);
	await password.fill('correct horse battery');
	return opened;
}

test('the screen has its brand, fields and links', async () => {
	const { at } = await openAsVisitor('/signin');
	await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Watchword Portal');
	expect(document.title).toBe('Sign in · Watchword');
	await expect.element(email).toHaveAttribute('type', 'email');
	await expect.element(password).toHaveAttribute('type', 'password');
	await expect.element(button).toBeEnabled();
	const { supportEmail, termsUrl, privacyUrl } = portalSettings;
	for (const [name, href] of [
		[supportEmail, `mailto:${supportEmail}`],
		['Terms of Service', termsUrl],
		['Privacy Policy', privacyUrl],
	] as const)
		await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', href);
	await page.getByRole('link', { name: 'Forgot your password?' }).click();
	await expect.poll(at).toBe('/resetpassword');
});

test('the button is disabled and says so while signing in, and one request is sent', async () => {
	const held = Promise.withResolvers<void>();
	const { wire } = await openFilled({
		[SIGN_IN]: async () => {
			await held.promise;
			return refused('internal');
		},
	});
	// Three submissions at once, before the screen can change.
	const form = document.querySelector('form');
	for (let n = 0; n < 3; n++) form?.requestSubmit();
	await expect.element(page.getByRole('button', { name: 'Signing In...', exact: true })).toBeDisabled();
	(password.element() as HTMLElement).focus();
	await userEvent.keyboard('{Enter}');
	held.resolve();
	await expect.element(alert).toHaveTextContent(OTHER);
	await expect
		.poll(() => wire.bodies(SIGN_IN))
		.toEqual([{ email: EMAIL, password: 'correct horse battery' }]);
});

test('email and password are required and the email must look like one', async () => {
	const { wire } = await openAsVisitor('/signin');
	await button.click();
	await expect.element(email).toHaveFocus();
	await expect.element(email).toHaveAccessibleDescription('Enter your email address.');
	await expect.element(password).toHaveAccessibleDescription(/^Enter your password\./);
	for (const value of ['robin', 'robin@', '@example.com', 'robin@example', 'robin @example.com']) {
		await email.fill(value);
		await expect
			.element(email)
			.toHaveAccessibleDescription('Enter an email address such as you@example.com.');
		await button.click();
	}
	await email.fill(EMAIL);
	await expect.element(email).toHaveAccessibleDescription('');
	await button.click();
	await expect.element(password).toHaveFocus();
	expect(wire.bodies(SIGN_IN)).toEqual([]);
});

test.each<[string, NonNullable<Answers[typeof SIGN_IN]>, string]>([
	['a wrong password or an unknown address', refused('auth/invalid-credential'), WRONG],
	['any other refusal', refused('internal'), OTHER],
	['no answer', noAnswer, OTHER],
])('%s has its own words and the form is ready again', async (_what, reply, words) => {
	const { wire } = await openFilled({ [SIGN_IN]: reply });
	await button.click();
	await expect.element(alert).toHaveTextContent(words);
	await expect.element(button).toBeEnabled();
	await expect.element(email).toHaveValue(EMAIL);
	wire.answer({ [SIGN_IN]: refused('resource-exhausted', { 'retry-after': '900' }) });
	await button.click();
	await expect.element(alert).toMatchTextContent('You can try again in 15 minutes.');
	await expect.element(alert.getByText(OTHER, { exact: true })).toBeVisible();
});

test('what was typed as a password can be shown', async () => {
	await openFilled({});
	await page.getByRole('button', { name: 'Show', exact: true }).click();
	await expect.element(password).toHaveAttribute('type', 'text');
	await page.getByRole('button', { name: 'Hide', exact: true }).click();
	await expect.element(password).toHaveAttribute('type', 'password');
});

test.each(['/signin', '/resetpassword'])(
	'a signed-in user is sent on from %s to the portal',
	async (path) => {
		const { at } = await openAsCustomer(path);
		await expect.poll(at).toBe('/app/dashboard');
	},
);

test('a sign-in that waited too long for its code asks for the password again', async () => {
	await openFilled({
		[SIGN_IN]: refused('auth/multi-factor-auth-required'),
		'POST /api/auth/sign-in/code': refused('auth/code-expired'),
	});
	await button.click();
	await page.getByLabelText('Code from your app').fill('123 456');
	await page.getByRole('button', { name: 'Continue' }).click();
	await expect.element(alert).toMatchTextContent('Please sign in again');
	await expect.element(email).toBeVisible();
});
