import { plainLetters } from './letters.ts';
import { markEarlierMail } from './quotes.ts';

/** The words of a question about a mail: those that a stranger wrote, and the prompt. */
export interface Words {
	prompt: string;
	subject: string;
	text: string;
	enclosed: string[];
}

/** As its reader sees them: without what the mail repeats of an earlier one, and in letters that look the same. */
export function wordsAsSeen({ prompt, subject: given, text, enclosed }: Words): Words {
	const subject = plainLetters(given);
	return {
		prompt: plainLetters(prompt),
		subject,
		text: markEarlierMail(subject, plainLetters(text)),
		enclosed: enclosed.map(plainLetters),
	};
}
