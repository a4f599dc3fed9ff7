import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { customer, EMAIL, me } from '../testing/documents.ts';
import { openAsCustomer } from '../testing/open.tsx';
import { noAnswer, refused } from '../testing/wire.ts';

const ENTRIES = {
	Automations: 'automations',
	Runs: 'runs',
	'Your Devices': 'devices',
	'Credits and Billing': 'billing',
	Help: 'help',
	Files: 'files',
};
const heading = page.getByRole('heading', { level: 1 });
const main = page.getByRole('navigation', { name: 'Main' });
const entry = (name: string) => main.getByRole('link', { name, exact: true });
const toggle = page.getByRole('button', { name: 'Open sidebar' });
const sidebar = () => document.getElementById('sidebar');
const names = () =>
	main
		.getByRole('link')
		.elements()
		.map((element) => element.textContent);
const current = () => sidebar()?.querySelector('[aria-current=page]')?.textContent;

test('the sidebar has its entries in order, 16 rem wide, the active one highlighted', async () => {
	const { at, go } = await openAsCustomer('/app/dashboard', {
		'GET /api/automations/{id}': refused('not-found'),
	});
	await expect.poll(names).toEqual(Object.keys(ENTRIES));
	expect(sidebar()?.getBoundingClientRect().width).toBe(256);
	expect(current()).toBeUndefined();
	for (const [name, path] of Object.entries(ENTRIES)) {
		await entry(name).click();
		await expect.poll(at).toBe(`/app/${path}`);
		await expect.element(heading).toHaveTextContent(name);
		await expect.element(heading).toHaveFocus();
		expect(document.title).toBe(`${name} · Watchword`);
		expect(current()).toBe(name);
	}
	await go(`/app/automations/${'a'.repeat(20)}`);
	await expect.poll(current).toBe('Automations');

	// Its toggle is there at every width; here it makes room for the content.
	const left = () => heading.element().getBoundingClientRect().left;
	const before = left();
	await page.getByRole('button', { name: 'Close sidebar' }).click();
	await expect.poll(left).toBeLessThan(before);
	await expect.element(entry('Help')).not.toBeInTheDocument();
	await toggle.click();
	await expect.element(entry('Help')).toBeVisible();
	await expect.poll(left).toBe(before);
});

test('an account without a user document is shown by its email', async () => {
	await openAsCustomer('/app/dashboard', { 'GET /api/users/me': { ...me(), details: null } });
	await expect.element(heading).toHaveTextContent('Hello');
	await expect.element(page.getByRole('button', { name: `Account menu of ${EMAIL}` })).toBeVisible();
});

test('a sign-out that fails shows a message and leaves the user signed in', async () => {
	const { at } = await openAsCustomer('/app/runs', { 'POST /api/auth/sign-out': noAnswer });
	await page.getByRole('button', { name: /^Account menu of/ }).click();
	await page.getByRole('menuitem', { name: 'Sign out' }).click();
	await expect
		.element(page.getByRole('alert'))
		.toHaveTextContent('You are still signed in: signing out did not work. Please try again.');
	expect(at()).toBe('/app/runs');
});

test('the skip link leads past the bar and the sidebar', async () => {
	await openAsCustomer('/app/runs');
	await expect.element(heading).toHaveTextContent('Runs');
	await userEvent.keyboard('{Tab}');
	await expect.element(page.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
	await userEvent.keyboard('{Enter}');
	await expect.element(page.getByRole('main')).toHaveFocus();
});

test('on a small screen the sidebar is hidden until toggled, and closes by itself', async () => {
	await page.viewport(390, 844);
	await openAsCustomer('/app/runs', customer);
	await expect.element(heading).toHaveTextContent('Runs');
	await expect.element(entry('Help')).not.toBeInTheDocument();
	await toggle.click();
	await expect.element(entry('Help')).toBeVisible();
	expect(names()).toEqual(Object.keys(ENTRIES));
	await expect.poll(() => sidebar()?.getBoundingClientRect().width).toBe(256);
	await page.getByRole('button', { name: 'Close sidebar' }).click();
	await expect.element(entry('Help')).not.toBeInTheDocument();

	await toggle.click();
	await userEvent.keyboard('{Escape}');
	await expect.element(toggle).toHaveFocus();
	await expect.element(entry('Help')).not.toBeInTheDocument();

	await toggle.click();
	await page.elementLocator(document.body).click({ position: { x: 370, y: 422 } });
	await expect.element(entry('Help')).not.toBeInTheDocument();

	await toggle.click();
	await entry('Help').click();
	await expect.element(heading).toHaveTextContent('Help');
	await expect.element(entry('Help')).not.toBeInTheDocument();
	// Also the entry of the screen that is shown.
	await toggle.click();
	await entry('Help').click();
	await expect.element(entry('Help')).not.toBeInTheDocument();
});
