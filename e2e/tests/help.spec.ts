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
