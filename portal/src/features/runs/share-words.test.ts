import { expect, test } from 'vitest';
import { canBeShared, evidenceTitle, hiddenParts, visibleParts } from './share-words.ts';

const run = {
	...{ id: 'a', _triggerType: 'capture' as const, _status: 'succeeded' as const },
	...{ trigger_capture: 'a path', trigger_frames: [] },
	...{ action_boxes: [], action_verdict: 'not met' as const, action_condition_met: false },
	action_evidence: 'Nobody.',
};

test('says what of a run will be visible, and what of a mail will not', () => {
	expect(visibleParts({ kind: 'run', of: run })).toEqual([
		'Its picture',
		'When it was, with the time zone',
		'The verdict: Condition met, No',
	]);
	const undecided = { ...run, _status: 'queued' as const, action_verdict: null, action_evidence: null };
	expect(visibleParts({ kind: 'run', of: undecided }).at(-1)).toBe(
		'The verdict and the evidence, as soon as they are there',
	);
	const mail = {
		kind: 'run' as const,
		of: { ...run, _triggerType: 'email' as const, trigger_capture: null },
	};
	expect(visibleParts(mail)[0]).toBe('When it was, with the time zone');
	expect(evidenceTitle(mail)).toContain('can quote the mail');
	expect(hiddenParts(mail)).toContain('who sent the mail');
});

test('says that an episode goes on, and how many of its pictures there are', () => {
	const episode = { id: 'a', captures: 25, open: true, evidence: null };
	expect(visibleParts({ kind: 'episode', of: episode }).slice(0, 2)).toEqual([
		'24 of its pictures, from the first to the last',
		'While it lasts, also the pictures that are still to come',
	]);
	expect(visibleParts({ kind: 'episode', of: { ...episode, captures: 2, open: false } })[0]).toBe(
		'Its pictures',
	);
});

test('a run without picture and evidence cannot be shared', () => {
	expect(canBeShared({ kind: 'run', of: { ...run, trigger_capture: null, action_evidence: null } })).toBe(
		false,
	);
	expect(canBeShared({ kind: 'run', of: { ...run, action_evidence: null } })).toBe(true);
});
