/** How long each usual interaction takes until it shows, on every screen of a large account. */
import type { Browser, Page } from '@playwright/test';
import { automationId } from './seed-runs.ts';
import { type Kind, Tab } from './tab.ts';

export const LIMIT_MS = 100;
/** How much slower a phone's CPU is than this one. */
const SLOWDOWN = 4;

export interface Step {
	what: string;
	act(tab: Tab): Promise<unknown>;
	/** Restores the page; not measured. */
	after?(tab: Tab): Promise<unknown>;
	only?: Kind;
}
interface Visit {
	name: string;
	path: string;
	/** This element exists as soon as the screen has its content. */
	ready(page: Page): ReturnType<Page['locator']>;
	steps: Step[];
}

const cancel = (tab: Tab) => tab.page.keyboard.press('Escape');
/** A dialog or menu opens a moment later if its code was not loaded yet. */
const closing = (role: 'dialog' | 'alertdialog' | 'menu') => async (tab: Tab) => {
	const opened = tab.page.getByRole(role);
	await opened.first().waitFor();
	await tab.quiet();
	await cancel(tab);
	await opened.first().waitFor({ state: 'hidden' });
};
const pressing =
	(role: 'button' | 'link' | 'menuitem' | 'checkbox' | 'radio' | 'tab', name: string | RegExp) =>
	(tab: Tab) =>
		tab.press(tab.page.getByRole(role, typeof name === 'string' ? { name, exact: true } : { name }));
const typing = (label: string, text: string) => (tab: Tab) =>
	tab.type(tab.page.getByLabel(label, { exact: true }), text);
const clearing = (label: string) => async (tab: Tab) => {
	await tab.page.getByLabel(label, { exact: true }).first().fill('');
	await tab.quiet();
};
/** The next entry of a select, by keyboard, because the browser itself draws the list. */
const choosing = (label: string) => async (tab: Tab) => {
	await tab.page.getByLabel(label, { exact: true }).first().focus();
	await tab.page.keyboard.press('ArrowDown');
};
const unchoosing = (label: string) => async (tab: Tab) => {
	await tab.page.getByLabel(label, { exact: true }).first().selectOption({ index: 0 });
	await tab.quiet();
};
/** Through the sidebar, which must be opened first on a phone. */
const going = (name: string): Step[] => [
	{ what: 'open the sidebar', only: 'phone', act: pressing('button', 'Open sidebar') },
	{ what: `go to ${name}`, act: pressing('link', name), after: (tab) => tab.quiet() },
];
const ACCOUNT_MENU: Step = {
	what: 'open the account menu',
	act: pressing('button', /^Account menu of/),
	after: closing('menu'),
};

