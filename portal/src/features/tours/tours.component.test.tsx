import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { me } from '../../testing/documents.ts';
import { openAsCustomer } from '../../testing/open.tsx';
import { type Answers, refused } from '../../testing/wire.ts';

const MAIN = ['Welcome', 'Automations', 'Runs', 'Your Devices', 'Credits and Billing', 'Help'];
const AUTOMATIONS = [
	'Automations',
	"Click '+'",
	'Name it',
	'Inputs',
	'Prompt',
	'Action',
	'Update Automation',
];

const card = page.getByRole('dialog');
const press = (name: string) => card.getByRole('button', { name, exact: true }).click();
const start = (tour: string) =>
	window.dispatchEvent(new CustomEvent('watchword:tour-start', { detail: { tour } }));

/** A customer who has seen these tours, and what the tours write into the console and say on the window. */
async function openWith(tours: ('mainTour' | 'automationsTour')[], path: string, answers: Answers = {}) {
	const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
	onTestFinished(() => warn.mockRestore());
	const log = () => warn.mock.calls.map(([words]) => String(words));
	const said: unknown[] = [];
	for (const type of ['watchword:tour-complete', 'watchword:tour-skip']) {
		const hear = (event: Event) => said.push([type, (event as CustomEvent).detail]);
		window.addEventListener(type, hear);
		onTestFinished(() => window.removeEventListener(type, hear));
	}
	let seen = tours;
	const opened = await openAsCustomer(path, {
		'GET /api/users/me': () => me({ tours: seen }),
		'POST /api/users/me/tours': ({ body }) => {
			seen = [...seen, body.tour];
			return {};
		},
		...answers,
	});
	return { ...opened, log, said };
}

async function expectStep(titles: string[], index: number) {
	await expect.element(page.getByRole('dialog', { name: String(titles[index]), exact: true })).toBeVisible();
	await expect.element(card.getByText(`${index + 1} of ${titles.length}`, { exact: true })).toBeVisible();
}

const gone = () => expect.element(card).not.toBeInTheDocument();

test('skip names its step', async () => {
	const { said } = await openWith([], '/app/runs');
	await expectStep(MAIN, 0);
	await press('Next');
	await press('Next');
	await press('Skip');
	await gone();
	expect(said).toEqual([['watchword:tour-skip', { tour: 'mainTour', step: 2 }]]);
});

test('a target that moves or grows is followed; if it disappears, the card moves to the middle', async () => {
	await openWith([], '/app/dashboard');
	await expectStep(MAIN, 0);
	await press('Next');
	await expectStep(MAIN, 1);
	const target = document.querySelector<HTMLElement>('[data-tour="automations"]');
	if (!target) throw new Error('there is no target');
	target.style.marginTop = '300px';
	target.style.height = '90px';
	const box = () => card.element().getBoundingClientRect();
	const middle = ({ top, height }: DOMRect) => top + height / 2;
	await expect.poll(() => Math.abs(middle(box()) - middle(target.getBoundingClientRect()))).toBeLessThan(4);
	target.style.display = 'none';
	await expect.poll(() => Math.abs(box().left + box().width / 2 - 640)).toBeLessThan(4);
	await press('Next');
	await expectStep(MAIN, 2);
});

test('a target that never appears is logged once and does not block the customer', async () => {
	const { log, at } = await openWith(['mainTour', 'automationsTour'], '/app/help');
	const sheet = new CSSStyleSheet();
	sheet.replaceSync('[data-tour="automation-new"] { display: none }');
	document.adoptedStyleSheets.push(sheet);
	onTestFinished(() => {
		document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
	});
	await page.getByRole('button', { name: 'Take a Guided Tour' }).click();
	await expectStep(AUTOMATIONS, 0);
	await press('Next');
	await expect.element(card.getByText('That part of the page has not come up.')).toBeVisible();
	await expectStep(AUTOMATIONS, 0);
	expect(log().filter((line) => line.includes('automation-new'))).toHaveLength(1);
	// If it is closed while it looks for the target, it stops.
	await press('Next');
	await press('Skip');
	await gone();
	await expect.poll(at).toBe('/app/automations');
	expect(log()).toHaveLength(1);
});

test('an unknown name, two starts at once and a failed save are logged once each and do no harm', async () => {
	const { log } = await openWith([], '/app/automations', {
		'POST /api/users/me/tours': refused('internal'),
	});
	await expectStep(MAIN, 0);
	await expect.poll(log).toHaveLength(1);
	expect(log()[0]).toContain('mainTour could not be saved');
	start('noSuchTour');
	start('automationsTour');
	await expectStep(MAIN, 0);
	expect(log().slice(1)).toEqual([
		'There is no tour called noSuchTour',
		'The tour automationsTour did not start: mainTour is still open',
	]);
	// The second tour of a first visit waits for the first to end; neither comes again.
	await press('Skip');
	await expectStep(AUTOMATIONS, 0);
	await press('Skip');
	await gone();
});
