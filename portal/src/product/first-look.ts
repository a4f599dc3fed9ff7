import type { FirstLook } from '@watchword/contract/run';

/** What the built-in model said before the language model was asked, or why the language model was not asked. */
export const firstLookWords = ({ verdict, evidence, asked }: FirstLook) =>
	asked
		? `The built-in model looked first, and did not rule it out (${verdict}): ${evidence}`
		: 'The built-in model looked first and ruled it out, so the language model was not asked.';
