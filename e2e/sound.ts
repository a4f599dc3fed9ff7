import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** Less than half of what the package calls its source, and every page that is examined loads it. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

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

/** What axe finds on a page when nothing moves any more, with all of its rules or some. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
	await settled(page);
	if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
	return page.evaluate(async (runOnly) => {
		const { axe } = window as unknown as { axe: Axe };
		// No screen has frames that axe may enter.
		const options = { resultTypes: ['violations' as const], iframes: false, ...(runOnly && { runOnly }) };
		// The focus guards of open menus pass the focus on at once, which axe cannot know.
		const found = await axe.run({ exclude: ['[data-base-ui-focus-guard]'] }, options);
		return found.violations.flatMap(({ id, nodes }) =>
			nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
		);
	}, rules);
}

type Axe = typeof axe;

/**
 * Waits until every colour is final: themes and entrances fade in from the next frame on, and an element that inherits a
 * colour starts its transition when that of its parent has ended.
 */
const settled = (page: Page) =>
	page.evaluate(async () => {
		for (let still = 0; still < 3; still++) {
			await new Promise(requestAnimationFrame);
			const ending = document.getAnimations().filter(({ playState, effect }) => {
				const { iterations } = effect?.getComputedTiming() ?? {};
				return playState === 'running' && iterations !== Number.POSITIVE_INFINITY;
			});
			if (ending.length > 0) still = -1;
			// A cancelled animation has ended too.
			await Promise.allSettled(ending.map((animation) => animation.finished));
		}
	});
