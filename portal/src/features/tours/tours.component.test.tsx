import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { keeping } from '../../testing/automations.ts';
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

const part = (name: string) => document.querySelector(`[data-tour="${name}"]`);
const placeOf = (element: Element | null | undefined) => {
	if (!element) throw new Error('it is not there');
	return element.getBoundingClientRect();
};
/** The card does not cover what it points at, and both are inside the window. */
const expectBeside = (name: string) =>
	expect
		.poll(() => {
			const [target, own] = [placeOf(part(name)), placeOf(card.element())];
			const isClear =
				own.left >= target.right ||
				own.top >= target.bottom ||
				own.right <= target.left ||
				own.bottom <= target.top;
			return (
				isClear && target.top >= 0 && target.bottom <= innerHeight && own.left >= 0 && own.right <= innerWidth
			);
		})
		.toBe(true);

/** A customer who has seen the main tour, with what a server keeps for her. */
async function openAutomations(seen: ('mainTour' | 'automationsTour')[], starts: object[], path: string) {
	const server = keeping(...starts);
	let tours = seen;
	const opened = await openWith(seen, path, {
		...server.answers,
		'GET /api/users/me': () => me({ tours, automations: server.all().map(({ id }) => id) }),
		'POST /api/users/me/tours': ({ body }) => {
			tours = [...tours, body.tour];
			return {};
		},
	});
	return { ...opened, ...server };
}

test.each([390, 1280])(
	'%i px: without automations, the steps are shown on an example, and nothing is created',
	async (width) => {
		await page.viewport(width, 844);
		const { at, all, log } = await openAutomations(['mainTour'], [], '/app/automations');
		for (let index = 0; index < 2; index += 1) {
			await expectStep(AUTOMATIONS, index);
			await press('Next');
		}
		await expect.poll(at).toBe('/app/automations/example');
		await expect.element(page.getByText('This is an example.')).toBeVisible();
		for (const [index, name] of ['name', 'inputs', 'prompt', 'action', 'update'].entries()) {
			await expectStep(AUTOMATIONS, index + 2);
			await expectBeside(`automation-${name}`);
			await press(name === 'update' ? 'Finish' : 'Next');
		}
		await gone();
		expect(all()).toEqual([]);
		await page.getByRole('button', { name: 'Make one like this' }).click();
		await expect.element(page.getByRole('heading', { level: 2 })).toMatchTextContent('Bin day reminder');
		await expect.poll(at).toMatch(/[a-z2-7]{20}$/);
		expect(log()).toEqual([]);
	},
);

test('from another screen it navigates first, works by keyboard, and opens an existing automation', async () => {
	const { at, path } = await openAutomations(['mainTour', 'automationsTour'], [{}], '/app/help');
	await page.getByRole('button', { name: 'Take a Guided Tour' }).click();
	await expectStep(AUTOMATIONS, 0);
	const keys = async (key: string, index: number, address?: string) => {
		await userEvent.keyboard(`{${key}}`);
		await expectStep(AUTOMATIONS, index);
		if (address) await expect.poll(at).toBe(address);
	};
	await keys('ArrowRight', 1, '/app/automations');
	await keys('ArrowRight', 2, path);
	await keys('ArrowLeft', 1, '/app/automations');
	for (let index = 2; index < AUTOMATIONS.length; index += 1) await keys('ArrowRight', index);
	await userEvent.keyboard('{ArrowRight}');
	await gone();
});

