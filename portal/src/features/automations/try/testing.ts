import type { Trial } from '@watchword/contract/trial';

/** A trial for tests: each names only what it is about. */
export const TRIAL: Trial = {
	verdict: 'met',
	evidence: '',
	information: '',
	acts: true,
	waits: false,
	hindrance: null,
	push: null,
	mail: null,
	model: 'm',
	decide_ms: 1,
	frames: [],
	boxes: [],
	zones: [],
	examples: [],
	fields: [],
	firstLook: null,
	run: null,
};
