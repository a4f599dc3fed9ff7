import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { violations } from '../sound.ts';

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
const start = (page: Page, tour: string) =>
	page.evaluate(
		(tour) => window.dispatchEvent(new CustomEvent('watchword:tour-start', { detail: { tour } })),
		tour,
	);

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
	}).toPass({ timeout: 5000 });
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

		test('without automations, the steps are shown on an example, and nothing is created', async ({
			signedIn: page,
		}) => {
			const { log, errors } = await listen(page);
			await page.request.post('/api/users/me/tours', { data: { tour: 'mainTour' } });
			await page.goto('/app/automations');
			for (let index = 0; index < 2; index += 1) {
				await expectStep(page, AUTOMATIONS, index);
				await press(page, 'Next');
			}
			await expect(page).toHaveURL('/app/automations/example');
			await expect(page.getByText('This is an example.')).toBeVisible();
			for (const [index, part] of ['name', 'inputs', 'prompt', 'action', 'update'].entries()) {
				await expectStep(page, AUTOMATIONS, index + 2);
				await expectBeside(page, `[data-tour="automation-${part}"]`);
				await expect(page.locator(`[data-tour="automation-${part}"]`)).toBeInViewport();
				if (part === 'inputs') await expectSound(page);
				await press(page, part === 'update' ? 'Finish' : 'Next');
			}
			await expect(card(page)).toHaveCount(0);
			expect(await violations(page)).toEqual([]);
			expect((await (await page.request.get('/api/automations')).json()).items).toEqual([]);
			await page.getByRole('button', { name: 'Make one like this' }).click();
			await expect(page.getByRole('heading', { level: 2 })).toContainText('Bin day reminder');
			await expect(page).toHaveURL(/[a-z2-7]{20}$/);
			expect([...log, ...errors]).toEqual([]);
		});

		test('from another screen it navigates first, works by keyboard, and opens an existing automation', async ({
			signedIn: page,
		}) => {
			await page.request.post('/api/users/me/tours', { data: { tour: 'mainTour' } });
			await page.request.post('/api/users/me/tours', { data: { tour: 'automationsTour' } });
			const made = await page.request.post('/api/automations', {
				data: {},
			});
			const { id } = await made.json();
			await page.goto('/app/help');
			await page.getByRole('button', { name: 'Take a Guided Tour' }).press('Enter');
			await expectStep(page, AUTOMATIONS, 0);
			await page.keyboard.press('ArrowRight');
			await expectStep(page, AUTOMATIONS, 1);
			await expect(page).toHaveURL('/app/automations');
			await page.keyboard.press('ArrowRight');
			await expectStep(page, AUTOMATIONS, 2);
			await expect(page).toHaveURL(`/app/automations/${id}`);
			await page.keyboard.press('ArrowLeft');
			await expectStep(page, AUTOMATIONS, 1);
			await expect(page).toHaveURL('/app/automations');
			await page.keyboard.press('ArrowRight');
			await expectStep(page, AUTOMATIONS, 2);
			for (let index = 3; index < AUTOMATIONS.length; index += 1) {
				await page.keyboard.press('ArrowRight');
				await expectStep(page, AUTOMATIONS, index);
			}
			await page.keyboard.press('ArrowRight');
			await expect(card(page)).toHaveCount(0);
		});
	});
}

