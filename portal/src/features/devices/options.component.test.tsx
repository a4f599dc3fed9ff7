import type { Device } from '@watchword/contract/device';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { device, me } from '../../testing/documents.ts';
import { openAsCustomer } from '../../testing/open.tsx';
import { expectSound } from '../../testing/sound.ts';
import { type Answers, noAnswer, refused, tell } from '../../testing/wire.ts';

const SAVE = 'PUT /api/devices/{id}';
const REMOVE = 'DELETE /api/devices/{id}';

const dialog = page.getByRole('dialog', { name: 'Device Options' });
const windowOf = (name: string) => dialog.getByRole('group', { name });
const capture = windowOf('Capture Images between');
const light = windowOf('Use Flashlight between');
const start = (group: typeof capture) => group.getByLabelText('Start time');
const end = (group: typeof capture) => group.getByLabelText('End time');
const description = dialog.getByLabelText('Description');
const save = dialog.getByRole('button', { name: 'Save', exact: true });
const remove = dialog.getByRole('button', { name: 'Remove Device from Account' });
const opener = (name: string) => page.getByRole('button', { name: `Device Options of ${name}` });

/** The devices of a server that keeps what is saved. */
async function openOptions(change: Partial<Device> = {}, answers: Answers = {}) {
	let devices = [device({ desc: 'Front gate', ...change })];
	const saves: Answers = {
		[SAVE]: ({ body }) => {
			devices = devices.map((one) => ({ ...one, ...(body as Partial<Device>) }));
			return devices[0] ?? refused('not-found');
		},
	};
	const opened = await openAsCustomer('/app/devices', {
		'GET /api/devices': () => ({ items: devices, next: null }),
		...saves,
		...answers,
	});
	await opener('Front gate').click();
	await expect.element(dialog).toBeVisible();
	const lose = () => {
		devices = [];
	};
	return { ...opened, saves, lose, stored: () => devices[0] };
}

const times = () => [capture, light].flatMap((group) => [start(group), end(group)]);
const values = () => times().map((field) => (field.element() as HTMLInputElement).value);

test('times are shown and entered in local time and stored in UTC', async () => {
	const { stored } = await openOptions(
		{ light_window_start: '18:00' },
		{ 'GET /api/users/me': me({ zone: 'Asia/Kolkata' }) },
	);
	await expect.element(description).toHaveValue('Front gate');
	expect(values()).toEqual(['05:30', '05:29', '23:30', '11:30']);
	await expect.element(dialog.getByText('Asia/')).toBeVisible();
	await description.fill('Back gate');
	for (const [index, time] of ['22:00', '04:15', '06:00', '07:00'].entries())
		await times()[index]?.fill(time);
	await expect.element(capture.getByText('Through the night, until 4:15 AM the next day.')).toBeVisible();
	await save.click();
	await expect.element(page.getByRole('status').filter({ hasText: 'Changes saved.' })).toBeVisible();
	await expect.element(dialog).not.toBeInTheDocument();
	await expect.poll(stored).toMatchObject({
		desc: 'Back gate',
		capture_window_start: '16:30',
		capture_window_end: '22:45',
		light_window_start: '00:30',
		light_window_end: '01:30',
	});
	await opener('Back gate').click();
	await expect.poll(() => values().slice(0, 2)).toEqual(['22:00', '04:15']);
});

test('windows saved in November show the same in July', async () => {
	vi.setSystemTime('2026-11-19T12:00:00Z');
	onTestFinished(() => void vi.useRealTimers());
	const { stored, reload } = await openOptions({}, { 'GET /api/users/me': me({ zone: 'America/New_York' }) });
	await start(capture).fill('07:00');
	await end(capture).fill('19:00');
	await save.click();
	await expect.element(dialog).not.toBeInTheDocument();
	await expect.poll(stored).toMatchObject({
		...{ capture_window_start: '12:00', capture_window_end: '00:00' },
		...{ _zone: 'America/New_York', _utcOffset: -300 },
	});
	vi.setSystemTime('2027-07-19T12:00:00Z');
	await reload();
	await opener('Front gate').click();
	await expect.element(start(capture)).toHaveValue('07:00');
	await expect.element(end(capture)).toHaveValue('19:00');
	await expect.element(dialog.getByText('Times are in your time zone, America/New York.')).toBeVisible();
});

