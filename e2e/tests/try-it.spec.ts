import type { Locator, Page } from '@playwright/test';
import { drawScene } from '@watchword/scenes/scene';
import { AutomationApi } from '../automation-api.ts';
import { violations } from '../axe.ts';
import { addCamera, brokenPng } from '../cameras.ts';
import { expect, test } from '../fixtures.ts';
import { deliver } from '../mail.ts';
import { expectSound } from '../sound.ts';

const tryIt = (page: Page) => page.getByRole('region', { name: 'Try it' });
const tiles = (section: Locator) => section.getByRole('list', { name: 'What was tried' }).getByRole('button');
const driveway = (who: 'person'[]) =>
	drawScene({ place: 'driveway', who, seed: 'a', at: new Date(2026, 5, 1, 12) });

test('an unsaved prompt is tried on the latest captures, and the marked runs are its test set', async ({
	signedIn: page,
	server,
}) => {
	const api = new AutomationApi(page, server.url);
	const camera = await addCamera(page, server.url, 'Driveway');
	const watch = {
		_triggerType: 'capture',
		trigger_device_deviceID: camera.id,
		_actionType: 'sendEmail',
		action_toAddress: 'ops@example.com',
	};
	const { id } = await api.create({ ...watch, action_prompt: 'When there is a person' });
	await page.goto(`/app/automations/${id}`);
	const section = tryIt(page);
	await expect(section.getByText('This device has not captured anything yet.')).toBeVisible();

	await camera.send(await driveway(['person']));
	await camera.send(await driveway([]));
	await camera.send(await brokenPng(), { 'content-type': 'image/png' });
	const runs = async () => {
		const { items } = await (await page.request.get(`/api/runs?automation=${id}`)).json();
		return (items as { action_verdict: unknown }[]).filter((run) => run.action_verdict).length;
	};
	await expect.poll(runs).toBe(3);

	await page.getByRole('textbox', { name: 'Prompt' }).fill('');
	await section.getByRole('button', { name: 'Try it on the last 3 pictures' }).click();
	await expect(section.getByRole('alert')).toContainText('Say in your own words what to look for');

	// As a server of the version before answers, beside one of this version.
	await page.route('**/try', async (route) => {
		const { frames: _, ...trial } = await (await route.fetch()).json();
		await route.fulfill({ json: trial });
	});
	await page.getByRole('textbox', { name: 'Prompt' }).fill('When nobody is there');
	await section.getByRole('button', { name: 'Try it on the last 3 pictures' }).click();
	const summary =
		'Would have acted on 1 of 3. 1 could not be decided. 1 of these 3 captures would have told you.';
	await expect(section.getByText(summary)).toBeVisible();
	await expect(tiles(section).filter({ hasText: 'Would tell: it begins' })).toHaveCount(1);
	await expectSound(page);
	const broken = tiles(section).filter({ hasText: 'Cannot tell' });
	await broken.click();
	const dialog = page.getByRole('dialog');
	await expect(dialog.getByText(/The picture arrived damaged/).first()).toBeVisible();
	await expect(dialog.getByText('No model was asked', { exact: false })).toBeVisible();
	await dialog.getByRole('button', { name: 'Close' }).click();

	// The run of this picture said "met" to another prompt; by its mark, this one differs.
	await tiles(section).filter({ hasText: 'Not met' }).click();
	await expect(dialog.getByText(/^Found 1 person/)).toBeVisible();
	await expect(dialog.getByText('Nothing would be done.')).toBeVisible();
	await expect(dialog.getByText('When it came, the run decided: Met. Was that right?')).toBeVisible();
	await dialog.getByRole('button', { name: 'Right' }).click();
	await expect(dialog.getByText('By your mark this should be: Met.')).toBeVisible();
	// Another width may close it: there what was tried is on a sheet.
	expect(await violations(page)).toEqual([]);
	await dialog.getByRole('button', { name: 'Close' }).click();
	await expect(section.getByText('1 of 1 as you marked', { exact: false })).toHaveCount(0);
	await expect(section.getByText('0 of 1 as you marked; 1 differs.', { exact: false })).toBeVisible();

	await page.getByRole('textbox', { name: 'Prompt' }).fill('If you see somebody');
	await expect(section.getByText('You have changed the automation since.', { exact: false })).toBeVisible();
	await expect(section.getByText('Your marked runs: 1')).toBeVisible();
	await section.getByRole('button', { name: 'Try it on them' }).click();
	await expect(section.getByText('1 of 1 as you marked.')).toBeVisible();
	await expect(page.getByText('Unsaved changes')).toBeVisible();
	expect(await runs()).toBe(3);
});

