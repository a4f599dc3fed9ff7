import type { Automation } from '@watchword/contract/automation';
import { addressOf } from '@watchword/contract/mailbox';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { keeping } from '../../testing/automations.ts';
import { device, me, portalSettings } from '../../testing/documents.ts';
import { openAsCustomer } from '../../testing/open.tsx';
import { expectSound } from '../../testing/sound.ts';
import { type Answers, noAnswer, refused, tell } from '../../testing/wire.ts';

const GATE = device({ id: 'g'.repeat(20), desc: 'Front gate' });
const YARD = device({ id: 'y'.repeat(20), desc: 'Yard' });
const SAVE = 'PUT /api/automations/{id}';
const NO_TIME = 'It needs at least one time.';

const main = page.getByRole('main');
const name = page.getByRole('heading', { level: 2 }).getByRole('button');
const field = page.getByRole('textbox', { name: 'Name', exact: true });
const type = (label: string) => page.getByRole('radio', { name: label, exact: true });
const prompt = page.getByPlaceholder('Type your prompt here...', { exact: true });
const update = page.getByRole('button', { name: 'Update Automation', exact: true });
const address = page.getByLabelText('To (Email Address)', { exact: true });
const chosenDevice = page.getByLabelText('Device', { exact: true });
const plus = main.getByRole('button', { name: /^\+ add a time/ });
const minus = page.getByRole('button', { name: /^- remove/ });
const labels = (group: string) =>
	[...page.getByRole('group', { name: group }).element().querySelectorAll('label')].map(
		({ textContent }) => textContent,
	);
const times = () => [...document.querySelectorAll<HTMLInputElement>('input[type=time]')];
const values = () => times().map(({ value }) => value);
const time = (index: number) => page.elementLocator(times()[index] as HTMLElement);
const said = (text: string | RegExp) => expect.element(page.getByText(text, { exact: true })).toBeVisible();
const absent = (locator: Locator) => expect.element(locator).not.toBeInTheDocument();

/** An automation, opened; what is saved is kept. */
async function openEditor(
	start: Partial<Automation> = {},
	devices = [] as (typeof GATE)[],
	more: Answers = {},
) {
	const server = keeping(start);
	const opened = await openAsCustomer(server.path, {
		...server.answers,
		'GET /api/devices': { items: devices, next: null },
		...more,
	});
	await expect.element(update).toBeVisible();
	return { ...opened, ...server };
}

async function saved() {
	await update.click();
	await said('Automation updated successfully!');
}

test('the name: Enter and leaving the field save it; Escape and a blank name do not', async () => {
	const { stored } = await openEditor();
	const edit = async (text: string, key?: string) => {
		await name.click();
		await field.fill(text);
		if (key) await userEvent.keyboard(key);
		else await page.getByRole('heading', { name: 'Inputs' }).click();
		await absent(field);
	};
	await edit('Front door', '{Enter}');
	await expect.element(name).toMatchTextContent('Front door');
	await expect.element(name).toHaveFocus();
	await edit('Never mind', '{Escape}');
	await edit('   ', '{Enter}');
	await edit('');
	await expect.element(name).toMatchTextContent('Front door');
	await edit('Back door');
	await expect.element(name).toMatchTextContent('Back door');
	await expect.poll(stored).toMatchObject({ _name: 'Back door', _version: 3 });
});

test('a name that cannot be saved stays in the field', async () => {
	await openEditor({}, [], { 'PUT /api/automations/{id}/name': noAnswer });
	await name.click();
	await field.fill('Front door');
	await userEvent.keyboard('{Enter}');
	await said('Failed to update the automation.');
	await expect.element(field).toHaveValue('Front door');
});

test('Device Capture is offered only with a device', async () => {
	const { wire } = await openEditor();
	expect(labels('Input Type')).toEqual(['Email', 'Scheduled']);
	wire.answer({ 'GET /api/devices': { items: [GATE], next: null } });
	tell('devices');
	await expect.poll(() => labels('Input Type')).toEqual(['Email', 'Scheduled', 'Device Capture']);
});

test('a watch of a device is saved', async () => {
	const { stored } = await openEditor({}, [GATE]);
	await type('Device Capture').click();
	await expect.element(chosenDevice).toHaveDisplayValue('Front gate');
	await type('Continuous').click();
	await saved();
	await expect.poll(stored).toMatchObject({
		_triggerType: 'capture',
		trigger_device_type: 'continuous',
		trigger_device_deviceID: GATE.id,
	});
});

test('the device is loading until it is known, also if it cannot be loaded', async () => {
	const held = Promise.withResolvers<void>();
	await openEditor({ _triggerType: 'capture', trigger_device_deviceID: GATE.id }, [], {
		'GET /api/devices': () => held.promise.then(() => refused('permission-denied')),
	});
	await expect.element(chosenDevice).toHaveDisplayValue('Loading...');
	held.resolve();
	await expect.element(chosenDevice).toHaveDisplayValue('Your devices could not be loaded');
});

