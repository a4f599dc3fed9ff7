import type { Automation } from '@watchword/contract/automation';
import type { Device } from '@watchword/contract/device';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { keeping } from '../../../testing/automations.ts';
import { device, EMAIL, me } from '../../../testing/documents.ts';
import { openAsCustomer } from '../../../testing/open.tsx';
import { expectSound } from '../../../testing/sound.ts';
import { type Answers, tell } from '../../../testing/wire.ts';

/** How automations are made, found, paused, copied and deleted. */
const list = page.getByRole('navigation', { name: 'Automations' }).getByRole('link');
const names = () => list.elements().map(({ textContent }) => textContent);
const name = page.getByRole('heading', { level: 2 }).getByRole('button');
const prompt = page.getByPlaceholder('Type your prompt here...', { exact: true });
const add = page.getByRole('button', { name: 'New automation' });
const template = (of: string) => page.getByRole('button', { name: new RegExp(`^${of}`) });
const time = () => [...document.querySelectorAll<HTMLInputElement>('input[type=time]')];
const said = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();
const gone = (locator: typeof name) => expect.element(locator).not.toBeInTheDocument();

/** Wide enough for the list beside an opened automation. */
beforeEach(() => page.viewport(1440, 800));

async function openList(
	starts: Partial<Automation>[] = [],
	{ devices = [], path = '/app/automations', answers = {} as Answers } = {} as {
		devices?: Device[];
		path?: string | 'first';
		answers?: Answers;
	},
) {
	const server = keeping(...starts);
	const opened = await openAsCustomer(path === 'first' ? server.path : path, {
		...server.answers,
		'GET /api/devices': { items: devices, next: null },
		'GET /api/users/me': () =>
			me({ automations: server.all().map(({ id }) => id), devices: devices.map(({ id }) => id) }),
		...answers,
	});
	return { ...opened, ...server };
}

test('on the empty screen a template is one click away', async () => {
	await openList();
	await template('Invoice inbox').click();
	await expect.element(name).toMatchTextContent('Invoice inbox');
	await expect.element(page.getByRole('radio', { name: 'Reply to Email' })).toBeChecked();
});

test("a template that is chosen while '+' is at work creates no second automation", async () => {
	const pressed = Promise.withResolvers<void>();
	const { wire, answers, all } = await openList();
	const create = answers['POST /api/automations'] as (request: object) => Automation;
	wire.answer({
		'POST /api/automations': async (request) => {
			await pressed.promise;
			return create(request);
		},
	});
	await expect.element(template('Invoice inbox')).toBeVisible();
	await add.click();
	// It is disabled by then; the customer presses it all the same.
	await template('Invoice inbox').dblClick({ force: true });
	pressed.resolve();
	await expect.element(name).toMatchTextContent('New Automation');
	await expect.poll(names).toEqual(['New Automation']);
	expect(all()).toHaveLength(1);
});

test('a double click on + makes one automation, and going back makes no other', async () => {
	const { at, go, all } = await openList();
	await add.dblClick();
	await expect.element(prompt).toBeVisible();
	await go('/app/automations');
	await expect.poll(names).toEqual(['New Automation']);
	expect(at()).toBe('/app/automations');
	expect(all()).toHaveLength(1);
});

test('templates: each is a complete automation; those for devices need one', async () => {
	const camera = device({ desc: 'Living room' });
	const { wire, all, go } = await openList();
	await expect.element(template('Pet on the sofa')).toHaveAttribute('aria-disabled', 'true');
	wire.answer({
		'GET /api/devices': { items: [camera], next: null },
		'GET /api/users/me': () => me({ automations: all().map(({ id }) => id), devices: [camera.id] }),
	});
	tell('devices');
	await expect.element(template('Pet on the sofa')).not.toHaveAttribute('aria-disabled', 'true');
	await expectSound('templates');
	for (const of of ['Bin day reminder', 'Pet on the sofa', 'Invoice inbox']) {
		// An open automation takes the place of the list where there is no room for both.
		await go('/app/automations');
		await add.click();
		await expect.element(name).toMatchTextContent('New Automation');
		await template(of).click();
		await expect.element(name).toMatchTextContent(of);
		await gone(page.getByText(/Without an address|Say in your own words|at least one time/));
	}
	await go('/app/automations');
	await add.click();
	await expect.element(name).toMatchTextContent('New Automation');
	await template('Customer mail triage').click();
	await expect.element(page.getByLabelText('To (Email Address)', { exact: true })).toHaveValue(EMAIL);
});

