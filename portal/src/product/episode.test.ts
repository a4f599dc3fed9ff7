import type { EpisodeCounts } from '@watchword/contract/notification';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chooseZone } from '../lib/time.ts';
import { episodeCounts, episodeTimes, isLive } from './episode.ts';

beforeEach(() => chooseZone('Europe/Berlin'));
afterEach(() => chooseZone(null));

const NOW = Date.parse('2026-11-15T14:30:00Z');
const times = (first_at: string, last_at: string, open = false) =>
	episodeTimes({ first_at: `2026-11-${first_at}:00Z`, last_at: `2026-11-${last_at}:00Z`, open }, NOW);

test('an episode says when it was, in the zone of the account', () => {
	expect(times('15T13:02', '15T13:09')).toBe('2:02 PM to 2:09 PM');
	expect(times('15T13:02', '15T13:02')).toBe('at 2:02 PM');
	expect(times('15T13:02', '15T14:29', true)).toBe('since 2:02 PM');
	expect(times('14T13:02', '14T13:09')).toBe('Nov 14, 2:02 PM to 2:09 PM');
	expect(times('14T22:50', '14T23:10')).toBe('Nov 14, 11:50 PM to 12:10 AM');
	expect(times('13T13:02', '15T13:02')).toBe('Nov 13, 2:02 PM to Nov 15, 2:02 PM');
	// On the day before here, though it is the same day in UTC.
	expect(times('14T22:30', '14T22:30')).toBe('Nov 14, 11:30 PM');
});

test('an episode without captures for two hours is over', () => {
	expect(isLive({ open: true, last_at: '2026-11-15T12:31:00Z' }, NOW)).toBe(true);
	expect(isLive({ open: true, last_at: '2026-11-15T12:29:00Z' }, NOW)).toBe(false);
	expect(isLive({ open: false, last_at: '2026-11-15T14:29:00Z' }, NOW)).toBe(false);
});

test('captures, what was sent and what is held are counted', () => {
	const counts: EpisodeCounts = {
		captures: 1,
		mails: 0,
		pushes: 0,
		messages: 0,
		held: 0,
		held_until: null,
		failed: 0,
	};
	const said = (more: Partial<EpisodeCounts>, isTold = true) =>
		episodeCounts({ ...counts, ...more }, isTold, NOW);
	expect(said({ captures: 14, mails: 1 })).toBe('14 captures, 1 mail');
	expect(said({})).toBe('1 capture, no mail');
	expect(said({ captures: 1200 }, false)).toBe('1,200 captures');
	expect(said({ captures: 2, failed: 1 })).toBe('2 captures, no mail, 1 failed');
	expect(said({ pushes: 2 })).toBe('1 capture, 2 push messages');
	const held_until = '2026-11-15T22:00:00.000Z';
	expect(said({ held: 1, held_until })).toBe('1 capture, 1 alert held until 11:00 PM');
	expect(said({ held: 2, held_until: '2026-11-16T06:00:00.000Z' })).toBe(
		'1 capture, 2 alerts held until tomorrow, 7:00 AM',
	);
});
