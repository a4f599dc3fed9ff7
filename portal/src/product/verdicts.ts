import type { Verdict } from '@watchword/contract/mark';

/** What customers read for a verdict. */
export const VERDICT_NAMES: Record<Verdict, string> = {
	met: 'Met',
	'not met': 'Not met',
	'cannot tell': 'Cannot tell',
};

/** "Met or not met". */
export function verdictsInWords(verdicts: readonly Verdict[]): string {
	const [first = '', ...others] = verdicts.map((verdict) => VERDICT_NAMES[verdict]);
	return [first, ...others.map((name) => name.toLowerCase())].join(' or ');
}

/** Where Help says what the built-in model knows, and how another one is set. */
export const modelLinks = (whatItSees = 'What it can see') => [
	{ to: '/app/help#the-model', text: whatItSees },
	{ to: '/app/help#another-model', text: 'Use another model' },
];
