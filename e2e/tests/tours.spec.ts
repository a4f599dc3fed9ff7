import type { Page } from '@playwright/test';
import { violations } from '../axe.ts';
import { expect, test } from '../fixtures.ts';

const MAIN = ['Welcome', 'Automations', 'Runs', 'Your Devices', 'Credits and Billing', 'Help'];
const AUTOMATIONS = [
	'Automations',
	"Click '+'",
	'Name it',
	'Inputs',
	'Prompt',
	'Action',
	'Update Automation',
];

const card = (page: Page) => page.getByRole('dialog');
const press = (page: Page, name: string) => card(page).getByRole('button', { name, exact: true }).click();
async function expectStep(page: Page, titles: string[], index: number) {
	await expect(page.getByRole('dialog', { name: String(titles[index]), exact: true })).toBeVisible();
	await expect(card(page).getByText(`${index + 1} of ${titles.length}`, { exact: true })).toBeVisible();
}

/** The events of the tour on the window and in the log, from now on. */
async function listen(page: Page) {
	const log: string[] = [];
	const errors: string[] = [];
	page.on('console', (message) => message.type() === 'warning' && log.push(message.text()));
	page.on('pageerror', (error) => errors.push(error.stack ?? String(error)));
	await page.addInitScript(() => {
		const said: unknown[] = [];
		Object.assign(window, { said });
		for (const type of ['watchword:tour-complete', 'watchword:tour-skip']) {
			window.addEventListener(type, (event) => said.push([type, (event as CustomEvent).detail]));
		}
	});
	return { log, errors, said: () => page.evaluate(() => (window as unknown as { said: unknown[] }).said) };
}

async function expectSound(page: Page) {
	expect(await violations(page)).toEqual([]);
	const box = await card(page).boundingBox();
	const width = page.viewportSize()?.width ?? 0;
	expect(box && box.x >= 0 && box.x + box.width <= width, 'the card is inside the window').toBe(true);
}

/** Waits until spotlight and card stand still: the target is in the middle of the light, and the card does not cover it. */
async function expectBeside(page: Page, selector: string) {
	await expect(async () => {
		const target = await page.locator(selector).boundingBox();
		const own = await card(page).boundingBox();
		if (!target || !own) throw new Error('not there');
		const clear =
			own.x >= target.x + target.width ||
			own.y >= target.y + target.height ||
			own.x + own.width <= target.x ||
			own.y + own.height <= target.y;
		expect(clear, 'the card does not cover what it points at').toBe(true);
	}).toPass();
}

test.use({ tours: 'fresh' });

for (const width of [390, 1280]) {
	test.describe(`${width} px`, () => {
		test.use({ viewport: { width, height: 844 }, contextOptions: { reducedMotion: 'reduce' } });

		test('the main tour starts once, by mouse, step by step to its end', async ({ signedIn: page }) => {
			const { said, log } = await listen(page);
			const saved = page.waitForRequest('/api/users/me/tours');
			await page.goto('/app/dashboard');
			await expectStep(page, MAIN, 0);
			expect((await saved).postDataJSON()).toEqual({ tour: 'mainTour' });
			await expect(card(page).getByRole('button', { name: 'Back' })).toHaveCount(0);
			await expect(card(page).getByRole('button', { name: 'Next' })).toBeFocused();
			await press(page, 'Next');
			await press(page, 'Back');
			await expectStep(page, MAIN, 0);
			await expect(page.locator('#sidebar')).toBeVisible({ visible: width > 768 });
			for (const [index, screen] of ['automations', 'runs', 'devices', 'billing', 'help'].entries()) {
				await press(page, 'Next');
				await expectStep(page, MAIN, index + 1);
				await expect(page.locator(`[data-tour="${screen}"]`)).toBeInViewport({ ratio: 1 });
				await expectBeside(page, `[data-tour="${screen}"]`);
			}
			await expectSound(page);
			await press(page, 'Finish');
			await expect(card(page)).toHaveCount(0);
			await expect(page.locator('#sidebar')).toBeVisible({ visible: width > 768 });
			await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
			expect(await said()).toEqual([['watchword:tour-complete', { tour: 'mainTour' }]]);
			await page.reload();
			await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
			await page.waitForLoadState('networkidle').catch(() => {});
			await expect(card(page)).toHaveCount(0);
			expect(log).toEqual([]);
		});

		test('the automations tour continues in the automation that the customer creates', async ({
			signedIn: page,
		}) => {
			const { said, log, errors } = await listen(page);
			await page.request.post('/api/users/me/tours', { data: { tour: 'mainTour' } });
			await page.goto('/app/automations');
			await expectStep(page, AUTOMATIONS, 0);
			await press(page, 'Next');
			await expectStep(page, AUTOMATIONS, 1);
			await expectBeside(page, '[data-tour="automation-new"]');
			await expectSound(page);
			// The highlighted button can be used; only this creates an automation.
			await page.getByRole('button', { name: 'New automation' }).click();
			await expectStep(page, AUTOMATIONS, 2);
			await expect(card(page).getByRole('button', { name: 'Next' })).toBeFocused();
			await page.getByRole('button', { name: /edit the name/ }).click();
			const name = page.getByRole('textbox', { name: 'Name' });
			// In a field, the keys belong to the field.
			await name.press('ArrowRight');
			await expectStep(page, AUTOMATIONS, 2);
			await name.fill('Driveway');
			await name.press('Escape');
			await expectStep(page, AUTOMATIONS, 2);
			for (const [index, part] of ['inputs', 'prompt', 'action', 'update'].entries()) {
				await press(page, 'Next');
				await expectStep(page, AUTOMATIONS, index + 3);
				await expect(page.locator(`[data-tour="automation-${part}"]`)).toBeInViewport();
			}
			await expectBeside(page, '[data-tour="automation-update"]');
			await expectSound(page);
			await press(page, 'Finish');
			await expect(card(page)).toHaveCount(0);
			expect(await said()).toEqual([['watchword:tour-complete', { tour: 'automationsTour' }]]);
			expect([...log, ...errors]).toEqual([]);
		});
	});
}

test('back in the browser closes a tour', async ({ signedIn: page }) => {
	const { said } = await listen(page);
	await page.request.post('/api/users/me/tours', { data: { tour: 'mainTour' } });
	await page.goto('/app/runs');
	// The automations tour begins with the first visit of its screen.
	await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Automations' }).click();
	await expectStep(page, AUTOMATIONS, 0);
	await page.goBack();
	await expect(page).toHaveURL('/app/runs');
	await expect(card(page)).toHaveCount(0);
	expect(await said()).toEqual([]);
});
