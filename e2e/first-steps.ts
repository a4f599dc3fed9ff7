import { expect, type Page } from '@playwright/test';

/** What the dashboard asks of somebody who has just signed in. */
export async function expectFirstSteps(page: Page) {
	const steps = page
		.getByRole('main')
		.getByRole('listitem')
		.filter({ has: page.getByRole('link') });
	await expect(steps).toHaveText([
		/^Done: Get Watchword/,
		/^Done: Open the link/,
		/^3Scan the QR code/,
		/^4Choose a template/,
		/^5Allow notifications/,
	]);
}
