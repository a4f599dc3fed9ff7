import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectSound } from '../sound.ts';

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
