import type { Asked, Told } from './asked.ts';
import type { Pen, Verdict, Writing } from './pen.ts';

/** How many tokens each part of an answer may have. A token is about three quarters of a word. */
const MAX = { evidence: 60, information: 200, subject: 20, mail: 250, field: 40 };
/** The two likeliest verdicts must differ at least by this, as shares of one. Otherwise nobody could tell. */
const MARGIN = 0.2;

const WORDS: Record<string, Verdict> = { yes: 'met', no: 'not met', unclear: 'cannot tell' };

type Parts = Pick<Asked, 'explains' | 'writesMail' | 'fields'>;
type Answered = Omit<Told, 'tokensIn' | 'tokensOut' | 'wasCut'>;

/** The answer: what decides comes first and the verdict after it, so that it follows from what was seen. */
export function* answering(pen: Pen, { explains, writesMail, fields }: Parts): Writing<Answered> {
	const evidence = yield* pen.write(MAX.evidence, 'sentence');
	yield* pen.say('\nIs the condition met (yes, no or unclear)? Answer: ');
	const { choice, likelihood, margin } = yield* pen.choose(Object.keys(WORDS));
	const verdict = margin < MARGIN ? 'cannot tell' : (WORDS[choice] ?? 'cannot tell');
	const values: Record<string, string> = {};
	for (const { id, name, choices } of fields) {
		yield* pen.say(`\n${oneLine(name)}: `);
		values[id] =
			choices.length > 0
				? (yield* pen.choose([...choices, 'unknown'])).choice
				: yield* pen.write(MAX.field, 'line');
	}
	let [information, subject, mail] = ['', '', ''];
	if (explains) {
		yield* pen.say('\nFor the customer: ');
		information = yield* pen.write(MAX.information, 'text');
	}
	if (writesMail && verdict === 'met') {
		yield* pen.say('\nSubject of the mail: ');
		subject = yield* pen.write(MAX.subject, 'line');
		yield* pen.say('\nText of the mail:\n');
		mail = yield* pen.write(MAX.mail, 'text');
	}
	return { evidence, verdict, likelihood, information, subject, mail, fields: values };
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ');
