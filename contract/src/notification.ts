/**
 * Whether people were told about a run, when and how, or why not. One state is stored for each run that may tell somebody; all
 * sentences about it are written here, when they are read, with the clock of the reader. Without packages, for the portal.
 */

import { CHANNEL_ABILITIES, CHANNEL_KINDS, type ChannelKind } from './channels.ts';
import { inWords } from './in-words.ts';
import type { Tells } from './watch.ts';

export const NOTIFICATION_STATES = [
	/** It waits for the owner's approval. */
	'waiting',
	/** It is sent later. */
	'held',
	/** No push service or channel has answered yet. */
	'sending',
	'sent',
	/** It was tried. */
	'failed',
	/** It was not tried. */
	'not-sent',
	/** An earlier run has reported the same. */
	'known',
] as const;

/** Why it is held or not sent, where that has a time: quiet hours, a backlog, snoozed, too soon after the last one. */
export const NOTIFICATION_REASONS = ['quiet', 'late', 'snoozed', 'least'] as const;
export const NOTIFICATION_WAYS = ['mail', 'push', ...CHANNEL_KINDS] as const;
type Way = (typeof NOTIFICATION_WAYS)[number];

/** As it is stored. No time is part of a text: instants are ISO 8601. */
export interface Notification {
	state: (typeof NOTIFICATION_STATES)[number];
	why?: (typeof NOTIFICATION_REASONS)[number] | undefined;
	/** When it was sent or is due; of `snoozed`, when that ends; of `least`, when the last one was sent. */
	at?: string | undefined;
	/** Of `least`: how many minutes there must be between two. */
	minutes?: number | undefined;
	/** It was sent in one message with others that were held. */
	together?: boolean | undefined;
	/** What did not work, or why nobody is told, in whole sentences. */
	problem?: string | undefined;
	/** Of `known`: the run that reported it. */
	runId?: string | undefined;
}

/** As it is read, together with what the run and the run it refers to say. */
export interface ReadNotification extends Notification {
	/** How somebody got it. */
	by: readonly Way[];
	/** Of `known`: the present state of the earlier one; null if that run is not kept any more. */
	earlier?: Omit<ReadNotification, 'earlier'> | null | undefined;
}

/** The reader's clock. `write` makes a moment of the reader's day or week from an instant. */
export interface ReaderClock {
	write(iso: string): string;
	/** In milliseconds. */
	now: number;
}

/** In a sentence. Without a clock it has no times, as for storing. */
export function notificationInWords(
	read: ReadNotification,
	tells: Tells | null,
	clock: ReaderClock | null,
): string {
	const { state, problem } = read;
	const at = timeOf(read, clock, ' at ');
	switch (state) {
		case 'waiting':
			return isAskedLater(read, clock)
				? `You are asked${at}, when the quiet hours end.`
				: 'It waits for your yes.';
		case 'held':
			return `It is ${heldInWords(read, clock)}.`;
		case 'sending':
			return sentences('A message is on its way.', problem);
		case 'sent':
			return sentences(`${sentInWords(read, tells)}${at}${tells ? ABOUT[tells] : ''}.`, problem);
		case 'known':
			return knownInWords(read, clock);
		default:
			return problem ?? `Nobody was told: ${notSentInWords(read, clock)}.`;
	}
}

/** What a list says of it, and what is stored for searches: null if all went as it should. */
export const reasonOf = (read: ReadNotification, clock: ReaderClock | null): string | null =>
	hasReason(read) ? notificationInWords(read, null, clock) : null;

const hasReason = ({ state, problem, together }: Notification) =>
	problem !== undefined || together === true || !['waiting', 'sending', 'sent'].includes(state);

const ABOUT: Record<Tells, string> = {
	begin: ': it began',
	again: ': it still lasts',
	over: ': it is over',
	every: '',
};

const timeOf = ({ at }: Notification, clock: ReaderClock | null, before: string) =>
	clock && at !== undefined ? `${before}${clock.write(at)}` : '';

