import { expect, type Page } from '@playwright/test';
import { violations } from './axe.ts';

interface Look {
	width: number;
	colorScheme: 'light' | 'dark';
	colours?: boolean;
}

const LOOKS: readonly Look[] = [
	{ width: 390, colorScheme: 'light' },
	{ width: 1280, colorScheme: 'dark' },
	// The other theme changes only the colours.
	{ width: 390, colorScheme: 'dark', colours: true },
	{ width: 1280, colorScheme: 'light', colours: true },
];

/** On a phone in the light theme and on a desktop in the dark one: axe finds nothing, and nothing is wider than the window. */
export const expectSound = (page: Page) => expectLooks(page, LOOKS.slice(0, 2));

/** The same in every width and theme. */
export const expectSoundEverywhere = (page: Page) => expectLooks(page, LOOKS);

async function expectLooks(page: Page, looks: readonly Look[]) {
	const viewport = page.viewportSize();
	for (const look of looks) {
		const { width } = look;
		await page.setViewportSize({ width, height: 844 });
		const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
		await expect.poll(excess, `pixels wider than a window of ${width}`).toBeLessThanOrEqual(0);
		await expectNothingFound(page, look);
	}
	await page.emulateMedia({ colorScheme: null });
	if (viewport) await page.setViewportSize(viewport);
}

async function expectNothingFound(page: Page, { width, colorScheme, colours }: Look) {
	await page.emulateMedia({ colorScheme });
	const found = await violations(page, colours ? ['color-contrast'] : undefined);
	expect(found, `${colorScheme}, ${width} px`).toEqual([]);
}
