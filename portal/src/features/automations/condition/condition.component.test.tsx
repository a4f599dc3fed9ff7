import type { Automation } from '@watchword/contract/automation';
import type { Condition } from '@watchword/contract/condition';
import type { Zone } from '@watchword/contract/zone';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { keeping } from '../../../testing/automations.ts';
import { device, portalSettings } from '../../../testing/documents.ts';
import { openAsCustomer } from '../../../testing/open.tsx';
import { type Answers, refused } from '../../../testing/wire.ts';

const zone = (name: string): Zone => ({
	name,
	use: 'named',
	ratio: null,
	points: [
		{ x: 0, y: 0 },
		{ x: 0.5, y: 0 },
		{ x: 0, y: 0.5 },
	],
});
const GATE = device({ desc: 'Front gate', zones: [zone('Driveway')] });
const CAPTURE = { _triggerType: 'capture', trigger_device_deviceID: GATE.id } as const;

const group = page.getByRole('group', { name: 'Watches for' });
const piece = (name: string | RegExp) => group.getByRole('button', { name });
const add = group.getByRole('button', { name: 'Add a part' });
const dialog = page.getByRole('dialog');
const button = (name: string) => dialog.getByRole('button', { name, exact: true });
const prompt = page.getByPlaceholder('Type your prompt here...', { exact: true });
const update = page.getByRole('button', { name: 'Update Automation', exact: true });
const again = page.getByRole('button', { name: 'Read the prompt again' });
const says = (sentence: string) =>
	expect.element(page.getByText(`Watches for: ${sentence}.`, { exact: true })).toBeInTheDocument();

/** How the server reads a prompt, in these tests. */
const READINGS: Record<string, Condition> = {
	'a person': { is: 'seen', kinds: ['person'], least: 1, most: null },
	'a dog at night': {
		is: 'all',
		of: [
			{ is: 'seen', kinds: ['dog'], least: 1, most: null },
			{ is: 'hours', time: 'night', days: [] },
		],
	},
	'a person wearing red': {
		is: 'all',
		of: [
			{ is: 'seen', kinds: ['person'], least: 1, most: null },
			{ is: 'beyond', words: 'wearing red' },
		],
	},
	'the gate is open': { is: 'beyond', words: 'the gate is open' },
	'the backup fails': { is: 'beyond', words: 'the backup fails' },
};

async function openEditor(start: Partial<Automation>, more: Answers = {}) {
	const server = keeping(start);
	const opened = await openAsCustomer(server.path, {
		...server.answers,
		'GET /api/devices': { items: [GATE], next: null },
		'POST /api/automations/{id}/reading': ({ body }) => {
			const condition = READINGS[body.prompt];
			return { reading: condition ? { condition, readAs: null, beyond: [] } : null };
		},
		...more,
	});
	await expect.element(update).toBeVisible();
	return { ...opened, ...server };
}

async function saved() {
	await update.click();
	await expect.element(page.getByText('Automation updated successfully!', { exact: true })).toBeVisible();
}

test('a condition is built from nothing', async () => {
	const { stored } = await openEditor({ ...CAPTURE, action_prompt: '' });
	await expect.element(group.getByText('Nothing yet. Write a prompt, or add a part.')).toBeVisible();
	await add.click();
	await button('Something in the picture').click();
	await expect.element(button('Add')).toBeDisabled();
	await dialog.getByLabelText('Search kinds').fill('do');
	await dialog.getByLabelText('Dog', { exact: true }).click();
	await dialog.getByLabelText('Number').fill('2');
	await dialog.getByLabelText('Place').selectOptions('Zone Driveway');
	await button('Add').click();
	await says('at least 2 dogs in Driveway');
	await expect.element(add).toHaveFocus();
	await add.click();
	await button('Hours or days of the week').click();
	await button('Add').click();
	await says('at least 2 dogs in Driveway and between 22:00 and 06:00');
	await saved();
	await expect.poll(stored).toMatchObject({
		_conditionChanged: true,
		_condition: {
			is: 'all',
			of: [
				{ is: 'seen', kinds: ['dog'], least: 2, most: null, where: { zone: 'Driveway', side: 'in' } },
				{ is: 'hours', time: { from: '22:00', to: '06:00' }, days: [] },
			],
		},
	});
});

