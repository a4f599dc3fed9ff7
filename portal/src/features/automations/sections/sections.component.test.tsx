import type { Automation } from '@watchword/contract/automation';
import type { Channel } from '@watchword/contract/channel';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { keeping } from '../../../testing/automations.ts';
import { device, me, portalSettings, run } from '../../../testing/documents.ts';
import { openAsCustomer } from '../../../testing/open.tsx';
import { type Answers, refused } from '../../../testing/wire.ts';

/** The parts of the editor that have rules of their own. */
const GATE = device({ desc: 'Front gate' });
const WATCH = { _triggerType: 'capture', trigger_device_deviceID: GATE.id } as const;
const SAVE = 'PUT /api/automations/{id}';
const TRY = 'POST /api/automations/{id}/try';

const update = page.getByRole('button', { name: 'Update Automation', exact: true });
const remove = page.getByRole('button', { name: 'Delete Automation' });
const discard = page.getByRole('button', { name: 'Discard changes' });
const prompt = page.getByPlaceholder('Type your prompt here...');
const success = page.getByText('Automation updated successfully!', { exact: true });
const gone = (locator: typeof update) => expect.element(locator).not.toBeInTheDocument();

async function openEditor(start: Partial<Automation> = {}, answers: Answers = {}) {
	const server = keeping(start);
	const opened = await openAsCustomer(server.path, {
		...server.answers,
		'GET /api/devices': { items: [GATE], next: null },
		...answers,
	});
	await expect.element(update).toBeVisible();
	return { ...opened, ...server };
}

async function saved() {
	await update.click();
	await expect.element(success).toBeVisible();
}

test('when to tell: the settings stand under one sentence, which says what they come to', async () => {
	const { stored, reload } = await openEditor(
		{
			...{ _triggerType: 'capture', trigger_device_deviceID: GATE.id, action_prompt: 'a person' },
			action_toAddress: 'ops@example.com',
		},
		{
			'GET /api/automations/{id}/same': { captures: 3, same: 2 },
			'GET /api/users/me': me({ presence: 'home' }),
		},
	);
	const inside = page.getByRole('region', { name: 'When to tell me' });
	await gone(inside.getByRole('radio'));
	await inside.getByRole('button', { name: /Tells you once when it begins\.$/ }).click();
	await expect.element(inside.getByText(/of the last 3 pictures/)).toBeVisible();
	await inside.getByLabelText('Again every so many minutes while it lasts').fill('60');
	await inside.getByLabelText('Tell me when it is over, too').click();
	await inside.getByRole('radio', { name: 'Its own' }).click();

	// What is wrong is told at its field, also where the section was closed.
	const further = inside.getByLabelText('Further recipients');
	await further.fill('eva@example.com, ole@');
	await inside.getByRole('button', { expanded: true }).click();
	await gone(inside.getByRole('radio'));
	await update.click();
	await expect.element(inside.getByText('“ole@” is not a complete email address.')).toBeVisible();
	await expect.element(inside.getByText('Enter when the quiet hours begin and end.')).toBeVisible();
	await expect.element(further).toHaveFocus();
	await further.fill('eva@example.com');
	await inside.getByLabelText('Start time').fill('22:00');
	await inside.getByLabelText('End time').fill('06:00');
	await inside.getByRole('radio', { name: 'Only when I am away' }).click();
	await saved();
	await expect.poll(stored).toMatchObject({
		...{ _tell: 'begin', _tellAgainMinutes: 60, _tellOver: true, _works: 'away' },
		...{ _quiet: 'own', _quietStart: '22:00', _quietEnd: '06:00' },
		action_moreAddresses: ['eva@example.com'],
	});

	await reload();
	const whole =
		/Tells all 2 recipients once when it begins, again every hour while it lasts, and when it is over, never between 10:00\sPM and 6:00\sAM\. Works only while you are away; you are at home now\./;
	await expect.element(inside.getByRole('button', { name: whole })).toBeVisible();
	// Another input has no use for some of it, and loses nothing.
	await page.getByRole('radio', { name: 'Scheduled', exact: true }).click();
	await expect
		.element(inside.getByRole('button', { name: 'Tells all 2 recipients every time. Works only' }))
		.toBeVisible();
	await page.getByRole('radio', { name: 'Device Capture', exact: true }).click();
	await expect.element(inside.getByRole('button', { name: whole })).toBeVisible();
});