const visits = (uid: string): Visit[] => [
	{
		name: 'Dashboard',
		path: '/app/dashboard',
		ready: (page) => page.getByRole('heading', { name: 'Latest runs' }),
		steps: [
			ACCOUNT_MENU,
			{
				what: 'away',
				act: (tab) => tab.press(tab.page.locator('label', { hasText: 'Away' })),
				after: (tab) => tab.quiet(),
			},
			{
				what: 'at home',
				act: (tab) => tab.press(tab.page.locator('label', { hasText: 'At home' })),
				after: (tab) => tab.quiet(),
			},
			...going('Automations'),
		],
	},
	{
		name: 'Automations',
		path: '/app/automations',
		ready: (page) => page.getByRole('link', { name: 'Automation 1', exact: true }),
		steps: [
			{
				what: 'search, letter by letter',
				act: typing('Search automations', 'mation 77'),
				after: clearing('Search automations'),
			},
			{ what: 'another order', act: choosing('Order'), after: unchoosing('Order') },
			{
				what: 'order by name',
				act: async (tab) => {
					await choosing('Order')(tab);
					await tab.page.keyboard.press('ArrowDown');
				},
				after: unchoosing('Order'),
			},
			{
				what: 'open an automation',
				act: pressing('link', 'Automation 3'),
				after: (tab) => tab.page.goBack().then(() => tab.quiet()),
			},
			...going('Runs'),
		],
	},
	{
		name: 'Editor',
		path: `/app/automations/${automationId(uid, 2)}`,
		ready: (page) => page.getByRole('button', { name: 'Update Automation' }),
		steps: [
			{ what: 'type a prompt', act: typing('Prompt', ' or a dog at the gate'), after: (tab) => tab.quiet() },
			{ what: 'choose another device', act: choosing('Device'), after: (tab) => tab.quiet() },
			{
				what: 'switch the trigger to email',
				act: (tab) => tab.press(tab.page.locator('label', { hasText: 'Email' })),
				after: (tab) => tab.quiet(),
			},
			{
				what: 'discard the changes',
				act: pressing('button', 'Discard changes'),
				after: (tab) => tab.quiet(),
			},
			{ what: 'edit the name', act: pressing('button', /edit the name/), after: cancel },
			{ what: 'open More', act: pressing('button', 'More') },
			{
				what: 'pause it',
				act: pressing('menuitem', 'Pause until I turn it on'),
				after: (tab) => tab.quiet(),
			},
			{ what: 'open More again', act: pressing('button', 'More') },
			{ what: 'resume it', act: pressing('menuitem', 'Resume it'), after: (tab) => tab.quiet() },
			{ what: 'open the history', act: pressing('button', 'History'), after: closing('dialog') },
			{ what: 'ask to delete', act: pressing('button', 'Delete Automation'), after: closing('alertdialog') },
			{
				what: 'open another automation',
				only: 'laptop',
				act: pressing('link', 'Automation 5'),
				after: (tab) => tab.quiet(),
			},
		],
	},
	{
		name: 'Runs',
		path: '/app/runs',
		ready: (page) => page.getByRole('list', { name: 'Runs' }).getByRole('listitem'),
		steps: [
			{
				what: 'search, letter by letter',
				act: typing('Search runs', 'invoice'),
				after: clearing('Search runs'),
			},
			{ what: 'choose an automation', act: choosing('Automation'), after: unchoosing('Automation') },
			{ what: 'choose an outcome', act: choosing('Outcome'), after: unchoosing('Outcome') },
			{ what: 'choose a day', act: choosing('Date'), after: unchoosing('Date') },
			{ what: 'open a run', act: pressing('button', 'Show details'), after: (tab) => tab.quiet() },
			{ what: 'close a run', act: pressing('button', 'Hide details') },
			{ what: 'next page', act: nextPage },
			{
				what: 'open a run there',
				act: (tab) => tab.press(cardInView(tab).getByRole('button', { name: 'Show details' })),
				after: (tab) => tab.quiet(),
			},
			...going('Your Devices'),
		],
	},
	{
		name: 'Devices',
		path: '/app/devices',
		ready: (page) => page.getByRole('button', { name: /^Device Options of/ }),
		steps: [
			{
				what: 'search, letter by letter',
				act: typing('Search devices', 'mera 77'),
				after: clearing('Search devices'),
			},
			{
				what: 'open Device Options',
				act: pressing('button', /^Device Options of/),
				after: (tab) => tab.quiet(),
			},
			{ what: 'type a description', act: typing('Description', ' at the gate'), after: closing('dialog') },
			{
				what: 'open the recent captures',
				act: pressing('button', /^Recent captures of/),
				after: closing('dialog'),
			},
			{
				what: 'open the zones',
				act: pressing('button', /^Zones of/),
				after: closing('dialog'),
			},
			{ what: 'add a device', act: pressing('button', 'Add a device'), after: closing('dialog') },
			...going('Credits and Billing'),
		],
	},
	{
		name: 'Billing',
		path: '/app/billing',
		ready: (page) => page.getByRole('table'),
		steps: [
			{ what: 'choose a type', act: choosing('Type'), after: unchoosing('Type') },
			{ what: 'choose an automation', act: choosing('Automation'), after: unchoosing('Automation') },
			...going('Files'),
		],
	},
	{
		name: 'Files',
		path: '/app/files?folder=all',
		ready: (page) => page.getByRole('list', { name: 'Results' }),
		steps: [
			{
				what: 'search, letter by letter',
				act: typing('Search files', 'gate'),
				after: clearing('Search files'),
			},
			{
				what: 'tick a result',
				act: (tab) => tab.press(tab.page.getByRole('list', { name: 'Results' }).getByRole('checkbox')),
			},
			{ what: 'tick all', act: (tab) => tab.press(tab.page.getByLabel(/selected$/)) },
			{
				what: 'search folders',
				only: 'laptop',
				act: typing('Search folders', 'mation 5'),
				after: clearing('Search folders'),
			},
			{ what: 'next page', act: pressing('button', 'Show older results'), after: (tab) => tab.quiet() },
			...going('Help'),
		],
	},
	{
		name: 'Account',
		path: '/app/account',
		ready: (page) => page.getByRole('heading', { name: 'API tokens' }),
		steps: [
			{ what: 'type a name', act: typing('Name', ' Example'), after: (tab) => tab.quiet() },
			ACCOUNT_MENU,
			...going('Help'),
		],
	},
	{
		name: 'Help',
		path: '/app/help',
		ready: (page) => page.getByRole('button', { name: 'Runs Tab' }),
		steps: [
			{ what: 'open a section', act: pressing('button', 'Runs Tab') },
			{ what: 'open the longest section', act: pressing('button', 'Automations Tab') },
			...going('Runs'),
		],
	},
];

