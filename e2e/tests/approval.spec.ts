import { AutomationApi } from '../automation-api.ts';
import { expect, test } from '../fixtures.ts';
import { deliver } from '../mail.ts';
import { expectSound } from '../sound.ts';

test('a mail waits for its owner, who changes and sends it, or discards it', async ({
	signedIn: page,
	server,
	account,
	context,
}) => {
	await server.admin('credits', 'grant', '--email', account.email, '--credits', '100', '--why', 'a test');
	const api = new AutomationApi(page, server.url);
	const to = `boss-${account.email}`;
	const { id } = await api.create({
		...{ _name: 'Invoices', _triggerType: 'email', _actionType: 'sendEmail', action_toAddress: to },
		action_prompt: 'If it mentions an invoice, tell me the number.',
	});

	// The editor says what will happen.
	await page.goto(`/app/automations/${id}`);
	await page.getByLabel('Ask me before sending').check();
	await expect(page.getByText(`When an email arrives, email ${to}, after asking you.`)).toBeVisible();
	await page.getByRole('button', { name: 'Update Automation', exact: true }).click();
	await expect(page.getByText('Automation updated successfully!', { exact: true })).toBeVisible();
	expect(await api.read(id)).toMatchObject({ _approve: true });

	// It appears on the dashboard by itself, before anything else.
	await page.goto('/app/dashboard');
	await expect(page.getByRole('heading', { name: 'Last 24 hours' })).toBeVisible();
	const arrive = (number: number) =>
		deliver(server.smtpPort, {
			to: `${id}@automations.localhost`,
			head: [`Subject: Invoice ${number}`],
			body: `<p>The invoice ${number} is due.</p>`,
		});
	await arrive(4711);
	const waiting = page.getByRole('region', { name: 'Waiting for you (1)' });
	await expect(waiting).toBeVisible();
	await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText(
		'Waiting for you (1)',
	);
	await expectSound(page);
	const asked = await server.waitForMail(account.email);
	expect(asked.text).toContain(`To: ${to}`);

	// The link of the mail shows the draft and sends nothing.
	await page.goto(asked.links[0] ?? '');
	const card = page.locator('[data-run]').first();
	await expect(card.getByText('Waiting for you', { exact: true }).first()).toBeVisible();
	await expect(card.frameLocator('iframe[title="The draft"]').getByText('4711').first()).toBeVisible();
	await expect(card.getByText('Nothing is sent before you say yes.')).toBeVisible();
	const other = await context.newPage();
	await other.goto(asked.links[0] ?? '');
	const otherCard = other.locator('[data-run]').first();
	await otherCard.getByRole('button', { name: 'Edit' }).click();
	await expect(otherCard.getByLabel('Text')).toBeVisible();

	// Changed with the keyboard, and sent once.
	await page.bringToFront();
	await card.getByRole('button', { name: 'Edit' }).focus();
	await page.keyboard.press('Enter');
	const subject = card.getByLabel('Subject');
	await subject.fill('');
	await expect(card.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
	await subject.fill('An invoice, in my words');
	await card.getByLabel('Text').fill('Please pay <4711>.\n\nThank you');
	await expectSound(page);
	await card.getByRole('button', { name: 'Hide details' }).click();
	await card.getByRole('button', { name: 'Show details' }).click();
	await expect(subject).toHaveValue('An invoice, in my words');
	await page.reload();
	await expect(subject).toHaveValue('An invoice, in my words');
	// What is sent is not called left, even if the run is seen to end before the answer comes.
	const answered = Promise.withResolvers<void>();
	await page.route('**/approve', async (route) => {
		const response = await route.fetch();
		await answered.promise;
		await route.fulfill({ response });
	});
	await card.getByRole('button', { name: 'Send', exact: true }).click();
	await expect(card.getByText('The mail that was sent')).toBeVisible();
	await expect(card.getByText('What you wrote here')).toBeHidden();
	answered.resolve();
	await expect(card.getByText(/Yes, with your changes/)).toBeVisible();
	const sent = await server.waitForMail(to);
	expect([sent.subject, sent.text.includes('Please pay <4711>.')]).toEqual(['An invoice, in my words', true]);
	await expect(card.getByText('What you wrote here')).toBeHidden();
	// The other tab follows, where nothing was written.
	await expect(otherCard.getByText('The mail that was sent')).toBeVisible();
	await expect(otherCard.getByText('What you wrote here')).toBeHidden();

	// The next one is found by its filter, and discarded.
	await arrive(4712);
	const askedAgain = await server.waitForMail(account.email, 2);
	// A tab that hears of nothing, as on a phone without a connection.
	await other.route('**/api/events', (route) => route.abort());
	await other.bringToFront();
	await other.goto(askedAgain.links[0] ?? '');
	await expect(otherCard.getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
	await page.bringToFront();
	await page.goto('/app/runs');
	await page.getByLabel('Outcome').selectOption('Waiting for you');
	const found = page.getByRole('list', { name: 'Runs' }).locator('[data-run]');
	await expect(found).toHaveCount(1);
	const frame = Promise.withResolvers<void>();
	await page.route('**/mail-frame', (route) => frame.promise.then(() => route.continue()));
	await found.getByRole('button', { name: 'Show details' }).click();
	// Not before the draft is in sight: the buttons move as it appears.
	for (const name of ['Send', 'Discard'])
		await expect(found.getByRole('button', { name, exact: true })).toBeDisabled();
	frame.resolve();
	await found.getByRole('button', { name: 'Discard' }).click();
	const question = page.getByRole('alertdialog', { name: 'Discard this mail?' });
	await expect(question.getByText('What the run cost is not refunded.')).toBeVisible();
	await expectSound(page);
	await question.getByRole('button', { name: 'Discard' }).click();
	await expect(found.getByText('You discarded the mail, so nothing was sent.')).toBeVisible();
	// A late answer is told what became of it, and what was written is not lost.
	await other.bringToFront();
	await otherCard.getByRole('button', { name: 'Edit' }).click();
	await otherCard.getByLabel('Subject').fill('A better subject');
	await otherCard.getByLabel('Text').fill('Ten minutes of writing');
	await otherCard.getByRole('button', { name: 'Send', exact: true }).click();
	await expect(otherCard.getByRole('alert')).toHaveText(
		/^This mail was already discarded .+ Nothing was sent\.$/,
	);
	await expect(otherCard.getByText('A better subject Ten minutes of writing')).toBeVisible();
	await otherCard.getByRole('button', { name: 'Throw it away' }).click();
	await expect(otherCard.getByText('What you wrote here')).toBeHidden();
	await other.close();
	await page.reload();
	await expect(page.getByText('No runs match.')).toBeVisible();
	expect((await server.outbox()).filter((mail) => mail.to === to)).toHaveLength(1);
});
