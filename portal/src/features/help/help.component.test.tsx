import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openAsCustomer } from '../../testing/open.tsx';

const section = (name: string) => page.getByRole('button', { name, exact: true });
const isOpen = (name: string) => expect.element(section(name)).toHaveAttribute('aria-expanded', 'true');

test('opening a section names it in the address, and an address opens one', async () => {
	const { at, go } = await openAsCustomer('/app/help');
	await section('Runs Tab').click();
	await expect.poll(at).toBe('/app/help#runs-tab');
	await go('/app/help#devices');
	await isOpen('Devices');
	await isOpen('Runs Tab');
	// A link to a part of another screen leads there.
	await page.getByRole('link', { name: 'Shared links' }).click();
	await expect.element(page.getByRole('heading', { name: 'Shared links' })).toBeInViewport();
});

test("the help says what matters, and the browser's search finds and opens a closed section", async () => {
	await openAsCustomer('/app/help');
	const text = page.getByText('$1 buys 20 credits');
	await expect.element(text).toBeInTheDocument();
	expect(text.element().checkVisibility()).toBe(false);
	const panel = document.querySelector('#credits-and-billing [hidden="until-found"]');
	// What the browser says to a hidden part in which it has found something.
	panel?.dispatchEvent(new Event('beforematch', { bubbles: true }));
	await expect.element(text).toBeVisible();
	const main = page.getByRole('main').element().textContent;
	for (const said of [
		'80 everyday kinds of object',
		'Runs are kept for 365 days',
		'A run costs 1 credit',
		'two free automations',
		'They are in the time zone of your account.',
		'$1 buys 20 credits',
	])
		expect(main).toContain(said);
});

test('sections open and close by keyboard, and a closed one is passed by', async () => {
	await openAsCustomer('/app/help');
	await expect.element(section('Automations Tab')).toBeVisible();
	const first = section('Automations Tab').element() as HTMLElement;
	first.focus();
	await userEvent.keyboard('{Tab}');
	await expect.element(section('Take a Guided Tour')).toHaveFocus();
	first.focus();
	await userEvent.keyboard('{Enter}');
	await expect.poll(() => section('Take a Guided Tour').query()?.checkVisibility() ?? false).toBe(false);
	await userEvent.keyboard('{Tab}');
	await expect.element(section('Runs Tab')).toHaveFocus();
	await userEvent.keyboard(' ');
	for (const verdict of ['Met', 'Not met', 'Cannot tell'])
		await expect.element(page.getByText(verdict, { exact: true })).toBeVisible();
});