async function nextPage(tab: Tab): Promise<void> {
	await tab.page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
	await tab.page.locator('[aria-posinset="51"]').waitFor({ state: 'attached' });
	await tab.page.keyboard.press('PageDown');
}

/** A card in the visible part of the list; others are not in the page. */
const cardInView = (tab: Tab) => tab.page.getByRole('list', { name: 'Runs' }).getByRole('listitem').nth(5);

export interface Measured {
	on: Kind;
	screen: string;
	what: string;
	worst: number;
	median: number;
}

interface Wishes {
	/** Screens of the portal; all if empty. */
	screens: string[];
	times: number;
	say(line: string): void;
}

export async function measureInteractions(
	browser: Browser,
	{ url, uid }: { url: string; uid: string },
	{ screens, times: repeats, say }: Wishes,
	kinds: readonly Kind[] = ['phone', 'laptop'],
): Promise<Measured[]> {
	const measured: Measured[] = [];
	for (const on of kinds) {
		const tab = await Tab.open(browser, url, on, SLOWDOWN);
		for (const visit of visits(uid)) {
			if (screens.length > 0 && !screens.includes(visit.name.toLowerCase())) continue;
			const steps = visit.steps.filter(({ only }) => !only || only === on);
			const times = steps.map((): number[] => []);
			for (let n = 0; n < repeats; n++) {
				await tab.goto(visit.path, visit.ready);
				for (const [index, { what, act, after }] of steps.entries()) {
					try {
						await tab.longest();
						await act(tab);
						times[index]?.push(await tab.longest());
						await after?.(tab);
					} catch (cause) {
						throw new Error(`${visit.name} (${on}): ${what} did not work`, { cause });
					}
				}
			}
			for (const [index, { what }] of steps.entries()) {
				const sorted = (times[index] ?? []).sort((a, b) => a - b);
				const [median = 0, worst = 0] = [sorted[sorted.length >> 1], sorted.at(-1)];
				measured.push({ on, screen: visit.name, what, worst, median });
				say(`${on}, ${visit.name}: ${what}: worst ${worst} ms, median ${median} ms`);
			}
		}
		await tab.close();
	}
	return measured;
}
