import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

/** The measures of the tours, in the specification's numbers, as they are on the screen. */
test.use({ tours: 'fresh', viewport: { width: 1280, height: 844 } });

const card = (page: Page) => page.getByRole('dialog');
const next = (page: Page) => card(page).getByRole('button', { name: 'Next', exact: true }).click();
const isAt = (page: Page, title: string) =>
	expect(page.getByRole('dialog', { name: title, exact: true })).toBeVisible();

async function openAutomationsTour(page: Page) {
	await page.request.post('/api/users/me/tours', { data: { tour: 'mainTour' } });
	await page.goto('/app/automations');
	await isAt(page, 'Automations');
}

const box = async (page: Page, selector: string) => {
	const found = await page.locator(selector).boundingBox();
	if (!found) throw new Error(`${selector} is not there`);
	return found;
};

test('the light is 30 px around its target with corners of 28 px; the card is 25 px from it and 16 to 32 rem wide', async ({
	signedIn: page,
}) => {
	await openAutomationsTour(page);
	await next(page);
	await isAt(page, "Click '+'");
	const light = page.locator('div[aria-hidden]:has(+ div[aria-hidden])').last();
	await expect(async () => {
		const [lit, target] = [await light.boundingBox(), await box(page, '[data-tour="automation-new"]')];
		expect(lit).toEqual({
			x: target.x - 30,
			y: target.y - 30,
			width: target.width + 60,
			height: target.height + 60,
		});
		expect((await box(page, '[role=dialog]')).y - (target.y + target.height + 30)).toBeCloseTo(25, 0);
	}).toPass({ timeout: 5000 });
	await expect(light).toHaveCSS('border-radius', '28px');
	await expect(card(page)).toHaveCSS('min-width', '256px');
	const widest = () =>
		card(page).evaluate((element) => {
			element.style.width = '999px';
			return element.getBoundingClientRect().width;
		});
	expect(await widest()).toBe(512);
});

test('a tall target is scrolled to 20 px below the bar', async ({ signedIn: page }) => {
	await page.setViewportSize({ width: 1280, height: 420 });
	await openAutomationsTour(page);
	await next(page);
	await next(page);
	for (const title of ['Name it', 'Inputs']) {
		await isAt(page, title);
		await next(page);
	}
	await isAt(page, 'Prompt');
	await card(page).getByRole('button', { name: 'Back', exact: true }).click();
	await isAt(page, 'Inputs');
	const bar = await box(page, '[data-top-bar]');
	await expect
		.poll(async () => (await box(page, '[data-tour="automation-inputs"]')).y - (bar.y + bar.height))
		.toBeCloseTo(20, 0);
});