test('it follows the prompt until a part is changed by hand, then stays, and can be read again', async () => {
	const { stored } = await openEditor({ ...CAPTURE, action_prompt: 'a person' });
	await says('at least 1 person');
	await prompt.fill('a dog at night');
	await says('at least 1 dog and at night');
	await expect.element(again).not.toBeInTheDocument();

	await piece('Time of day: at night').click();
	await dialog.getByLabelText('When').selectOptions('Between two times');
	await dialog.getByLabelText('From').fill('20:00');
	await button('Done').click();
	await says('at least 1 dog and between 20:00 and 06:00');
	await expect.element(page.getByText('Changed by you')).toBeVisible();
	await prompt.fill('a person');
	await saved();
	await says('at least 1 dog and between 20:00 and 06:00');
	await expect.poll(stored).toMatchObject({ action_prompt: 'a person', _conditionChanged: true });

	await again.click();
	await says('at least 1 person');
	await expect.element(add).toHaveFocus();
	await saved();
	await expect.poll(stored).toMatchObject({ _condition: null, _conditionChanged: false });
});

test('by keyboard: Enter opens a part, Enter in a field ends it, Escape closes it, and the focus returns', async () => {
	await openEditor({ ...CAPTURE, action_prompt: 'a person' });
	await says('at least 1 person');
	const count = piece('How many: at least 1');
	(count.element() as HTMLElement).focus();
	await userEvent.keyboard('{Enter}');
	await expect.element(dialog).toHaveAccessibleName('How many');
	await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
	await dialog.getByLabelText('Number').fill('3');
	await userEvent.keyboard('{Enter}');
	await expect.element(dialog).not.toBeInTheDocument();
	await says('at least 3 people');
	await expect.element(piece('How many: at least 3')).toHaveFocus();

	await userEvent.tab();
	await expect.element(piece('What: people')).toHaveFocus();
	await userEvent.keyboard('{Enter}');
	await expect.element(dialog).toHaveAccessibleName('What');
	await userEvent.keyboard('{Escape}');
	await expect.element(dialog).not.toBeInTheDocument();
	await expect.element(piece('What: people')).toHaveFocus();
});

test('and, or, not and remove change only their place', async () => {
	await openEditor({ ...CAPTURE, action_prompt: 'a dog at night' });
	await says('at least 1 dog and at night');
	await piece('How they are joined: and').click();
	await button('Change it to “or”').click();
	await says('at least 1 dog or at night');
	await piece('Time of day: at night').click();
	await dialog.getByLabelText('Not').click();
	await button('Done').click();
	await says('at least 1 dog or not at night');
	await piece('How many: at least 1').click();
	await dialog.getByLabelText('How many').selectOptions('None');
	await button('Done').click();
	await says('no dogs or not at night');
	await piece('What: dogs').click();
	await button('Remove').click();
	await says('not at night');
	await piece('The opposite: not').click();
	await button('Remove').click();
	await says('nothing');
	// Nothing cannot be saved.
	await update.click();
	await expect.element(page.getByText('Add at least one part, or read the prompt again.')).toBeVisible();
	await expect.element(add).toHaveFocus();
});

test('words beyond the model are marked, with ways out', async () => {
	await openEditor({ ...CAPTURE, action_prompt: 'a person wearing red' });
	await says('at least 1 person and wearing red');
	await expect.element(page.getByText('always answer “cannot tell”')).not.toBeInTheDocument();
	await piece(/wearing red/).click();
	await expect.element(dialog.getByRole('link', { name: 'this is how' })).toBeVisible();
	await button('Teach it').click();
	const part = page.getByRole('region', { name: 'Teach it' });
	await expect.element(part.getByRole('button', { name: /^Teach it/, expanded: true })).toHaveFocus();
	await expect.element(part.getByRole('button', { name: 'Mark pictures' })).toBeVisible();

	await prompt.fill('the gate is open');
	await expect.element(page.getByText('always answer “cannot tell”')).toBeVisible();
});

