import type { Device } from '@watchword/contract/device';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { device, stored } from '../../testing/documents.ts';
import { openAsCustomer } from '../../testing/open.tsx';
import { expectSound } from '../../testing/sound.ts';
import { type Answers, refused, tell } from '../../testing/wire.ts';

const METADATA = 'GET /v0/b/{bucket}/o/{path}';
const HOUR_MS = 3_600_000;

const card = page.getByRole('main').getByRole('listitem');
const of = (name: string) => card.filter({ hasText: name });
const picture = card.getByRole('img', { name: /^Latest capture of / });
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

async function openCards(changes: Partial<Device>[], answers: Answers = {}) {
	const devices = changes.map((change, n) => device({ id: 'dgy'.charAt(n).repeat(20), ...change }));
	return openAsCustomer('/app/devices', { 'GET /api/devices': { items: devices, next: null }, ...answers });
}

test('a new device says what is still missing; many are searched by name', async () => {
	const { wire } = await openCards([{ desc: '', last_seen_at: ago(0) }]);
	await expect
		.element(card.getByRole('heading', { name: 'No description available', exact: true }))
		.toBeVisible();
	await expect.element(card.getByText('No timestamp available', { exact: true })).toBeVisible();
	await expect.element(card.getByText('No picture yet.')).toBeVisible();
	await expect.element(card.getByText('Not seen yet, last contact just now')).toBeVisible();

	const id = (n: number) => `${'bcdefghijklm'.charAt(n).repeat(20)}`;
	const items = Array.from({ length: 12 }, (_, n) => device({ id: id(n), desc: `Gate ${n}` }));
	wire.answer({ 'GET /api/devices': { items, next: null } });
	tell('devices');
	await page.getByLabelText('Search devices').fill('11 gate');
	await expect.element(page.getByText('1 of 12 devices')).toBeVisible();
	await expect.element(card.getByRole('heading')).toHaveTextContent('Gate 11');
	await page.getByLabelText('Search devices').fill('barn');
	await expect.element(page.getByText('No device is called that.')).toBeVisible();
});

test('the time of a capture is in words and exact', async () => {
	const at = ago(2.02);
	await openCards(
		[{ last_image_path: 'users/a/640x480', last_captured_at: at, last_seen_at: new Date().toISOString() }],
		{ [METADATA]: ({ params }) => stored(decodeURIComponent(params.path), at) },
	);
	await expect.element(card.getByText('Captured 2 hours ago')).toBeVisible();
	const exact = card.getByText('2 hours ago', { exact: true }).first();
	await expect.element(exact).toHaveAttribute('datetime', at);
	await expect
		.element(exact)
		.toHaveAttribute('title', expect.stringContaining(String(new Date(at).getFullYear())));
	await expect.element(card.getByText('Last seen 2 hours ago, last contact just now')).toBeVisible();
});

test('the place of a picture has its final size before the picture loads; one taken upright is shown whole', async () => {
	const held = Promise.withResolvers<void>();
	const { wire } = await openCards([{ last_image_path: 'users/a/1600x500' }], {
		[METADATA]: async ({ params }) => {
			await held.promise;
			return stored(decodeURIComponent(params.path));
		},
	});
	await expect.element(card.getByText('Loading...')).toBeInTheDocument();
	const box = () => {
		const { top, left, width, height } = card.element().getBoundingClientRect();
		return { top, left, width, height };
	};
	// When nothing else is on its way any more.
	let last = '';
	await expect
		.poll(() => {
			const isStill = JSON.stringify(box()) === last;
			last = JSON.stringify(box());
			return isStill;
		})
		.toBe(true);
	const before = box();
	held.resolve();
	await expect.element(picture).toBeVisible();
	expect(box()).toEqual(before);
	await expect.element(picture).toHaveStyle({ objectFit: 'cover' });
	wire.answer({
		'GET /api/devices': { items: [device({ last_image_path: 'users/a/480x640' })], next: null },
	});
	tell('devices');
	await expect.element(picture).toHaveStyle({ objectFit: 'contain' });
});

