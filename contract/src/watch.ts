/**
 * The memory of a conditional watch: what it sees begins, lasts and ends; an episode is the time between. Pure and without
 * packages: a worker, a trial and the portal use the same code.
 */

import type { AlertSettings } from './alerts.ts';
import { EPISODE_GAP_MS } from './constants.ts';

const MINUTE = 60_000;

/** Why people are notified: it began, it still lasts, it is over, or every capture was asked for. */
export const TELLS = ['begin', 'again', 'over', 'every'] as const;
export type Tells = (typeof TELLS)[number];

export interface Watching {
	/** The current episode; null if there is none. Times are in milliseconds. */
	open: { firstAt: number; lastAt: number; toldAt: number | null } | null;
	/** The newest capture with a verdict. */
	lastAt: number | null;
	/** If two captures must agree: the first one, which waits for the second. */
	candidate: { met: boolean; at: number } | null;
}

export const NOTHING_SEEN: Watching = { open: null, lastAt: null, candidate: null };

export type WatchOptions = Pick<AlertSettings, '_tell' | '_tellAgainMinutes' | '_tellOver' | '_tellTwice'>;

export interface Advanced {
	watching: Watching;
	/** No capture came for so long that the previous episode is over, whatever this capture shows. */
	lapsed: boolean;
	change: 'begins' | 'lasts' | 'ends' | 'waits' | 'none';
	/** What there is to report. Whether people are notified is decided later: it may be night, or snoozed. */
	tells: Tells | null;
}

/** What a capture changes that was taken at `at`, not before the newest one. "Cannot tell" changes nothing. */
export function advance(
	before: Watching,
	options: WatchOptions,
	verdict: 'met' | 'not met' | 'cannot tell',
	at: number,
): Advanced {
	const lapsed = before.open !== null && at - before.open.lastAt > EPISODE_GAP_MS;
	const known = lapsed ? { ...before, open: null, candidate: null } : before;
	if (verdict === 'cannot tell') return { watching: known, lapsed, change: 'none', tells: null };
	const met = verdict === 'met';
	const { open } = known;
	if (met === (open !== null)) {
		// The verdict is unchanged, so a single different capture before it no longer counts.
		const watching = { open: open && { ...open, lastAt: at }, lastAt: at, candidate: null };
		return { watching, lapsed, change: open ? 'lasts' : 'none', tells: open && tellsOf(options, open, at) };
	}
	const isFirst = known.candidate?.met !== met || at - known.candidate.at > EPISODE_GAP_MS;
	if (options._tellTwice && isFirst) {
		const watching = { open, lastAt: at, candidate: { met, at } };
		return { watching, lapsed, change: 'waits', tells: null };
	}
	if (open) {
		const tells = options._tellOver && open.toldAt !== null ? 'over' : null;
		return { watching: { ...NOTHING_SEEN, lastAt: at }, lapsed, change: 'ends', tells };
	}
	const firstAt = options._tellTwice ? (known.candidate?.at ?? at) : at;
	const begun = { firstAt, lastAt: at, toldAt: null };
	const watching = { open: begun, lastAt: at, candidate: null };
	return { watching, lapsed, change: 'begins', tells: tellsOf(options, begun, at) };
}

function tellsOf(options: WatchOptions, { toldAt }: { toldAt: number | null }, at: number): Tells | null {
	if (options._tell === 'every') return 'every';
	if (toldAt === null) return 'begin';
	const { _tellAgainMinutes: again } = options;
	return again !== null && at - toldAt >= again * MINUTE ? 'again' : null;
}
