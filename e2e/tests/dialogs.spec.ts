import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page, Route } from '@playwright/test';
import { drawScene } from '@watchword/scenes/scene';
import { AutomationApi } from '../automation-api.ts';
import { addCamera, type TestCamera } from '../cameras.ts';
import { confirm, expect, test } from '../fixtures.ts';
import { deliver } from '../mail.ts';

/** Every window, question and menu of the portal fits on every phone. */
const WIDTHS = [320, 360, 390];

test.describe.configure({ timeout: 300_000 });

const press = (name: string | RegExp) => (page: Page) =>
	page
		.getByRole('button', { name, exact: typeof name === 'string' })
		.first()
		.click();
const all =
	(...steps: ((page: Page) => Promise<unknown>)[]) =>
	async (page: Page) => {
		for (const step of steps) await step(page);
	};
const choose = (name: string) => (page: Page) =>
	page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const look = (path: string) => (page: Page) => page.goto(path);

/** Waits for the question on top of another window. */
const question = (page: Page) => page.getByRole('alertdialog').waitFor();

interface Made {
	camera: TestCamera;
	watch: string;
	mails: string;
	api: AutomationApi;
}
type Opening = (page: Page, made: Made) => Promise<unknown>;

const WEBHOOK = {
	...{ id: 'w'.repeat(20), url: `https://hooks.example.com/${'a-long-path-without-a-break'.repeat(3)}` },
	...{
		events: ['run.ended'],
		created_at: '2026-06-01T10:00:00.000Z',
		failing_since: null,
		disabled_at: null,
	},
};
const TOKEN = { id: 't'.repeat(20), name: 'A program with a rather long name of its own', scopes: ['read'] };
const SINCE = { created_at: '2026-06-01T10:00:00.000Z', expires_at: null, used_at: null };

/** What is opened in which file. Account lists are made up, because nothing but their windows matters here. */
const ACCOUNT: Record<string, Opening[]> = {
	'app/user-menu': [press(/^Account menu/)],
	'features/account/confirm-dialog': [press('Export my data')],
	'features/account/confirmed-notice': [look('/app/account?confirmed=expired')],
	'features/account/new-address': [press('Change address')],
	'features/account/factor-dialog': [press('Make new recovery codes')],
	'features/account/second-factor': [press('Turn off')],
	'features/account/passkeys': [press(/^Remove A key/)],
	'features/account/new-token': [press('Make a token')],
	'features/account/api-tokens': [press(/^Revoke A program/)],
	'features/account/webhook-edit': [
		press(/^Change https/),
		all(press(/^Change https/), choose('Replace secret'), question),
		all(press(/^Change https/), choose('Remove webhook'), question),
	],
	'features/account/webhook-log': [press(/^Deliveries to/)],
	'features/account/shared-links': [press(/^Revoke the link/), press('Revoke all links')],
	'features/account/delete-dialog': [press('Delete this account')],
};

