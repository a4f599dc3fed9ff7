/** What a press, a passing pointer and a new theme may cost: `npm run bench -- --only interaction` measures how long they take. */
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

/** What was changed before it has been painted. */
const nextFrame = (page: Page) =>
	page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))));

test('a pressed button lays out nothing: on a long screen the press would be late', async ({
	signedIn: page,
}) => {
	await page.goto('/app/devices');
	const browser = await page.context().newCDPSession(page);
	await browser.send('Performance.enable');
	const layouts = async () => {
		await nextFrame(page);
		const { metrics } = await browser.send('Performance.getMetrics');
		return metrics.find(({ name }) => name === 'LayoutCount')?.value;
	};
	// Something else may have to be laid out at the same moment, but not at every press.
	await expect(async () => {
		await page.getByRole('button', { name: 'Add a device' }).hover();
		const before = await layouts();
		await page.mouse.down();
		const pressed = await layouts();
		await page.mouse.move(0, 0);
		await page.mouse.up();
		expect(pressed).toBe(before);
	}).toPass();
});

test('where less motion is wanted, a change of theme animates nothing, and a short wait flashes nothing', async ({
	signedIn: page,
}) => {
	const begun: string[] = [];
	await page.exposeFunction('hear', (what: string) => void begun.push(what));
	await page.goto('/app/account');
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await page.evaluate(() => {
		addEventListener('transitionrun', ({ propertyName }) => Reflect.get(window, 'hear')(propertyName), true);
	});
	const change = async (reducedMotion: 'reduce' | 'no-preference', colorScheme: 'light' | 'dark') => {
		await page.emulateMedia({ reducedMotion });
		await page.emulateMedia({ reducedMotion, colorScheme });
		await nextFrame(page);
	};
	await change('reduce', 'dark');
	expect(begun).toEqual([]);
	// A short wait flashes nothing either. This one is never answered.
	await page.route('**/api/runs?*', () => undefined);
	await page.getByRole('link', { name: 'Runs', exact: true }).click();
	await expect(page.locator('.animate-late').first()).toHaveCSS('animation-delay', '0.18s');
	await change('no-preference', 'light');
	await expect.poll(() => begun).toContain('color');
});