test('tell by: mail, push messages and the channels of the account, at least one of them', async () => {
	const family: Channel = {
		...{ id: 'f'.repeat(20), kind: 'telegram', name: 'Family', hint: 'chat 1' },
		...{ created_at: '2026-01-15T08:00:00.000Z', sent_at: null, problem: null },
	};
	const { stored, reload } = await openEditor(
		{ action_toAddress: 'ops@example.com' },
		{ 'GET /api/channels': { items: [family] } },
	);
	const ways = page.getByRole('group', { name: 'Tell by' });
	const mail = ways.getByLabelText('Mail', { exact: true });
	await expect.element(mail).toBeChecked();
	await mail.click();
	await update.click();
	await expect.element(ways.getByText('Choose at least one way.')).toBeVisible();
	await expect.element(mail).toHaveFocus();
	await ways.getByLabelText('Family').click();
	await expect.element(page.getByText('When an email arrives, send a message to Family.')).toBeVisible();
	await gone(page.getByLabelText('To (Email Address)'));
	await saved();
	await expect.poll(stored).toMatchObject({ _notify: 'none', _channels: [family.id] });
	await reload();
	await expect.element(ways.getByLabelText('Family')).toBeChecked();
	await expect.element(mail).not.toBeChecked();
});

test('tell by: the editor says where a channel is added', async () => {
	await openEditor();
	await expect
		.element(page.getByRole('link', { name: 'Add a channel' }))
		.toHaveAttribute('href', '/app/account#channels');
});

test('allowed senders are typed beside the address, checked, saved and shown again', async () => {
	const { stored, reload } = await openEditor();
	const senders = page.getByLabelText('Allowed senders', { exact: true });
	await expect.element(senders).toHaveAttribute('placeholder', 'Everybody');
	await senders.fill('Ann@Example.com, shop.example');
	await update.click();
	await expect.element(page.getByText('“shop.example” is neither an address nor a domain')).toBeVisible();
	await senders.fill('ann@example.com @shop.example');
	await saved();
	await expect.poll(() => stored()?._allowedSenders).toEqual(['ann@example.com', '@shop.example']);
	await reload();
	await expect.element(senders).toHaveValue('ann@example.com, @shop.example');
});

test('fields are added, typed and checked', async () => {
	const { stored, reload, wire } = await openEditor({ action_prompt: 'If it mentions a parcel' });
	wire.answer({
		'GET /api/automations/{id}/results': () => ({ fields: stored()?._fields ?? [], items: [], next: null }),
	});
	const fields = page.getByRole('region', { name: 'Fields' });
	await fields.getByRole('button', { name: /^Fields/ }).click();
	await fields.getByRole('button', { name: 'Add a field' }).click();
	await update.click();
	await expect.element(fields.getByText('Give each field a name, or remove it.')).toBeVisible();
	const name = fields.getByLabelText('Name of the field');
	await expect.element(name).toHaveFocus();
	await expect.element(name).toHaveAccessibleDescription(/^Give each field/);
	await name.fill('Kind');
	await fields.getByLabelText('Type of Kind').selectOptions('Choice');
	await fields.getByLabelText('Choices of Kind').fill('Invoice, Reminder');
	await saved();
	await expect.element(page.getByText('Each run adds a row of one field to its table.')).toBeVisible();
	await expect
		.poll(() => stored()?._fields)
		.toMatchObject([{ name: 'Kind', type: 'choice', choices: ['Invoice', 'Reminder'] }]);
	await reload();
	await expect.element(fields.getByLabelText('Choices of Kind')).toHaveValue('Invoice,Reminder');
});

test('while a prompt is typed, the editor shows how it is read; one too long to be saved is not sent', async () => {
	const { wire } = await openEditor({ action_prompt: '' });
	const asked = () => wire.bodies('POST /api/automations/{id}/reading') as { prompt: string }[];
	await prompt.fill('a dog');
	await expect.poll(() => asked().at(-1)).toMatchObject({ prompt: 'a dog' });
	const before = asked().length;
	await prompt.fill('a person '.repeat(3000));
	await prompt.fill('a cat');
	await expect.poll(() => asked().at(-1)).toMatchObject({ prompt: 'a cat' });
	expect(asked()).toHaveLength(before + 1);
});

