import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** On a phone and on a desk, light and dark: nothing for axe to find, and nothing wider than the window. */
export async function expectSound(page: Page) {
	const viewport = page.viewportSize();
	for (const width of [390, 1280]) {
		await page.setViewportSize({ width, height: 844 });
		const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
		await expect.poll(excess, `pixels wider than a window of ${width}`).toBeLessThanOrEqual(0);
		await expectNothingFound(page, `light, ${width} px`, 'light');
		await expectNothingFound(page, `dark, ${width} px`, 'dark', ['color-contrast']);
	}
	await page.emulateMedia({ colorScheme: null });
	if (viewport) await page.setViewportSize(viewport);
}

async function expectNothingFound(
	page: Page,
	where: string,
	colorScheme: 'light' | 'dark',
	rules?: string[],
) {
	await page.emulateMedia({ colorScheme });
	// Colours are judged once they have arrived: entrances fade in.
	await page.evaluate(() =>
		Promise.allSettled(
			document
				.getAnimations()
				.filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
				.map((animation) => animation.finished),
		),
	);
	// No screen has frames axe may enter, and without them the analysis needs no second page.
	const axe = new AxeBuilder({ page }).setLegacyMode();
	const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
	const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
	expect(found, where).toEqual([]);
}
