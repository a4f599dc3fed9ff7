/** The condition of a prompt on mails: read, judged, and in words for the customer. */

import { type MailClause, type MailClauses, readMailClauses } from './clauses.ts';
import { compare } from './compare.ts';
import { type Comparison, takeComparisons } from './comparisons.ts';
import { NOT_READ, type Test, tokensOf } from './condition-words.ts';
import { type Event, judgeEvent, takeEvents } from './events.ts';
import { READ_CHARACTERS } from './extract.ts';
import { judgeMatter } from './judge-matter.ts';
import { matterIn } from './matters.ts';
import { signOf, withoutSigns } from './name-before.ts';
import { judgeOutcome, type Outcome, takeOutcomes } from './outcomes.ts';
import { rephrase } from './phrasing.ts';
import { effortOfTest, runTest } from './search.ts';
import { judgeStatement, type Statement, takeStatements } from './statement.ts';
import type { MailText } from './text.ts';
import { type DateTest, judgeDate, type Today, takeDateTests } from './when.ts';
import { languageOf } from './words.ts';

/** The condition on a mail, and whether it is true; null if words alone cannot show it. */
export interface MailJudgement {
	held: boolean | null;
	/** Each test in words, with its outcome. */
	tests: string[];
	terms: string[];
}

interface MailCondition extends MailClauses {
	comparisons: Comparison[];
	dates: DateTest[];
	statements: Statement[];
	events: Event[];
	outcomes: Outcome[];
}

/** Reads the condition of a prompt on a mail; null if the prompt has none. */
function readCondition(prompt: string, texts: readonly string[] = []): MailCondition | null {
	const asked = rephrase(withoutSigns(prompt));
	if (ASKS_WHEN.test(asked)) return null;
	const dated = takeDateTests(asked);
	const compared = takeComparisons(dated.rest);
	const stated = takeStatements(compared.rest, texts);
	const opposed = takeOutcomes(stated.rest);
	const { rest, events } = takeEvents(opposed.rest);
	const { clauses, isOtherwise } = readMailClauses(tokensOf(rest), asked);
	if (clauses.length === 0) return null;
	return {
		clauses,
		isOtherwise,
		comparisons: compared.comparisons,
		dates: dated.dates,
		statements: stated.statements,
		events,
		outcomes: opposed.outcomes,
	};
}

/** "When will it arrive?" is a question. */
const ASKS_WHEN =
	/^\s*(?:(?:by|until|from|since)\s+)?when\s*(?:\?|(?:is|was|are|were|do|does|did|will|can|should|must|has|have)\b[^,.]*\??\s*$)/i;

/** Judges the condition of a prompt on a mail; null if the prompt has none. */
export function judgeMail(prompt: string, mail: MailText, today: Today | null = null): MailJudgement | null {
	const condition = readCondition(prompt, [mail.subject, mail.text]);
	if (!condition) return null;
	const { clauses, isOtherwise, comparisons, dates, statements, events, outcomes } = condition;
	const terms = clauses.flatMap(({ either }) => either.flat().flatMap(({ terms }) => terms));
	if (effortOf(condition) * (LEAST_LENGTH + Math.min(mail.text.length, READ_CHARACTERS)) > MOST_EFFORT)
		return { held: null, tests: ['the prompt has too many conditions for a mail of this length'], terms };
	const tests: string[] = [];
	const language = languageOf(prompt);
	const judged = new Map<string, boolean | null>([
		...comparisons.map((one, at) => [signOf('comparison', at), compare(one, mail, tests)] as const),
		...dates.map((one, at) => [signOf('date', at), judgeDate(one, mail, today, tests)] as const),
		...statements.map((one, at) => [signOf('statement', at), judgeStatement(one, tests)] as const),
		...events.map((one, at) => [signOf('event', at), judgeEvent(one, mail, tests)] as const),
		...outcomes.map((one, at) => [signOf('outcome', at), judgeOutcome(one, mail, tests)] as const),
	]);
	const told = wordsOfSigns(condition);
	const outcomeOf = (test: Test) => {
		const byMatter = () => {
			const matter = matterOf(test, told);
			const held = matter && judgeMatter(matter, mail, { words: matter.words, isRequest: test.asks }, tests);
			// A mail that does not speak of a delivery does not say that nothing was delivered.
			return held === null || (test.not && !held && matter?.concept.isOfThing) ? null : held !== test.not;
		};
		if (test.sign === undefined) return runTest(test, mail, language, tests) ?? byMatter();
		const held = judged.get(test.sign) ?? null;
		// What was not read may say otherwise.
		return held === null || (!held && mail.partly) ? byMatter() : held !== test.not;
	};
	const holds = ({ either, unless, bears }: MailClause) => {
		const met = bears === 'unclear' ? null : any(either.map((tests) => all(tests.map(outcomeOf))));
		return unless ? not(met) : met;
	};
	const held = new Map(clauses.map((clause) => [clause, holds(clause)]));
	const which = (bears: MailClause['bears']) =>
		clauses.filter((clause) => clause.bears === bears).map((clause) => held.get(clause) ?? null);
	const reasons = which('for');
	if (tests.length === 0) tests.push('the condition was not understood');
	return {
		// Only what to stay quiet about does not say what to act on, unless "otherwise" does.
		held: all([
			reasons.length > 0 ? any(reasons) : isOtherwise || null,
			...which('besides'),
			...which('against').map(not),
			...which('unclear'),
		]),
		tests,
		terms,
	};
}

