import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterPaint } from './use-after-paint.ts';

/** Paints the frame that is due. A page in the background never does. */
let paint: () => void;
beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal('requestAnimationFrame', (drawn: () => void) => {
		paint = drawn;
		return 1;
	});
	vi.stubGlobal('cancelAnimationFrame', () => {
		paint = () => undefined;
	});
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

test('it acts once, after the frame', () => {
	const act = vi.fn();
	afterPaint(act);
	paint();
	expect(act).not.toHaveBeenCalled();
	vi.runAllTimers();
	paint();
	expect(act).toHaveBeenCalledOnce();
});

test('a page in the background still acts, once', () => {
	const act = vi.fn();
	afterPaint(act);
	vi.runAllTimers();
	expect(act).toHaveBeenCalledOnce();
	paint();
	vi.runAllTimers();
	expect(act).toHaveBeenCalledOnce();
});

test('it does not act once it is cancelled, before the frame or after', () => {
	const act = vi.fn();
	afterPaint(act)();
	const cancel = afterPaint(act);
	paint();
	cancel();
	vi.runAllTimers();
	expect(act).not.toHaveBeenCalled();
});