test('a broken capture says so in the place of the picture; a black one is shown, with a note', async () => {
	const { wire } = await openCards([{ last_image_problem: 'broken' }]);
	await expect.element(card.getByText('The camera or its connection may be broken.')).toBeVisible();
	await expect.element(card.getByText('No timestamp available')).toBeVisible();
	const now = async (change: Partial<Device>) => {
		wire.answer({ 'GET /api/devices': { items: [device(change)], next: null } });
		tell('devices');
	};
	await now({ last_image_path: 'users/a/640x480', last_image_problem: 'dark' });
	const note = card.getByText('The picture is black. The camera may be covered or broken');
	await expect.element(note).toBeVisible();
	await expect.element(picture).toBeVisible();
	await now({ last_image_path: 'users/b/640x480' });
	await expect.element(note).not.toBeInTheDocument();
});

test('a picture that cannot be read says why and can be tried again; a temporary failure is retried', async () => {
	const { wire } = await openCards([{ last_image_path: 'users/a/640x480' }], {
		[METADATA]: refused('not-found'),
	});
	await expect
		.element(card.getByText('The picture could not be loaded. Object does not exist'))
		.toBeVisible();
	let asked = 0;
	wire.answer({
		[METADATA]: ({ params }) => {
			asked += 1;
			return asked === 1 ? refused('unavailable') : stored(decodeURIComponent(params.path));
		},
	});
	await card.getByRole('button', { name: 'Try again' }).click();
	await expect.element(picture).toBeVisible();
	expect(asked).toBe(2);
});

test('a camera that is silent inside its window is pointed out, outside it is not', async () => {
	vi.setSystemTime('2026-01-15T12:00:00Z');
	onTestFinished(() => void vi.useRealTimers());
	const last_seen_at = '2026-01-15T09:00:00Z';
	await openCards([
		{ desc: 'Front gate', last_seen_at, capture_window_start: '07:00', capture_window_end: '20:00' },
		{ desc: 'Back yard', last_seen_at, capture_window_start: '20:00', capture_window_end: '22:00' },
	]);
	await expect.element(of('Front gate').getByText('Silent for 3 hours')).toBeVisible();
	await expect.element(of('Back yard')).toBeVisible();
	await expect.element(of('Back yard').getByText('Silent for')).not.toBeInTheDocument();
});

test('captures: newest first, by keys and buttons, page after page', async () => {
	const capture = (n: number) => ({
		id: `${'bcdefghijk'.charAt(Math.floor(n / 10))}${'bcdefghijk'.charAt(n % 10)}`.padEnd(20, 'z'),
		deviceId: 'd'.repeat(20),
		captured_at: ago(n / 60),
		image_path: `users/a/${n}/160x120`,
		thumb_path: `users/a/${n}/80x60`,
		problem: null,
		reason: null,
		frames: [],
	});
	let captures = Array.from({ length: 33 }, (_, n) => capture(n + 1));
	await openCards([{ desc: 'Front gate', last_image_path: 'users/a/160x120' }], {
		'GET /api/devices/{id}/captures': ({ query: { cursor } }) =>
			cursor ? { items: captures.slice(30), next: null } : { items: captures.slice(0, 30), next: 'more' },
	});
	const opener = page.getByRole('button', { name: 'Recent captures of Front gate' });
	await expectSound('cards');
	await opener.click();
	const dialog = page.getByRole('dialog', { name: 'Recent captures of Front gate' });
	const strip = dialog.getByRole('list', { name: 'Captures, newest first' });
	const pictures = strip.getByRole('button', { name: /^Captured / });
	const current = () => pictures.elements().findIndex((one) => one.hasAttribute('aria-current'));
	const large = dialog.getByRole('figure').getByRole('img');
	await expect.element(large).toBeVisible();
	await expect.poll(() => pictures.elements().length).toBe(30);
	expect(current()).toBe(0);
	await expectSound('captures');
	await expect
		.element(dialog.getByRole('button', { name: 'Newer' }))
		.toHaveAttribute('aria-disabled', 'true');

	await userEvent.keyboard('{ArrowRight}');
	await expect.poll(current).toBe(1);
	await expect
		.element(large)
		.toHaveAccessibleName(String(pictures.elements()[1]?.getAttribute('aria-label')));
	await dialog.getByRole('button', { name: 'Newer' }).click();
	await expect.poll(current).toBe(0);
	await pictures.nth(27).click();
	await expect.poll(() => pictures.elements().length).toBe(33);

	// A new capture arrives while an old one is open; the old one stays open.
	captures = [capture(0), ...captures];
	tell('devices');
	await expect.poll(() => pictures.elements().length).toBe(34);
	expect(current()).toBe(28);
	await userEvent.keyboard('{Escape}');
	await expect.element(dialog).not.toBeInTheDocument();
	await expect.element(opener).toHaveFocus();
});
