import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const LOOKS = [
	{ width: 390, colorScheme: 'light' },
	{ width: 1280, colorScheme: 'dark' },
	{ width: 390, colorScheme: 'dark' },
	{ width: 1280, colorScheme: 'light' },
] as const;

/** On a phone by day and on a desk by night: nothing for axe to find, and nothing wider than the window. */
export const expectSound = (page: Page) => expectLooks(page, LOOKS.slice(0, 2));

/** The same in every width and theme there is. */
export const expectSoundEverywhere = (page: Page) => expectLooks(page, LOOKS);

async function expectLooks(page: Page, looks: readonly (typeof LOOKS)[number][]) {
	const viewport = page.viewportSize();
	for (const { width, colorScheme } of looks) {
		await page.setViewportSize({ width, height: 844 });
		const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
		await expect.poll(excess, `pixels wider than a window of ${width}`).toBeLessThanOrEqual(0);
		await expectNothingFound(page, colorScheme, width);
	}
	await page.emulateMedia({ colorScheme: null });
	if (viewport) await page.setViewportSize(viewport);
}

async function expectNothingFound(page: Page, colorScheme: 'light' | 'dark', width: number) {
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
	const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
	const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
	expect(found, `${colorScheme}, ${width} px`).toEqual([]);
}