test('a thousand automations can be searched and sorted', async () => {
	const digits = (n: number) =>
		`m${String(n)
			.padStart(19, '0')
			.replace(/\d/g, (digit) => String('bcdefghijk'[Number(digit)]))}`;
	const { all, go, wire } = await openList([{ _name: 'Gate 10' }, { _name: 'Gate 9' }, { _name: 'Yard' }], {
		path: '/app/help',
	});
	const [first] = all();
	if (!first) throw new Error('there is none');
	const fillers = Array.from({ length: 997 }, (_, n) => ({ ...first, id: digits(n), _name: `Filler ${n}` }));
	const items = [...all(), ...fillers];
	wire.answer({
		'GET /api/automations': { items, next: null },
		'GET /api/users/me': me({ automations: items.map(({ id }) => id) }),
	});
	tell('automations');
	await go('/app/automations');
	await said('1,000 automations');
	await expect.element(list.first()).toHaveTextContent('Gate 10');
	expect(list.elements().length).toBeLessThan(80);
	await page.getByLabelText('Order').selectOptions('By name');
	await expect.element(list.first()).toHaveTextContent('Filler 0');
	const search = page.getByRole('searchbox', { name: 'Search automations' });
	await search.fill('gate');
	await expect.poll(names).toEqual(['Gate 9', 'Gate 10']);
	await search.fill('nothing like it');
	await said('No automation is called that.');
	await search.fill('yard');
	await expect.poll(names).toEqual(['Yard']);
	await list.first().click();
	await expect.element(name).toMatchTextContent('Yard');
});

test('deleting asks once, by name, and leads back to the list', async () => {
	const { at, add: make, reload, path } = await openList([{ _name: 'Front door' }], { path: 'first' });
	await prompt.fill('Unsaved');
	const remove = page.getByRole('button', { name: 'Delete Automation', exact: true });
	await remove.click();
	const question = page.getByRole('alertdialog', { name: 'Delete “Front door”?' });
	await expect.element(question).toBeVisible();
	await expectSound('the question');
	await question.getByRole('button', { name: 'Cancel' }).click();
	await expect.element(remove).toHaveFocus();
	await remove.click();
	await question.getByRole('button', { name: 'Delete', exact: true }).click();
	await expect.poll(at).toBe('/app/automations');
	await said('Automation deleted successfully!');
	await said('No automations available.');
	// The message stands right above what follows it, however long the list is; on a phone, above the list.
	for (let n = 0; n < 8; n++) make({});
	tell('automations');
	await expect.poll(() => names().length).toBe(8);
	const top = (element: typeof name) => element.element().getBoundingClientRect().top;
	const message = page.getByText('Automation deleted successfully!', { exact: true });
	expect(top(page.getByText('Please select an Automation')) - top(message)).toBeLessThan(200);
	await page.viewport(390, 844);
	await expect.poll(() => top(list.first()) - top(message)).toBeGreaterThan(0);
	await reload(path);
	await said('Unknown Automation');
});

test('times are the customer’s own and stored in UTC, with the zone and the next run', async () => {
	vi.setSystemTime('2026-01-15T01:00:00Z');
	onTestFinished(() => void vi.useRealTimers());
	const { stored } = await openList(
		[{ _triggerType: 'schedule', _schedule: ['20:30'], _zone: 'Australia/Sydney', _utcOffset: 600 }],
		{ path: 'first', answers: { 'GET /api/users/me': me({ zone: 'Australia/Sydney' }) } },
	);
	await expect.poll(() => time()[0]?.value).toBe('06:30');
	await expect
		.element(page.getByText(/^Next run:/))
		.toMatchTextContent('tomorrow, 6:30 AM (Australia/Sydney)');
	await page.elementLocator(time()[0] as HTMLElement).fill('18:00');
	await expect
		.element(page.getByText(/^Next run once saved:/))
		.toMatchTextContent('today, 6:00 PM (Australia/Sydney)');
	await page.getByRole('button', { name: 'Update Automation', exact: true }).click();
	await said('Automation updated successfully!');
	await expect
		.poll(stored)
		.toMatchObject({ _schedule: ['07:00'], _zone: 'Australia/Sydney', _utcOffset: 660 });
});

