import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Frame, Page } from '@playwright/test';
import type axe from 'axe-core';

/** Less than half of what the package calls its source, and every page that is examined loads it. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** What axe finds on a page when nothing moves any more, with all of its rules or some. */
export async function violations(page: Page | Frame, rules?: string[]): Promise<string[]> {
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
const settled = (page: Page | Frame) =>
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
