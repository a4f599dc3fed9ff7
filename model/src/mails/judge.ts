/** A condition and one mail: whether it holds, and the words of the mail that show it. */
import { type Condition, isGroup, type Part } from '@watchword/contract/condition';
import { conditionInWords } from '@watchword/contract/condition-words';
import type { Findings } from '../findings.ts';
import { isWithin } from '../pictures/hours.ts';
import { judgeAttached } from './attached.ts';
import { judgeKind } from './kinds.ts';
import { type Finding, type Given, type JudgedMail, type OpenMail, openMail } from './mail.ts';
import { judgeSays } from './says.ts';
import { judgeSender } from './sender.ts';
import { judgeDate, judgeNumber } from './values.ts';

const MOST_TOLD = 6;

export function judgeMail(condition: Condition, mail: JudgedMail, given: Given): Findings {
	const { held, findings } = judge(condition, openMail(mail), given);
	const told = [...new Set(findings.map(({ told }) => told))].slice(0, MOST_TOLD);
	const quoted = [...new Set(findings.flatMap(({ quote }) => (quote ? [`“${quote}”`] : [])))].slice(
		0,
		MOST_TOLD,
	);
	const said = capital(`${told.join('; ')}.`);
	const about = mail.subject.trim() || 'no subject';
	const verdict = held === null ? 'cannot tell' : held ? 'met' : 'not met';
	return {
		verdict,
		evidence: quoted.length > 0 ? `${said} It says: ${quoted.join(' ')}` : said,
		information: [held === null ? `Cannot tell: ${told.join('; ')}.` : said],
		quoted,
		subject: held === null ? `Cannot tell: “${about}”` : held ? about : `Not in “${about}”`,
	};
}

interface Judged {
	held: boolean | null;
	/** Of the parts that decided. */
	findings: Finding[];
}

/** As `holds` of the contract, with what decided. */
function judge(condition: Condition, mail: OpenMail, given: Given): Judged {
	const plain = isGroup(condition)
		? together(
				condition.of.map((one) => judge(one, mail, given)),
				condition.is === 'any',
			)
		: alone(judgePart(condition, mail, given));
	return condition.not && plain.held !== null ? { ...plain, held: !plain.held } : plain;
}

const alone = (finding: Finding): Judged => ({ held: finding.held, findings: [finding] });

function together(of: readonly Judged[], deciding: boolean): Judged {
	const has = (held: boolean | null) => of.some((one) => one.held === held);
	const held = has(deciding) ? deciding : has(null) ? null : !deciding;
	const findings = of.filter((one) => one.held === held).flatMap((one) => one.findings);
	return { held, findings };
}

function judgePart(part: Part, mail: OpenMail, given: Given): Finding {
	switch (part.is) {
		case 'sender':
			return judgeSender(part, mail);
		case 'says':
			return judgeSays(part, mail);
		case 'value':
			return judgeNumber(part, mail, given);
		case 'date':
			return judgeDate(part, mail, given);
		case 'attachment':
			return judgeAttached(part, mail);
		case 'kind':
			return judgeKind(part, mail, given);
		case 'hours': {
			const held = given.clock ? isWithin(part, given.clock) : null;
			const words = conditionInWords({ ...part, not: false });
			return {
				held,
				told:
					held === null ? `whether it came ${words} is not certain` : `it came ${held ? '' : 'not '}${words}`,
			};
		}
		case 'every':
			return { held: true, told: 'every mail counts' };
		case 'beyond':
			return { held: null, told: `“${part.words}” is more than the built-in model can tell` };
		default:
			return { held: null, told: `a mail does not show whether ${conditionInWords(part)}` };
	}
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