test('of a mail, words beyond the model can be looked for', async () => {
	const { stored } = await openEditor({ action_prompt: 'the backup fails' });
	await says('the backup fails');
	await piece(/the backup fails/).click();
	await button('Look for these words').click();
	await dialog.getByLabelText('Words or phrases').fill('backup failed\nbackup error');
	await button('Done').click();
	await says('the mail contains “backup failed” or “backup error”');
	await saved();
	await expect
		.poll(() => stored()?._condition)
		.toEqual({
			is: 'says',
			words: ['backup failed', 'backup error'],
			match: 'any',
			in: 'anywhere',
		});
});

test('where a language model decides, it says so instead of who sets one up', async () => {
	await openEditor(
		{ ...CAPTURE, action_prompt: 'the gate is open' },
		{ 'GET /api/portal': { ...portalSettings, builtInModel: false } },
	);
	await says('the gate is open');
	await expect.element(page.getByText('always answer “cannot tell”')).not.toBeInTheDocument();
	await piece(/the gate is open/).click();
	await expect.element(dialog.getByText('One is set up here.')).toBeVisible();
	await expect.element(button('Teach it')).not.toBeInTheDocument();
});

test('where the language model is slow, it says that the built-in model looks first', async () => {
	await openEditor(CAPTURE, {
		'GET /api/portal': { ...portalSettings, builtInModel: false, looksFirst: true },
		'GET /api/automations/{id}/first-looks': { looks: 9, saved: 7 },
	});
	await expect.element(page.getByText('takes seconds for a picture')).toBeVisible();
	await expect.element(page.getByText('it saved 7 of 9 calls')).toBeVisible();
	await expect.element(page.getByLabelText('The built-in model looks first')).not.toBeInTheDocument();
});

test('telling at once is offered where a language model decides and somebody is told', async () => {
	const { stored } = await openEditor(CAPTURE, {
		'GET /api/portal': { ...portalSettings, builtInModel: false },
	});
	await page.getByLabelText('Tell me at once').click();
	await saved();
	await expect.poll(stored).toMatchObject({ _atOnce: true, _firstLook: false });
	await page.getByRole('radio', { name: 'Save to Storage' }).click();
	await expect.element(page.getByLabelText('Tell me at once')).not.toBeInTheDocument();
});

test('a language model fills it in when asked, and what it read is used once it is confirmed', async () => {
	const filled: Condition = { is: 'all', of: [DOG, { is: 'beyond', words: 'wearing a coat' }] };
	let fails = true;
	const { stored } = await openEditor(
		{ ...CAPTURE, action_prompt: 'my dog in its coat' },
		{
			'GET /api/portal': { ...portalSettings, builtInModel: false, fillsConditions: true },
			'POST /api/automations/{id}/condition': () =>
				fails ? refused('unavailable', {}, 'The model is away.') : { condition: filled },
		},
	);
	const ask = page.getByRole('button', { name: 'Let the language model fill it in' });
	await ask.click();
	await expect.element(page.getByText('The model is away.')).toBeVisible();
	fails = false;
	await ask.click();
	await expect
		.element(
			page.getByText(
				'reads it as: at least 1 dog and wearing a coat. The built-in model does not know “wearing a coat”.',
			),
		)
		.toBeVisible();
	await page.getByRole('button', { name: 'Use it' }).click();
	await says('at least 1 dog and wearing a coat');
	await expect.element(ask).toBeVisible();
	await saved();
	await expect.poll(stored).toMatchObject({ _condition: filled, _conditionChanged: true });
});