test('email: the receiving address is copied with a click', async () => {
	const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
	onTestFinished(() => copy.mockRestore());
	const { id } = await openEditor();
	await page.getByText(addressOf(portalSettings.mailAddress, id)).click();
	await expect.element(page.getByRole('alert')).toHaveTextContent('Email address copied to clipboard!');
	expect(copy.mock.calls).toEqual([[addressOf(portalSettings.mailAddress, id)]]);
});

test('email: the receiving address is copied without the clipboard of a secure page, too', async () => {
	const clipboard = Object.getOwnPropertyDescriptor(Navigator.prototype, 'clipboard');
	Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
	onTestFinished(() => {
		if (clipboard) Reflect.deleteProperty(navigator, 'clipboard');
	});
	const { id } = await openEditor();
	await page.getByText(addressOf(portalSettings.mailAddress, id)).click();
	await expect.element(page.getByRole('alert')).toHaveTextContent('Email address copied to clipboard!');
});

test('scheduled: rows are added, removed and sorted, and blank ones are dropped', async () => {
	const { stored } = await openEditor({ _triggerType: 'schedule' });
	await expect.poll(values).toEqual(['12:00']);
	await absent(minus);
	await plus.click();
	await expect.poll(values).toEqual(['12:00', '']);
	await expect.element(time(1)).toHaveFocus();
	expect(minus.elements()).toHaveLength(2);
	await time(1).fill('07:30');
	// The list is sorted when the customer leaves it, not while it is edited.
	expect(values()).toEqual(['12:00', '07:30']);
	await prompt.click();
	await expect.poll(values).toEqual(['07:30', '12:00']);
	await plus.first().click();
	await expect.poll(values).toEqual(['07:30', '', '12:00']);
	await saved();
	await expect.poll(values).toEqual(['07:30', '12:00']);
	await expect.poll(stored).toMatchObject({ _schedule: ['07:30', '12:00'] });
	await minus.first().click();
	await expect.poll(values).toEqual(['12:00']);
	await absent(minus);
});

test('scheduled: without any time the save is aborted and logged, and the list says so', async () => {
	const log = vi.spyOn(console, 'error').mockImplementation(() => {});
	onTestFinished(() => log.mockRestore());
	const { stored, wire } = await openEditor({ _triggerType: 'schedule' });
	await time(0).fill('');
	await update.click();
	await said(NO_TIME);
	await expectSound('a schedule with a problem');
	expect(String(log.mock.calls[0])).toContain('at least one time');
	await absent(page.getByText(/successfully!|Failed to update/));

	// The list stays visible until it has a time, also with another input type.
	await type('Email').click();
	await update.click();
	await said(NO_TIME);
	await expect.element(time(0)).toHaveFocus();
	expect(wire.bodies(SAVE)).toEqual([]);
	await time(0).fill('08:00');
	await saved();
	await expect.poll(stored).toMatchObject({ _triggerType: 'email', _schedule: ['08:00'] });
});

test('changing the input type and back loses nothing typed', async () => {
	await openEditor({ _actionType: 'replyToEmail' }, [GATE, YARD]);
	await type('Device Capture').click();
	await chosenDevice.selectOptions('Front gate');
	await type('Limited').click();
	await expect.poll(() => times().length).toBe(1);
	await time(0).fill('06:15');
	await absent(type('Reply to Email'));
	await expect.element(type('Send Email')).toBeChecked();
	await address.fill('ops@example.com');
	await type('Scheduled').click();
	await expect.poll(values).toEqual(['12:00']);
	await time(0).fill('21:45');
	await type('Email').click();
	await expect.element(type('Reply to Email')).toBeChecked();
	await saved();
	await type('Scheduled').click();
	await expect.poll(values).toEqual(['21:45']);
	await expect.element(address).toHaveValue('ops@example.com');
	await type('Device Capture').click();
	await expect.element(chosenDevice).toHaveValue(GATE.id);
	await expect.poll(values).toEqual(['06:15']);
});

test('the prompt is at least 4 rem high and grows with its lines', async () => {
	await openEditor();
	const area = () => prompt.element() as HTMLTextAreaElement;
	const height = () => area().getBoundingClientRect().height;
	await prompt.fill('');
	await expect.poll(height).toBe(64);
	await prompt.fill(Array.from({ length: 12 }, (_, n) => `line ${n}`).join('\n'));
	await expect.poll(height).toBeGreaterThan(12 * 20);
	expect(area().scrollHeight).toBe(area().clientHeight);
	// Lines that wrap count too, also where the browser cannot size a field by its content.
	area().style.setProperty('field-sizing', 'fixed');
	await prompt.fill('Tell me when somebody comes to the door. '.repeat(40));
	await expect.poll(() => area().scrollHeight - area().clientHeight).toBe(0);
});

