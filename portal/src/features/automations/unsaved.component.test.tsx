import type { Automation } from '@watchword/contract/automation';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { keeping } from '../../testing/automations.ts';
import { openAsCustomer } from '../../testing/open.tsx';
import { expectSound } from '../../testing/sound.ts';
import { type Answers, noAnswer, refused, tell } from '../../testing/wire.ts';

/** What was typed and not saved, and what is saved elsewhere meanwhile. */
const SAVE = 'PUT /api/automations/{id}';

const list = page.getByRole('navigation', { name: 'Automations' }).getByRole('link');
const prompt = page.getByPlaceholder('Type your prompt here...');
const update = page.getByRole('button', { name: 'Update Automation', exact: true });
const mark = page.getByText('Unsaved changes', { exact: true });
const success = page.getByText('Automation updated successfully!', { exact: true });
const dialog = page.getByRole('dialog');
const question = page.getByRole('alertdialog');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const names = () => list.elements().map(({ textContent }) => textContent);
const gone = (locator: typeof mark) => expect.element(locator).not.toBeInTheDocument();

/** Wide enough for the list beside an opened automation. */
beforeEach(() => page.viewport(1440, 800));

async function openEditor(starts: Partial<Automation>[] = [{}], answers: Answers = {}) {
	const server = keeping(...starts);
	const opened = await openAsCustomer(server.path, { ...server.answers, ...answers });
	await expect.element(update).toBeVisible();
	return { ...opened, ...server };
}

test('edits are marked, and asked about once before a wrong click', async () => {
	const { at, go, path } = await openEditor([{ _name: 'First' }, { _name: 'Second' }]);
	await gone(mark);
	await prompt.fill('Half a thought');
	await expect.element(mark).toBeVisible();
	await list.nth(1).click();
	await expect
		.element(page.getByRole('alertdialog', { name: 'Leave without saving?' }))
		.toMatchTextContent('“First”');
	await button('Keep editing').click();
	expect(at()).toBe(path);
	await expect.element(prompt).toHaveValue('Half a thought');
	await page.getByRole('link', { name: 'Runs', exact: true }).click();
	await button('Leave').click();
	await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Runs');
	await go(-1);
	await button('Bring them back').click();
	await expect.element(prompt).toHaveValue('Half a thought');
	await update.click();
	await expect.element(success).toBeVisible();
	await gone(mark);
	await list.nth(1).click();
	await expect.poll(at).not.toBe(path);
	await gone(question);
});

test('edits are asked about before + makes another', async () => {
	const { at, path, all } = await openEditor([{ _name: 'First' }], {
		// A document that never comes holds nothing up.
		'GET /api/billing/outlook': () => new Promise(() => {}),
	});
	await prompt.fill('Half a thought');
	await page.getByRole('button', { name: 'New automation' }).click();
	await button('Keep editing').click();
	await expect.element(prompt).toHaveValue('Half a thought');
	expect(all()).toHaveLength(1);
	await page.getByRole('button', { name: 'New automation' }).click();
	await button('Leave').click();
	await expect.poll(names).toEqual(['First', 'New Automation']);
	expect(at()).not.toBe(path);
	await expect.element(prompt).toHaveValue('Enter Prompt');
	expect(all()).toHaveLength(2);
});

test('edits are discarded on request', async () => {
	await openEditor([{ action_prompt: 'As it was' }]);
	await prompt.fill('Half a thought');
	await button('Discard changes').click();
	await expect.element(prompt).toHaveValue('As it was');
	await gone(mark);
});

test('both are shown, and the customer saves hers over what was saved elsewhere', async () => {
	const { elsewhere, stored } = await openEditor([
		{ action_toAddress: 'old@example.com', action_prompt: 'Old' },
	]);
	await prompt.fill('Mine');
	elsewhere.save({ action_prompt: 'Theirs', action_toAddress: 'new@example.com' });
	await update.click();
	const conflict = page.getByRole('dialog', { name: 'This automation was changed in the meantime' });
	await expect
		.poll(() =>
			conflict
				.getByRole('definition')
				.elements()
				.map(({ textContent }) => textContent),
		)
		.toEqual(['SavedTheirsYoursMine', 'Savednew@example.comYoursold@example.com']);
	await expect.poll(stored).toMatchObject({ action_prompt: 'Theirs', _version: 2 });
	await expectSound('the choice');
	await button('Save mine').click();
	await expect.element(success).toBeVisible();
	await gone(mark);
	await expect
		.poll(stored)
		.toMatchObject({ action_prompt: 'Mine', action_toAddress: 'old@example.com', _version: 3 });
});

