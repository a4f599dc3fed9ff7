import { expect, test } from '../fixtures.ts';

const SECTIONS = {
	'automations-tab': 'Automations Tab',
	'runs-tab': 'Runs Tab',
	devices: 'Devices',
	'credits-and-billing': 'Credits and Billing',
	'contact-support': 'Contact Support',
};

test('an address with the name of a section leads to it, open', async ({ signedIn: page }) => {
	for (const [id, title] of Object.entries(SECTIONS)) {
		await test.step(id, async () => {
			// From elsewhere, so that the page is opened anew.
			await page.goto('about:blank');
			await page.goto(`/app/help#${id}`);
			const trigger = page.getByRole('button', { name: title, exact: true });
			await expect(trigger).toHaveAttribute('aria-expanded', 'true');
			await expect(trigger).toBeInViewport();
			await expect(page.locator(`#${id} p`).first()).toBeVisible();
		});
	}
});

test('opening a section names it in the address, and an address opens one', async ({ signedIn: page }) => {
	await page.goto('/app/help');
	await page.getByRole('button', { name: 'Runs Tab' }).click();
	await expect(page).toHaveURL('/app/help#runs-tab');
	await page.evaluate(() => {
		location.hash = 'devices';
	});
	await expect(page.getByRole('button', { name: 'Devices', exact: true })).toHaveAttribute(
		'aria-expanded',
		'true',
	);
	await expect(page.getByRole('button', { name: 'Runs Tab' })).toHaveAttribute('aria-expanded', 'true');
	// A link to a part of another screen leads there, and the screen after it begins at its top.
	await page.getByRole('link', { name: 'Shared links' }).click();
	await expect(page.getByRole('heading', { name: 'Shared links' })).toBeInViewport();
	await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Help' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeInViewport();
});

test("the help says what matters, and the browser's search finds and opens a closed section", async ({
	signedIn: page,
}) => {
	await page.goto('/app/help');
	const text = page.getByText('$1 buys 20 credits');
	await expect(text).toBeHidden();
	const panel = page.locator('#credits-and-billing [hidden="until-found"]');
	await expect(panel).toHaveCount(1);
	await page.emulateMedia({ reducedMotion: 'no-preference' });
	await expect(panel).toHaveCSS('transition-duration', '0.45s');
	await page.emulateMedia({ reducedMotion: 'reduce' });
	// What the browser says to a hidden part in which it has found something.
	await panel.dispatchEvent('beforematch', { bubbles: true });
	await expect(text).toBeVisible();

	for (const said of [
		'80 everyday kinds of object',
		'Runs are kept for 90 days',
		'A run costs 1 credit',
		'two free automations',
		'They are in the time zone of your account.',
		'$1 buys 20 credits',
	]) {
		await expect(page.getByRole('main')).toContainText(said);
	}
});

test('sections open and close by keyboard, and a closed one is passed by', async ({ signedIn: page }) => {
	await page.goto('/app/help');
	const first = page.getByRole('button', { name: 'Automations Tab' });
	await first.focus();
	await page.keyboard.press('Tab');
	await expect(page.getByRole('button', { name: 'Take a Guided Tour' })).toBeFocused();
	await first.press('Enter');
	await expect(page.getByRole('button', { name: 'Take a Guided Tour' })).toBeHidden();
	await page.keyboard.press('Tab');
	await expect(page.getByRole('button', { name: 'Runs Tab' })).toBeFocused();
	await page.keyboard.press('Space');
	for (const verdict of ['Met', 'Not met', 'Cannot tell']) {
		await expect(page.getByText(verdict, { exact: true })).toBeVisible();
	}
});

test('back leads to the same place, with the same sections open', async ({ signedIn: page }) => {
	const y = () => page.evaluate(() => window.scrollY);
	const section = (name: string) => page.getByRole('button', { name, exact: true });
	await page.goto('/app/help');
	await section('Runs Tab').click();
	await section('Devices').click();
	await section('Runs Tab').click();
	await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
	const left = await y();
	await page.getByRole('link', { name: 'Runs', exact: true }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Runs');
	await page.goBack();
	for (const [name, isOpen] of [
		['Automations Tab', true],
		['Runs Tab', false],
		['Devices', true],
	] as const)
		await expect(section(name)).toHaveAttribute('aria-expanded', String(isOpen));
	await expect.poll(y).toBe(left);
	await page.reload();
	await expect.poll(y).toBe(left);
});
