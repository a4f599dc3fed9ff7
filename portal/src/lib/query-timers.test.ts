import { notifyManager, timeoutManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shareTimers } from './query-timers.ts';

const MINUTE = 60_000;

beforeEach(() => {
	vi.useFakeTimers();
	shareTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

test('timers of minutes that are due within seconds share one, and none is early', () => {
	const began = Date.now();
	const fired: number[] = [];
	for (const later of [0, 1, 2]) {
		timeoutManager.setTimeout(() => fired.push(Date.now() - began - later), MINUTE + later);
	}
	expect(vi.getTimerCount()).toBeLessThanOrEqual(2);
	vi.advanceTimersByTime(MINUTE - 1);
	expect(fired).toEqual([]);
	vi.advanceTimersByTime(6_000);
	expect(fired).toHaveLength(3);
	expect(Math.min(...fired)).toBeGreaterThanOrEqual(MINUTE);
});

test('a cleared timer does not fire, and those that share its time do', () => {
	const fired: string[] = [];
	const cleared = timeoutManager.setTimeout(() => fired.push('cleared'), MINUTE);
	timeoutManager.setTimeout(() => fired.push('kept'), MINUTE);
	timeoutManager.clearTimeout(cleared);
	timeoutManager.clearTimeout(undefined);
	vi.advanceTimersByTime(2 * MINUTE);
	expect(fired).toEqual(['kept']);
});

test('a timer that was cleared with all of its time can be set again', () => {
	const fired: string[] = [];
	timeoutManager.clearTimeout(timeoutManager.setTimeout(() => fired.push('cleared'), MINUTE));
	timeoutManager.setTimeout(() => fired.push('again'), MINUTE);
	vi.advanceTimersByTime(2 * MINUTE);
	expect(fired).toEqual(['again']);
});

test('short timers and intervals are exact', () => {
	let fired = 0;
	const retry = timeoutManager.setTimeout(() => fired++, 400);
	const every = timeoutManager.setInterval(() => fired++, 1_000);
	vi.advanceTimersByTime(400);
	expect(fired).toBe(1);
	vi.advanceTimersByTime(1_600);
	expect(fired).toBe(3);
	timeoutManager.clearTimeout(retry);
	timeoutManager.clearInterval(every);
	vi.advanceTimersByTime(5_000);
	expect(fired).toBe(3);
});

test('what queries report in one task is passed on in one', () => {
	const heard: string[] = [];
	notifyManager.schedule(() => heard.push('first'));
	notifyManager.schedule(() => heard.push('second'));
	expect(vi.getTimerCount()).toBe(1);
	vi.advanceTimersToNextTimer();
	expect(heard).toEqual(['first', 'second']);
});

test('a report that fails is logged, and the others are passed on', () => {
	const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
	const heard: string[] = [];
	notifyManager.schedule(() => {
		throw new Error('of one listener');
	});
	notifyManager.schedule(() => heard.push('second'));
	vi.advanceTimersToNextTimer();
	expect(heard).toEqual(['second']);
	expect(logged).toHaveBeenCalledOnce();
	logged.mockRestore();
});