test('a mail is tried from the past, from its words and raw; its verdict is marked on the run', async ({
	signedIn: page,
	server,
	account,
}) => {
	await server.admin('credits', 'grant', '--email', account.email, '--credits', '5', '--why', 'a test');
	const api = new AutomationApi(page, server.url);
	const { id } = await api.create({
		_actionType: 'replyToEmail',
		action_prompt: 'If it mentions an invoice, note the number.',
	});
	await page.goto(`/app/automations/${id}`);
	const section = tryIt(page);
	const button = section.getByRole('button', { name: 'Try it on this mail' });
	await section.getByRole('radio', { name: 'A past mail' }).check();
	await expect(section.getByText('No mail has come to this automation yet.', { exact: false })).toBeVisible();
	await expect(button).toBeDisabled();

	await section.getByRole('radio', { name: 'Subject and text' }).check();
	await section.getByLabel('From').fill('mia@shop.example');
	await section.getByLabel('Subject', { exact: true }).fill('Invoice 4711');
	await section.getByLabel('Text of the mail').fill('Invoice 4711 is due.');
	await button.click();
	await expect(section.getByText('This mail would be sent.')).toBeVisible();
	await expect(section.getByText('Re: Invoice 4711')).toBeVisible();

	await section.getByRole('radio', { name: 'A raw message' }).check();
	await section.getByRole('textbox', { name: 'Raw message' }).fill('x'.repeat(1_000_001));
	await expect(
		section.getByText('That mail has 1,000,001 characters; 1,000,000 can be tried.'),
	).toBeVisible();
	await section
		.getByRole('textbox', { name: 'Raw message' })
		.fill('From: list@shop.example\nList-Id: <l.shop.example>\nSubject: Invoice 1\n\nInvoice 1');
	await button.click();
	await expect(section.getByText('No reply would be sent: it came through a mailing list.')).toBeVisible();
	await expectSound(page);

	// A sender that is not authenticated gets no reply, and its mail no verdict: the past mail is one that is saved.
	await api.save(id, { _actionType: 'save' });
	await page.reload();
	await deliver(server.smtpPort, {
		to: `${id}@automations.localhost`,
		head: ['Subject: No bill', 'Content-Type: text/plain'],
		body: 'Good day.',
	});
	// It may be shown before it was read, and then has no subject yet.
	const subject = async () =>
		(await (await page.request.get(`/api/runs?automation=${id}`)).json()).items[0]?.trigger_subject;
	await expect.poll(subject).toBe('No bill');
	await section.getByRole('radio', { name: 'A past mail' }).check();
	await expect(section.getByLabel('Mail', { exact: true })).toContainText('No bill');
	await button.click();
	const result = section.getByRole('region', { name: 'What it came to' });
	await expect(result.getByText('Nothing would be done.')).toBeVisible();

	await page.goto(`/app/runs?automation=${id}`);
	const card = page.getByRole('list', { name: 'Runs' }).locator('[data-run]');
	await card.getByRole('button', { name: 'Show details' }).click();
	await card.getByRole('button', { name: 'Right' }).click();
	await expect(card.getByText('Expected: Not met.', { exact: false })).toBeVisible();
	await card.getByRole('button', { name: 'Wrong' }).click();
	await expect(card.getByText('Expected: Met.', { exact: false })).toBeVisible();
	await expectSound(page);
	await page.reload();
	await card.getByRole('button', { name: 'Show details' }).click();
	await expect(card.getByRole('button', { name: 'Wrong', pressed: true })).toBeVisible();

	await page.goto(`/app/automations/${id}`);
	await section.getByRole('button', { name: 'Try it on them' }).click();
	await expect(section.getByText('0 of 1 as you marked; 1 differs.')).toBeVisible();
	await expect(tiles(section)).toContainText('Differs. Expected: Met');

	await page.goto(`/app/runs?automation=${id}`);
	await card.getByRole('button', { name: 'Show details' }).click();
	await card.getByRole('button', { name: 'Wrong' }).click();
	await expect(card.getByRole('button', { pressed: true })).toHaveCount(0);
	await expect(card.getByText('Expected:', { exact: false })).toHaveCount(0);
});
