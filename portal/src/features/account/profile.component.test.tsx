import type { User } from '@watchword/contract/account';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { me, portalSettings } from '../../testing/documents.ts';
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
	await expect
		.poll(() => wire.bodies(SAVE))
		.toEqual([{ name: 'Typed' }, { name: 'Typed' }, { name: 'Typed on' }]);
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

test('a mail choice whose answer comes late takes no other choice back', async () => {
	const second = Promise.withResolvers<void>();
	const server = keeping();
	const save = server[SAVE] as (request: object) => Promise<never>;
	const { wire } = await openAsCustomer('/app/account', {
		...server,
		[SAVE]: async (request) => {
			const answer = save(request);
			if ((request.body as Partial<User>).mail_failures === false) await second.promise;
			return answer;
		},
	});
	const [failures, silent] = [
		mails.getByLabelText('When runs fail'),
		mails.getByLabelText('When a camera is silent'),
	];
	await failures.click();
	await expect.poll(() => wire.bodies(SAVE)).toContainEqual({ mail_failures: false });
	await silent.click();
	second.resolve();
	await expect.element(mails.getByText('Saved.', { exact: true })).toBeVisible();
	await expect.element(silent).not.toBeChecked();
	await expect.element(failures).not.toBeChecked();
	await expect.poll(() => wire.bodies(SAVE)).toEqual([{ mail_failures: false }, { mail_silent: false }]);
});

test('home and away: the last of two quick choices counts', async () => {
	let now = me({ presence: 'home' });
	const { wire } = await openAsCustomer('/app/account', {
		'GET /api/users/me': () => now,
		'PUT /api/users/me/presence': async ({ body: { presence } }) => {
			await new Promise((later) => setTimeout(later, 300));
			now = me({ presence });
			return now;
		},
	});
	const choice = page.getByRole('group', { name: 'Home or away' });
	await choice.getByRole('radio', { name: 'Away' }).click();
	await choice.getByRole('radio', { name: 'At home' }).click();
	await expect.poll(() => wire.bodies('PUT /api/users/me/presence').at(-1)).toEqual({ presence: 'home' });
	await expect.poll(() => now.details.presence).toBe('home');
	await expect.element(choice.getByRole('radio', { name: 'At home' })).toBeChecked();
});

test('quiet hours and the brief: what is wrong is told at its field; times are those of the account', async () => {
	const { wire } = await openAsCustomer('/app/account', keeping());
	const part = page.getByRole('region', { name: 'Quiet hours and brief' });
	const store = part.getByRole('button', { name: 'Save' });
	await part.getByLabelText('Quiet hours').click();
	await part.getByLabelText('Start time').fill('22:30');
	await part.getByLabelText('End time').fill('22:30');
	await store.click();
	await expect
		.element(part.getByRole('alert'))
		.toHaveTextContent('Quiet hours need a beginning and an end that differ.');
	await part.getByLabelText('End time').fill('06:15');
	await part.getByLabelText('A brief every day').click();
	await part.getByLabelText('Time of the brief').fill('');
	await store.click();
	await expect.element(part.getByText('Enter a time.')).toBeVisible();
	await part.getByLabelText('Time of the brief').fill('07:45');
	await store.click();
	await expect.element(part.getByRole('status')).toHaveTextContent('Saved.');
	await expect
		.poll(() => wire.bodies(SAVE))
		.toMatchObject([{ quiet_start: '22:30', quiet_end: '06:15', brief_at: '07:45' }]);
	// They follow the zone of the account, also back to that of the device.
	for (const zone of ['Asia/Tokyo', '']) {
		await you.getByLabelText('Time zone').selectOptions(zone);
		await save.click();
		const here = zone || Intl.DateTimeFormat().resolvedOptions().timeZone;
		await expect.element(part.getByText(`Times are those of ${here}.`)).toBeVisible();
	}
	await part.getByLabelText('Quiet hours').click();
	await store.click();
	await expect.poll(() => wire.bodies(SAVE).at(-1)).toMatchObject({ quiet_start: null, quiet_end: null });
});

test('where the operator requires two-step sign-in, nothing else opens before it is set up', async () => {
	let isSetUp = false;
	const { wire } = await openAsCustomer('/app/billing', {
		'GET /api/users/me': () => ({ ...me(), ...(!isSetUp && { secondFactorNeeded: true as const }) }),
		'POST /api/users/me/second-factor': {
			...{ secret: 'ABCDEFGH', uri: 'otpauth://totp/x', qrSvg: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
		},
		'POST /api/users/me/second-factor/code': () => {
			isSetUp = true;
			return { recoveryCodes: Array.from({ length: 10 }, (_, n) => `abcde-fghi${n}`) };
		},
	});
	const heading = page.getByRole('heading', { level: 1 });
	await expect.element(heading).toHaveTextContent('Set up two-step sign-in');
	await page.getByRole('button', { name: 'Begin' }).click();
	await expect.element(page.getByAltText('QR code for the authenticator app')).toBeVisible();
	await page.getByLabelText('Code from your app').fill('123456');
	await page.getByRole('button', { name: 'Turn on' }).click();
	await page.getByRole('button', { name: 'I have stored them' }).click();
	await expect.element(heading).toHaveTextContent('Credits and Billing');
	await expect.poll(() => wire.bodies('POST /api/users/me/second-factor/code')).toEqual([{ code: '123456' }]);
});

test('Home Assistant is offered where the operator has a broker, and says what has become of it', async () => {
	await openAsCustomer('/app/account', keeping());
	const section = page.getByRole('region', { name: 'Home Assistant' });
	await expect.element(mails).toBeVisible();
	await expect.element(section).not.toBeInTheDocument();
	await openAsCustomer('/app/account', {
		...keeping(),
		'GET /api/portal': { ...portalSettings, homeAssistant: true },
	});
	const check = section.getByLabelText('Show my cameras and automations in Home Assistant');
	await expect.element(check).not.toBeChecked();
	await check.click();
	await expect
		.element(section.getByRole('status'))
		.toHaveTextContent('Saved. Home Assistant finds them by itself.');
	await check.click();
	await expect.element(section.getByRole('status')).toHaveTextContent('Saved. They are removed there.');
});