test('focus stays in the card and on what can be used, and returns; the page keeps still', async ({
	signedIn: page,
}) => {
	await page.request.post('/api/users/me/tours', { data: { tour: 'mainTour' } });
	await page.setViewportSize({ width: 1280, height: 420 });
	await page.goto('/app/help');
	const opener = page.getByRole('button', { name: 'Take a Guided Tour' });
	await opener.click();
	await expectStep(page, AUTOMATIONS, 0);
	for (const name of ['Skip', 'Next', 'Skip']) {
		await page.keyboard.press('Tab');
		await expect(card(page).getByRole('button', { name })).toBeFocused();
	}
	await page.keyboard.press('Shift+Tab');
	await expect(card(page).getByRole('button', { name: 'Next' })).toBeFocused();
	const scrolled = await page.evaluate(() => scrollY);
	await page.mouse.move(900, 380);
	await page.mouse.wheel(0, 300);
	await page.keyboard.press('PageDown');
	await page.mouse.click(900, 380);
	expect(await page.evaluate(() => scrollY)).toBe(scrolled);
	await expect(card(page).getByRole('button', { name: 'Next' })).toBeFocused();
	await page.keyboard.press('Escape');
	await expect(card(page)).toHaveCount(0);
	await expect(opener).toBeFocused();

	await opener.click();
	await press(page, 'Next');
	await expectStep(page, AUTOMATIONS, 1);
	await page.keyboard.press('Tab');
	await expect(page.getByRole('button', { name: 'New automation' })).toBeFocused();
	await press(page, 'Skip');
	await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('skip names its step, and back in the browser closes', async ({ signedIn: page }) => {
	const { said } = await listen(page);
	await page.goto('/app/runs');
	await expectStep(page, MAIN, 0);
	await press(page, 'Next');
	await press(page, 'Next');
	await press(page, 'Skip');
	await expect(card(page)).toHaveCount(0);
	expect(await said()).toEqual([['watchword:tour-skip', { tour: 'mainTour', step: 2 }]]);

	// The automations tour begins with the first visit of its screen.
	await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Automations' }).click();
	await expectStep(page, AUTOMATIONS, 0);
	await page.goBack();
	await expect(page).toHaveURL('/app/runs');
	await expect(card(page)).toHaveCount(0);
	expect(await said()).toHaveLength(1);
});

test('a target that moves or grows is followed; if it disappears, the card moves to the middle', async ({
	signedIn: page,
}) => {
	const { errors } = await listen(page);
	await page.goto('/app/dashboard');
	await press(page, 'Next');
	await expectStep(page, MAIN, 1);
	const target = page.locator('[data-tour="automations"]');
	await target.evaluate((element) => {
		element.style.marginTop = '300px';
		element.style.height = '90px';
	});
	await expect(async () => {
		const [own, at] = [await card(page).boundingBox(), await target.boundingBox()];
		const middle = (box: typeof own) => (box ? box.y + box.height / 2 : 0);
		expect(Math.abs(middle(own) - middle(at))).toBeLessThan(4);
	}).toPass({ timeout: 5000 });
	await target.evaluate((element) => {
		element.style.display = 'none';
	});
	await expect(async () => {
		const own = await card(page).boundingBox();
		expect(own && Math.abs(own.x + own.width / 2 - 640)).toBeLessThan(4);
	}).toPass({ timeout: 5000 });
	await press(page, 'Next');
	await expectStep(page, MAIN, 2);
	expect(errors).toEqual([]);
});

test('a target that never appears is logged once and does not block the customer', async ({
	signedIn: page,
}) => {
	const { log, errors } = await listen(page);
	await page.request.post('/api/users/me/tours', { data: { tour: 'mainTour' } });
	await page.request.post('/api/users/me/tours', { data: { tour: 'automationsTour' } });
	await page.goto('/app/help');
	await page.evaluate(() => {
		const sheet = new CSSStyleSheet();
		sheet.replaceSync('[data-tour="automation-new"] { display: none }');
		document.adoptedStyleSheets.push(sheet);
	});
	await page.getByRole('button', { name: 'Take a Guided Tour' }).click();
	await press(page, 'Next');
	await expect(card(page).getByText('That part of the page has not come up.')).toBeVisible({ timeout: 8000 });
	await expectStep(page, AUTOMATIONS, 0);
	expect(log.filter((line) => line.includes('automation-new'))).toHaveLength(1);
	// If it is closed while it navigates, it stops.
	await press(page, 'Next');
	await page.keyboard.press('Escape');
	await expect(card(page)).toHaveCount(0);
	await page.waitForTimeout(500);
	await expect(card(page)).toHaveCount(0);
	expect(log).toHaveLength(1);
	expect(errors).toEqual([]);
});

test('an unknown name, two starts at once and a failed save are logged once each and do no harm', async ({
	signedIn: page,
}) => {
	const { log, errors } = await listen(page);
	await page.route('/api/users/me/tours', (route) => route.fulfill({ status: 500, body: 'no' }));
	await page.goto('/app/automations');
	await expectStep(page, MAIN, 0);
	await expect.poll(() => log).toHaveLength(1);
	expect(log[0]).toContain('mainTour could not be saved');
	await start(page, 'noSuchTour');
	await start(page, 'automationsTour');
	await expectStep(page, MAIN, 0);
	expect(log.slice(1)).toEqual([
		'There is no tour called noSuchTour',
		'The tour automationsTour did not start: mainTour is still open',
	]);
	// The second tour of a first visit waits for the first to end; neither comes again.
	await page.keyboard.press('Escape');
	await expectStep(page, AUTOMATIONS, 0);
	await page.keyboard.press('Escape');
	await expect(card(page)).toHaveCount(0);
	expect(errors).toEqual([]);
});
