import type { Channel } from '@watchword/contract/channel';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openAsCustomer } from '../../testing/open.tsx';
import { expectSound } from '../../testing/sound.ts';
import { type Answers, refused } from '../../testing/wire.ts';

const ADD = 'POST /api/channels';
const CHANGE = 'PUT /api/channels/{id}';
const REMOVE = 'DELETE /api/channels/{id}';
const TEST = 'POST /api/channels/{id}/test';

const part = page.getByRole('region', { name: 'Channels' });
const dialog = page.getByRole('dialog');
const add = dialog.getByRole('button', { name: 'Add the channel' });

const FAMILY: Channel = {
	...{ id: 'f'.repeat(20), kind: 'telegram', name: 'Family', hint: 'chat -1001' },
	...{ created_at: '2026-01-15T08:00:00.000Z', sent_at: null, problem: null },
};

/** A server that keeps channels, and refuses what `refusing` says. */
function keeping(items: Channel[]): Answers {
	let kept = items;
	return {
		'GET /api/channels': () => ({ items: kept }),
		[ADD]: ({ body: { name, target } }) => {
			const channel = { ...FAMILY, kind: target.kind, name, hint: 'ntfy.sh' };
			kept = [...kept, channel];
			return channel;
		},
		[CHANGE]: ({ body }) => {
			kept = kept.map((one) => ({ ...one, name: body.name }));
			return kept[0] as Channel;
		},
		[TEST]: { outcome: 'sent', problem: null },
	};
}

test('a channel is added with what its kind needs, and tested', async () => {
	const { wire } = await openAsCustomer('/app/account', keeping([]));
	await expect.element(part.getByText('You have no channels.')).toBeVisible();
	await part.getByRole('button', { name: 'Add a channel' }).click();
	await add.click();
	await expect.element(dialog.getByText('Enter a name.')).toBeVisible();
	await expect.element(dialog.getByLabelText('Name')).toHaveFocus();
	await dialog.getByLabelText('Name').fill('Gate');
	await dialog.getByLabelText('Address of the topic').fill('https://ntfy.sh/gate');
	await expectSound('the dialog of a new channel');
	wire.answer({
		[ADD]: refused('invalid-argument', {}, 'target.url: must end with a topic of letters'),
	});
	await add.click();
	await expect
		.element(dialog.getByRole('alert'))
		.toHaveTextContent('Address of the topic: it must end with a topic of letters.');
	await expect.element(dialog.getByLabelText('Address of the topic')).toHaveValue('https://ntfy.sh/gate');
	wire.answer(keeping([]));
	await add.click();
	await expect.element(part.getByText('ntfy, ntfy.sh')).toBeVisible();
	await part.getByRole('button', { name: 'Send a test to Gate' }).click();
	await expect.element(part.getByText('Sent. It should appear within seconds.')).toBeVisible();
	await expect
		.poll(() => wire.bodies(ADD).at(-1))
		.toEqual({
			name: 'Gate',
			target: { kind: 'ntfy', url: 'https://ntfy.sh/gate', token: null },
		});
});

test('each kind asks for its own, and no secret is in sight', async () => {
	await openAsCustomer('/app/account', keeping([]));
	await part.getByRole('button', { name: 'Add a channel' }).click();
	await dialog.getByRole('radio', { name: 'Telegram' }).click();
	await expect.element(dialog.getByLabelText('Bot token')).toHaveAttribute('type', 'password');
	await expect.element(dialog.getByLabelText('Chat')).toBeVisible();
	await dialog.getByRole('radio', { name: 'Apprise' }).click();
	await expect.element(dialog.getByLabelText('Address of the configuration')).toBeVisible();
	await expect.element(dialog.getByLabelText('Chat')).not.toBeInTheDocument();
});

test('a failed test says what to do; a rename keeps where it leads; one in use is not removed', async () => {
	const { wire } = await openAsCustomer('/app/account', {
		...keeping([FAMILY]),
		[TEST]: { outcome: 'failed', problem: 'The bot may not write to this chat.' },
		[REMOVE]: refused('conflict', {}, 'It is used by “Gate”. Choose another way to tell you there first.'),
	});
	await part.getByRole('button', { name: 'Send a test to Family' }).click();
	await expect
		.element(part.getByText('It did not arrive. The bot may not write to this chat.'))
		.toBeVisible();
	await part.getByRole('button', { name: 'Change Family' }).click();
	await expect.element(dialog.getByLabelText('Bot token')).not.toBeInTheDocument();
	await dialog.getByRole('button', { name: 'Remove channel' }).click();
	await page.getByRole('alertdialog').getByRole('button', { name: 'Remove channel' }).click();
	await expect
		.element(dialog.getByRole('alert'))
		.toHaveTextContent('It is used by “Gate”. Choose another way to tell you there first.');
	await dialog.getByLabelText('Name').fill('All of us');
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect.element(part.getByText('All of us')).toBeVisible();
	await expect.poll(() => wire.bodies(CHANGE)).toEqual([{ name: 'All of us' }]);
});

test('what went wrong last stands beside a channel', async () => {
	const problem = 'Telegram knows no bot with this token. Copy it again from BotFather.';
	await openAsCustomer('/app/account', keeping([{ ...FAMILY, problem }]));
	await expect.element(part.getByText(`The last message did not arrive. ${problem}`)).toBeVisible();
});
