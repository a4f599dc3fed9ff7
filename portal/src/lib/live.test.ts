import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listen, parseEvent, waitBefore } from './live.ts';

/** The browser's EventSource, moved by hand. */
class Source {
	static all: Source[] = [];
	onopen: () => void = () => {};
	onmessage: (message: { data: string }) => void = () => {};
	onerror: () => void = () => {};
	closed = false;
	constructor() {
		Source.all.push(this);
	}
	close() {
		this.closed = true;
	}
	static get newest(): Source {
		const source = Source.all.at(-1);
		if (!source) throw new Error('none was opened');
		return source;
	}
}

const handlers = { onEvent: vi.fn(), onReconnect: vi.fn(), onBreak: vi.fn() };

beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal('EventSource', Source);
	vi.stubGlobal('window', new EventTarget());
	Source.all = [];
	for (const handler of Object.values(handlers)) handler.mockReset();
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

test('events are passed on, and invalid ones are ignored', () => {
	listen('/events', handlers);
	Source.newest.onopen();
	Source.newest.onmessage({ data: '{"topic":"runs"}' });
	Source.newest.onmessage({ data: 'nonsense' });
	expect(handlers.onEvent.mock.calls).toEqual([[{ topic: 'runs' }]]);
	expect(handlers.onReconnect).not.toHaveBeenCalled();
});

test('after a break it reconnects with growing waits, and reports when it is back', () => {
	listen('/events', handlers);
	Source.newest.onopen();
	for (let attempt = 0; attempt < 4; attempt += 1) {
		const broken = Source.newest;
		broken.onerror();
		expect(broken.closed).toBe(true);
		vi.advanceTimersByTime(waitBefore(attempt, 0) - 1);
		expect(Source.newest).toBe(broken);
		vi.advanceTimersByTime(waitBefore(attempt, 1));
		expect(Source.newest).not.toBe(broken);
	}
	expect(handlers.onBreak).toHaveBeenCalledTimes(4);
	expect(handlers.onReconnect).not.toHaveBeenCalled();
	Source.newest.onopen();
	expect(handlers.onReconnect).toHaveBeenCalledTimes(1);
});

test('when the browser is online again it connects at once', () => {
	listen('/events', handlers);
	Source.newest.onerror();
	window.dispatchEvent(new Event('online'));
	expect(Source.all).toHaveLength(2);
	Source.newest.onopen();
	expect(handlers.onReconnect).toHaveBeenCalledOnce();
});

test('stopping closes the stream and cancels the next attempt', () => {
	const stop = listen('/events', handlers);
	Source.newest.onerror();
	stop();
	vi.advanceTimersByTime(120_000);
	expect(Source.all).toHaveLength(1);
});

test('the wait doubles from a second to ten, with a spread of half', () => {
	expect([0, 1, 2, 3, 4, 5, 20].map((attempt) => waitBefore(attempt, 1))).toEqual([
		1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000,
	]);
	expect(waitBefore(0, 0)).toBe(500);
});

test.each(['', 'null', '7', '{}', '{"topic":7}'])('%j is no event', (data) => {
	expect(parseEvent(data)).toBeNull();
});