test('closing the choice keeps the typing; loading the saved one drops it', async () => {
	const { elsewhere, stored } = await openEditor();
	await prompt.fill('Mine');
	elsewhere.save({ action_prompt: 'Theirs' });
	await update.click();
	await dialog.getByRole('button', { name: 'Close' }).click();
	await expect.element(prompt).toHaveValue('Mine');
	await button('Compare').click();
	await button('Load the saved one').click();
	await expect.element(prompt).toHaveValue('Theirs');
	await gone(mark);
	await expect.poll(stored).toMatchObject({ action_prompt: 'Theirs', _version: 2 });
});

test('a draft of an older version is compared with the newer one, and does not replace it', async () => {
	const { elsewhere, path, stored, reload } = await openEditor();
	await prompt.fill('Mine');
	await expect.element(mark).toBeVisible();
	await reload('/app/help');
	elsewhere.save({ action_prompt: 'Theirs' });
	await reload(path);
	await button('Bring them back').click();
	await dialog.getByRole('button', { name: 'Close' }).click();
	await reload();
	await button('Bring them back').click();
	await expect.element(dialog.getByText('Theirs')).toBeVisible();
	await button('Save mine').click();
	await expect.element(success).toBeVisible();
	await expect.poll(stored).toMatchObject({ action_prompt: 'Mine', _version: 3 });
});

test('a save whose answer was lost is not mistaken for the save of somebody else', async () => {
	const { wire, answers, elsewhere, stored } = await openEditor();
	wire.answer({
		[SAVE]: ({ body }) => {
			elsewhere.save(body as Partial<Automation>);
			return noAnswer;
		},
	});
	await prompt.fill('Mine');
	await update.click();
	await expect.element(page.getByText('Failed to update the automation.')).toBeVisible();
	wire.answer(answers);
	await update.click();
	await expect.element(success).toBeVisible();
	await expect.poll(stored).toMatchObject({ action_prompt: 'Mine', _version: 2 });
});

test('history: versions with who and when, compared and restored', async () => {
	const { stored, wire, elsewhere } = await openEditor([{ _name: 'Watch', action_prompt: 'First prompt' }]);
	const [first] = [stored()];
	elsewhere.save({ action_prompt: 'Second prompt', action_toAddress: 'ops@example.com' });
	tell('automations');
	await expect.element(prompt).toHaveValue('Second prompt');
	const versions = [stored(), first].map((one, n) => {
		const { id, _owner, _deleted, _paused, _snoozedUntil, _undecidable, _version, runs, ...document } =
			one as Automation;
		return {
			...{ id: 'nm'.charAt(n).repeat(20), _automationId: id, _version, document },
			...{ _savedAt: new Date().toISOString(), _savedBy: { uid: _owner, name: 'Robin Example' } },
		};
	});
	wire.answer({ 'GET /api/automations/{id}/versions': { items: versions, next: null } });
	await button('History').click();
	const history = page.getByRole('dialog', { name: 'History of “Watch”' });
	const lines = () =>
		[...history.element().querySelectorAll('summary')].map(({ textContent }) => textContent);
	await expect
		.poll(lines)
		.toEqual(['just nowRobin Example · current version', 'just nowRobin Example · 2 differences']);
	await history.getByText('2 differences').click();
	await expect.element(history.getByText('First prompt')).toBeVisible();
	await expect.element(history.getByText('Second prompt')).toBeVisible();
	await expectSound('the history');
	await button('Restore this version').click();
	await gone(history);
	await expect.element(prompt).toHaveValue('First prompt');
	await expect.element(success).toBeVisible();
	await expect
		.poll(stored)
		.toMatchObject({ action_prompt: 'First prompt', action_toAddress: null, _version: 3 });
});

