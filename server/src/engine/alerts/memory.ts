import { createHash } from 'node:crypto';
import type { AlertSettings } from '@watchword/contract/alerts';
import type { Verdict } from '@watchword/contract/mark';
import type { QuietHours } from '@watchword/contract/quiet-hours';
import { advance, type Tells, type Watching } from '@watchword/contract/watch';
import { newId } from '../../base/ids.ts';
import { isRunAgain } from '../../runs/again.ts';
import type { episodes } from '../../runs/tables.ts';
import type { LeasedRun } from '../lease.ts';
import type { alertStates } from './tables.ts';
import { isToldAtOnce } from './told.ts';

export type EpisodeRow = typeof episodes.$inferSelect;
export type StateRow = typeof alertStates.$inferSelect;

/** What is known about an automation when one of its runs has been decided. Its row is locked until the decision is stored. */
export interface Known {
	settings: AlertSettings & { _limited: boolean; _zone: string };
	snoozedUntil: Date | null;
	/** The quiet hours of the account; null for none. */
	accountQuiet: QuietHours | null;
	/** What it watches for now, which may differ from when the run was made. */
	watch: string;
	state: StateRow;
	/** The current episode. */
	episode: EpisodeRow | null;
	/** Whether a webhook of the customer receives episodes. */
	hasEpisodeWebhook: boolean;
}

/** What a decision changes in the memory, and what there is to report. */
export interface Remembered {
	state: StateRow;
	/** The episodes that changed or began. */
	episodes: EpisodeRow[];
	/** The episode the run belongs to. */
	episode: EpisodeRow | null;
	tells: Tells | null;
	/** Why there is nothing to report although the condition is met. */
	whyNotTold: string | null;
	/** An earlier run that turned out to belong to the same episode. */
	joins: string | null;
}

/** A hash of what is watched for: another prompt or camera is another watch. */
export const watchOf = (prompt: string, deviceId: string | null) =>
	createHash('md5')
		.update(`${prompt}\n${deviceId ?? ''}`)
		.digest('hex');

export const CHANGED = 'Nobody was told: the automation was changed after this capture was taken.';
export const WAITING = 'Nobody was told: two captures in a row must agree, and this was the first.';

/** Capture runs of a conditional automation have a memory. A run that a customer repeats is reported by itself. */
export const hasMemory = (
	run: Pick<LeasedRun, '_triggerType' | 'trigger_device_type' | '_triggerKey'>,
): boolean => run._triggerType === 'capture' && run.trigger_device_type === 'conditional' && !isRunAgain(run);

export const unchanged = (state: StateRow): Remembered => ({
	state,
	episodes: [],
	episode: null,
	tells: null,
	whyNotTold: null,
	joins: null,
});

/** The memory for this run: empty if the automation now watches for something else. */
function memoryFor(
	known: Known,
	watch: string,
): { state: StateRow; episode: EpisodeRow | null; over: EpisodeRow[] } {
	const { state, episode } = known;
	if (state.watch === watch) return { state, episode, over: [] };
	const over = episode ? [{ ...episode, ended_at: episode.last_at }] : [];
	return {
		state: { ...state, ...NOTHING_SEEN, watch },
		episode: null,
		over,
	};
}

const NOTHING_SEEN = {
	...{ episodeId: null, last_at: null, candidate_met: null, candidate_at: null, candidate_runId: null },
	...{ seen: null, seen_at: null, seen_verdict: null },
};

/** The memory of an automation whose first run has just been decided. */
export const emptyState = (_automationId: string): StateRow => ({
	...{ _automationId, watch: null, sent_at: null, sent_runId: null, sent_before: null },
	...NOTHING_SEEN,
});

/** A watch at set times takes so few pictures that each is reported by itself. */
export const optionsOf = ({ settings }: Known): AlertSettings =>
	settings._limited ? { ...settings, _tell: 'every', _tellTwice: false } : settings;

const watchingOf = (state: StateRow, episode: EpisodeRow | null): Watching => ({
	open: episode && {
		firstAt: episode.first_at.getTime(),
		lastAt: episode.last_at.getTime(),
		toldAt: episode.told_at?.getTime() ?? null,
	},
	lastAt: state.last_at?.getTime() ?? null,
	candidate:
		state.candidate_at && state.candidate_met !== null
			? { met: state.candidate_met, at: state.candidate_at.getTime() }
			: null,
});

export const begunEpisode = (
	run: LeasedRun,
	watch: string,
	first: { at: Date; runId: string; captures: number },
): EpisodeRow => ({
	// Messages that were sent before it began have the id of the run.
	id: isToldAtOnce(run) ? run.id : newId(),
	_owner: run._owner,
	_automationId: run._automationId,
	deviceId: run.deviceId,
	watch,
	first_at: first.at,
	last_at: run._timestamp,
	ended_at: null,
	captures: first.captures,
	first_runId: first.runId,
	told_at: null,
	told_runId: null,
});

/** What a capture changes that is not older than the newest one. */
export function remember(known: Known, run: LeasedRun, watch: string, verdict: Verdict): Remembered {
	const { state, episode, over } = memoryFor(known, watch);
	const at = run._timestamp;
	const { watching, lapsed, change, tells } = advance(
		watchingOf(state, episode),
		optionsOf(known),
		verdict,
		at.getTime(),
	);
	const candidate = watching.candidate;
	const next: StateRow = {
		...state,
		last_at: watching.lastAt === null ? null : new Date(watching.lastAt),
		candidate_met: candidate?.met ?? null,
		candidate_at: candidate && new Date(candidate.at),
		candidate_runId: candidate ? (change === 'waits' ? run.id : state.candidate_runId) : null,
		episodeId: watching.open ? state.episodeId : null,
		...(run.sketch && { seen: run.sketch.toString('base64'), seen_at: at, seen_verdict: verdict }),
	};
	const changed = [...over];
	if (lapsed && episode) changed.push({ ...episode, ended_at: episode.last_at });
	const remembered = { ...unchanged(next), episodes: changed, tells };
	if (change === 'begins') {
		const first = state.candidate_runId;
		const isPair = watching.open !== null && watching.open.firstAt < at.getTime() && first !== null;
		const begun = begunEpisode(
			run,
			watch,
			isPair
				? { at: new Date(watching.open?.firstAt ?? at), runId: first, captures: 2 }
				: { at, runId: run.id, captures: 1 },
		);
		next.episodeId = begun.id;
		return { ...remembered, episodes: [...changed, begun], episode: begun, joins: isPair ? first : null };
	}
	if (change === 'lasts' && episode) {
		const longer = { ...episode, last_at: at, captures: episode.captures + 1 };
		return { ...remembered, episodes: [...changed, longer], episode: longer };
	}
	if (change === 'ends' && episode) {
		const ended = { ...episode, ended_at: state.candidate_at ?? at };
		return { ...remembered, episodes: [...changed, ended], episode: tells ? ended : null };
	}
	return { ...remembered, whyNotTold: change === 'waits' && verdict === 'met' ? WAITING : null };
}
