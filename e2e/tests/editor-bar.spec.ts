import type { Page } from '@playwright/test';
import { AutomationApi } from '../automation-api.ts';
import { expect, test } from '../fixtures.ts';
import { expectSound } from '../sound.ts';

const update = (page: Page) => page.getByRole('button', { name: 'Update Automation' });
const remove = (page: Page) => page.getByRole('button', { name: 'Delete Automation' });
const discard = (page: Page) => page.getByRole('button', { name: 'Discard changes' });
const prompt = (page: Page) => page.getByPlaceholder('Type your prompt here...');

for (const width of [320, 1280]) {
	test(`${width} px: while something is unsaved, saving, deleting and the result stay in sight`, async ({
		signedIn: page,
		server,
	}) => {
		await page.setViewportSize({ width, height: 720 });
		const { id } = await new AutomationApi(page, server.url).create();
		await page.goto(`/app/automations/${id}`);
		const isAtTop = () => page.evaluate(() => window.scrollTo(0, 0));
		await expect(update(page)).toBeVisible();
		await isAtTop();
		await expect(update(page)).not.toBeInViewport();

		await prompt(page).fill('Something else');
		await isAtTop();
		for (const button of [update(page), remove(page), discard(page)])
			await expect(button).toBeInViewport({ ratio: 1 });
		await discard(page).click();
		await expect(update(page)).not.toBeInViewport();

		await prompt(page).fill('Something else');
		await isAtTop();
		await update(page).click();
		await expect(page.getByText('Automation updated successfully!', { exact: true })).toBeInViewport({
			ratio: 1,
		});
		expect(await page.evaluate(() => window.scrollY)).toBe(0);

		// A field that gets the focus is not behind it.
		await prompt(page).fill('Something else again');
		await prompt(page).focus();
		for (let field = 0; field < 12; field++) {
			await page.keyboard.press('Tab');
			const isCovered = await page.evaluate(() => {
				const focused = document.activeElement;
				const bar = document.querySelector('footer:has([data-tour=automation-update])');
				if (!focused || !bar || bar.contains(focused)) return false;
				return focused.getBoundingClientRect().bottom > bar.getBoundingClientRect().top;
			});
			expect(isCovered, `field ${field} is behind the bar`).toBe(false);
		}
		await expectSound(page);
	});
}
