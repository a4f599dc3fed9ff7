import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Nothing for axe to find, and nothing wider than the window. */
export async function expectSound(page: Page) {
	// Colours are judged once they have arrived: entrances fade in.
	await page.evaluate(() =>
		Promise.allSettled(
			document
				.getAnimations()
				.filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
				.map((animation) => animation.finished),
		),
	);
	// No screen has frames, and without them the analysis needs no second page.
	const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
	expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
	const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
	expect(excess, 'pixels wider than the window').toBeLessThanOrEqual(0);
}
