import type { Page } from '@playwright/test';
import { TOURS } from '@watchword/contract/constants';
import { expect, test } from '../fixtures.ts';
import { RunningServer } from '../server.ts';
import { expectSound } from '../sound.ts';

const UNEXPECTED = 'An unexpected error occured.';

const amount = (page: Page) => page.getByLabel('Amount in dollars (AUD)');
const purchase = (page: Page) => page.getByRole('button', { name: 'Purchase', exact: true });
const payNow = (page: Page) => page.getByRole('button', { name: 'Pay now', exact: true });
const balance = (page: Page, credits: number) =>
	page.getByText(`Balance: ${credits} credits`, { exact: true });

test('credits are bought with each of the test cards, and every step explains itself', async ({
	signedIn: page,
	context,
	server,
}) => {
	const elsewhere: string[] = [];
	page.on('request', (request) => {
		if (!request.url().startsWith(server.url)) elsewhere.push(request.url());
	});
	await page.goto('/app/billing');
	await expect(balance(page, 0)).toBeVisible();
	await expect(page.getByText('No credits came or went.')).toBeVisible();

	await amount(page).fill('12');
	await purchase(page).click();
	await expect(
		page.getByRole('heading', { name: 'Purchase 240 credits for AUD$12.00', exact: true }),
	).toBeFocused();
	await expectSound(page);

	const alert = page.getByRole('alert');
	await payNow(page).click();
	await expect(alert).toHaveText('Your card number is incomplete.');
	await page.getByRole('button', { name: '4000 0000 0000 0002' }).click();
	await payNow(page).click();
	await expect(alert).toHaveText('Your card was declined.');
	await page.getByLabel('Card number').fill('4000000000009995');
	await payNow(page).click();
	await expect(alert).toHaveText('Your card has insufficient funds.');

	// A second tab sees the credits arrive by itself.
	const other = await context.newPage();
	await other.goto('/app/billing');
	await expect(balance(other, 0)).toBeVisible();
	await page.bringToFront();
	await page.getByRole('button', { name: '4242 4242 4242 4242' }).click();
	await payNow(page).click();
	await expect(page).toHaveURL(/\/app\/billing\?payment_intent=pi_\w+&redirect_status=succeeded$/);
	await expect(alert).toContainText('Payment successful: 240 credits were added to your balance.');
	await expect(balance(page, 240)).toBeVisible();
	await other.bringToFront();
	await expect(balance(other, 240)).toBeVisible();
	await other.close();

	await page.getByRole('link', { name: 'See the payment' }).click();
	await expect(page).toHaveURL(/\/app\/paymentsuccess\?payment_intent=/);
	await expect(page.getByText('240 credits were added to your balance for AUD$12.00.')).toBeVisible();
	await expect(page.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute(
		'href',
		'/app/dashboard',
	);
	await page.getByRole('link', { name: 'Receipt' }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Receipt');
	await expect(page.getByRole('row', { name: 'Paid AUD$12.00' })).toBeVisible();
	await expectSound(page);
	await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
	await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
	await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
	await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
	expect(elsewhere).toEqual([]);
});

test('a customer who comes back sees the state of the payment', async ({
	signedIn: page,
	account,
	server,
}) => {
	const { account: me } = await (await page.request.get('/api/users/me')).json();
	const data = { userId: me.uid, amount: 5 };
	const { clientSecret } = await (await page.request.post('/api/payment-intent', { data })).json();
	const intent = clientSecret.replace(/_secret_.*/, '');
	const back = `/app/billing?payment_intent=${intent}&payment_intent_client_secret=${clientSecret}`;
	await page.goto(`${back}&redirect_status=failed`);
	await expect(page.getByRole('alert')).toContainText(
		'The payment did not go through, and you were not charged.',
	);
	// The address says that it succeeded; the provider does not.
	await page.goto(`${back}&redirect_status=succeeded`);
	await expect(page.getByRole('alert')).toContainText('The payment did not go through');
	await page.goto(`${back}&redirect_status=succeeded`);
	const card = { clientSecret, number: '4242424242424242', expiry: '12/34', cvc: '123' };
	await page.request.post('/api/test-cards/confirm', { data: card });
	await expect(page.getByRole('alert')).toContainText('100 credits were added to your balance.');

	// The statement: filtered by the address, taken along as a file.
	await server.admin('credits', 'grant', '--email', account.email, '--credits', '7', '--why', 'A present');
	await page.goto('/app/billing');
	const rows = page.getByRole('table').getByRole('row');
	await expect(rows).toContainText(['Day', 'Gift', 'Purchase', '107 added']);
	await page.getByLabel('Type').selectOption('Purchases');
	await expect(rows).toContainText(['Day', 'Purchase', '100 added']);
	const download = page.waitForEvent('download');
	await page.getByRole('link', { name: 'Download CSV' }).click();
	expect((await download).suggestedFilename()).toMatch(/^credits-[\d-]+\.csv$/);
	await page.getByRole('table').getByRole('link', { name: 'Receipt' }).click();
	await expect(page.getByText('Test mode: no money moved.')).toBeVisible();
});

/** What Stripe's script does, as far as the form uses it; the real one needs Stripe. */
const STRIPE_JS = `window.Stripe = Object.assign((key) => ({
	_registerWrapper() {},
	elements: ({ clientSecret }) => ({
		create: () => ({
			on(name, act) { if (name === 'ready') this.ready = act; },
			mount(place) { place.textContent = 'Fields of ' + key + ' for ' + clientSecret; setTimeout(this.ready); },
			destroy() {},
		}),
	}),
	async confirmPayment({ confirmParams, redirect }) {
		window.asked = { ...confirmParams, redirect };
		return window.answer;
	},
}), { version: 3 });`;

test('with Stripe, the form loads from Stripe, and the answer of Stripe decides', async ({ page }) => {
	// A server of its own, on a busy machine.
	test.setTimeout(180_000);
	const server = await RunningServer.start({
		STRIPE_SECRET_KEY: 'sk_test_1',
		STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
		STRIPE_WEBHOOK_SECRET: 'whsec_1',
		STRIPE_API_URL: 'http://127.0.0.1:9',
	});
	try {
		await page.route('https://js.stripe.com/**', (route) =>
			route.fulfill({ contentType: 'text/javascript', body: STRIPE_JS }),
		);
		await page.route(`${server.url}/api/payment-intent`, (route) =>
			route.fulfill({ json: { clientSecret: 'pi_1_secret_2' } }),
		);
		await page.goto(server.demoLink);
		for (const tour of TOURS) await page.request.post(`${server.url}/api/users/me/tours`, { data: { tour } });
		await page.goto(`${server.url}/app/billing`);
		await purchase(page).click();
		await expect(page.getByText('Fields of pk_test_1 for pi_1_secret_2')).toBeVisible();
		for (const [type, shown] of [
			['card_error', 'Your bank says no.'],
			['validation_error', 'Your bank says no.'],
			['api_error', UNEXPECTED],
		]) {
			await page.evaluate((error) => Object.assign(window, { answer: { error } }), {
				type,
				message: 'Your bank says no.',
			});
			await payNow(page).click();
			await expect(page.getByRole('alert')).toHaveText(String(shown));
		}
		expect(await page.evaluate(() => (window as unknown as { asked: object }).asked)).toEqual({
			return_url: `${server.url}/app/billing`,
			redirect: 'if_required',
		});
	} finally {
		await server.stop();
	}
});