test('focus stays in the card and on what can be used, and returns; the page keeps still', async () => {
	await page.viewport(1280, 420);
	await openAutomations(['mainTour', 'automationsTour'], [], '/app/help');
	const opener = page.getByRole('button', { name: 'Take a Guided Tour' });
	await opener.click();
	await expectStep(AUTOMATIONS, 0);
	const button = (name: string) => card.getByRole('button', { name, exact: true });
	for (const name of ['Skip', 'Next', 'Skip']) {
		await userEvent.keyboard('{Tab}');
		await expect.element(button(name)).toHaveFocus();
	}
	await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
	await expect.element(button('Next')).toHaveFocus();
	const scrolled = window.scrollY;
	await userEvent.keyboard('{PageDown}');
	const beside = document.elementFromPoint(900, 380) as HTMLElement;
	await page.elementLocator(beside).click({ position: { x: 5, y: 5 }, force: true });
	expect(window.scrollY).toBe(scrolled);
	await expect.element(button('Next')).toHaveFocus();
	await userEvent.keyboard('{Escape}');
	await gone();
	await expect.element(opener).toHaveFocus();

	await opener.click();
	await press('Next');
	await expectStep(AUTOMATIONS, 1);
	await expect.element(button('Next')).toHaveFocus();
	// The button can be used once the light has found it.
	const target = part('automation-new') as HTMLElement;
	const { left, top, width, height } = placeOf(target);
	const isOpen = () => target.contains(document.elementFromPoint(left + width / 2, top + height / 2));
	await expect.poll(isOpen).toBe(true);
	await userEvent.keyboard('{Tab}');
	await expect.element(page.getByRole('button', { name: 'New automation' })).toHaveFocus();
	await press('Skip');
	await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
});

/** The measures of the tours, in the specification's numbers, as they are on the screen. */
test('the light is 30 px around its target with corners of 28 px; the card is 25 px from it and 16 to 32 rem wide', async () => {
	await page.viewport(1280, 844);
	await openAutomations(['mainTour'], [], '/app/automations');
	await expectStep(AUTOMATIONS, 0);
	await press('Next');
	await expectStep(AUTOMATIONS, 1);
	const light = () => [...document.querySelectorAll('div[aria-hidden]:has(+ div[aria-hidden])')].at(-1);
	await expect
		.poll(() => {
			const [lit, target] = [placeOf(light()), placeOf(part('automation-new'))];
			return [
				target.left - lit.left,
				target.top - lit.top,
				lit.right - target.right,
				lit.bottom - target.bottom,
				Math.round(placeOf(card.element()).top - lit.bottom),
			];
		})
		.toEqual([30, 30, 30, 30, 25]);
	expect(getComputedStyle(light() as Element).borderRadius).toBe('28px');
	const own = card.element() as HTMLElement;
	expect(getComputedStyle(own).minWidth).toBe('256px');
	own.style.width = '999px';
	expect(placeOf(own).width).toBe(512);
});

test('a tall target is scrolled to 20 px below the bar', async () => {
	await page.viewport(1280, 420);
	await openAutomations(['mainTour'], [], '/app/automations');
	for (let index = 0; index < 4; index += 1) {
		await expectStep(AUTOMATIONS, index);
		await press('Next');
	}
	await expectStep(AUTOMATIONS, 4);
	await press('Back');
	await expectStep(AUTOMATIONS, 3);
	await expect
		.poll(() =>
			Math.round(
				placeOf(part('automation-inputs')).top - placeOf(document.querySelector('[data-top-bar]')).bottom,
			),
		)
		.toBe(20);
});

/** The card changes its side where there is no room on the one that it prefers. */
test('a card that has no room below its target is above it', async () => {
	await page.viewport(1280, 844);
	await openAutomations(['mainTour', 'automationsTour'], [{}], '/app/help');
	await page.getByRole('button', { name: 'Take a Guided Tour' }).click();
	await expectStep(AUTOMATIONS, 0);
	await press('Next');
	await expectStep(AUTOMATIONS, 1);
	const target = part('automation-new') as HTMLElement;
	const isBelow = () => placeOf(card.element()).top > placeOf(target).bottom;
	await expect.poll(isBelow).toBe(true);
	target.style.position = 'fixed';
	target.style.bottom = '40px';
	await expect.poll(() => placeOf(card.element()).bottom < placeOf(target).top).toBe(true);
});
