import type { Device } from '@watchword/contract/device';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { device } from '../../testing/documents.ts';
import { openAsCustomer } from '../../testing/open.tsx';
import { type Answers, noAnswer, refused } from '../../testing/wire.ts';

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
	return { ...opened, saves, lose };
}

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
});
