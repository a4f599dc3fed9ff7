import type { FirstLook } from '@watchword/contract/run';

/** What the built-in model said before the language model was asked, or why the language model was not asked. */
export function firstLookWords({ verdict, evidence, asked, told_at }: FirstLook): string {
	if (!asked) return 'The built-in model looked first and ruled it out, so the language model was not asked.';
	if (told_at) return `The built-in model was sure (${verdict}), and you were told at once: ${evidence}`;
	return verdict === 'not met'
		? `The built-in model looked first, and would have ruled it out: ${evidence}`
		: `The built-in model looked first, and did not rule it out (${verdict}): ${evidence}`;
}
