import type { ExampleSheet } from '@watchword/contract/example';

/** "Taught by 6 yes and 5 no; right on 10 of 11." */
export function taughtInWords({ examples, taught, test }: ExampleSheet): string {
	if (examples.length === 0) return '';
	const waiting = examples.filter(({ state }) => state === 'waiting').length;
	if (waiting > 0) return `Looking at the examples: ${examples.length - waiting} of ${examples.length}…`;
	const unreadable = examples.filter(({ state }) => state === 'unreadable').length;
	const left = unreadable > 0 ? ` ${counted(unreadable, 'picture')} cannot be read.` : '';
	if (!taught) return `There is nothing in this prompt that pictures could teach.${left}`;
	const { yes, no, missing } = taught;
	if (missing.yes + missing.no > 0) return `${yes} yes and ${no} no. ${missingInWords(missing)}${left}`;
	const tested = test ? `; right on ${test.right} of ${test.of}` : '';
	return `Taught by ${yes} yes and ${no} no${tested}.${left}`;
}

/** "Still missing: 2 yes and 1 no." */
export function missingInWords({ yes, no }: { yes: number; no: number }): string {
	const sides = [...(yes > 0 ? [`${yes} yes`] : []), ...(no > 0 ? [`${no} no`] : [])];
	return `Still missing: ${sides.join(' and ')}.`;
}

/** What the customer answers for each picture. */
export function questionOf(words: string | null, prompt: string): string {
	const what = words ?? prompt.trim();
	return what
		? `Does the picture show “${what.replace(/^“(.*)”$/, '$1')}”?`
		: 'Does the picture show what you mean?';
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