test('removal asks once, by name, hides the card and moves the focus', async () => {
	const { wire, lose } = await openOptions();
	wire.answer({
		[REMOVE]: () => {
			lose();
			setTimeout(() => tell('devices'));
			return {};
		},
	});
	const ask = page.getByRole('alertdialog', { name: 'Remove Front gate?' });
	await remove.click();
	await expect.element(ask).toMatchTextContent('pictures');
	await ask.getByRole('button', { name: 'Cancel' }).click();
	await expect.element(ask).not.toBeInTheDocument();
	await expect.element(remove).toHaveFocus();
	await remove.click();
	await ask.getByRole('button', { name: 'Remove device' }).click();
	const told = page.getByRole('status').filter({ hasText: 'Device removed successfully!' });
	await expect.element(told).toBeVisible();
	await expect.element(page.getByText('No devices available.', { exact: true })).toBeVisible();
	await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
	await page.getByRole('button', { name: 'Dismiss' }).click();
	await expect.element(told).not.toBeInTheDocument();
});

test('a replaced key is shown once and can be copied', async () => {
	const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
	onTestFinished(() => copy.mockRestore());
	await openOptions({}, { 'POST /api/devices/{id}/key': { deviceKey: 'wwk_new' } });
	await dialog.getByRole('button', { name: 'Replace key' }).click();
	const question = page.getByRole('alertdialog', { name: 'Replace the key of Front gate?' });
	await expect.element(question).toBeVisible();
	await expectSound('the question');
	await question.getByRole('button', { name: 'Replace key' }).click();
	const section = dialog.getByRole('region', { name: 'Device key' });
	await expect.element(section.getByText('wwk_new')).toBeVisible();
	await expectSound('the new key');
	await page.getByRole('button', { name: 'Copy key' }).click();
	await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible();
	expect(copy.mock.calls).toEqual([['wwk_new']]);
	await userEvent.keyboard('{Escape}');
	await expect.element(dialog).not.toBeInTheDocument();
	await opener('Front gate').click();
	await expect.element(section).toBeVisible();
	await expect.element(section.getByText('wwk_new')).not.toBeInTheDocument();
});

test('invalid windows are refused, and nothing is sent', async () => {
	const { wire } = await openOptions();
	await start(capture).fill('08:00');
	await end(capture).fill('08:00');
	await start(light).fill('20:00');
	await end(light).fill('20:00');
	await save.click();
	await expect
		.element(
			capture.getByText('Capture window start cannot be the same as capture window end.', { exact: true }),
		)
		.toBeVisible();
	await expect
		.element(
			light.getByText('Flashlight window start cannot be the same as capture window end.', { exact: true }),
		)
		.toBeVisible();
	await expect.element(start(capture)).toHaveFocus();
	await expect.element(start(capture)).toHaveAccessibleDescription(/cannot be the same/);
	await expectSound('refused windows');
	await end(capture).fill('');
	await expect.element(capture.getByText('Enter both times.')).toBeVisible();
	await end(capture).fill('09:00');
	await expect.element(capture.getByRole('alert')).not.toBeInTheDocument();
	expect(wire.bodies(SAVE)).toEqual([]);
});

test('a failed save and an accidental close keep what was typed', async () => {
	const { wire, saves } = await openOptions({}, { [SAVE]: noAnswer });
	await description.fill('Side door');
	await save.click();
	await expect.element(dialog.getByRole('alert')).toMatchTextContent('What you typed is still here');
	await expect.element(description).toHaveValue('Side door');

	await userEvent.keyboard('{Escape}');
	await expect.element(opener('Front gate')).toHaveFocus();
	await page.getByRole('link', { name: 'Help' }).click();
	await page.getByRole('link', { name: 'Your Devices' }).click();
	await opener('Front gate').click();
	await expect.element(description).toHaveValue('Side door');
	const kept = dialog.getByText('Your unsaved changes are still here.');
	await expect.element(kept).toBeVisible();
	wire.answer(saves);
	await save.click();

	await opener('Side door').click();
	await description.fill('No, wait');
	await description.fill('Side door');
	await userEvent.keyboard('{Escape}');
	await opener('Side door').click();
	await expect.element(description).toHaveValue('Side door');
	await expect.element(kept).not.toBeInTheDocument();
	await description.fill('No, wait');
	await userEvent.keyboard('{Escape}');
	await opener('Side door').click();
	await dialog.getByRole('button', { name: 'Discard them' }).click();
	await expect.element(description).toHaveValue('Side door');
});

