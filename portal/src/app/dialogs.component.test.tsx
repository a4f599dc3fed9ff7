import type { Automation } from '@watchword/contract/automation';
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { keeping } from '../testing/automations.ts';
import { device, me, run } from '../testing/documents.ts';
import { openAsCustomer } from '../testing/open.tsx';
import { operatorAnswers, operatorModels } from '../testing/operator.ts';
import { type Answers, refused } from '../testing/wire.ts';

/** Every window, question and menu of the portal fits on every phone. */
const WIDTHS = [390, 360, 320];

type Opening = () => Promise<unknown>;
type Openings = Record<string, Opening[]>;

const AT = '2026-06-01T10:00:00.000Z';
const [GATE, SHED] = [
	device({ desc: 'Front gate', last_image_path: 'users/a/640x480', last_captured_at: AT, last_seen_at: AT }),
	device({ id: 's'.repeat(20), desc: 'Shed' }),
];

const press =
	(name: string | RegExp, within: Pick<Locator, 'getByRole'> = page) =>
	async () => {
		await within
			.getByRole('button', { name, exact: typeof name === 'string' })
			.first()
			.click();
	};
const choose = (name: string) => press(name, page.getByRole('dialog'));
const all =
	(...steps: Opening[]): Opening =>
	async () => {
		for (const step of steps) await step();
	};
/** Waits for the question on top of another window. */
const question: Opening = () => expect.element(page.getByRole('alertdialog')).toBeVisible();

const ACCOUNT: Openings = {
	'app/user-menu': [press(/^Account menu/)],
	'features/account/new-address': [press('Change address')],
	'features/account/factor-dialog': [press('Make new recovery codes')],
	'features/account/second-factor': [press('Turn off')],
	'features/account/passkeys': [press(/^Remove A key/)],
	'features/account/new-token': [press('Make a token')],
	'features/account/api-tokens': [press(/^Revoke A program/)],
	'features/account/channel-edit': [
		press('Add a channel'),
		all(press('Change Family'), choose('Remove channel'), question),
	],
	'features/account/webhook-edit': [
		press(/^Change https/),
		all(press(/^Change https/), choose('Replace secret'), question),
		all(press(/^Change https/), choose('Remove webhook'), question),
	],
	'features/account/webhook-log': [press(/^Deliveries to/)],
	'features/account/shared-links': [press(/^Revoke the link/), press('Revoke all links')],
	'features/account/delete-dialog': [press('Delete this account')],
};
const CONFIRMED: Openings = { 'features/account/confirmed-notice': [async () => {}] };
const UNCONFIRMED: Openings = { 'features/account/confirm-dialog': [press('Export my data')] };

const options = press(/^Device Options of Front gate/);
const DEVICES: Openings = {
	'features/devices/add-dialog': [press('Add a device')],
	'features/devices/options-dialog': [options],
	'features/devices/mail-address': [all(options, choose('New address'), question)],
	'features/devices/key-replacement': [all(options, choose('Replace key'), question)],
	'features/devices/removal': [
		all(press(/^Device Options of Shed/), choose('Remove Device from Account'), question),
	],
	'features/devices/captures-dialog': [press(/^Recent captures/)],
	'features/devices/zones/zones-dialog': [all(press(/^Zones of/), choose('Add a rectangle'))],
};

const MAILS: Partial<Automation> = {
	...{ _name: 'Invoices', _approve: true, action_toAddress: 'boss@example.com' },
	_fields: [{ id: 'aaaaaaaa', name: 'Invoice number', type: 'text', choices: [] }],
};
const edit = () => page.getByPlaceholder('Type your prompt here...').fill('Something else');
const editor = (server: ReturnType<typeof keeping>): Openings => ({
	'features/automations/history-dialog': [
		all(press('History'), async () => {
			await page.getByText('current version').click();
		}),
	],
	'features/automations/more-menu': [press('More')],
	'features/automations/automation-actions': [press('Delete Automation')],
	'features/automations/leave-guard': [
		all(edit, () => page.getByRole('link', { name: 'All automations' }).click()),
	],
	'features/automations/conflict-dialog': [
		all(
			edit,
			async () => {
				server.elsewhere.save({ action_prompt: `Theirs, ${server.stored()?._version}` });
			},
			press('Update Automation'),
		),
	],
	'features/automations/results/feed-dialog': [press(/Feed address/)],
	'features/automations/results/cell-dialog': [press(/^Invoice number: /)],
});
const WATCH: Openings = {
	'features/automations/beside': [press('Try it')],
	'features/automations/teach/teach-section': [all(press(/^Teach it/), press('Mark pictures'))],
	'features/automations/try/subject-dialog': [
		all(press('Try it'), press(/^Try it on the last/), async () => {
			await page.getByRole('list', { name: 'What was tried' }).getByRole('button').first().click();
		}),
	],
};
const RUNS: Openings = {
	'features/runs/draft-review': [all(press('Show details'), press('Discard'))],
	'features/runs/share-dialog': [all(press('Show details'), press('Share'))],
};
const FILES: Openings = {
	'features/files/toolbar': [press('Delete folder')],
	'features/files/zips': [press('Download folder')],
};

