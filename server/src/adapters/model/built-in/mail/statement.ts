/** Conditions on a value that a mail gives under a name: "if the priority is high". */

import { valuesCalled } from '../results/called.ts';
import { fold } from '../results/fold.ts';
import { signOf } from './name-before.ts';

export interface Statement {
	words: string;
	/** Any of them fits. */
	wanted: string[];
	/** What the mail says under that name. */
	value: string;
}

const STATEMENT =
	/(?<=(?<![\p{L}])(?:if|when|whenever|once|unless|whether|and|or|wenn|falls)\s+)(?:the\s+|its\s+|der\s+|die\s+|das\s+)?(\p{L}[\p{L}\p{N} -]{1,40}?)\s+(?:is|equals|ist)\s+(not\s+)?(["“]?[^\s,.;:!?"”\ue000-\uf8ff][^,;:!?\n"”\ue000-\uf8ff]{0,40}?)["”]?(?=$|[,;:!?\n"”]|\.(?:\s|$)|\s+(?:and|then|but|unless|except|while|although|though|provided|because|as\s+long\s+as|even\s+if)(?!\p{L})|\s+(?:or\s+)?(?:not\s+)?[\ue000-\uf8ff]|\s+or\s+(?:if|when|it|they|there|the|its)(?!\p{L}))/giu;
/** Of these a mail has no value in itself. */
const NO_NAME =
	/^(?:it|this|that|there|he|she|they|somebody|someone|anyone|(?:e-?)?mail|message|letter|text|body|subject|title|sender|customer|content|tone)$/i;

/** Names that are looked for in a mail: each takes time. The others are read in other ways. */
const MOST_NAMES = 20;

/** The values that a mail gives under names in a prompt, and the prompt without those names. */
export function takeStatements(
	prompt: string,
	texts: readonly string[],
): { rest: string; statements: Statement[] } {
	const statements: Statement[] = [];
	let names = 0;
	const rest = prompt.replace(
		STATEMENT,
		(words: string, name: string, not: string | undefined, value: string) => {
			if (NO_NAME.test(name) || names++ >= MOST_NAMES) return words;
			const found = valuesCalled(name, 'text', texts).flatMap((one) =>
				'value' in one ? [String(one.value)] : [],
			);
			const [first, ...others] = new Set(found);
			if (first === undefined || others.length > 0 || first.split(/\s+/).length > 6) return words;
			const wanted = value.replace(/^["“]/, '').split(/\s+or\s+/i);
			// "An order is confirmed": the order's number is no answer.
			if (/\d/.test(first) && !wanted.some((one) => /\d/.test(one))) return words;
			statements.push({ words: words.trim(), wanted, value: first });
			return ` ${not ? 'not ' : ''}${signOf('statement', statements.length - 1)} `;
		},
	);
	return { rest, statements };
}

/** What may stand before a value; “not approved” and “prices down” say something else. */
const BEFORE =
	'(?:(?:an?|the|very|now|currently|already|still|really|quite|sehr|jetzt|bereits|\\p{L}+ly)\\s|[^\\p{L}\\p{N}])*';

/** Whether the value is one of those that were named. A longer value may mean the same in other words. */
export function judgeStatement({ words, wanted, value }: Statement, tests: string[]): boolean | null {
	const said = fold(value);
	const fits = wanted.some((one) => {
		const pattern = RegExp.escape(fold(one.trim()).replace(/^(?:an?|the)\s+/, ''));
		return new RegExp(`^${BEFORE}${pattern}(?![\\p{L}\\p{N}])`, 'u').test(said);
	});
	const isShort =
		value.split(/\s+/).length <= 2 && wanted.every((one) => one.trim().split(/\s+/).length <= 2);
	tests.push(`“${words}”: ${value}`);
	// "Version 5" and "5.14.2" may be the same to the customer.
	const isNumber = wanted.some((one) => /^[\d.,\s%€$£]+\p{L}{0,3}$/u.test(one.trim()));
	return fits || (isShort && !(isNumber && /\d[.,]\d/.test(value)) ? false : null);
}
