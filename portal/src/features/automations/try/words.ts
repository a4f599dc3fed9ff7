import { expectedVerdicts, type Verdict } from '@watchword/contract/mark';
import type { Trial } from '@watchword/contract/trial';
import { mailsInWords, type Told, toldInWords } from './tells.ts';
import type { State, Subject, Trials } from './use-trials.ts';

/** The verdict that a mark expects for a subject: the mark it was chosen for, or that of its earlier run. */
export function expectedOf(subject: Subject, state: State): readonly Verdict[] | null {
	const run = state.is === 'done' ? state.trial.run : subject.run;
	return run?._mark && run.action_verdict ? expectedVerdicts(run.action_verdict, run._mark) : null;
}

/** Whether a trial's verdict differs from its mark; null if there is nothing to compare. */
export function differs(subject: Subject, state: State): boolean | null {
	const expected = expectedOf(subject, state);
	return expected && state.is === 'done' ? !expected.includes(state.trial.verdict) : null;
}

type Tried = readonly (readonly [Subject, State])[];

/** A summary of all trials in one or two sentences. */
export function summaryOf(
	tried: Tried,
	kind: Trials['kind'],
	isContinuous: boolean,
	told: ReadonlyMap<string, Told> | null = null,
): string {
	const done = tried.flatMap(([, state]) => (state.is === 'done' ? [state.trial] : []));
	const failed = tried.filter(([, state]) => state.is === 'failed').length;
	const left = tried.filter(([, state]) => state.is === 'left').length;
	const compared = tried.map((pair) => differs(...pair)).filter((one) => one !== null);
	return [
		kind === 'captures' && done.length > 0 && firedIn(done, isContinuous),
		told && told.size > 0 && mailsInWords(told),
		compared.length > 0 && marksIn(compared),
		failed > 0 && `${failed} could not be tried.`,
		left > 0 && `${left} ${left === 1 ? 'was' : 'were'} left out.`,
	]
		.filter(Boolean)
		.join(' ');
}

function firedIn(trials: Trial[], isContinuous: boolean): string {
	const of = (verdict: Verdict) => trials.filter((trial) => trial.verdict === verdict).length;
	const unsure = of('cannot tell') > 0 ? ` ${of('cannot tell')} could not be decided.` : '';
	if (isContinuous) {
		return `Would have acted on all ${trials.length}, as Continuous does; the condition was met on ${of('met')}.${unsure}`;
	}
	return `Would have acted on ${trials.filter(({ acts }) => acts).length} of ${trials.length}.${unsure}`;
}

function marksIn(compared: boolean[]): string {
	const differing = compared.filter(Boolean).length;
	const agreeing = `${compared.length - differing} of ${compared.length} as you marked`;
	return differing > 0
		? `${agreeing}; ${differing} ${differing === 1 ? 'differs' : 'differ'}.`
		: `${agreeing}.`;
}

/** What would have been done, in a sentence. */
export function consequenceOf(
	{ acts, waits, mail, push, verdict, hindrance }: Trial,
	told: Told = null,
): string {
	if (hindrance) return hindrance;
	const what = push ? (mail ? 'mail and message' : 'message') : 'mail';
	if (told && 'silent' in told) return `${toldInWords(told)}: no ${what} would be sent.`;
	if (told?.mail === 'over') return `A ${what} would say that it is over.`;
	if (waits) return 'This mail would wait for your yes.';
	if (acts) return mail || push ? `This ${what} would be sent.` : 'The result would be saved.';
	return verdict === 'cannot tell'
		? 'Nothing would be done, because the model cannot tell.'
		: 'Nothing would be done.';
}