test('a slow model is waited for with a way out, and its failure is told and can be tried again', async () => {
	const { wire, at } = await openEditor(
		{
			...{ _triggerType: 'schedule', _actionType: 'sendEmail', action_toAddress: 'ops@example.com' },
			action_prompt: 'Remind me to put the bins out.',
		},
		{ [TRY]: () => new Promise(() => {}) },
	);
	const section = page.getByRole('region', { name: 'Try it' });
	await section.getByRole('button', { name: 'Try it now' }).click();
	await expect.element(section.getByText('Asking the model.')).toBeVisible();
	await section.getByRole('button', { name: 'Cancel' }).click();
	await expect.element(section.getByText('It was stopped before the model answered.')).toBeVisible();

	const message = 'The model took too long to answer.';
	wire.answer({ [TRY]: refused('unavailable', {}, message) });
	await section.getByRole('button', { name: 'Try it now' }).click();
	await expect.element(section.getByText(`It could not be tried: ${message}`)).toBeVisible();
	wire.answer({
		[TRY]: {
			...{ verdict: 'met', evidence: 'It is time.', information: 'Put the bins out', frames: [], boxes: [] },
			...{ firstLook: null, zones: [], examples: [], fields: [], acts: true, waits: false },
			...{ hindrance: null, push: null, model: 'built-in', decide_ms: 20, run: null },
			mail: { to: 'ops@example.com', subject: 'Bins', html: '<p>Put the bins out</p>' },
		},
	});
	await section.getByRole('button', { name: 'Try again' }).click();
	await expect.element(section.getByText('This mail would be sent.')).toBeVisible();
	await expect.element(section.getByText('ops@example.com')).toBeVisible();
	const shown = () =>
		document.querySelector<HTMLIFrameElement>('iframe[title="What it would write"]')?.contentDocument?.body
			.textContent;
	await expect.poll(shown).toContain('Put the bins out');
	await page.getByRole('link', { name: 'Use another model' }).click();
	await expect.poll(at).toContain('/app/help');
	await expect.element(page.getByRole('heading', { name: 'Using another model' })).toBeInViewport();
});

test('what few need is closed, says how it is set, and is open where it is used', async () => {
	const { go, add } = await openEditor({ ...WATCH, _burst: 2 });
	const more = page.getByRole('region', { name: 'More', exact: true });
	const settings = () =>
		more
			.getByRole('button', { expanded: false })
			.elements()
			.map(({ textContent }) => textContent);
	await expect
		.poll(settings)
		.toEqual([
			'When to tell meTells nobody until you enter an address.',
			'FieldsNone',
			'Daily CapAny number of runs',
			'Teach itNot taught',
		]);
	await expect.element(more.getByRole('combobox', { name: 'Pictures of each moment' })).toHaveValue('2');
	await more.getByRole('button', { name: /^Daily Cap/ }).click();
	await more.getByLabelText('Runs a day at most').fill('1');
	await expect.element(more.getByRole('button', { name: 'At most 1 run a day' })).toBeVisible();
	// Closed by hand, it opens for a value that cannot be saved.
	await more.getByLabelText('Runs a day at most').fill('0');
	await more.getByRole('button', { name: /^Daily Cap/ }).click();
	await update.click();
	await expect.element(more.getByLabelText('Runs a day at most')).toHaveFocus();

	await page.getByRole('button', { name: 'Discard changes' }).click();
	await go(`/app/automations/${add({ _dailyCap: 9, _triggerType: 'schedule' }).id}`);
	await expect.element(more.getByLabelText('Runs a day at most')).toHaveValue('9');
	await expect.poll(settings).toHaveLength(1);
});

