import { expect, test } from 'vitest';
import { expectedVerdicts } from './mark.ts';

test.each([
	['met', 'right', ['met']],
	['met', 'wrong', ['not met']],
	['not met', 'wrong', ['met']],
	['cannot tell', 'right', ['cannot tell']],
	['cannot tell', 'wrong', ['met', 'not met']],
] as const)('“%s”, marked %s, expects %j', (verdict, mark, expected) => {
	expect(expectedVerdicts(verdict, mark)).toEqual(expected);
});