const sentences = (...all: (string | undefined)[]) => all.filter(Boolean).join(' ');

const isAhead = ({ at }: Notification, clock: ReaderClock | null) =>
	clock === null || at === undefined || Date.parse(at) > clock.now;

const isAskedLater = (waiting: Notification, clock: ReaderClock | null) =>
	waiting.why === 'quiet' && isAhead(waiting, clock);

function heldInWords(held: Notification, clock: ReaderClock | null): string {
	if (held.why === 'late') return 'held for a moment, and told together with others that came late';
	const until = timeOf(held, clock, ' until ');
	if (!until) return 'held until the quiet hours end';
	return isAhead(held, clock)
		? `held${until}, when the quiet hours end`
		: `on its way: it was held${until}, when the quiet hours ended`;
}

function sentInWords({ by, together }: ReadNotification, tells: Tells | null): string {
	const told = tells === 'again' ? 'Told again' : 'Told';
	if (by.length === 0) return together ? `${told} in one message` : told;
	return together
		? `${told} in ${inWords(by.map(onceBy), 'and')}`
		: `${told} by ${inWords(
				by.map((way) => WAYS[way]),
				'and',
			)}`;
}

const WAYS: Record<Way, string> = {
	mail: 'mail',
	push: 'push message',
	...(Object.fromEntries(CHANNEL_KINDS.map((kind) => [kind, CHANNEL_ABILITIES[kind].name])) as Record<
		ChannelKind,
		string
	>),
};

const onceBy = (way: Way) =>
	way === 'mail' || way === 'push' ? `one ${WAYS[way]}` : `one message by ${WAYS[way]}`;

function notSentInWords({ why, minutes, ...of }: Notification, clock: ReaderClock | null): string {
	if (why === 'snoozed') return `it was snoozed${timeOf(of as Notification, clock, ' until ')}`;
	const last = `the last alert was sent${timeOf(of as Notification, clock, ' at ') || ' shortly before'}`;
	return `${last}, and there must be at least ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} between two`;
}

/** What became of the earlier one may change until it is read. */
function knownInWords({ earlier }: ReadNotification, clock: ReaderClock | null): string {
	if (!earlier || !clock) return 'Still there. It was reported before.';
	const at = timeOf(earlier, clock, ' at ');
	if (earlier.state === 'sent') return `Already told${at}, still there.`;
	if (earlier.state === 'sending') return 'Still there. The alert about it is on its way.';
	if (earlier.state === 'held') return `Still there. The alert about it is ${heldInWords(earlier, clock)}.`;
	if (earlier.state === 'waiting' && !isAskedLater(earlier, clock))
		return `You were already asked${at}, still there.`;
	return `Still there. ${notificationInWords(earlier, null, clock)}`;
}

/** How often people were told about an episode. */
export interface EpisodeCounts {
	captures: number;
	mails: number;
	pushes: number;
	/** How many times a channel told it. */
	messages: number;
	/** How many alerts are held, and until when the first of them is. */
	held: number;
	held_until: string | null;
	failed: number;
}

/** "14 captures, 1 mail". If results are saved, that nobody was told is not mentioned. */
export function episodeInWords(counts: EpisodeCounts, isTold: boolean, clock: ReaderClock): string {
	const { captures, mails, pushes, messages, held, held_until, failed } = counts;
	const parts = [
		counted(captures, 'capture'),
		mails > 0 && counted(mails, 'mail'),
		pushes > 0 && counted(pushes, 'push message'),
		messages > 0 && counted(messages, 'message'),
		held > 0 &&
			`${counted(held, 'alert')} held${held_until === null ? '' : ` until ${clock.write(held_until)}`}`,
		isTold && mails + pushes + messages + held === 0 && 'no mail',
		failed > 0 && `${failed.toLocaleString()} failed`,
	];
	return parts.filter(Boolean).join(', ');
}

const counted = (count: number, name: string) => `${count.toLocaleString()} ${name}${count === 1 ? '' : 's'}`;