/** Who “has a question” need not say the word. */
const QUESTION = /^(?:questions?|fragen?)$/i;

/** What a test asks for, if it is something that everyday mails are about. Words to be found as they stand are no such thing. */
function matterOf(
	{ where, says, loosely, asks, sign, beyond, terms }: Test,
	told: ReadonlyMap<string, string>,
) {
	if (
		where !== 'mail' ||
		(says && !loosely && beyond.length === 0 && !terms.every((term) => QUESTION.test(term)))
	)
		return null;
	if (terms.length === 0 && beyond.some((word) => NOT_READ.has(word))) return null;
	const words = sign === undefined ? [...beyond, ...terms].join(' ') : (told.get(sign) ?? '');
	const matter = matterIn(words);
	// Who gets a refund asks for none.
	if (matter?.concept.isWish && !asks && !/request|anfrage/i.test(words)) return null;
	return matter && { ...matter, words };
}

/** What was taken out of a prompt and may be said in other words. */
const wordsOfSigns = ({ events, outcomes }: MailCondition) =>
	new Map([
		...events.map(({ words }, at) => [signOf('event', at), words] as const),
		...outcomes.map(({ words }, at) => [signOf('outcome', at), words] as const),
	]);

/** Conditions that look at every sentence, times the characters of the mail: about half a second. */
const MOST_EFFORT = 1_500_000;
/** A short mail takes some time, too. */
const LEAST_LENGTH = 1000;
const effortOf = ({ clauses, comparisons, dates, events, outcomes }: MailCondition) =>
	[comparisons, dates, events, outcomes].reduce((sum, { length }) => sum + length, 0) +
	clauses
		.flatMap(({ either }) => either.flat())
		.reduce((sum, test) => sum + (test.sign === undefined ? effortOfTest(test) : 0), 0);

const not = (held: boolean | null) => (held === null ? null : !held);
const all = (held: (boolean | null)[]) => (held.includes(false) ? false : held.includes(null) ? null : true);
/** Of nothing, nothing can be told. */
const any = (held: (boolean | null)[]) =>
	held.includes(true) ? true : held.length === 0 || held.includes(null) ? null : false;

/** The condition in words, and what a search for words cannot judge; null if the prompt has no condition. */
export function explainMailCondition(prompt: string): { readAs: string | null; beyond: string[] } | null {
	const read = readCondition(prompt);
	if (!read) return null;
	const placed = new Map([
		...read.comparisons.map(({ words }, at) => [signOf('comparison', at), words] as const),
		...read.dates.map(({ words }, at) => [signOf('date', at), words] as const),
		...read.events.map(({ words }, at) => [signOf('event', at), words] as const),
		...read.outcomes.map(({ words }, at) => [signOf('outcome', at), words] as const),
	]);
	const saidBy = (bears: MailClause['bears']) =>
		read.clauses
			.filter((clause) => clause.bears === bears)
			.map((clause) => inWords(clause, placed))
			.filter((words) => words !== '');
	const reasons = saidBy('for').join(' or ');
	const readAs = [
		...(reasons === '' ? [] : [reasons]),
		...saidBy('besides'),
		...saidBy('against').map((words) => `not ${words}`),
	].join(' and ');
	const isSilence = !read.isOtherwise && read.clauses.every(({ bears }) => bears === 'against');
	const beyond = read.clauses
		.flatMap(({ either }) => either.flat())
		.flatMap((test) => (test.says || test.asks ? test.beyond : [...test.beyond, ...test.terms]));
	return {
		readAs: isSilence ? 'only what to ignore; say also what to look for' : readAs === '' ? null : readAs,
		beyond: [...new Set(beyond)],
	};
}

function inWords({ either, unless }: MailClause, placed: ReadonlyMap<string, string>): string {
	const words = either
		.map((tests) =>
			tests
				.filter(
					({ says, asks, beyond, sign }) => sign !== undefined || ((says || asks) && beyond.length === 0),
				)
				.map(({ where, not, asks, terms, sign }) =>
					sign === undefined
						? `${asks ? 'a request for ' : ''}${terms.map((term) => `“${term}”`).join(' ')} ${not ? 'not ' : ''}in the ${where}`
						: `${not ? 'not ' : ''}${placed.get(sign)}`,
				)
				.join(' and '),
		)
		.filter((part) => part !== '')
		.join(' or ');
	return words !== '' && unless ? `not ${words}` : words;
}
