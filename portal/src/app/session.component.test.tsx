import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { keepDraft, readDraft } from '../lib/drafts.ts';
import { EMAIL, me } from '../testing/documents.ts';
import { openAsCustomer, openAsVisitor } from '../testing/open.tsx';
import { noAnswer, refused, tell } from '../testing/wire.ts';

/** Who is signed in, and what the shell does for her. */
const heading = page.getByRole('heading', { level: 1 });
const entry = (name: string) =>
	page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
const menu = page.getByRole('button', { name: /^Account menu of/ });
const item = (name: string) => page.getByRole('menuitem', { name, exact: true });

test.each(['', '/dashboard', '/automations', '/runs', '/devices', '/billing', '/help', '/nothing'])(
	'a visitor of /app%s is sent to the root',
	async (path) => {
		const { at } = await openAsVisitor(`/app${path}`);
		await expect.poll(at).toBe('/');
		await expect.element(heading).toHaveTextContent('Say what to watch for. Hear when it happens.');
	},
);

test('the index leads to the dashboard and leaves no step to go back to', async () => {
	const { at, go } = await openAsCustomer('/');
	await go('/app');
	await expect.poll(at).toBe('/app/dashboard');
	await go(-1);
	await expect.poll(at).toBe('/');
});

test('a signed-in visitor of the landing screen can open the portal', async () => {
	const { at } = await openAsCustomer('/');
	const open = page.getByRole('link', { name: 'Open portal' }).first();
	await expect.element(open).toBeVisible();
	await expect.element(page.getByRole('link', { name: 'Sign in', exact: true })).not.toBeInTheDocument();
	await open.click();
	await expect.poll(at).toBe('/app/dashboard');
});

test('nothing is shown before the first check of the session has ended', async () => {
	const held = Promise.withResolvers<void>();
	await openAsCustomer('/app/help', { 'GET /api/users/me': () => held.promise.then(() => me()) });
	await expect.element(page.getByRole('status')).toHaveTextContent('Loading...');
	await expect.element(page.getByRole('heading')).not.toBeInTheDocument();
	held.resolve();
	await expect.element(heading).toHaveTextContent('Help');
});

test('a first check that fails says so and can be repeated', async () => {
	const { wire } = await openAsCustomer('/app/help', { 'GET /api/users/me': noAnswer });
	await expect.element(page.getByRole('alert')).toMatchTextContent("We can't reach Watchword right now.");
	wire.answer({ 'GET /api/users/me': me() });
	await page.getByRole('button', { name: 'Try again' }).click();
	await expect.element(heading).toHaveTextContent('Help');
});

test('an entry loads its screen when the pointer comes near, and reads it again on a click', async () => {
	let creditBalance = 0;
	const { wire, at } = await openAsCustomer('/app/help', {
		'GET /api/billing': () => ({ creditBalance }),
	});
	await expect.element(heading).toHaveTextContent('Help');
	await heading.hover();
	const asked = () => wire.sent.filter(({ route }) => route === 'GET /api/billing').length;
	const before = asked();
	await entry('Credits and Billing').hover();
	await expect.poll(asked).toBe(before + 1);
	expect(at()).toBe('/app/help');
	// It is read again although it is already known.
	creditBalance = 4100;
	await entry('Credits and Billing').click();
	await expect.element(page.getByText('Balance: 4,100 credits')).toBeVisible();
	creditBalance = 0;
	// The entry of the current screen reads it again.
	await entry('Credits and Billing').click();
	await expect.element(page.getByText('Balance: 0 credits')).toBeVisible();
	expect(at()).toBe('/app/billing');
});

test('a screen is fetched when the pointer rests on its link, not when it passes by', async () => {
	const { wire } = await openAsCustomer('/app/help');
	await expect.element(heading).toHaveTextContent('Help');
	const asked = () => wire.sent.filter(({ route }) => route === 'GET /api/runs').length;
	const link = entry('Runs').element();
	const pointer = (type: string) =>
		link.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'mouse' }));
	const mouse = (type: string) => link.dispatchEvent(new MouseEvent(type, { bubbles: true }));
	const before = asked();
	for (const type of ['enter', 'over']) {
		pointer(`pointer${type}`);
		mouse(`mouse${type}`);
	}
	for (const type of ['out', 'leave']) {
		pointer(`pointer${type}`);
		mouse(`mouse${type}`);
	}
	await new Promise((later) => setTimeout(later, 200));
	expect(asked()).toBe(before);
	await entry('Runs').hover();
	await expect.poll(asked).toBe(before + 1);
});

