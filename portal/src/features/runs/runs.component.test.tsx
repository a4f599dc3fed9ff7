import type { Run } from '@watchword/contract/run';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { keeping } from '../../testing/automations.ts';
import { me, run } from '../../testing/documents.ts';
import { openAsCustomer } from '../../testing/open.tsx';
import { type Answers, refused, tell } from '../../testing/wire.ts';

const LIST = 'GET /api/runs';
const ONE = 'GET /api/runs/{id}';

const shown = (n: number) => document.querySelectorAll('[data-run]')[n] as HTMLElement;
const card = (n: number) => page.elementLocator(shown(n));
const count = () => document.querySelectorAll('[data-run]').length;
const details = page.getByRole('button', { name: 'Show details' });
const linked = page.getByRole('region', { name: 'The run you followed a link to' });
const none = page.getByText('No runs match.');
const field = (label: string) => page.getByLabelText(label, { exact: true });
/** Which cards are open is kept by their ids, so each test has its own. */
let letter = 'b';
beforeEach(() => {
	letter = String.fromCharCode(letter.charCodeAt(0) + 1);
});
const id = (n: number) => `${letter.repeat(19)}${'abcdefgh'.charAt(n)}`;
/** What a frame shows. */
const framed = (n: number) => () =>
	shown(n).querySelector('iframe')?.contentDocument?.body?.textContent ?? '';

/** Runs of the automation "Invoices". The list shows those that `matches` finds. */
async function openRuns(
	starts: Partial<Run>[],
	{ path = '/app/runs', matches = () => true, answers = {} as Answers } = {} as {
		path?: string;
		matches?: (run: Run, query: Record<string, unknown>) => boolean;
		answers?: Answers;
	},
) {
	const server = keeping({ _name: 'Invoices' });
	let runs = starts.map((start, n) => run({ id: id(n), _automationId: server.id, ...start }));
	const opened = await openAsCustomer(path, {
		...server.answers,
		'GET /api/users/me': me({ automations: [server.id] }),
		[LIST]: ({ query }) => ({ items: runs.filter((one) => matches(one, query)), next: null }),
		[ONE]: ({ params }) => runs.find((one) => one.id === params.id) ?? refused('not-found'),
		...answers,
	});
	const arrive = (start: Partial<Run>) => {
		runs = [run({ _automationId: server.id, ...start }), ...runs];
		tell('runs');
	};
	return { ...opened, ...server, arrive };
}

test('each trigger has its own details, and removed or very large content is explained', async () => {
	const subject = `Long ${'x'.repeat(9_995)}`;
	const { wire, reload } = await openRuns(
		[
			{
				...{ _triggerType: 'capture', _actionType: 'sendEmail', trigger_capture: 'users/x/gone.jpg' },
				...{ action_information: 'A person stands there.', _waitsFor: id(3) },
			},
			{
				...{ _triggerType: 'schedule', _actionType: 'sendEmail', action_email_subject: 'Good morning' },
				...{ action_email_html: '<p>Bins go out <b>today</b>.</p>', action_sentTo: 'ops@example.com' },
			},
			{
				...{ _triggerType: 'email', _actionType: 'replyToEmail', trigger_subject: subject },
				...{ trigger_from: 'mia@shop.example', trigger_html: '<p>word</p>'.repeat(450_000) },
			},
			{
				...{ _automationId: 'z'.repeat(20), _timestamp: null, action_prompt: '' },
				...{ _status: 'queued', _retries: true },
			},
		],
		{
			answers: {
				'GET /api/automations': {
					items: keeping({ _name: ' ' }).all(),
					next: null,
				},
				'GET /v0/b/{bucket}/o/{path}': refused('not-found'),
			},
		},
	);
	await expect.poll(count).toBe(4);
	const [capture, schedule, mail, orphan] = [card(0), card(1), card(2), card(3)];
	await expect.element(capture.getByText('Device Capture → Send Email')).toBeVisible();
	await expect.element(capture.getByRole('link', { name: "Can't find automation name" })).toBeVisible();
	await expect.element(schedule.getByText('Scheduled → Send Email')).toBeVisible();
	await expect.element(mail.getByText('Email → Reply to Email')).toBeVisible();
	await expect.element(orphan.getByText('Automation not available')).toBeVisible();
	await expect.element(orphan.getByText('No timestamp available')).toBeVisible();

	for (const one of [orphan, mail, schedule, capture]) {
		await one.getByRole('button', { name: 'Show details' }).click();
	}
	await expect.element(capture.getByText('Condition met', { exact: true })).toBeVisible();
	await expect.element(capture.getByText('A person stands there.')).toBeVisible();
	await expect.element(capture.getByText('The capture is not kept any more.')).toBeVisible();
	await expect
		.element(capture.getByRole('link', { name: 'an earlier run' }))
		.toHaveAttribute('href', `/app/runs?run=${id(3)}`);
	await expect.element(schedule.getByText('Good morning')).toBeVisible();
	await expect.poll(framed(1)).toContain('Bins go out today.');
	await expect.element(orphan.getByText("Can't find automation prompt")).toBeVisible();
	// While it is tried again, a second run of the same would only do it twice.
	await expect.element(orphan.getByText('The last try did not work.')).toBeVisible();
	await expect.element(orphan.getByRole('button', { name: 'Run again' })).not.toBeInTheDocument();
	expect(shown(2).textContent).toContain(subject);
	await expect.poll(framed(2)).toContain('word');
	await expect.poll(() => shown(2).querySelector('iframe')?.clientHeight).toBe(1200);
	expect(document.documentElement.scrollWidth - innerWidth).toBeLessThanOrEqual(0);

	// The runs are shown although the automations cannot be loaded.
	// A refusal is not asked again, so nothing waits for it.
	wire.answer({ 'GET /api/automations': refused('invalid-argument') });
	await reload();
	await expect.element(page.getByText("Can't find automation name").first()).toBeVisible();
	await expect.poll(count).toBe(4);
});