test('run limiting: only for captures, with its two texts and its times', async () => {
	const { stored } = await openEditor({ _triggerType: 'capture', trigger_device_deviceID: GATE.id }, [GATE]);
	const heading = page.getByRole('heading', { name: 'Run Limiting' });
	await expect.element(heading).toBeVisible();
	await said('Run automation every time device sends a capture');
	await said('Run automation on or after the following times');
	await expect.element(type('Unlimited')).toBeChecked();
	expect(times()).toHaveLength(0);
	await type('Limited').click();
	await expect.poll(() => times().length).toBe(1);
	await time(0).fill('08:00');
	await expectSound('a limited watch');
	await saved();
	await expect.poll(stored).toMatchObject({ _limited: true, _limitSchedule: ['08:00'] });
	await type('Email').click();
	await absent(heading);
});

test('action: Reply to Email is for email triggers, an address for Send Email', async () => {
	const { stored } = await openEditor();
	expect(labels('Action Type')).toEqual(['Reply to Email', 'Send Email', 'Save to Storage']);
	await type('Save to Storage').click();
	await absent(address);
	await type('Scheduled').click();
	await expect.poll(() => labels('Action Type')).toEqual(['Send Email', 'Save to Storage']);
	await saved();
	await expect.poll(stored).toMatchObject({ _actionType: 'save', _triggerType: 'schedule' });
});

test('a sentence says what the automation does, and each field says what is missing', async () => {
	await openEditor();
	await said('When an email arrives, send an email, once you say to whom.');
	await said('Without an address nothing can be sent.');
	await said('Say in your own words what to look for and what to tell you.');
	await said(/You have no credits, so it cannot run\./);
	await address.fill('ops@example.com');
	await prompt.fill('Summarise it');
	await said('When an email arrives, email ops@example.com.');
	await absent(page.getByText(/Without an address|Say in your own words/));
});

test.each([
	[0, 3, null],
	[5, 3, 'You have too few credits, so it cannot run.'],
	[5, 5, null],
])('with %i credits a run and %i of them left, it says: %s', async (creditsPerRun, creditBalance, words) => {
	await openEditor({}, [], {
		'GET /api/billing': { creditBalance },
		'GET /api/billing/outlook': { creditsPerRun, spentPerDay: 0, daysLeft: null },
	});
	if (words) await expect.element(page.getByText(words)).toBeVisible();
	else await absent(page.getByText('so it cannot run'));
});

test('an invalid address or a missing device is reported at its field only', async () => {
	const { wire } = await openEditor({}, [GATE, YARD]);
	await address.fill('ops@');
	await update.click();
	await said('This is not one complete email address.');
	await expect.element(address).toHaveFocus();
	await expectSound('an address with a problem');
	await address.fill('');
	await type('Device Capture').click();
	await update.click();
	await said('Choose the device to watch.');
	await expect.element(chosenDevice).toHaveFocus();
	await absent(page.getByText('Failed to update the automation.'));
	expect(wire.bodies(SAVE)).toEqual([]);
});

test('a save that fails says so and keeps everything that was typed', async () => {
	const { wire, stored, answers } = await openEditor({}, [], { [SAVE]: noAnswer });
	await prompt.fill('A long thought');
	await update.click();
	await said('Failed to update the automation.');
	await expect.element(prompt).toHaveValue('A long thought');
	wire.answer(answers);
	await saved();
	await expect.poll(stored).toMatchObject({ action_prompt: 'A long thought' });
});

test('a delete that fails says so', async () => {
	const { at, path } = await openEditor({}, [], { 'DELETE /api/automations/{id}': noAnswer });
	await page.getByRole('button', { name: 'Delete Automation' }).click();
	await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
	await said('Failed to update the automation.');
	expect(at()).toBe(path);
});

test('times set elsewhere show on this clock and keep to theirs until one is changed', async () => {
	vi.setSystemTime('2026-01-15T01:00:00Z');
	onTestFinished(() => void vi.useRealTimers());
	const berlin = { _schedule: ['05:00'], _zone: 'Europe/Berlin', _utcOffset: 120 };
	const { stored } = await openEditor({ _triggerType: 'schedule', ...berlin }, [], {
		'GET /api/users/me': me({ zone: 'Australia/Sydney' }),
	});
	await expect.poll(values).toEqual(['17:00']);
	await expect.element(page.getByText('The times were set in Europe/Berlin')).toBeVisible();
	await prompt.fill('Something else');
	await saved();
	await expect.poll(stored).toMatchObject(berlin);
});