const DOG: Condition = { is: 'seen', kinds: ['dog'], least: 1, most: null };
test.each<[string, Condition, string]>([
	[
		'a contradiction',
		{ is: 'all', of: [DOG, { ...DOG, least: 0, most: 0 }] },
		'“at least 1 dog” and “no dogs” are never true together. Change one of them.',
	],
	[
		'a removed zone',
		{ ...DOG, where: { zone: 'Pool', side: 'in' } } as Condition,
		'The camera has no zone “Pool” any more. Choose another place.',
	],
])('%s says what to change', async (_name, _condition, words) => {
	await openEditor({ ...CAPTURE, _condition, _conditionChanged: true });
	await expect.element(page.getByText(words)).toBeVisible();
});

test('a condition is kept for its input type, and as a draft', async () => {
	const hand = { ...CAPTURE, _condition: DOG, _conditionChanged: true, action_prompt: 'a person' };
	const { go, path } = await openEditor(hand);
	await says('at least 1 dog');
	await page.getByRole('radio', { name: 'Email', exact: true }).click();
	await expect.element(again).not.toBeInTheDocument();
	await says('at least 1 person');
	await page.getByRole('radio', { name: 'Device Capture', exact: true }).click();
	await says('at least 1 dog');

	await piece('How many: at least 1').click();
	await dialog.getByLabelText('Number').fill('4');
	await button('Done').click();
	void go('/app/help');
	await page.getByRole('button', { name: 'Leave' }).click();
	await expect.element(prompt).not.toBeInTheDocument();
	await go(path);
	await page.getByRole('button', { name: 'Bring them back' }).click();
	await says('at least 4 dogs');
});

test('at 320 px every part can be reached and its window fits', async () => {
	await page.viewport(320, 640);
	await openEditor({ ...CAPTURE, action_prompt: 'a person wearing red' });
	await says('at least 1 person and wearing red');
	await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
	for (const name of ['How many: at least 1', 'What: person', /wearing red/, 'Add a part']) {
		await piece(name).click();
		await expect
			.poll(() => {
				const { left, right, top, bottom } = dialog.element().getBoundingClientRect();
				return left >= 0 && right <= 320 && top >= 0 && Math.round(bottom) === 640;
			})
			.toBe(true);
		await button('Close').click();
		await expect.element(dialog).not.toBeInTheDocument();
	}
});

test('an automation that can never decide is marked in the list, and its line opens the editor that says why', async () => {
	await page.viewport(1440, 800);
	const server = keeping(
		{ ...CAPTURE, _name: 'Yard' },
		{ ...CAPTURE, _name: 'Gate', action_prompt: 'the gate is open', _undecidable: true },
	);
	await openAsCustomer(server.path, {
		...server.answers,
		'GET /api/devices': { items: [GATE], next: null },
		'POST /api/automations/{id}/reading': ({ body }) => {
			const condition = READINGS[body.prompt];
			return { reading: condition ? { condition, readAs: null, beyond: [] } : null };
		},
	});
	const list = page.getByRole('navigation', { name: 'Automations', exact: true });
	await expect.element(list.getByRole('link', { name: 'Yard', exact: true })).toBeVisible();
	await list.getByRole('link', { name: /^Gate.*always “cannot tell”$/ }).click();
	await expect
		.element(page.getByText('the built-in model will always answer “cannot tell”', { exact: false }))
		.toBeVisible();
});

test('words that an update does not understand are told until the notice is dismissed', async () => {
	const words = ['the gate is open'];
	const { stored } = await openEditor(
		{
			...CAPTURE,
			action_prompt: 'the gate is open',
			_nowBeyond: { words, since: '2026-06-01T12:00:00.000Z' },
		},
		{ 'DELETE /api/automations/{id}/now-beyond': () => ({ ...stored(), _nowBeyond: null }) as Automation },
	);
	const notice = page.getByText('does not understand “the gate is open” any more');
	await expect.element(notice).toBeVisible();
	await page.getByRole('button', { name: 'Leave it so' }).click();
	await expect.element(notice).not.toBeInTheDocument();
});