test('a link from a mail opens its run; one that cannot be loaded or is gone says so', async () => {
	const { wire, reload } = await openRuns([{ trigger_from: 'Mia Tan <mia@shop.example>' }], {
		path: `/app/runs?run=${id(0)}`,
	});
	await expect.element(linked.getByText('Mia Tan <mia@shop.example>', { exact: true })).toBeVisible();
	wire.answer({ [ONE]: refused('resource-exhausted') });
	await reload();
	await expect.element(page.getByText('The run you followed a link to could not be loaded.')).toBeVisible();
	wire.answer({ [ONE]: refused('not-found') });
	await reload(`/app/runs?run=${'a'.repeat(20)}`);
	await expect.element(page.getByText('The run you followed a link to is not kept any more.')).toBeVisible();
});

test('a run is run again, and the new one waits behind a button and is found by a link', async () => {
	const { at, wire, arrive } = await openRuns([{ trigger_from: 'Mia Tan <mia@shop.example>' }]);
	wire.answer({
		'POST /api/runs/{id}/again': () => {
			setTimeout(() => arrive({ id: id(7) }));
			return { id: id(7) };
		},
	});
	await details.click();
	await page.getByRole('button', { name: 'Run again' }).click();
	await page.getByRole('button', { name: '1 new run' }).click();
	await expect.poll(count).toBe(2);
	// Where the list is filtered, the new run may not be in it.
	await page.getByRole('link', { name: 'See the new run' }).click();
	await expect.poll(at).toBe(`/app/runs?run=${id(7)}`);
	await expect.element(linked).toBeVisible();
});

test('a search that finds nothing says so, and its field shows nothing but what is typed', async () => {
	await openRuns([{}, {}], { matches: (_run, { search }) => !search || search === 'mia' });
	await field('Search runs').fill('nobody said this');
	await expect.element(none).toBeVisible();
	const input = field('Search runs').element() as HTMLInputElement;
	const shown = new Set<string>();
	new MutationObserver(() => shown.add(input.value)).observe(input, { attributes: true });
	await field('Search runs').fill('mia');
	await expect.poll(count).toBe(2);
	expect([...shown]).toEqual(['mia']);
});

test('a run says so where its picture is damaged', async () => {
	await openRuns(
		[{ _triggerType: 'capture', trigger_capture: 'users/a/broken', trigger_captureId: 'c'.repeat(20) }],
		{
			answers: {
				'GET /api/devices/captures/{id}': {
					...{ id: 'c'.repeat(20), deviceId: 'd'.repeat(20), captured_at: '2026-01-15T08:00:00.000Z' },
					...{ image_path: null, thumb_path: null, problem: 'broken', reason: null, frames: [] },
				},
			},
		},
	);
	await details.click();
	await expect.element(page.getByRole('img', { name: 'The capture: no picture' })).toBeVisible();
	await expect.element(page.getByText('The picture cannot be shown.')).toBeVisible();
});

test('a mail shows the pictures it encloses, without a question', async () => {
	const path = 'users/a/logo/9x9';
	await openRuns([
		{
			trigger_html: '<p>invoice 5</p><img alt="Our logo" src="cid:logo@shop" width="9">',
			trigger_attachments: [{ name: 'logo.svg', contentType: 'image/png', size: 9, path, cid: 'logo@shop' }],
		},
	]);
	await details.click();
	const logo = () =>
		document.querySelector('iframe')?.contentDocument?.querySelector<HTMLImageElement>('[alt="Our logo"]');
	await expect.poll(() => logo()?.src).toMatch(/^data:image\/svg\+xml;base64,/);
	await expect.element(page.getByRole('button', { name: 'Load remote images' })).not.toBeInTheDocument();
});
