import type { CaptureAccepted, DeviceSettings } from '@watchword/contract/device';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Limits } from './limits.ts';
import { Outbox } from './outbox.ts';
import type { Received, Sent, Shot, Waiting } from './store.ts';
import type { Outcome } from './upload.ts';

const settings: DeviceSettings = {
	desc: 'Gate',
	capture_window_start: '00:00',
	capture_window_end: '23:59',
	light_window_start: '18:00',
	light_window_end: '06:00',
	_zone: 'UTC',
	_utcOffset: 0,
	burst: 1,
	serverTime: '2026-05-12T12:00:00.000Z',
};
const accepted: Outcome<CaptureAccepted> = {
	kind: 'accepted',
	answer: { captureId: 'a'.repeat(20), repeated: false, settings },
};

/** What IndexedDB does, in memory; it outlives an Outbox as the real one outlives a page. */
class FakeStore {
	entries: Waiting[] = [];
	kept = new Map<number, ArrayBuffer[]>();
	shown: Sent[] = [];
	full = false;
	#next = 1;
	async add({ pictures, ...shot }: Shot): Promise<Waiting> {
		if (this.full && this.entries.length > 2) throw new DOMException('full', 'QuotaExceededError');
		const entry = { ...shot, seq: this.#next++, size: pictures[0]?.byteLength ?? 0 };
		this.entries.push(entry);
		this.kept.set(entry.seq, pictures);
		return entry;
	}
	waiting = async () => [...this.entries];
	pictures = async (seq: number) => this.kept.get(seq) ?? [];
	drop = async (seqs: readonly number[]) => {
		this.entries = this.entries.filter(({ seq }) => !seqs.includes(seq));
		for (const seq of seqs) this.kept.delete(seq);
	};
	sent = async () => [...this.shown];
	addSent = async (sent: Sent) => void this.shown.unshift(sent);
	received: Received | undefined;
	read = async () => this.received as never;
	write = async (_key: string, value: unknown) => {
		this.received = value as Received;
	};
}

let store: FakeStore;
let answers: Outcome<CaptureAccepted>[];
let uploaded: string[];
beforeEach(() => {
	vi.useFakeTimers();
	vi.spyOn(console, 'error').mockImplementation(() => {});
	store = new FakeStore();
	answers = [];
	uploaded = [];
});
afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

function newOutbox(limits?: Limits) {
	return new Outbox({
		store,
		upload: async ({ id }) => {
			uploaded.push(id);
			return answers.shift() ?? accepted;
		},
		askSettings: async () => ({ kind: 'accepted', answer: settings }),
		report: async () => ({ kind: 'accepted', answer: settings }),
		...(limits && { limits }),
	});
}

const shot = (id: string, size = 10): Shot => ({
	id,
	capturedAt: '2026-05-12T12:00:00.000Z',
	pictures: [new ArrayBuffer(size)],
	thumb: new ArrayBuffer(1),
});
const settle = () => vi.advanceTimersByTimeAsync(0);

test('a picture is sent, shown and forgotten', async () => {
	const outbox = newOutbox();
	await outbox.start();
	await outbox.add(shot('a'));
	await settle();
	expect(outbox.snapshot()).toMatchObject({ waiting: 0, unreachable: false, sent: [{ id: 'a' }] });
	expect(outbox.snapshot().received?.settings.desc).toBe('Gate');
	expect(store.kept.size).toBe(0);
});

test('while the server does not answer, all pictures are kept and sent later, oldest first', async () => {
	answers = [
		{ kind: 'later', retryAfterMs: 0 },
		{ kind: 'later', retryAfterMs: 0 },
	];
	const outbox = newOutbox();
	await outbox.start();
	for (const id of ['a', 'b', 'c']) await outbox.add(shot(id));
	await settle();
	expect(outbox.snapshot()).toMatchObject({ waiting: 3, unreachable: true });
	await vi.advanceTimersByTimeAsync(10_000);
	expect(uploaded).toEqual(['a', 'a', 'a', 'b', 'c']);
	expect(outbox.snapshot()).toMatchObject({ waiting: 0, unreachable: false });
});

test('while the server is away for long, half a minute lies between two tries', async () => {
	vi.spyOn(Math, 'random').mockReturnValue(1);
	answers = Array.from({ length: 20 }, () => ({ kind: 'later', retryAfterMs: 0 }));
	const outbox = newOutbox();
	await outbox.start();
	await outbox.add(shot('a'));
	await vi.advanceTimersByTimeAsync(31_000);
	uploaded.length = 0;
	await vi.advanceTimersByTimeAsync(60_000);
	expect(uploaded).toEqual(['a', 'a']);
	outbox.stop();
});

test('a new picture does not shorten the wait that the server asked for, but the button does', async () => {
	answers = [{ kind: 'later', retryAfterMs: 60_000 }];
	const outbox = newOutbox();
	await outbox.start();
	await outbox.add(shot('a'));
	await settle();
	await outbox.add(shot('b'));
	await vi.advanceTimersByTimeAsync(50_000);
	expect(uploaded).toEqual(['a']);
	outbox.retry();
	await settle();
	expect(uploaded).toEqual(['a', 'a', 'b']);
});

test('pictures that one page could not send are sent by the next', async () => {
	answers = [{ kind: 'later', retryAfterMs: 0 }];
	const first = newOutbox();
	await first.start();
	await first.add(shot('a'));
	await settle();
	first.stop();
	await vi.advanceTimersByTimeAsync(100_000);
	expect(uploaded).toEqual(['a']);

	const second = newOutbox();
	await second.start();
	await settle();
	expect(uploaded).toEqual(['a', 'a']);
	expect(second.snapshot()).toMatchObject({ waiting: 0, sent: [{ id: 'a' }] });
});

test('a picture that the server refuses is dropped with a note, and the next one is sent', async () => {
	answers = [{ kind: 'refused', message: 'This is not a picture.' }];
	const outbox = newOutbox();
	await outbox.start();
	await outbox.add(shot('a'));
	await outbox.add(shot('b'));
	await settle();
	expect(outbox.snapshot()).toMatchObject({
		waiting: 0,
		note: 'A picture was refused: This is not a picture.',
		sent: [{ id: 'b' }],
	});
});

test('a refused key stops sending, and nothing is lost', async () => {
	answers = [{ kind: 'key-refused' }];
	const outbox = newOutbox();
	await outbox.start();
	await outbox.add(shot('a'));
	await outbox.add(shot('b'));
	await vi.advanceTimersByTimeAsync(100_000);
	expect(uploaded).toEqual(['a']);
	expect(outbox.snapshot()).toMatchObject({ keyRefused: true, waiting: 2 });
	expect(store.kept.size).toBe(2);
});

test('the limits for waiting pictures are kept', async () => {
	answers = Array.from({ length: 9 }, () => ({ kind: 'later', retryAfterMs: 0 }));
	const outbox = newOutbox({ count: 2, bytes: 1000 });
	await outbox.start();
	for (const id of ['a', 'b', 'c']) await outbox.add(shot(id));
	expect(store.entries.map(({ id }) => id)).toEqual(['b', 'c']);
	expect(outbox.snapshot().note).toContain('oldest unsent pictures were dropped');
});

test('if the storage of the browser is full, the oldest picture is dropped', async () => {
	answers = Array.from({ length: 9 }, () => ({ kind: 'later', retryAfterMs: 0 }));
	store.full = true;
	const outbox = newOutbox();
	await outbox.start();
	for (const id of ['a', 'b', 'c', 'd']) await outbox.add(shot(id));
	expect(store.entries.map(({ id }) => id)).toEqual(['d']);
});