test('with everything closed, it is at most 1,500 px tall at 1280 px, and nothing is wider than the window', async () => {
	await openEditor({ ...WATCH, action_prompt: 'a person', action_toAddress: 'ops@example.com' });
	const card = page.getByRole('region', { name: 'Selected automation' });
	await expect.element(page.getByText('Not taught')).toBeVisible();
	expect(card.element().getBoundingClientRect().height).toBeLessThan(1500);
	for (const width of [320, 390, 768, 1100, 1600]) {
		await page.viewport(width, 800);
		await expect.poll(() => document.documentElement.scrollWidth).toBe(width);
	}
});

const inView = (locator: typeof update) => {
	const { top, bottom } = locator.element().getBoundingClientRect();
	return top >= 0 && bottom <= innerHeight;
};

test.each([
	[320, 720],
	[390, 400],
	[1100, 720],
	[1280, 720],
])(
	'%i by %i px: while something is unsaved, saving, deleting and the result stay in sight',
	async (width, height) => {
		await page.viewport(width, height);
		await openEditor();
		const bar = document.querySelector('footer:has([data-tour=automation-update])') as Element;
		const isDesk = width >= 1100;
		window.scrollTo(0, 0);
		// Where nothing is beside the editor, the line with "Try it" always is.
		await expect.poll(() => inView(update)).toBe(!isDesk);
		expect(inView(remove)).toBe(false);
		await prompt.fill('Something else');
		window.scrollTo(0, 0);
		for (const button of [update, remove, discard]) await expect.poll(() => inView(button)).toBe(true);
		await discard.click();
		await expect
			.poll(() => {
				window.scrollTo(0, 0);
				return inView(remove);
			})
			.toBe(false);

		await prompt.fill('Something else');
		window.scrollTo(0, 0);
		await update.click();
		await expect.element(success).toBeVisible();
		expect(inView(success)).toBe(true);
		expect(window.scrollY).toBe(0);

		// A field that gets the focus is not behind it.
		await prompt.fill('Something else again');
		(prompt.element() as HTMLElement).focus();
		for (let field = 0; field < 12; field++) {
			await userEvent.keyboard('{Tab}');
			const focused = document.activeElement;
			if (!focused || bar.contains(focused) || !bar.parentElement?.contains(focused)) continue;
			const covered = focused.getBoundingClientRect().bottom - bar.getBoundingClientRect().top;
			expect(covered, `field ${field} is behind the bar`).toBeLessThanOrEqual(0);
		}
	},
);

const AT = '2026-06-01T10:00:00.000Z';
const capture = (letter: string) => ({
	...{ id: letter.repeat(20), deviceId: GATE.id, captured_at: AT, problem: null, reason: null, frames: [] },
	...{ image_path: `users/${letter}/640x480`, thumb_path: `users/${letter}/80x60` },
});
const TRIAL = {
	verdict: 'met',
	...{ evidence: 'Found 1 person.', information: '', frames: [], boxes: [] },
	...{ firstLook: null, zones: [], examples: [], fields: [], acts: true, waits: false },
	...{ hindrance: null, mail: null, push: null, model: 'built-in', decide_ms: 20, run: null },
} as const;
const seen: Answers = {
	'GET /api/devices/{id}/captures': { items: [capture('e'), capture('f')], next: null },
	[TRY]: ({ body }) => ({ ...TRIAL, evidence: `Read: ${body.draft.action_prompt}` }),
};

test('beside the form stands what it would say about the latest picture now, and its last runs', async () => {
	const { wire, path, reload } = await openEditor(
		{ ...WATCH, action_prompt: 'a person' },
		{
			...seen,
			'GET /api/runs': {
				items: [
					run({ _triggerType: 'capture', action_verdict: 'not met', action_evidence: 'Found nothing.' }),
				],
				next: null,
			},
		},
	);
	const section = page.getByRole('region', { name: 'Try it' });
	await expect.element(section.getByText('Read: a person')).toBeVisible();
	await prompt.fill('a dog');
	await expect.element(section.getByText('Read: a dog')).toBeVisible();
	await expect.element(page.getByRole('region', { name: 'Last runs' })).toMatchTextContent('Found nothing.');
	const asked = () => (wire.bodies(TRY) as { on: { captureId: string } }[]).map(({ on }) => on.captureId[0]);
	expect(asked()).toEqual(['e', 'e']);
	await section.getByRole('list', { name: 'Its last pictures' }).getByRole('button').nth(1).click();
	await expect.poll(asked).toEqual(['e', 'e', 'f']);
	await section.getByRole('button', { name: 'Details' }).click();
	await expect.element(page.getByRole('dialog').getByText('The result would be saved.')).toBeVisible();

	// A language model is asked only when somebody wants to know.
	wire.answer({ 'GET /api/portal': { ...portalSettings, builtInModel: false } });
	await reload(path);
	await section.getByRole('button', { name: 'What would it say?' }).click();
	await expect.poll(asked).toEqual(['e', 'e', 'f', 'e']);
});