test('the keyboard goes on where it was after saving, discarding and removing', async () => {
	const { wire, answers } = await openEditor([{ action_prompt: 'Summarise it' }]);
	const press = async (name: string) => {
		(button(name).element() as HTMLElement).focus();
		await userEvent.keyboard('{Enter}');
	};
	await page.getByRole('button', { name: /^Fields/ }).click();
	await press('Add a field');
	await press('Remove the new field');
	await expect.element(button('Add a field')).toHaveFocus();
	await prompt.fill('Summarise all of it');
	await press('Discard changes');
	await expect.element(update).toHaveFocus();
	await press('Update Automation');
	await expect.element(success).toBeVisible();
	await expect.element(update).toHaveFocus();
	// Whoever scrolls on while it saves is not taken back.
	const held = Promise.withResolvers<void>();
	const save = answers[SAVE] as (request: object) => Promise<Automation>;
	wire.answer({
		[SAVE]: async (request) => {
			await held.promise;
			return save(request);
		},
	});
	await press('Update Automation');
	await expect.element(update).toBeDisabled();
	window.scrollTo(0, 0);
	held.resolve();
	await expect.element(update).toHaveFocus();
	expect(window.scrollY).toBe(0);
});

/** On a slow connection, the saves of one tab overlap. They must neither refuse nor overwrite each other. */
async function rename(name: string) {
	await page.getByRole('button', { name: /edit the name/ }).click();
	await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
}

function slowly({ wire, answers }: Pick<Awaited<ReturnType<typeof openEditor>>, 'wire' | 'answers'>) {
	for (const route of ['PUT /api/automations/{id}', 'PUT /api/automations/{id}/name'] as const) {
		const answer = answers[route] as (request: object) => Automation;
		wire.answer({
			[route]: async (request: object) => {
				await new Promise((later) => setTimeout(later, 300));
				return answer(request);
			},
		});
	}
}

test('pressing Update straight from the name saves the name and then the form over it', async () => {
	const opened = await openEditor([{ _name: 'Before', action_prompt: 'Before' }]);
	slowly(opened);
	await prompt.fill('After');
	await rename('After');
	await update.click();
	await expect.element(success).toBeVisible();
	await gone(dialog);
	await gone(mark);
	expect(opened.stored()).toMatchObject({ _name: 'After', action_prompt: 'After', _version: 3 });
});

test('a template chosen straight from the name is saved over the new name', async () => {
	const opened = await openEditor();
	slowly(opened);
	const template = page.getByRole('button', { name: /^Bin day reminder/ });
	await expect.element(template).toBeVisible();
	await rename('Mine');
	await template.click();
	await expect.element(success).toBeVisible();
	expect(opened.stored()).toMatchObject({ _name: 'Bin day reminder', _version: 3 });
});

test('a name that another tab stays out of still meets what that tab saved', async () => {
	const opened = await openEditor([{ _name: 'Before' }]);
	slowly(opened);
	await prompt.fill('Mine');
	opened.elsewhere.save({ action_prompt: 'Theirs' });
	await rename('After');
	await update.click();
	await expect.element(dialog).toBeVisible();
	expect(opened.stored()).toMatchObject({ _name: 'After', action_prompt: 'Theirs' });
});

test('an account that has as many automations as it may is told so', async () => {
	const full = refused('resource-exhausted', {}, 'An account has at most 2,000 automations.');
	const { go } = await openEditor([{}], {
		'POST /api/automations': full,
		'POST /api/automations/{id}/copy': full,
	});
	await button('More').click();
	await page.getByRole('menuitem', { name: 'Copy it' }).click();
	const told = page.getByRole('alert').filter({ hasText: 'An account has at most 2,000 automations.' });
	await expect.element(told).toBeVisible();
	await go('/app/automations');
	await gone(told);
	await page.getByRole('button', { name: 'New automation' }).click();
	await expect.element(told).toBeVisible();
});
