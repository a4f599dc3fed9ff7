/** What a press, a passing pointer and a new theme may cost: `npm run bench -- --only interaction` measures how long they take. */
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

const entry = (page: Page, name: string) =>
	page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

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
	}).toPass({ timeout: 20_000 });
});

test('a screen is fetched when the pointer rests on its link, not when it passes by', async ({
	signedIn: page,
}) => {
	await page.clock.install();
	await page.goto('/app/help');
	await entry(page, 'Help').hover();
	await page.clock.pauseAt(Date.now() + 3_600_000);
	const asked: string[] = [];
	page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
	for (const name of ['Runs', 'Files', 'Help']) {
		await entry(page, name).hover();
		await page.clock.runFor(30);
	}
	await page.clock.runFor(200);
	expect(asked.filter((path) => /runs|folders/.test(path))).toEqual([]);
	const fetched = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/runs');
	await entry(page, 'Runs').hover();
	await page.clock.runFor(60);
	await fetched;
});

test('where less motion is wanted, a change of theme animates nothing', async ({ signedIn: page }) => {
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
	await change('no-preference', 'light');
	await expect.poll(() => begun).toContain('color');
});

test('where less motion is wanted, a short wait flashes nothing either', async ({ signedIn: page }) => {
	// Never answered.
	await page.route('**/api/runs?*', () => undefined);
	await page.goto('/app/runs');
	await expect(page.locator('.animate-late').first()).toHaveCSS('animation-delay', '0.18s');
});