const options = press(/^Device Options of Front gate/);
const DEVICES: Record<string, Opening[]> = {
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

const edit = (page: Page) => page.getByPlaceholder('Type your prompt here...').fill('Something else');
const EDITOR: Record<string, Opening[]> = {
	'features/automations/history-dialog': [
		all(press('History'), (page) => page.locator('summary').last().click()),
	],
	'features/automations/more-menu': [press('More')],
	'features/automations/automation-actions': [press('Delete Automation')],
	'features/automations/leave-guard': [
		all(edit, (page) => page.getByRole('link', { name: 'All automations' }).click()),
	],
	'features/automations/conflict-dialog': [
		async (page, { api, mails }) => {
			await edit(page);
			await api.save(mails, { action_prompt: 'Theirs' });
			await press('Update Automation')(page);
		},
	],
	'features/automations/results/feed-dialog': [press(/Feed address/)],
	'features/automations/results/cell-dialog': [press(/^Invoice number: /)],
};

const WATCH: Record<string, Opening[]> = {
	'features/automations/teach/teach-section': [press('Teach it')],
	'features/automations/try/subject-dialog': [
		all(press(/^Try it on the last/), (page) =>
			page.getByRole('list', { name: 'What was tried' }).getByRole('button').first().click(),
		),
	],
};
const RUNS: Record<string, Opening[]> = {
	'features/runs/draft-review': [
		all(look('/app/runs?outcome=open'), press('Show details'), press('Discard')),
	],
	'features/runs/share-dialog': [all(look('/app/runs?outcome=done'), press('Show details'), press('Share'))],
};
const FILES: Record<string, Opening[]> = {
	'features/files/toolbar': [press('Delete folder')],
	'features/files/zips': [press('Download folder')],
};

/** How often each file of the portal shows a window, a question or a menu. */
function shownIn(): Record<string, number> {
	const root = fileURLToPath(new URL('../../portal/src', import.meta.url));
	const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
		(name) => name.endsWith('.tsx') && !name.startsWith('ui/'),
	);
	const counts = files.map((name) => {
		const text = readFileSync(join(root, name), 'utf8');
		return [
			name.slice(0, -'.tsx'.length),
			text.match(/<(Dialog|DialogWindow|Confirm|ConfirmWindow|Menu|MenuWindow)\s(?!\|)/g)?.length ?? 0,
		] as const;
	});
	return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

test('each is measured here', () => {
	const entries = Object.entries({ ...ACCOUNT, ...DEVICES, ...EDITOR, ...WATCH, ...RUNS, ...FILES });
	expect(Object.fromEntries(entries.map(([name, openings]) => [name, openings.length]))).toEqual(shownIn());
});

/** What sticks out of the topmost window, or out of the screen. Scrolled areas may be wider inside. */
const sticksOut = (page: Page) =>
	page.evaluate(() => {
		const shown = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')];
		const top = shown.at(-1);
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
	});

async function expectAllFit(page: Page, path: string, made: Made, openings: Record<string, Opening[]>) {
	for (const [name, ways] of Object.entries(openings)) {
		for (const [index, open] of ways.entries()) {
			await test.step(`${name} ${index + 1}`, async () => {
				await page.setViewportSize({ width: 390, height: 844 });
				await page.goto(path);
				await open(page, made);
				await expect(page.locator('[role=dialog], [role=alertdialog], [role=menu]').last()).toBeVisible();
				for (const width of WIDTHS) {
					await page.setViewportSize({ width, height: 844 });
					await expect.soft(async () => expect(await sticksOut(page)).toEqual([])).toPass({ timeout: 4000 });
				}
			});
		}
	}
}

const NOTHING = {} as Made;
const answers = (json: unknown) => (route: Route) =>
	route.request().method() === 'GET' ? route.fulfill({ json }) : route.fallback();

test('on the account screen', async ({ signedIn: page, account }) => {
	await page.route('/api/tokens', answers({ items: [{ ...TOKEN, ...SINCE }] }));
	await page.route('/api/webhook-endpoints', answers({ items: [WEBHOOK] }));
	await page.route('/api/webhook-endpoints/*/deliveries', answers({ items: [] }));
	await page.route(
		'/api/users/me/passkeys',
		answers({ items: [{ ...TOKEN, ...SINCE, name: 'A key', backed_up: true }] }),
	);
	const factor = { since: SINCE.created_at, required: false, recoveryCodesLeft: 9, trustedBrowsers: 0 };
	await page.route('/api/users/me/second-factor', answers(factor));
	await page.route('/api/users/me/recovery-codes', (route) =>
		route.fulfill({ json: { recoveryCodes: Array.from({ length: 10 }, (_, at) => `abcde-fghi${at}`) } }),
	);
	const share = {
		...{
			id: 's'.repeat(20),
			runId: 'r'.repeat(20),
			episodeId: null,
			name: 'Somebody at the door',
			at: SINCE.created_at,
		},
		...{ opened: 0, opened_at: null, created_at: SINCE.created_at, expires_at: '2100-01-01T00:00:00.000Z' },
	};
	await page.route('/api/shares', answers({ items: [share, { ...share, id: 'x'.repeat(20) }] }));
	const { 'features/account/confirm-dialog': first, ...rest } = ACCOUNT;
	await expectAllFit(page, '/app/account', NOTHING, { 'features/account/confirm-dialog': first ?? [] });
	await confirm(page, account);
	await expectAllFit(page, '/app/account', NOTHING, rest);
});

test('on all other screens', async ({ signedIn: page, account, server }) => {
	await server.admin('credits', 'grant', '--email', account.email, '--credits', '99', '--why', 'a test');
	const api = new AutomationApi(page, server.url);
	const camera = await addCamera(page, server.url, 'Front gate');
	await addCamera(page, server.url, 'Shed');
	const { id: watch } = await api.create({
		...{ _name: 'Somebody at the front gate', _triggerType: 'capture', trigger_device_deviceID: camera.id },
		...{ trigger_device_type: 'continuous', _actionType: 'save', action_prompt: 'Is a person there?' },
	});
	const { id: mails } = await api.create({
		...{ _name: 'Invoices', _approve: true, action_toAddress: `boss-${account.email}` },
		...{ action_prompt: 'If it mentions an invoice, tell me the number.' },
		_fields: [{ id: 'aaaaaaaa', name: 'Invoice number', type: 'text', choices: [] }],
	});
	const made = { camera, watch, mails, api };
	const noon = new Date(2026, 5, 1, 12);
	await camera.send(await drawScene({ place: 'porch', who: ['person'], seed: 'a', at: noon }));
	const body = 'Hello,\n\nInvoice no.: RE-4711\nTotal: 12.00 EUR\n';
	const head = ['Subject: Invoice RE-4711', 'Content-Type: text/plain; charset=utf-8'];
	await deliver(server.smtpPort, { to: `${mails}@automations.localhost`, head, body });
	await expect
		.poll(async () => (await (await page.request.get('/api/runs')).json()).items.map(ended), {
			timeout: 90_000,
		})
		.toEqual(expect.arrayContaining(['succeeded', 'waiting']));

	await expectAllFit(page, '/app/devices', made, DEVICES);
	await expectAllFit(page, `/app/automations/${mails}`, made, EDITOR);
	await expectAllFit(page, `/app/automations/${watch}`, made, WATCH);
	await expectAllFit(page, '/app/runs', made, RUNS);
	const part = { results: 2000, bytes: 1e9, from: 1_780_000_000, to: 1_790_000_000 };
	const parts = [
		{ ...part, cursor: null },
		{ ...part, cursor: 'next' },
	];
	await page.route('/api/files/archive/parts?*', answers({ parts }));
	await expectAllFit(page, `/app/files?folder=${watch}`, made, FILES);
});

const ended = ({ _status }: { _status: string }) => _status;