const OPERATOR: Openings = { 'features/operator/models': [press(/^Remove/)] };

/** How often each file of the portal shows a window, a question or a menu. */
function shownIn(): Record<string, number> {
	const sources = import.meta.glob<string>(['../**/*.tsx', '!../ui/**', '!../**/*.test.tsx'], {
		query: '?raw',
		import: 'default',
		eager: true,
	});
	const counts = Object.entries(sources).map(([path, text]) => {
		const name = path
			.replace(/^\.\//, 'app/')
			.replace(/^\.\.\//, '')
			.slice(0, -'.tsx'.length);
		const found = text.match(
			/<(Dialog|DialogWindow|Confirm|ConfirmWindow|Menu|MenuWindow|Sheet|SheetWindow)\s(?!\|)/g,
		);
		return [name, found?.length ?? 0] as const;
	});
	return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

test('each is measured here', () => {
	const groups = [
		ACCOUNT,
		CONFIRMED,
		UNCONFIRMED,
		DEVICES,
		editor(keeping({})),
		WATCH,
		RUNS,
		FILES,
		OPERATOR,
	];
	const entries = groups.flatMap((group) => Object.entries(group));
	expect(Object.fromEntries(entries.map(([name, openings]) => [name, openings.length]))).toEqual(shownIn());
});

const opened = () => [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')].at(-1);

/** What sticks out of the topmost window, or out of the screen. Scrolled areas may be wider inside. */
function sticksOut(): string[] {
	const top = opened();
	if (!top) return ['nothing is open'];
	const isHidden = (element: Element) =>
		getComputedStyle(element).clipPath !== 'none' || getComputedStyle(element).opacity === '0';
	const scrolls = (element: Element | null): boolean =>
		element !== null &&
		element !== top &&
		(getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement));
	const frame = top.getBoundingClientRect();
	return [top, ...top.querySelectorAll('*')].flatMap((element) => {
		const { left, right, width } = element.getBoundingClientRect();
		const fits = left >= Math.max(0, frame.left) - 0.5 && right <= Math.min(innerWidth, frame.right) + 0.5;
		if (fits || width === 0 || isHidden(element) || scrolls(element.parentElement)) return [];
		return [`${Math.round(left)} to ${Math.round(right)}: ${element.outerHTML.slice(0, 120)}`];
	});
}

async function expectAllFit(path: string, answers: Answers, openings: Openings) {
	for (const [name, ways] of Object.entries(openings)) {
		for (const [index, open] of ways.entries()) {
			await page.viewport(390, 844);
			await openAsCustomer(path, answers);
			await open();
			await expect.poll(opened, { message: name }).toBeTruthy();
			for (const width of WIDTHS) {
				await page.viewport(width, 844);
				await expect.poll(sticksOut, { message: `${name} ${index + 1}, ${width} px` }).toEqual([]);
			}
			await cleanup();
			sessionStorage.clear();
		}
	}
}

const SINCE = { created_at: AT, expires_at: null, used_at: null };
const SHARE = {
	...{ id: 'm'.repeat(20), runId: 'r'.repeat(20), episodeId: null, name: 'Somebody at the door', at: AT },
	...{ opened: 0, opened_at: null, created_at: AT, expires_at: '2100-01-01T00:00:00.000Z' },
};
const account: Answers = {
	'GET /api/tokens': {
		items: [
			{
				id: 't'.repeat(20),
				name: 'A program with a rather long name of its own',
				scopes: ['read'],
				...SINCE,
			},
		],
	},
	'GET /api/channels': {
		items: [
			{
				...{ id: 'c'.repeat(20), kind: 'telegram', name: 'Family', hint: 'chat -1001' },
				...{ created_at: AT, sent_at: null, problem: null },
			},
		],
	},
	'GET /api/webhook-endpoints': {
		items: [
			{
				...{ id: 'w'.repeat(20), events: ['run.ended'], created_at: AT },
				url: `https://hooks.example.com/${'a-long-path-without-a-break'.repeat(3)}`,
				...{ failing_since: null, disabled_at: null },
			},
		],
	},
	'GET /api/webhook-endpoints/{id}/deliveries': { items: [] },
	'GET /api/users/me/passkeys': {
		items: [{ id: 'k'.repeat(20), name: 'A key', backed_up: true, created_at: AT, used_at: null }],
	},
	'GET /api/users/me/second-factor': {
		...{ since: AT, required: false, recoveryCodesLeft: 9, trustedBrowsers: 0 },
	},
	'POST /api/users/me/recovery-codes': {
		recoveryCodes: Array.from({ length: 10 }, (_, at) => `abcde-fghi${at}`),
	},
	'GET /api/shares': { items: [SHARE, { ...SHARE, id: 'x'.repeat(20) }] },
	'POST /api/exports': refused('auth/requires-recent-login'),
};

test('on the account screen', async () => {
	await expectAllFit('/app/account', account, { ...UNCONFIRMED, ...ACCOUNT });
	await expectAllFit('/app/account?confirmed=expired', account, CONFIRMED);
});

const capture = (letter: string) => ({
	...{ id: letter.repeat(20), deviceId: GATE.id, captured_at: AT, problem: null, reason: null, frames: [] },
	...{ image_path: `users/${letter}/640x480`, thumb_path: `users/${letter}/80x60` },
});
const captures: Answers = {
	'GET /api/devices': { items: [GATE, SHED], next: null },
	'GET /api/devices/{id}/captures': { items: [capture('e'), capture('f')], next: null },
	'GET /api/devices/captures/{id}': capture('e'),
};

test('on the screen of devices', async () => {
	await expectAllFit('/app/devices', captures, DEVICES);
});

test('in the editor', async () => {
	const server = keeping(MAILS);
	const {
		_owner: uid,
		_version,
		id,
		runs,
		_deleted,
		_paused,
		_snoozedUntil,
		_undecidable,
		...document
	} = server.stored() as Automation;
	const saved = { _savedAt: AT, _savedBy: { uid, name: 'Robin Example' }, document };
	const answers: Answers = {
		...server.answers,
		'GET /api/automations/{id}/versions': {
			items: [{ id: 'v'.repeat(20), _automationId: id, _version, ...saved }],
			next: null,
		},
		'GET /api/automations/{id}/results': {
			fields: MAILS._fields ?? [],
			items: [
				{
					...{ id: 'r'.repeat(20), at: 1e9, verdict: 'met', from: 'mia@shop.example', subject: 'Invoice' },
					...{ captureId: null, corrections: {} },
					values: [
						{
							field: 'aaaaaaaa',
							name: 'Invoice number',
							value: 'RE-4711',
							evidence: 'RE-4711',
							problem: null,
						},
					],
				},
			],
			next: null,
		},
		'GET /api/automations/{id}/feed': { made_at: AT, read_at: null },
	};
	await expectAllFit(server.path, answers, editor(server));
});

test('in the editor of a watch', async () => {
	const server = keeping({
		...{ _triggerType: 'capture', trigger_device_deviceID: GATE.id, _actionType: 'save' },
		action_prompt: 'Is a person there?',
	});
	await expectAllFit(
		server.path,
		{
			...server.answers,
			...captures,
			'POST /api/automations/{id}/try': {
				...{ verdict: 'met', evidence: 'Found 1 person.', information: '', frames: [], boxes: [] },
				...{ firstLook: null, zones: [], examples: [], fields: [], acts: true, waits: false },
				...{ hindrance: null, mail: null, push: null, model: 'built-in', decide_ms: 20, run: null },
			},
		},
		WATCH,
	);
});

test('on the screen of runs', async () => {
	const server = keeping(MAILS);
	const waiting = run({
		...{ _automationId: server.id, _actionType: 'sendEmail', _status: 'waiting', action_asked_at: 1e9 },
	});
	const shown = (one: typeof waiting): Answers => ({
		...server.answers,
		'GET /api/users/me': me({ automations: [server.id] }),
		'GET /api/runs': { items: [one], next: null },
		'GET /api/runs/{id}': one,
		'GET /api/runs/{id}/draft': {
			...{ to: ['boss@example.com'], toNow: null, subject: 'An invoice', until: 2e9 },
			...{ text: 'It is due.', html: '<p>It is due.</p>' },
		},
	});
	const { 'features/runs/draft-review': draft = [], ...rest } = RUNS;
	await expectAllFit('/app/runs', shown(waiting), { 'features/runs/draft-review': draft });
	await expectAllFit('/app/runs', shown(run({ id: 'e'.repeat(20), _automationId: server.id })), rest);
});

test('on the screen of files', async () => {
	const id = 'b'.repeat(20);
	const part = { results: 2000, bytes: 1e9, from: 1_780_000_000, to: 1_790_000_000 };
	await expectAllFit(
		`/app/files?folder=${id}`,
		{
			'GET /api/files/folders': {
				items: [{ id, name: 'Yard log', deleted: false, results: 4000, bytes: 2e9, newest: 1_790_000_000 }],
			},
			'GET /api/files': {
				items: [
					{
						...{ id: 'r'.repeat(20), _automationId: id, _timestamp: 1_790_000_000, action_verdict: 'met' },
						...{ words: 'Seen.', trigger_subject: null, trigger_captureId: null, files: [] },
					},
				],
				next: null,
			},
			'GET /api/files/archive/parts': {
				parts: [
					{ ...part, cursor: null },
					{ ...part, cursor: 'next' },
				],
			},
		},
		FILES,
	);
});

test('on the screen of the operator', async () => {
	await expectAllFit('/operator', operatorAnswers(operatorModels({ state: 'installed' })), OPERATOR);
});
