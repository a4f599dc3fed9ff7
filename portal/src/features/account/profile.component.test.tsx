import type { User } from '@watchword/contract/account';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { me } from '../../testing/documents.ts';
import { openAsCustomer } from '../../testing/open.tsx';
import { type Answers, noAnswer } from '../../testing/wire.ts';

const SAVE = 'PUT /api/users/me';
const FAILED = 'Your changes could not be saved. Please try again.';

const you = page.getByRole('region', { name: 'You', exact: true });
const name = you.getByLabelText('Name');
const save = you.getByRole('button', { name: 'Save' });
const mails = page.getByRole('region', { name: 'Mails you get' });
const menuOf = (who: string) => page.getByRole('button', { name: `Account menu of ${who}`, exact: true });

/** A server that keeps what is saved; `during` happens while it does. */
function keeping(during = async () => {}): Answers {
	let now = me();
	return {
		'GET /api/users/me': () => now,
		[SAVE]: async ({ body }) => {
			await during();
			now = me({ ...now.details, ...(body as Partial<User>) });
			return now;
		},
	};
}

test('a save that fails loses nothing, and what is typed during one is not called saved', async () => {
	const server = keeping(() => name.fill('Typed on'));
	const { wire } = await openAsCustomer('/app/account', { ...server, [SAVE]: noAnswer });
	await name.fill('  ');
	await expect.element(you.getByText('Enter your name.')).toBeVisible();
	await name.fill('Typed');
	await save.click();
	await expect.element(you.getByRole('alert')).toHaveTextContent(FAILED);
	await expect.element(name).toHaveValue('Typed');
	wire.answer(server);
	await save.click();
	await expect.element(menuOf('Typed')).toBeVisible();
	await expect.element(save).toBeEnabled();
	await expect.element(name).toHaveValue('Typed on');
	await expect.element(you.getByRole('status')).toHaveTextContent('');
	wire.answer(keeping());
	await save.click();
	await expect.element(you.getByRole('status')).toHaveTextContent('Saved.');
	await name.fill('Typed on and on');
	await expect.element(you.getByRole('status')).toHaveTextContent('');
	expect(wire.bodies(SAVE)).toEqual([{ name: 'Typed' }, { name: 'Typed' }, { name: 'Typed on' }]);
});

test('a mail switch that cannot be saved goes back, and is not called saved', async () => {
	const { wire } = await openAsCustomer('/app/account', keeping());
	await mails.getByLabelText('When runs fail').click();
	await expect.element(mails.getByRole('status')).toHaveTextContent('Saved.');
	await expect.element(mails.getByLabelText('When runs fail')).not.toBeChecked();
	wire.answer({ [SAVE]: noAnswer });
	await mails.getByLabelText('When credits run out').click();
	await expect.element(mails.getByRole('alert')).toHaveTextContent(FAILED);
	await expect.element(mails.getByLabelText('When credits run out')).toBeChecked();
	await expect.element(mails.getByText('Saved.', { exact: true })).not.toBeInTheDocument();
});
