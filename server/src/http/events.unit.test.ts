import { SSEStreamingApi } from 'hono/streaming';
import { afterEach, expect, test, vi } from 'vitest';
import { LiveHub } from './events.ts';

afterEach(() => void vi.useRealTimers());

test('nothing is left of a live stream that was closed', async () => {
	vi.useFakeTimers();
	const { readable, writable } = new TransformStream();
	const stream = new SSEStreamingApi(writable, readable);
	const user = {
		uid: 'a',
		email: 'a@x.example',
		sessionId: 's',
		scopes: null,
		strong: true,
		confirmedAt: null,
	};
	const held = new LiveHub().hold(user, stream);
	const reader = stream.responseReadable.getReader();
	await reader.read();
	stream.abort();
	await held;
	expect(vi.getTimerCount()).toBe(0);
});
