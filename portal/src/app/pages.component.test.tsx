import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { customer, me, portalSettings } from '../testing/documents.ts';
import { openAsCustomer } from '../testing/open.tsx';
import { type Answers, noAnswer, refused } from '../testing/wire.ts';

const ID = 'a'.repeat(20);
const NONE = { items: [], next: null };
const heading = page.getByRole('heading', { level: 1 });
const alert = page.getByRole('alert');
const text = (words: string) => page.getByText(words, { exact: true });

test('devices: loading, then none', async () => {
	const held = Promise.withResolvers<void>();
	await openAsCustomer('/app/devices', { 'GET /api/devices': () => held.promise.then(() => NONE) });
	await expect.element(text('Loading...')).toBeVisible();
	held.resolve();
	await expect.element(text('No devices available.')).toBeVisible();
	await expect.element(text('Loading...')).not.toBeInTheDocument();
});

test('nothing to show yet: automations with a prompt to select one, and runs', async () => {
	const { go } = await openAsCustomer('/app/automations');
	await expect.element(text('No automations available.')).toBeVisible();
	await expect.element(text('Please select an Automation')).toBeVisible();
	await go('/app/runs');
	await expect.element(text('No automations or runs available.')).toBeVisible();
});

test('automations: a listed one is loading until its name arrives, and unknown without a record', async () => {
	const held = Promise.withResolvers<void>();
	await openAsCustomer('/app/automations', {
		'GET /api/users/me': me({ automations: [ID] }),
		'GET /api/automations': () => held.promise.then(() => NONE),
	});
	const link = page.getByRole('navigation', { name: 'Automations' }).getByRole('link');
	await expect.element(link).toHaveTextContent('Loading...');
	held.resolve();
	await expect.element(link).toHaveTextContent('Unknown Automation');
});

test('an unknown automation is called unknown, and no payment is called successful without one', async () => {
	const { at, go } = await openAsCustomer('/app/help', {
		'GET /api/automations/{id}': refused('not-found'),
	});
	for (const slug of [ID, 'not-an-id']) {
		await go(`/app/automations/${slug}`);
		await expect.element(text('Unknown Automation')).toBeVisible();
		await page.getByRole('link', { name: 'See your automations' }).click();
		await expect.poll(at).toBe('/app/automations');
	}
	await go('/app/paymentsuccess');
	await expect.element(heading).toHaveTextContent('No such payment');
	await page.getByRole('main').getByRole('link', { name: 'Go to Credits and Billing' }).click();
	await expect.poll(at).toBe('/app/billing');
});

test('help: five sections that open and close, and the support address', async () => {
	await openAsCustomer('/app/help');
	await expect.element(heading).toHaveTextContent('Help');
	const sections = page.getByRole('main').getByRole('heading', { level: 2 });
	expect(sections.elements().map((element) => element.textContent)).toEqual([
		'Automations Tab',
		'Runs Tab',
		'Devices',
		'Credits and Billing',
		'Contact Support',
	]);
	const contact = page.getByRole('button', { name: 'Contact Support' });
	await contact.click();
	const address = page.getByRole('region', { name: 'Contact Support' }).getByRole('link');
	await expect.element(address).toHaveTextContent(portalSettings.supportEmail);
	await expect.element(address).toHaveAttribute('href', `mailto:${portalSettings.supportEmail}`);
	await contact.click();
	await expect.poll(() => address.query()?.checkVisibility() ?? false).toBe(false);
});

test.each<[string, keyof Answers, string, Answers]>([
	['/app/devices', 'GET /api/devices', 'Your devices could not be loaded.', {}],
	['/app/runs', 'GET /api/runs', 'Your runs could not be loaded.', {}],
	['/app/billing', 'GET /api/billing', 'Your balance could not be loaded.', {}],
	[
		`/app/automations/${ID}`,
		'GET /api/automations/{id}',
		'This automation could not be loaded.',
		{ 'GET /api/automations/{id}': refused('not-found') },
	],
	['/app/dashboard', 'GET /api/dashboard', 'Your dashboard could not be loaded.', {}],
	['/app/dashboard', 'GET /api/billing', 'Your balance could not be loaded.', {}],
])('%s says if %s could not be loaded, and offers to try again', async (path, route, words, answers) => {
	const { wire } = await openAsCustomer(path, { ...answers, [route]: noAnswer });
	await expect.element(alert).toMatchTextContent(words);
	wire.answer({ ...customer, ...answers });
	await page.getByRole('button', { name: 'Try again' }).click();
	await expect.element(alert).not.toBeInTheDocument();
});
