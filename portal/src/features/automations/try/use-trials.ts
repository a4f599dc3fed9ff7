import type { AutomationEdit } from '@watchword/contract/automation';
import type { Mark } from '@watchword/contract/mark';
import type { Trial, TrialSubject } from '@watchword/contract/trial';
import { useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../../lib/api.ts';

/** How many trials run at once: fast enough, without one customer overloading the model. */
const AT_ONCE = 2;

export type TrialDraft = Omit<AutomationEdit, '_version'>;

/** One thing to try an automation on, and how it is shown. */
export interface Subject {
	key: string;
	on: TrialSubject;
	title: string;
	/** Seconds since 1970. */
	at: number | null;
	/** Storage paths of its picture, if it has one: for the sheet, and in full size. */
	picture: { small: string | null; large: string | null } | null;
	/** The run it is taken from. */
	run: Trial['run'];
}

export type State =
	| { is: 'waiting' }
	| { is: 'asking' }
	| { is: 'done'; trial: Trial }
	| { is: 'failed'; message: string }
	/** Not tried, because the customer or the limit stopped it. */
	| { is: 'left' };

export interface Trials {
	/** One thing, the latest captures of a device, or the runs the customer has marked. */
	kind: 'one' | 'captures' | 'marked';
	subjects: Subject[];
	draft: TrialDraft;
	/** The message of the rate limit, if it ended the trials. */
	stopped: string | null;
}

const WAITING: State = { is: 'waiting' };

/** Tries a draft on a number of things, a few at a time. It can be stopped, and each can be tried again. */
export function useTrials(automationId: string) {
	const [trials, setTrials] = useState<Trials | null>(null);
	const [states, setStates] = useState<ReadonlyMap<string, State>>(new Map());
	/** The key of the trial that is shown large; "latest" for the one that is shown first. */
	const [opened, open] = useState<string | null>(null);
	const [chosen, choose] = useState<string | null>(null);
	const stop = useRef<AbortController>(null);
	useEffect(() => () => stop.current?.abort(), []);

	const put = (key: string, state: State) => setStates((before) => new Map(before).set(key, state));

	async function ask({ key, on }: Subject, draft: TrialDraft, controller: AbortController) {
		put(key, { is: 'asking' });
		try {
			const trial = await call('POST /api/automations/{id}/try', {
				params: { id: automationId },
				body: { draft, on },
				signal: controller.signal,
			});
			put(key, { is: 'done', trial });
		} catch (error) {
			if (controller.signal.aborted) return;
			const message = error instanceof Error ? error.message : String(error);
			if (error instanceof ApiError && error.code === 'resource-exhausted') {
				setTrials((before) => before && { ...before, stopped: message });
				halt(controller);
			} else put(key, { is: 'failed', message });
		}
	}

	function halt(controller: AbortController | null) {
		controller?.abort();
		setStates(
			(before) => new Map([...before].map(([key, state]) => [key, isOpen(state) ? { is: 'left' } : state])),
		);
	}

	async function work(subjects: Subject[], draft: TrialDraft) {
		const controller = new AbortController();
		stop.current = controller;
		const open = [...subjects];
		const next = async () => {
			for (let one = open.shift(); one && !controller.signal.aborted; one = open.shift()) {
				await ask(one, draft, controller);
			}
		};
		await Promise.all(Array.from({ length: AT_ONCE }, next));
	}

	function start(kind: Trials['kind'], draft: TrialDraft, subjects: Subject[]) {
		stop.current?.abort();
		setTrials({ kind, subjects, draft, stopped: null });
		setStates(new Map(subjects.map(({ key }) => [key, WAITING])));
		void work(subjects, draft);
	}

	const tried = (trials?.subjects ?? []).map(
		(subject) => [subject, states.get(subject.key) ?? WAITING] as const,
	);
	return {
		trials,
		tried,
		opened,
		open,
		/** The key of the capture that is shown first, if it is not the latest. */
		chosen,
		choose,
		busy: tried.some(([, state]) => isOpen(state)),
		start,
		cancel: () => halt(stop.current),
		/** Tries one again, with the same draft as the others. */
		retry(subject: Subject) {
			if (!trials) return;
			if (stop.current?.signal.aborted !== false) stop.current = new AbortController();
			void ask(subject, trials.draft, stop.current);
		},
		/** Shows a mark that was set here. */
		marked(subject: Subject, mark: Mark | null) {
			const state = states.get(subject.key);
			if (state?.is !== 'done' || !state.trial.run) return;
			put(subject.key, { is: 'done', trial: { ...state.trial, run: { ...state.trial.run, _mark: mark } } });
		},
	};
}

export type Trying = ReturnType<typeof useTrials>;

const isOpen = ({ is }: State) => is === 'waiting' || is === 'asking';