test('a device with automations cannot be removed', async () => {
	const refusal = 'Please remove associated automations before removing this device.';
	// The portal may not know of the automation yet: then the server refuses.
	await openOptions({}, { [REMOVE]: refused('device-has-automations') });
	await remove.click();
	await page.getByRole('button', { name: 'Remove device', exact: true }).click();
	await expect.element(dialog.getByRole('alert')).toMatchTextContent(refusal);
});

test('it does not even ask if it knows of automations', async () => {
	const refusal = 'Please remove associated automations before removing this device.';
	const { at } = await openOptions({ automations: ['b'.repeat(20)] });
	await remove.click();
	await expect.element(dialog.getByRole('alert')).toMatchTextContent(refusal);
	await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
	await dialog.getByRole('link', { name: 'See your automations' }).click();
	await expect.poll(at).toBe('/app/automations');
});

test('removing a device that is already gone, and a removal that fails', async () => {
	const { wire, lose } = await openOptions({}, { [REMOVE]: refused('internal') });
	const removeIt = async () => {
		await remove.click();
		await page.getByRole('button', { name: 'Remove device', exact: true }).click();
	};
	await removeIt();
	await expect.element(dialog.getByRole('alert')).toHaveTextContent('Failed to delete the device.');
	wire.answer({ [REMOVE]: refused('not-found') });
	lose();
	await removeIt();
	await expect.element(dialog.getByRole('alert')).toHaveTextContent('Device not found.');
	await userEvent.keyboard('{Escape}');
	await expect.element(page.getByText('No devices available.', { exact: true })).toBeVisible();
});

test('without a pairing code it says so and can be tried again', async () => {
	const PAIR = 'POST /api/devices/pairings';
	const { wire } = await openAsCustomer('/app/devices', { [PAIR]: refused('resource-exhausted') });
	await page.getByRole('button', { name: 'Add a device' }).click();
	await expect.element(page.getByRole('button', { name: 'A program' })).toBeVisible();
	await expectSound('the kinds of devices');
	await page.getByRole('button', { name: 'A phone or laptop' }).click();
	await expect
		.element(page.getByRole('alert'))
		.toMatchTextContent('You asked for many codes in a short time.');
	const expiresAt = new Date(Date.now() + 600_000).toISOString();
	wire.answer({
		[PAIR]: { code: 'ABCD2345', expiresAt, url: 'http://localhost/camera?code=ABCD2345', qrSvg: '<svg/>' },
	});
	await page.getByRole('button', { name: 'Try again' }).click();
	await expect.element(page.getByRole('timer')).toBeVisible();
	await expectSound('the code');
});

test('a code that has run out is replaced by a new one', async () => {
	const now = Date.now();
	vi.setSystemTime(now);
	onTestFinished(() => void vi.useRealTimers());
	const codes = ['ABCD2345', 'EFGH6789'];
	await openAsCustomer('/app/devices', {
		'POST /api/devices/pairings': () => ({
			code: codes.shift() ?? '',
			expiresAt: new Date(Date.now() + 600_000).toISOString(),
			url: 'http://localhost/camera?code=ABCD2345',
			qrSvg: '<svg xmlns="http://www.w3.org/2000/svg"/>',
		}),
	});
	await page.getByRole('button', { name: 'Add a device' }).click();
	await page.getByRole('button', { name: 'A phone or laptop' }).click();
	await expect.element(page.getByText('ABCD-2345')).toBeVisible();
	const timer = page.getByRole('timer');
	vi.setSystemTime(now + 540_000);
	await expect.element(timer).toMatchTextContent(/^(1:00|0:5\d)$/);
	await expect.element(page.getByText('ABCD-2345')).toBeVisible();
	vi.setSystemTime(now + 630_000);
	await expect.element(page.getByText('EFGH-6789')).toBeVisible();
	await expect.element(timer).toMatchTextContent(/^(10:00|9:\d\d)$/);
});