test('the user menu works by keyboard, shows name and email, and signs out to the root', async () => {
	const { wire, at } = await openAsCustomer('/app/runs', { 'POST /api/auth/sign-out': {} });
	const press = async (key: string) => {
		(menu.element() as HTMLElement).focus();
		await userEvent.keyboard(`{${key}}`);
	};
	await expect.element(heading).toHaveTextContent('Runs');
	await press('Enter');
	await expect.element(item('Account')).toHaveFocus();
	await userEvent.keyboard('{ArrowDown}');
	await expect.element(item('Sign out')).toHaveFocus();
	await userEvent.keyboard('{Escape}');
	await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
	await expect.element(menu).toHaveFocus();
	await press('ArrowUp');
	await expect.element(item('Sign out')).toHaveFocus();
	await page.elementLocator(document.body).click({ position: { x: 700, y: 500 }, force: true });
	await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
	// The button closes the menu that it opened.
	await menu.click();
	await expect.element(page.getByRole('menu')).toBeVisible();
	await menu.click();
	await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
	await menu.click();
	await expect.element(page.getByText(EMAIL, { exact: true })).toBeVisible();
	await expect.element(page.getByText('Robin Example', { exact: true }).last()).toBeVisible();
	wire.answer({ 'GET /api/users/me': refused('unauthenticated') });
	await item('Sign out').click();
	await expect.poll(at).toBe('/');
});

test('a session that ended elsewhere is told, and leads to the root', async () => {
	const { wire, at } = await openAsCustomer('/app/help');
	await expect.element(heading).toHaveTextContent('Help');
	wire.answer({ 'GET /api/users/me': refused('unauthenticated') });
	tell('session');
	await expect.poll(at).toBe('/');
});

test('a session that ended is noticed with the next document, and leads to the root', async () => {
	const ended = refused('unauthenticated');
	const { wire, at } = await openAsCustomer('/app/help');
	await expect.element(heading).toHaveTextContent('Help');
	wire.answer({ 'GET /api/users/me': ended, 'GET /api/runs': ended, 'GET /api/automations': ended });
	await entry('Runs').hover();
	await expect.poll(at).toBe('/');
});

describe('what was typed', () => {
	const MINE = `${me().account.uid} device d1`;
	const signOut = async () => {
		await menu.click();
		await item('Sign out').click();
	};

	test('is forgotten by a tab that slept through the sign-out', async () => {
		const { wire, at, reload } = await openAsCustomer('/app/help', { 'POST /api/auth/sign-out': {} });
		await expect.element(heading).toHaveTextContent('Help');
		wire.answer({ 'GET /api/users/me': refused('unauthenticated') });
		await signOut();
		await expect.poll(at).toBe('/');
		// The other tab has a draft of its own, and heard nothing.
		keepDraft(MINE, { desc: 'Nobody else reads this' });
		await reload('/app/help');
		await expect.poll(() => readDraft(MINE)).toEqual({});
	});

	test('stays when the sign-out failed or the session ended by itself, and is for the same account only', async () => {
		const { wire, at, reload } = await openAsCustomer('/app/help', { 'POST /api/auth/sign-out': noAnswer });
		keepDraft(MINE, { desc: 'Mine' });
		await signOut();
		await expect.element(page.getByRole('alert')).toBeVisible();
		wire.answer({ 'GET /api/users/me': refused('unauthenticated') });
		tell('session');
		await expect.poll(at).toBe('/');
		expect(readDraft(MINE)).toEqual({ desc: 'Mine' });
		keepDraft('another device d1', { desc: 'Not mine' });
		wire.answer({ 'GET /api/users/me': me() });
		await reload('/app/help');
		await expect.element(heading).toHaveTextContent('Help');
		await expect.poll(() => readDraft('another device d1')).toEqual({});
		expect(readDraft(MINE)).toEqual({ desc: 'Mine' });
	});
});