test('a picture that is shown large stays open while the window becomes narrower or wider', async () => {
	await page.viewport(1280, 800);
	await openEditor({ ...WATCH, action_prompt: 'a person' }, seen);
	const section = page.getByRole('region', { name: 'Try it' });
	await section.getByRole('list', { name: 'Its last pictures' }).getByRole('button').nth(1).click();
	await section.getByRole('button', { name: 'Details' }).click();
	const large = page.getByRole('dialog').filter({ hasText: 'nothing was sent or charged' });
	const stays = async (width: number) => {
		await page.viewport(width, 800);
		await expect.element(large.getByText('Read: a person')).toBeVisible();
	};
	for (const width of [1280, 1099, 1100]) await stays(width);
	await large.getByRole('button', { name: 'Close' }).click();
	await gone(page.getByRole('dialog'));

	await section.getByRole('button', { name: 'Try it on the last 2 pictures' }).click();
	await section.getByRole('list', { name: 'What was tried' }).getByRole('button').first().click();
	for (const width of [1100, 1099, 1100]) await stays(width);
});

test('where there is no room beside it, the same comes up from the bottom', async () => {
	await page.viewport(390, 844);
	const { wire } = await openEditor({ ...WATCH, action_prompt: 'a person' }, seen);
	const open = page.getByRole('button', { name: 'Try it', exact: true });
	expect(inView(open)).toBe(true);
	// Nothing is asked for before somebody wants to see it.
	expect(wire.bodies(TRY)).toEqual([]);
	await open.click();
	const sheet = page.getByRole('dialog', { name: 'Try it' });
	await expect.element(sheet.getByText('Read: a person')).toBeVisible();
	await sheet.getByRole('button', { name: 'Try it on the last 2 pictures' }).click();
	await expect.element(sheet.getByText('Would have acted on 2 of 2.')).toBeVisible();
	await userEvent.keyboard('{Escape}');
	await gone(sheet);
	await expect.element(open).toHaveFocus();
	await open.click();
	await expect.element(sheet.getByText('Would have acted on 2 of 2.')).toBeVisible();
});

test('a device that went unnoticed is told where one looks after pressing the button, and at its field', async () => {
	const log = vi.spyOn(console, 'error').mockImplementation(() => {});
	onTestFinished(() => log.mockRestore());
	const { wire } = await openEditor({ _triggerType: 'capture', trigger_device_deviceID: GATE.id });
	wire.answer({
		'GET /api/devices': { items: [], next: null },
		[SAVE]: refused('invalid-argument', {}, 'trigger_device_deviceID: needs a device to watch'),
	});
	await prompt.fill('a person');
	// At the very bottom of the window, what comes below the button would be out of sight.
	update.element().scrollIntoView({ block: 'end' });
	await update.click();
	const told = page.getByRole('status').filter({ hasText: 'Failed to update the automation.' });
	await expect.element(told).toMatchTextContent('This device is not there any more.');
	await expect.poll(() => inView(told)).toBe(true);
	await expect
		.element(page.getByLabelText('Device', { exact: true }))
		.toHaveAccessibleDescription(/^This device is not there any more/);
});

test('without a mail server, the editor says in a sentence how to add one', async () => {
	await openEditor({}, { 'GET /api/portal': { ...portalSettings, sendsMail: false } });
	const note = page.getByText('This server has no mail server yet, so its mails stay in a folder');
	await expect.element(note).toMatchTextContent(/ npm run admin -- open /);
	// Who is told by other ways alone needs none.
	const ways = page.getByRole('group', { name: 'Tell by' });
	await ways.getByLabelText('Mail', { exact: true }).click();
	await expect.element(note).not.toBeInTheDocument();
});
