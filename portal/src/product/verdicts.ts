import type { Verdict } from '@watchword/contract/mark';

/** What customers read for a verdict. */
export const VERDICT_NAMES: Record<Verdict, string> = {
	met: 'Met',
	'not met': 'Not met',
	'cannot tell': 'Cannot tell',
};

/** What a mark expects. If "cannot tell" was wrong, either of the others is right. */
export const expectedInWords = ([one, other]: readonly Verdict[]): string =>
	one && !other ? VERDICT_NAMES[one] : `anything but “${VERDICT_NAMES['cannot tell']}”`;

/** Links to Help: what the built-in model knows, and how to configure another one. */
export const modelLinks = (whatItSees = 'What it can see') => [
	{ to: '/app/help#the-model', text: whatItSees },
	{ to: '/app/help#another-model', text: 'Use another model' },
];