test('on a phone, list and editor are two steps', async () => {
	await page.viewport(390, 844);
	const camera = device({ desc: 'Front gate' });
	const { at } = await openList([], { devices: [camera] });
	await add.click();
	await expect.element(name).toMatchTextContent('New Automation');
	// If it came later, the templates would move away from under a press.
	await expect.element(page.getByText('You have no credits')).toBeVisible();
	await template('Parcel delivered').click();
	await expect.element(name).toMatchTextContent('Parcel delivered');
	await gone(list);
	await page.getByRole('radio', { name: 'Limited', exact: true }).click();
	await page.getByRole('button', { name: /^\+ add a time/ }).click();
	await page.elementLocator(time()[1] as HTMLElement).fill('06:00');
	await page.getByRole('button', { name: 'Update Automation', exact: true }).click();
	await said('Automation updated successfully!');
	expect(time()[0]?.value).toBe('06:00');
	await page.getByRole('link', { name: 'All automations' }).click();
	await expect.poll(at).toBe('/app/automations');
	await expect.poll(names).toEqual(['Parcel delivered']);
	await list.click();
	await page.getByRole('button', { name: 'Delete Automation' }).click();
	await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
	await said('Automation deleted successfully!');
});

test('an automation is snoozed, woken, paused and copied, and the list says so', async () => {
	const { stored, wire, all, go } = await openList([{ _name: 'Front door', action_prompt: 'a person' }], {
		path: 'first',
	});
	const header = page.getByRole('region', { name: 'Selected automation' });
	const choose = async (entry: string) => {
		await header.getByRole('button', { name: 'More' }).click();
		await page.getByRole('menuitem', { name: entry, exact: true }).click();
	};
	const tells = page.getByRole('region', { name: 'When to tell me' });
	await choose('Snooze for an hour');
	await expect.element(header.getByRole('status').filter({ hasText: /Snoozed until / })).toBeVisible();
	await expect.element(list).toMatchTextContent(/^Front door, Snoozed until/);
	await expect.element(tells.getByRole('button', { name: /Snoozed until/ })).toBeVisible();
	await expect.poll(() => wire.bodies('PUT /api/automations/{id}/snooze')).toEqual([{ until: 'hour' }]);
	// The state is no edit: there is nothing to save.
	await header.getByRole('button', { name: 'Wake it' }).click();
	await expect.element(list).toHaveTextContent('Front door');
	await expect.poll(stored).toMatchObject({ _snoozedUntil: null, _version: 1 });
	await choose('Snooze until tomorrow morning');
	await expect
		.poll(() => wire.bodies('PUT /api/automations/{id}/snooze').at(-1))
		.toEqual({ until: 'morning' });
	await choose('Pause until I turn it on');
	await expect.element(header.getByText('Paused', { exact: true })).toBeVisible();
	await expect.element(list).toHaveTextContent('Front door, Paused');
	await header.getByRole('button', { name: /^Resume it/ }).click();
	await gone(page.getByText('Unsaved changes'));
	// What answers or saves tells nobody, so there is nothing to snooze.
	await page.getByRole('radio', { name: 'Save to Storage' }).click();
	await page.getByRole('button', { name: 'Update Automation' }).click();
	await said('Automation updated successfully!');
	await header.getByRole('button', { name: 'More' }).click();
	await expect
		.poll(() =>
			page
				.getByRole('menuitem')
				.elements()
				.map(({ textContent }) => textContent),
		)
		.toEqual(['Pause until I turn it on', 'Copy it']);
	await page.getByRole('menuitem', { name: 'Copy it' }).click();
	await expect.element(name).toMatchTextContent('Copy of Front door');
	await expect.poll(names).toEqual(['Front door', 'Copy of Front door, Paused']);

	await go('/app/dashboard');
	const resting = page.getByRole('region', { name: 'Paused and snoozed' });
	await expect.element(resting.getByRole('link', { name: 'Copy of Front door' })).toBeVisible();
	await resting.getByRole('button', { name: /^Resume it/ }).click();
	await gone(resting);
	expect(all().map(({ _paused }) => _paused)).toEqual([false, false]);
});
